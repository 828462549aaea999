import assert from 'node:assert/strict';
import { startLocalCodeforces, type LocalCodeforces } from '../../tools/codeforces/codeforces';
import { eventually, useWorkbench } from './harness/index';

const right = 'console.log(eval(require("fs").readFileSync(0, "utf8").trim().split(/\\s+/).join("+")));\n';

describe('Codeforces', () => {
  let site: LocalCodeforces;
  const workbench = useWorkbench(async () => {
    site = await startLocalCodeforces();
    const services = { CF: { type: 'codeforces', handle: 'tourist', url: `${site.url}/api` } };
    return { settings: { 'judgeResults.services': services, 'judgeResults.notifications': 'never' } };
  });
  after(() => site.stop());
  const pending = () => site.submit({ index: 'A', language: 'Node.js', code: null });
  const record = (label: RegExp) => workbench().treeItem(label);
  const fetch = async (id: number, text = String(id)) => {
    const { quickInput } = workbench();
    await workbench().runCommand('Judge: Fetch Judge Result');
    await quickInput.type(text);
    await quickInput.pick(new RegExp(`Fetch ${id}$`));
  };

  it('is chosen without a sign-in', async () => {
    const { quickInput } = workbench();
    await workbench().openContainer('Judge Results');
    await workbench().runCommand('Judge: Choose Service…');
    await quickInput.pick(/^CF/);
    await eventually(async () => assert.match(await workbench().welcome(), /No results yet/));
  });

  it('offers nothing that it can’t do, in no menu, in no step and by no key', async () => {
    const { page, quickInput } = workbench();
    await workbench().openFile('P1001.cpp');
    const offered = async (text: string) => {
      await workbench().openPalette(text);
      await quickInput.row(/./).waitFor();
      return (await quickInput.rows()).map((row) => row.replace(/ (Judge: .*)?$/, ''));
    };
    for (const [title, isOffered] of [
      ['Judge: Submit Active File…', false],
      ['Judge: Submit Again', false],
      ['Judge: Run Samples', false],
      ['Judge: Set Credentials…', false],
      ['Judge: Remove Credentials', false],
      ['Judge: Get a Token', false],
      ['Judge: Show Quota', false],
      ['Judge: Copy Callback Address', false],
      ['Judge: Define Status Codes…', false],
      ['Judge: Open Problem in Browser', true],
      ['Judge: Fetch Judge Result', true],
    ] as const) {
      const rows = await offered(title);
      assert.equal(
        rows.some((row) => row.startsWith(title)),
        isOffered,
        `${title}: ${rows.join(' | ')}`,
      );
    }
    await quickInput.cancel();
    assert.equal(await page.locator('.editor-actions [aria-label^="Submit"]').count(), 0);
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('Control+Alt+J');
    await workbench().runCommand('Welcome: Open Walkthrough...');
    await quickInput.pick(/Get Started with Judge Results/);
    await eventually(async () =>
      assert.deepEqual(await page.locator('.getting-started-step .step-title').allInnerTexts(), [
        'Try with samples',
        'Choose a service',
        'Fetch a result',
        'Fix a warning',
      ]),
    );
    assert.equal(await quickInput.isOpen(), false);
    await workbench().screenshot('walkthrough of Codeforces');
    await workbench().runCommand('View: Close All Editors');
  });

  it('has a submission fetched by its number, and followed to the test on which it fails', async () => {
    const one = pending();
    await fetch(one.id);
    site.change(one, { verdict: 'TESTING', passedTestCount: 4 });
    await record(/4 cases so far/).waitFor();
    site.change(one, { verdict: 'WRONG_ANSWER', passedTestCount: 4, timeConsumedMillis: 46 });
    await record(/^WA · 1000A/).waitFor();
    await record(/^WA · 1000A/).click();
    await workbench().page.keyboard.press('ArrowRight');
    await record(/^#5 WA/).waitFor();
    await workbench().screenshot('codeforces');
  });

  it('has a submission fetched by its address, and from the recent ones', async () => {
    const { quickInput } = workbench();
    const pasted = site.submit({ index: 'A', language: 'Node.js', code: right });
    const recent = pending();
    await site.idle();
    await fetch(pasted.id, `https://codeforces.com/contest/1000/submission/${pasted.id}`);
    await record(/^AC · 1000A/).waitFor();
    await workbench().runCommand('Judge: Fetch Judge Result');
    await quickInput.row(/1000A/).waitFor();
    await workbench().screenshot('codeforces recent');
    await quickInput.pick(/1000A/);
    site.change(recent, { verdict: 'SKIPPED' });
    await record(/^SKIP · 1000A/).waitFor();
  });

  for (const [what, begin, words] of [
    ['the page of its bot check', () => (site.oddities.botCheck = 403), /web page|HTML/i],
    ['its call limit', () => (site.oddities.callInterval = 1e9), /\(429\)|rate limit|Call limit exceeded/i],
  ] as const) {
    it(`tells ${what} in words`, async () => {
      const { notifications } = workbench();
      begin();
      await fetch(299_000_001);
      await notifications.expect(words);
      await workbench().screenshot(`codeforces ${what}`);
      await notifications.clear();
      Object.assign(site.oddities, { botCheck: null, callInterval: 0 });
    });
  }

  it('tells a handle that it doesn’t know in its own words', async () => {
    const { notifications } = workbench();
    const services = { CF: { type: 'codeforces', handle: 'nobody', url: `${site.url}/api` } };
    await workbench().setSetting('judgeResults.services', services);
    await fetch(300_000_001);
    await notifications.expect(/User with handle nobody not found/);
    await notifications.clear();
  });
});
