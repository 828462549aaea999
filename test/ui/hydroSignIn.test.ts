import assert from 'node:assert/strict';
import { startLocalHydro, type LocalHydro } from '../../tools/hydro/hydro';
import { secondFactor } from '../../tools/hydro/routes';
import { eventually, useWorkbench } from './harness/index';
import { filesWith } from './support/secrets';
import { settingsFor } from './support/steps';

describe('Signing in to a Hydro site in the packaged extension', () => {
  let site: LocalHydro;
  before(async () => {
    site = await startLocalHydro({ english: true });
  });
  after(() => site.stop());
  afterEach(() => {
    site.oddities.twoFactor = false;
    site.oddities.oauthOnly = false;
  });
  const workbench = useWorkbench(async () => {
    await Promise.resolve();
    return { settings: settingsFor({ type: 'hydro', url: site.url }) };
  });

  const signInWithPassword = async (): Promise<void> => {
    const { quickInput } = workbench();
    await quickInput.pick('User name and password');
    await eventually(async () => assert.match(await quickInput.message(), /^User name or email/));
    await quickInput.enter(site.alice.uname);
    await eventually(async () => assert.match(await quickInput.message(), /^Password of alice/));
    await quickInput.enter(site.alice.password);
  };
  const goBack = (): Promise<void> => workbench().page.getByRole('button', { name: 'Back' }).click();
  const boxSays = (words: RegExp): Promise<void> =>
    eventually(async () => assert.match(await workbench().quickInput.message(), words));
  const isAskedForCode = (): Promise<void> => boxSays(/^Code from your authenticator app/);

  it('asks for the code of an authenticator app where the site wants one', async () => {
    const { quickInput, notifications } = workbench();
    site.oddities.twoFactor = true;
    await workbench().openContainer('Judge Results');
    await workbench()
      .page.locator('.sidebar .welcome-view-content .monaco-button', { hasText: 'Sign In' })
      .click();
    await signInWithPassword();
    await isAskedForCode();
    await workbench().screenshot('hydro-second-factor');
    await quickInput.enter(secondFactor);
    await notifications.expect(/^Signed in to /);
    await notifications.clear();
    assert.equal(site.sessions.size, 1);
  });

  it('says in the box that a code is wrong, and takes the right one there', async () => {
    const { quickInput, notifications } = workbench();
    site.oddities.twoFactor = true;
    await workbench().runCommand('Judge: Sign In…');
    // as last time
    await boxSays(/^Password of alice/);
    await quickInput.enter(site.alice.password);
    await isAskedForCode();
    await quickInput.enter('000000');
    await boxSays(/The 2FA Token is invalid/);
    assert.equal(await quickInput.value(), '000000');
    await quickInput.enter(secondFactor);
    await notifications.expect(/^Signed in to /);
    await notifications.clear();
  });

  it('takes a session that is pasted with its name, and tells one that has ended', async () => {
    const { quickInput, notifications } = workbench();
    const sid = [...site.sessions.keys()].at(-1);
    assert.ok(sid);
    await workbench().runCommand('Judge: Sign In…');
    await boxSays(/^Password of alice/);
    await goBack();
    await boxSays(/^User name or email/);
    assert.equal(await quickInput.value(), site.alice.uname);
    await goBack();
    await quickInput.pick('Session');
    await boxSays(/“sid” cookie/);
    await quickInput.enter('sid=an-old-one; path=/');
    await boxSays(/\(401\)/);
    await quickInput.enter(`sid=${sid}; path=/; HttpOnly`);
    await notifications.expect(/^Signed in to /);
    await notifications.clear();
  });

  it('says that a site signs in elsewhere, where a pasted session helps', async () => {
    site.oddities.oauthOnly = true;
    await workbench().runCommand('Judge: Sign In…');
    await boxSays(/“sid” cookie/);
    await goBack();
    await signInWithPassword();
    await boxSays(/Builtin login is disabled/);
    await workbench().screenshot('hydro-signs-in-elsewhere');
    await workbench().quickInput.cancel();
  });

  it('leaves no password, code or session in a file', async () => {
    for (const secret of [site.alice.password, ...site.sessions.keys()]) {
      assert.deepEqual(await filesWith(secret, workbench().server.dataDir), []);
    }
  });
});
