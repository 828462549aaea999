import assert from 'node:assert/strict';
import { startLocalCodeforces, type LocalCodeforces } from '../../tools/codeforces/codeforces';
import { startLocalProxy, type LocalProxy } from '../support/proxy';
import { eventually, useWorkbench } from './harness/index';
import { setSetting } from './support/steps';

const right = 'console.log(eval(require("fs").readFileSync(0, "utf8").trim().split(/\\s+/).join("+")));\n';

describe('Codeforces', () => {
  let site: LocalCodeforces;
  let proxy: LocalProxy;
  const workbench = useWorkbench(async () => {
    [site, proxy] = await Promise.all([startLocalCodeforces(), startLocalProxy({})]);
    // No test may reach the real site.
    return { settings: { 'judgeResults.notifications': 'never', 'http.proxy': proxy.url } };
  });
  after(() => Promise.all([site.stop(), proxy.close()]));
  const pending = () => site.submit({ index: 'A', language: 'Node.js', code: null });
  const record = (label: RegExp) => workbench().treeItem(label);
  const fetch = async (id: number, text = String(id)) => {
    const { quickInput } = workbench();
    await workbench().runCommand('Judge: Fetch Judge Result');
    await quickInput.type(text);
    await quickInput.pick(new RegExp(`Fetch ${id}$`));
  };
  const describeService = (handle: string) =>
    setSetting(workbench(), 'judgeResults.services', {
      CF: { type: 'codeforces', handle, url: `${site.url}/api` },
    });

  it('is added with a handle and without sign-in, and an error explains that it can’t be reached', async () => {
    const { quickInput, notifications } = workbench();
    await workbench().openContainer('Judge Results');
    await workbench().runCommand('Judge: Choose Online Judge…');
    await quickInput.pick('Add Online Judge…');
    await quickInput.pick('Codeforces');
    await eventually(async () => assert.match(await quickInput.message(), /handle/i));
    await workbench().screenshot('codeforces handle');
    await quickInput.enter('tourist');
    await eventually(async () => assert.equal(await quickInput.value(), 'Codeforces'));
    await quickInput.enter('CF');
    // The proxy doesn't resolve that host.
    await notifications.expect(/\(502\)/);
    assert.deepEqual([...new Set(proxy.asked)], ['CONNECT codeforces.com:443']);
    await notifications.clear();
    await describeService('tourist');
    await eventually(async () => assert.match(await workbench().welcome(), /No results yet/));
  });

  it('offers no unsupported action in any menu, step, or key binding', async () => {
    const { page, quickInput } = workbench();
    await workbench().openFile('P1001.cpp');
    const offered = async (text: string) => {
      await workbench().openPalette(text);
      await quickInput.row(/./).waitFor();
      return (await quickInput.rows()).map((row) => row.replace(/ (Judge: .*)?$/, ''));
    };
    for (const [text, known, missing] of [
      ['Judge: Submit', ['Submit Active File…', 'Submit Again', 'Submit in Browser'], []],
      ['Judge: Run Samples', [], ['Run Samples']],
      ['Judge: Sign', ['Sign In…'], ['Sign Out']],
      ['Judge: Show Remaining Points', [], ['Show Remaining Points']],
      ['Judge: Copy Callback Address', [], ['Copy Callback Address']],
      ['Judge: Define Status Codes…', [], ['Define Status Codes…']],
      ['Judge: Open Problem', ['Open Problem in Browser'], []],
      ['Judge: Fetch', ['Fetch Judge Result'], []],
    ] as const) {
      const rows = await offered(text);
      const has = (title: string) => rows.some((row) => row.startsWith(`Judge: ${title}`));
      for (const title of known) assert.ok(has(title), `${title}: ${rows.join(' | ')}`);
      for (const title of missing) assert.ok(!has(title), `${title}: ${rows.join(' | ')}`);
    }
    await quickInput.cancel();
    assert.equal(await page.locator('.editor-actions [aria-label^="Submit"]').count(), 1);
    await workbench().runCommand('Welcome: Open Walkthrough...');
    await quickInput.pick(/Get Started with Judge Results/);
    await eventually(async () =>
      assert.deepEqual(await page.locator('.getting-started-step .step-title').allInnerTexts(), [
        'Try the demo',
        'Choose an online judge',
        'Sign in',
        'Fetch a result',
        'Follow your submissions',
        'Fix a warning',
        'Submit your program',
      ]),
    );
    assert.equal(await quickInput.isOpen(), false);
    await workbench().screenshot('walkthrough of Codeforces');
    await workbench().closeEditors();
  });

  it('shows the verdict of a program that is submitted in the browser', async () => {
    const { page, quickInput } = workbench();
    await workbench().openFile('P1001.cpp');
    await page.locator('.monaco-editor .view-lines').first().click();
    const before = site.received;
    await page.keyboard.press('Control+Alt+J');
    await quickInput.type('https://codeforces.com/contest/1000/problem/A');
    const [opened] = await Promise.all([page.context().waitForEvent('page'), quickInput.pick(/1000A/)]);
    // this host leads to addresses of this computer through one of its own
    const { port } = new URL(site.url);
    await eventually(async () =>
      assert.match(opened.url(), new RegExp(`[:/]${port}/contest/1000/submit/A$`)),
    );
    await record(/^Waiting for your submission · 1000A/).waitFor();
    await workbench().screenshot('codeforces waiting for the submission in the browser');
    const submittedAt = Date.now();
    site.submit({ index: 'A', language: 'Node.js', code: right });
    await opened.close();
    await record(/^AC · 1000A/).waitFor();
    const seconds = (Date.now() - submittedAt) / 1000;
    assert.equal(await record(/^Waiting for your submission/).count(), 0);
    assert.ok(seconds < 20, `${seconds} s`);
    // the list before, the polls that found it, and those of its result
    const requests = site.received - before;
    assert.ok(requests >= 3 && requests <= 12, `${requests} requests`);
    await workbench().screenshot('codeforces submitted in the browser');
    await workbench().closeEditors();
  });

  it('fetches a submission by number, and tracks it up to the failed test', async () => {
    const one = pending();
    await fetch(one.id);
    site.change(one, { verdict: 'TESTING', passedTestCount: 4 });
    await record(/4 cases judged/).waitFor();
    site.change(one, { verdict: 'WRONG_ANSWER', passedTestCount: 4, timeConsumedMillis: 46 });
    await record(/^WA · 1000A/).waitFor();
    await record(/^WA · 1000A/).click();
    await workbench().page.keyboard.press('ArrowRight');
    await record(/^5 WA/).waitFor();
    await workbench().screenshot('codeforces');
  });

  it('fetches a submission by its address, and one of the recent submissions', async () => {
    const { quickInput } = workbench();
    const pasted = site.submit({ index: 'A', language: 'Node.js', code: right });
    const recent = pending();
    await site.idle();
    await fetch(pasted.id, `https://codeforces.com/contest/1000/submission/${pasted.id}`);
    await record(/^AC · 1000A/).waitFor();
    await record(/^9 cases passed/).waitFor();
    await workbench().runCommand('Judge: Fetch Judge Result');
    await quickInput.row(/1000A/, /judging/).waitFor();
    await workbench().screenshot('codeforces recent');
    await quickInput.pick(/1000A/, /judging/);
    site.change(recent, { verdict: 'SKIPPED' });
    await record(/^SKIP · 1000A/).waitFor();
  });
});
