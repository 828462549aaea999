import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startLocalDomjudge, type LocalDomjudge } from '../../tools/domjudge/domjudge';
import type { DomjudgeVersion } from '../../tools/domjudge/site';
import { answering, useNotices, type Answer } from './support/person';
import { setting } from './support/session';

const MINUTE = 60_000;

describe('At a DOMjudge site, the extension', function () {
  this.timeout(120_000);
  const notices = useNotices();
  let site: LocalDomjudge;

  afterEach(async () => {
    await vscode.commands.executeCommand('judgeResults.stopAll');
    for (const name of ['service', 'services']) await setting(name, undefined);
    await site.stop();
  });

  const start = async (version: DomjudgeVersion): Promise<void> => {
    site = await startLocalDomjudge({ version, compilers: false });
  };
  const run = (command: string, ...answers: readonly Answer[]) =>
    answering(answers, () => vscode.commands.executeCommand(`judgeResults.${command}`));
  /** Runs a command whose notification has a button, and presses it. */
  const press = (command: string, message: RegExp, button: string, ...answers: readonly Answer[]) =>
    answering(answers, async () => {
      // it waits for the button
      void vscode.commands.executeCommand(`judgeResults.${command}`);
      await notices.press(message, button);
    });
  const add = (...answers: readonly Answer[]) =>
    run('chooseService', { choose: /^DOMjudge, PC²$/ }, ...answers);
  const saved = () =>
    vscode.workspace.getConfiguration('judgeResults').inspect<Record<string, unknown>>('services')
      ?.globalValue;
  /** Sets up the running contest with that URL, without signing in. */
  const useSite = async (url: string, contest = 'school'): Promise<void> => {
    await setting('services', { Finals: { type: 'clics', url, contest } });
    await setting('service', 'Finals');
  };

  it('offers running contests first, and stores the ID of a contest that is typed by another name', async () => {
    await start('8.3');
    site.addContest('tomorrow', 'Tomorrow', Date.now() + 90 * MINUTE, Date.now() + 200 * MINUTE);
    const { alice } = site;
    await add(
      { enter: `${site.url}/domjudge/login`, asked: /^URL of the site/ },
      { choose: /^Another…$/ },
      { enter: 'SCHOOL', asked: /^ID or short name of the contest/ },
      { enter: alice.username, asked: /^User name$/ },
      { enter: alice.password },
    );
    await notices.expect(/^Signed in to School 2026\.$/);
    assert.deepEqual(Object.values(saved() ?? {}), [
      { type: 'clics', url: `${site.url}/domjudge/api`, contest: '52' },
    ]);
  });

  it('sets up a contest that is hidden until it begins, and says when that is', async () => {
    await start('9.0');
    site.addContest('finals', 'Finals', Date.now() + 12.5 * MINUTE, Date.now() + 200 * MINUTE);
    const { alice } = site;
    await add(
      { enter: site.url },
      { choose: /^Another…$/ },
      { enter: 'finals' },
      { enter: alice.username },
      { enter: alice.password },
    );
    await notices.expect(/^Signed in to Finals 2026\. The contest starts in 12 min \(.+\)\.$/);
  });

  it('doesn’t accept a wrong password at the URL of a page, and corrects the URL', async () => {
    await start('9.0');
    await useSite(`${site.url}/domjudge/team`);
    await press(
      'setCredentials',
      /^The judge’s API isn’t at \S+\/domjudge\/team, but at \S+\/domjudge\/api\.$/,
      `Use ${site.url}/domjudge/api`,
      { enter: site.alice.username },
      { enter: 'wrong' },
    );
    await notices.expect(/^Wrong user name or password\./);
    assert.deepEqual(saved(), {
      Finals: { type: 'clics', url: `${site.url}/domjudge/api`, contest: 'school' },
    });
  });

  it('corrects the name of the contest in the settings', async () => {
    await start('9.0');
    await useSite(`${site.url}/domjudge/api`, 'School');
    const { alice } = site;
    await press(
      'setCredentials',
      /^The ID of the contest School on Finals is school \(404\)\.$/,
      'Use school',
      { enter: alice.username },
      { enter: alice.password },
    );
    await notices.expect(/^Signed in to Finals\.$/);
    assert.deepEqual(saved(), {
      Finals: { type: 'clics', url: `${site.url}/domjudge/api`, contest: 'school' },
    });
  });

  it('tells at sign-in that an account has no team', async () => {
    await start('10');
    await useSite(`${site.url}/domjudge/api`);
    await run('setCredentials', { enter: site.alone.username }, { enter: site.alone.password });
    const { severity } = await notices.expect(
      /^This account has no team, so it can’t submit\. Signed in to Finals\.$/,
    );
    assert.equal(severity, 'warning');
  });

  it('warns at sign-in that the contest accepts no submissions', async () => {
    await start('10');
    site.running.allowsSubmissions = false;
    await useSite(`${site.url}/domjudge/api`);
    await run('setCredentials', { enter: site.alice.username }, { enter: site.alice.password });
    const { severity } = await notices.expect(/^The contest accepts no submissions\. Signed in to Finals\.$/);
    assert.equal(severity, 'warning');
  });

  it('asks for no password if the site recognizes the computer', async () => {
    await start('10');
    site.oddities.ipUser = site.alice;
    await useSite(`${site.url}/domjudge/api`);
    await run('setCredentials');
    await notices.expect(/^Signed in to Finals as alice\. No password is needed on this computer\.$/);
    await run('follow');
    await notices.expect(/^New submissions on Finals are added/);
  });

  it('fetches the user’s name later if the credentials were saved without checking them', async () => {
    await start('10');
    site.running.isActive = false;
    await useSite(`${site.url}/domjudge/api`);
    await press(
      'setCredentials',
      /^Finals shows you no contest with the ID school \(404\)/,
      'Save Without Checking',
      { enter: site.alice.username },
      { enter: site.alice.password },
    );
    await notices.expect(/^The credentials for Finals are saved\. They haven’t been checked yet\.$/);
    site.running.isActive = true;
    // While a contest runs, this window has a timer for its end, also in later tests.
    site.running.endsAt = Date.now() - 1000;
    await run('follow');
    await notices.expect(/^New submissions on Finals are added/);
  });
});
