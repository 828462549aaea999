import { answerNotices, settings, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { removeCredentials } from '../../../../src/editor/judges/signIn/account';
import type { Extension } from '../../../../src/editor/extension';
import type { JudgeManager } from '../../../../src/editor/judges/judgeManager';
import { startLocalHydro, type LocalHydro } from '../../../../tools/hydro/hydro';
import { playedPrograms } from '../../../support/playedPrograms';
import { hydroSite } from '../../../support/profiles';
import { credentialFor } from '../../judges/clients';
import { newJudges } from './newJudges';
import { standIn } from '../../support/standIn';

describe('“Sign Out”', () => {
  let site: LocalHydro;
  let judges: JudgeManager;
  let pending: number;
  let errors: string[];

  beforeEach(async () => {
    speak('en');
    site = await startLocalHydro({ programs: playedPrograms });
    settings['services'] = { school: { type: 'hydro', url: site.url } };
    judges = newJudges();
    pending = 0;
    errors = [];
  });
  afterEach(async () => {
    delete settings['services'];
    judges.dispose();
    await site.stop();
  });

  const school = () => hydroSite(site.url);
  /** Signs in, and returns the session. */
  const signIn = async (signedInAs: string | null): Promise<string> => {
    const session = site.signIn(site.alice);
    await judges.credentials.save(school().id, {
      ...credentialFor(school(), session),
      ...(signedInAs === null ? {} : { signedInAs }),
      account: 'alice',
    });
    return session;
  };
  const signOut = async (...buttons: (string | undefined)[]) => {
    const notices = answerNotices(...buttons);
    const request = { service: school().id };
    const extension = standIn<Extension>({
      judges: judges,
      tracking: { pending: () => Array.from({ length: pending }, () => ({ request })) },
      log: { error: (line: string) => void errors.push(line) },
    });
    await removeCredentials(extension);
    return notices;
  };
  const isSignedIn = async () => (await judges.credentials.get(school())) !== null;

  it('ends the session on the site, and mentions pending results', async () => {
    const session = await signIn('alice');
    pending = 2;
    const [question, told] = await signOut('Sign Out');
    assert.match(question?.detail ?? '', / 2 pending results won’t be updated until you sign in again\.$/);
    assert.deepEqual(errors, []);
    assert.equal(told?.message, 'Signed out of school.');
    assert.deepEqual([site.sessions.has(session), await isSignedIn(), errors], [false, false, []]);
  });

  it('reports if the site didn’t end the session, and forgets the session anyway', async () => {
    await signIn('alice');
    site.misbehave({ path: '/logout', what: { kind: 'status', status: 503 } });
    const [, told] = await signOut('Sign Out');
    assert.equal(told?.message, 'Signed out of school, but the session on its website couldn’t be ended.');
    assert.deepEqual([await isSignedIn(), errors.length], [false, 1]);
  });

  it('leaves a pasted session valid on the site, because the browser uses it', async () => {
    const session = await signIn(null);
    const [question, told] = await signOut('Sign Out');
    assert.equal(question?.detail, 'You’ll have to sign in again to fetch results.');
    assert.deepEqual(errors, []);
    assert.equal(told?.message, 'Signed out of school.');
    assert.deepEqual([site.sessions.has(session), await isSignedIn()], [true, false]);
  });

  it('does nothing without confirmation', async () => {
    const session = await signIn('alice');
    await signOut(undefined);
    assert.deepEqual([site.sessions.has(session), await isSignedIn()], [true, true]);
  });
});
