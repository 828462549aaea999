import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalJudge, type JudgeName, type LocalJudge } from '../support/judges';
import { eventually, useWorkbench } from './harness/index';

describe('Judges with an API of their own', () => {
  const sites = new Map<JudgeName, LocalJudge>();
  const site = (name: JudgeName): LocalJudge => sites.get(name) ?? assert.fail(name);
  before(async () => {
    for (const name of ['kattis', 'clics', 'ejudge', 'omegaup'] as const)
      sites.set(name, await startLocalJudge(name));
  });
  after(() => Promise.all([...sites.values()].map((one) => one.stop())));
  const workbench = useWorkbench({ settings: { 'judgeResults.notifications': 'never' } });
  const record = (label: RegExp) => workbench().treeItem(label);

  /** Starts adding a judge of that type. */
  const add = async (label: string) => {
    await workbench().runCommand('Judge: Choose Online Judge…');
    await workbench().quickInput.pick('Add Online Judge…');
    await workbench().quickInput.pick(label);
  };
  /** Waits for an input box with that prompt, and fills it. */
  const enter = async (asked: RegExp, text: string) => {
    const { quickInput } = workbench();
    await eventually(async () => assert.match(await quickInput.message(), asked));
    await quickInput.enter(text);
  };
  const name = async (text: string) => enter(/^Name of the judge/, text);
  const signedIn = async (service: string) => {
    await workbench().notifications.expect(new RegExp(`^Signed in to ${service}`));
    await workbench().notifications.clear();
  };
  /** Fetches by the URL of a page. */
  const fetchAt = async (address: string) => {
    await workbench().runCommand('Judge: Fetch Judge Result');
    await workbench().quickInput.enter(address);
  };
  const fetchId = async (id: string) => {
    await workbench().runCommand('Judge: Fetch Judge Result');
    await workbench().quickInput.type(id);
    await workbench().quickInput.pick(new RegExp(`Fetch ${id}$`));
  };
  /** Fetches a waiting submission by ID and tracks it to its end. */
  const follow = async (of: JudgeName, end: RegExp) => {
    const run = site(of).submit({});
    await fetchId(run.id);
    await record(/^Judging/).waitFor();
    run.done = 3;
    await record(end).waitFor();
  };

  before('shows the list', () => workbench().openContainer('Judge Results'));

  it('Kattis is added with a pasted .kattisrc', async () => {
    await add('Kattis');
    await workbench().quickInput.pick('Paste .kattisrc…');
    const { url, secret } = site('kattis');
    const [user, token] = secret.split(':');
    const file = `[user] username: ${user} token: ${token} [kattis] hostname: 127.0.0.1 loginurl: ${url}/login`;
    await enter(/^Contents of \.kattisrc/, file);
    await enter(/^Service URL/, url);
    await name('Kattis');
    await signedIn('Kattis');
    await follow('kattis', /^WA · /);
    const run = site('kattis').submit({ end: 'compileError' });
    run.done = 3;
    await fetchAt(`${url}/submissions/${run.id}`);
    await record(/^CE · /).waitFor();
    await workbench().screenshot('kattis');
  });

  it('a DOMjudge contest is added with its URL, the selected contest, and the team’s password', async () => {
    await add('DOMjudge, PC²');
    await enter(/^URL of the contest API/, `${site('clics').url}/api`);
    await workbench().quickInput.row('The Finals 2026').waitFor();
    await workbench().screenshot('contests of domjudge');
    await workbench().quickInput.pick('The Finals 2026');
    await name('Finals');
    await eventually(async () => assert.match(await workbench().quickInput.title(), /Sign In to Finals/i));
    await workbench().quickInput.enter('team');
    await enter(/Password/, 'password');
    await signedIn('Finals');
    await follow('clics', /^WA · .*Finals/);
    const run = site('clics').submit({ end: 'accepted' });
    run.done = 3;
    await fetchAt(`${site('clics').url}/team/submission/${run.id}`);
    await record(/^AC · /).waitFor();
    await workbench().screenshot('clics');
  });

  it('a contest visible only to its teams is offered after one sign-in', async () => {
    const { quickInput } = workbench();
    await add('DOMjudge, PC²');
    await enter(/^URL of the contest API/, `${site('clics').url}/api`);
    await quickInput.row('The Finals 2026').waitFor();
    assert.equal(await quickInput.row('Winter Camp').count(), 0);
    await quickInput.pick('Sign In…');
    await enter(/^User name/, 'team');
    await enter(/^Password/, 'wrong');
    await enter(/rejected the credentials \(401\)/, 'password');
    await quickInput.row('Winter Camp').waitFor();
    await workbench().screenshot('contests of the account');
    await quickInput.pick('Winter Camp');
    await name('Camp');
    await signedIn('Camp');
  });

  it('an ejudge contest is added with the URL in the browser after sign-in, and a token', async () => {
    const { url, secret } = site('ejudge');
    await add('ejudge contest');
    await enter(/^Contest URL from your browser/, `${url}/cgi-bin/new-client?SID=0123456789abcdef&action=2`);
    await enter(/^Number of the contest/, '7');
    await name('Algorithms');
    await eventually(async () =>
      assert.match(await workbench().quickInput.message(), /^Token from the page “API keys”.*not the secret/),
    );
    await workbench().screenshot('ejudge token');
    await workbench().quickInput.enter('k'.repeat(42));
    await eventually(async () =>
      assert.match(
        await workbench().quickInput.message(),
        /rejected the credentials.*Permission denied.*Enter the token/s,
      ),
    );
    await workbench().screenshot('ejudge token refused');
    await workbench().quickInput.enter(secret);
    await signedIn('Algorithms');
    await follow('ejudge', /^WA · A.*Sum/);
    const run = site('ejudge').submit({ end: 'compileError' });
    run.done = 3;
    await fetchAt(`${url}/cgi-bin/new-client?contest_id=7&run_id=${run.id}`);
    await record(/^CE · A.*Sum/).waitFor();
    await workbench().screenshot('ejudge');
  });

  it('a program is submitted to a found ejudge problem, and a duplicate leads to the same run', async () => {
    const { quickInput, notifications } = workbench();
    const { runs } = site('ejudge');
    const before = runs.size;
    await fs.writeFile(path.join(workbench().folder, 'groups.cpp'), 'int main() { return 1; }\n');
    await workbench().openFile('groups.cpp');
    const submit = async () => {
      await workbench().runCommand('Judge: Submit Active File…');
      await eventually(async () => assert.match(await quickInput.placeholder(), /^Problem ID/));
      await quickInput.type('Groups');
      await quickInput.pick(/\bB$/);
      await eventually(async () => assert.match(await quickInput.placeholder(), /^Select a language/));
      await quickInput.pick(/GNU C\+\+$/);
      await quickInput.pick(/Submit$/);
    };
    await submit();
    await record(/^(?:Waiting|Judging) · B/).waitFor();
    const [run] = [...runs.values()].slice(before);
    assert.ok(run);
    assert.deepEqual([run.source?.problem, run.source?.language], [2, 3]);
    run.done = run.cases;
    await record(/^WA · B.*Groups/).waitFor();
    await notifications.clear();
    await submit();
    await eventually(async () => assert.equal(await quickInput.isOpen(), false));
    assert.equal(runs.size, before + 1);
    await workbench().screenshot('ejudge submitted');
  });

  it('an ejudge result waits while testing is suspended, and marks an output that is too large', async () => {
    const run = site('ejudge').submit({ end: 'runtimeError' });
    site('ejudge').isSuspended = true;
    await fetchId(run.id);
    await record(/^Judging · /).waitFor();
    site('ejudge').isSuspended = false;
    run.done = run.cases;
    await fetchAt(`${site('ejudge').url}/ej/client/view-report/S0123456789abcdef?run_id=${run.id}`);
    await record(/^RTE · A.*Sum/).waitFor();
    await record(/^3 RTE.*output too large to show/).click();
    const page = workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await page.locator('.outputs', { hasText: '(too large, not sent by the judge)' }).waitFor();
    await workbench().screenshot('ejudge output too large');
  });

  it('omegaUp is added with a token', async () => {
    const { url, secret } = site('omegaup');
    await add('omegaUp');
    await enter(/^Service URL/, url);
    await name('omegaUp');
    await enter(/^API token/, secret);
    await signedIn('omegaUp');
    await follow('omegaup', /^WA 0 · .*omegaUp/);
    const run = site('omegaup').submit({ end: 'timeLimit' });
    run.done = 3;
    await fetchAt(`${url}/arena/problem/sumas/#problems/sumas/show-run:${run.id}`);
    await record(/^TLE 0 · /).waitFor();
    await workbench().screenshot('omegaup');
  });
});
