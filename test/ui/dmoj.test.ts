import assert from 'node:assert/strict';
import { startLocalDmoj, type LocalDmoj } from '../../tools/dmoj/dmoj';
import type { DmojCase } from '../../tools/dmoj/submission';
import { clickOnce } from '../../tools/workbench/click-once';
import { eventually, useWorkbench } from './harness/index';
import { setFocus, setSetting } from './support/steps';
import { filesWith } from './support/secrets';

const right = 'console.log(eval(require("fs").readFileSync(0, "utf8").trim().split(/\\s+/).join("+")));\n';

describe('A DMOJ site', () => {
  let site: LocalDmoj;
  before(async () => {
    site = await startLocalDmoj();
  });
  after(() => site.stop());
  const workbench = useWorkbench({ settings: { 'judgeResults.notifications': 'never' } });
  const tokens: string[] = [];
  const submit = (code: string | null, user = site.alice) =>
    site.submit({ problem: 'p1001', language: 'V8JS', code, user });
  const record = (label: RegExp) => workbench().treeItem(label);
  /** Waits for the row of a result, which may be below the row of its file. */
  const listed = (verdict: string) =>
    eventually(async () => {
      const labels = (await workbench().treeRows()).map(({ label }) => label);
      const isListed = labels.some((label) => new RegExp(`^${verdict}(?: · p1001.*)?$`).test(label));
      assert.ok(isListed, labels.join());
    });
  const fetch = async (id: number, text = String(id)) => {
    const { quickInput } = workbench();
    await workbench().runCommand('Judge: Fetch Judge Result');
    await quickInput.type(text);
    await quickInput.pick(new RegExp(`Fetch ${id}$`));
  };
  const enterToken = async (token: string, asked = /Sent only to/) => {
    const { quickInput } = workbench();
    tokens.push(token);
    await eventually(async () => assert.match(await quickInput.message(), asked));
    await quickInput.enter(token);
  };

  const opensTokenPage = async (press: () => Promise<void>): Promise<void> => {
    const [opened] = await Promise.all([workbench().page.context().waitForEvent('page'), press()]);
    // This host name resolves to this computer.
    const { port } = new URL(site.url);
    await eventually(async () => assert.match(opened.url(), new RegExp(`[:/]${port}/edit/profile/$`)));
    await opened.close();
  };

  it('is added with its URL, user, and token, with a link to the page of the token', async () => {
    const { quickInput, notifications } = workbench();
    await workbench().openContainer('Judge Results');
    await workbench().runCommand('Judge: Choose Online Judge…');
    await quickInput.pick('Add Online Judge…');
    await quickInput.pick('DMOJ');
    await eventually(async () => assert.equal(await quickInput.value(), 'https://dmoj.ca'));
    await quickInput.enter(site.url);
    await eventually(async () => assert.match(await quickInput.message(), /^Your user name/));
    await quickInput.enter('alice');
    await eventually(async () => assert.equal(await quickInput.value(), new URL(site.url).host));
    await quickInput.enter('Club');
    await eventually(async () => assert.match(await quickInput.message(), /Sent only to/));
    const { page } = workbench();
    await workbench().screenshot('get a token');
    await opensTokenPage(() => page.getByRole('button', { name: 'Get a Token', exact: true }).click());
    // A character is missing. The site responds with 400 to a token of the wrong form.
    await enterToken(site.alice.token.slice(1));
    await enterToken(site.alice.token, /^Club rejected the credentials \(400\)/);
    await notifications.expect(/Signed in to Club/);
    await notifications.clear();
  });

  it('offers no submission without a file, and leads to a token with the keyboard if nobody is signed in', async () => {
    const { page, quickInput, notifications } = workbench();
    const offered = async (text: string) => {
      await workbench().openPalette(text);
      await quickInput.row(/./).waitFor();
      return (await quickInput.rows()).filter((row) => row.startsWith(text));
    };
    assert.deepEqual(await offered('Judge: Submit'), []);
    await workbench().runCommand('Judge: Sign Out');
    await workbench().dialog().getByRole('button', { name: 'Sign Out', exact: true }).click();
    await notifications.clear();
    const link = page.locator('.sidebar .welcome-view-content a', { hasText: 'Get a token' });
    await link.focus();
    await opensTokenPage(() => page.keyboard.press('Enter'));
    await workbench().screenshot('signed out with a page for tokens');
    await workbench().runCommand('Judge: Sign In…');
    await enterToken(site.alice.token);
    await notifications.expect(/Signed in to Club/);
    await notifications.clear();
  });

  it('shows the verdict of a program that is submitted in the browser', async () => {
    const { page, quickInput } = workbench();
    await workbench().openFile('P1001.cpp');
    await page.locator('.monaco-editor .view-lines').first().click();
    const before = site.received;
    await page.keyboard.press('Control+Alt+J');
    // the code in the name of the file
    const [opened] = await Promise.all([page.context().waitForEvent('page'), quickInput.pick(/p1001/)]);
    const { port } = new URL(site.url);
    await eventually(async () => assert.match(opened.url(), new RegExp(`[:/]${port}/problem/p1001/submit$`)));
    await record(/^Waiting for your submission · p1001/).waitFor();
    const submittedAt = Date.now();
    submit(right);
    await opened.close();
    await listed('AC 10');
    const seconds = (Date.now() - submittedAt) / 1000;
    assert.equal(await record(/^Waiting for your submission/).count(), 0);
    assert.ok(seconds < 20, `${seconds} s`);
    const requests = site.received - before;
    assert.ok(requests >= 3 && requests <= 12, `${requests} requests`);
    await workbench().screenshot('dmoj submitted in the browser');
    await workbench().runCommand('Judge: Clear Finished Results');
    await workbench().dialog().getByRole('button', { name: 'Clear', exact: true }).click();
    await eventually(async () => assert.equal((await workbench().treeRows()).length, 0));
    await workbench().closeEditors();
  });

  it('fetches a submission by number, and tracks it case by case to its end', async () => {
    const { page } = workbench();
    const figures = { time: 0.012, memory: 800, total: 5 };
    const passed: DmojCase = { case_id: 1, status: 'AC', ...figures, points: 5, batch: null };
    const wrong: DmojCase = { case_id: 2, status: 'WA', ...figures, points: 0, batch: 1 };
    const skipped: DmojCase = { case_id: 3, status: 'SC', ...figures, time: 0, points: 0, batch: 1 };
    const one = submit(null);
    await fetch(one.id);
    await record(/ · p1001/).waitFor();
    site.change(one, { status: 'G', cases: [passed] });
    await record(/^Judging[ \d/]* · p1001/).waitFor();
    await record(/1 cases? judged/).waitFor();
    const cases = [passed, wrong, skipped];
    site.change(one, { status: 'D', result: 'WA', points: 5, case_points: 5, case_total: 10, cases });
    await record(/^WA 5 · p1001/).waitFor();
    await record(/^WA 5 · p1001/).click();
    await eventually(async (wait) => {
      const rows = await workbench().treeRows();
      const closed = rows.find(({ label, expanded }) => /^(?:Subtask|Cases)/.test(label) && !expanded);
      if (closed) await clickOnce(record(new RegExp(`^${closed.label}`)), wait);
      else if (rows.length === 1) await page.keyboard.press('ArrowRight');
      const labels = rows.map(({ label }) => label).join('\n');
      assert.match(labels, /^Subtask 1[^]*^2 WA$[^]*^3 SC$/m);
    });
    await workbench().screenshot('dmoj');
  });

  it('fetches a submission by its address, and one of the recent submissions', async () => {
    const { quickInput } = workbench();
    const pasted = submit(right);
    await site.idle();
    const recent = submit(null);
    await fetch(pasted.id, `${site.url}/submission/${pasted.id}`);
    await listed('AC 10');
    await workbench().runCommand('Judge: Fetch Judge Result');
    await quickInput.row(/p1001/, /judging/).waitFor();
    await workbench().screenshot('dmoj recent');
    await quickInput.pick(/p1001/, /judging/);
    site.change(recent, { status: 'CE', result: 'CE' });
    await listed('CE');
  });

  it('asks once to sign in after the token was replaced, and then continues', async () => {
    const { notifications } = workbench();
    const one = submit(null);
    await fetch(one.id);
    await listed('Judging[ \\d/]*');
    await setSetting(workbench(), 'judgeResults.notifications', 'failures');
    site.renewToken(site.alice);
    const { buttons } = await notifications.expect(/^Signed out of Club/);
    assert.ok(buttons.includes('Sign In'), buttons.join());
    const asked = site.received;
    await workbench().screenshot('dmoj token replaced');
    site.change(one, { status: 'AB', result: 'AB' });
    const told = (await notifications.shown()).filter(({ message }) => /Signed out|401/.test(message));
    assert.equal(told.length, 1);
    assert.equal(site.received, asked);
    await notifications.press(/^Signed out of Club/, 'Sign In');
    await enterToken(site.alice.token);
    await record(/^P1001\.js\s*AB · 4 results/).waitFor();
    await notifications.clear();
  });

  it('adds new submissions from the site once it is followed', async () => {
    const { notifications } = workbench();
    await workbench().runCommand('Judge: Follow My Submissions');
    await notifications.expect(/New submissions on Club/);
    await notifications.clear();
    const one = submit(null);
    site.change(one, { status: 'D', result: 'TLE', points: 0, case_points: 0, case_total: 10 });
    await setFocus(workbench().page, false);
    await setFocus(workbench().page, true);
    await record(/^P1001\.js\s*TLE 0 · 5 results/).waitFor();
    await workbench().runCommand('Judge: Stop Following My Submissions');
  });

  it('stores its token in no file of VS Code or the workspace', async () => {
    assert.equal(new Set(tokens).size, 3);
    for (const token of tokens) {
      assert.deepEqual(await filesWith(token, workbench().server.dataDir), []);
      assert.deepEqual(await filesWith(token, workbench().folder), []);
    }
  });
});
