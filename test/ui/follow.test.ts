import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalCodeforces, type LocalCodeforces } from '../../tools/codeforces/codeforces';
import { workbenchUrl } from '../../tools/host/index';
import { Workbench } from '../../tools/workbench/workbench';
import { eventually, useWorkbench } from './harness/index';
import { openPage } from './harness/one-browser';
import { setFocus, settingsFor } from './support/steps';

describe('Follow My Submissions', () => {
  let site: LocalCodeforces;
  const workbench = useWorkbench(async () => {
    site = await startLocalCodeforces();
    const cf = { type: 'codeforces', handle: 'tourist', url: `${site.url}/api` };
    return { settings: { ...settingsFor(cf), 'judgeResults.notifications': 'never' } };
  });
  after(() => site.stop());
  const asked = () => site.requests.filter(({ path: one }) => one.startsWith('/api/')).length;
  const submit = () => {
    const one = site.submit({ index: 'B', language: 'Node.js', code: null });
    site.change(one, { verdict: 'WRONG_ANSWER', passedTestCount: 2 });
    return one;
  };

  it('sends no request before it is turned on with its command, which offers older submissions', async () => {
    const { notifications } = workbench();
    submit();
    await workbench().openContainer('Judge Results');
    await setFocus(workbench().page, false);
    await setFocus(workbench().page, true);
    await eventually(async () => assert.match(await workbench().welcome(), /No results yet/));
    assert.equal(asked(), 0);
    await workbench().runCommand('Judge: Follow My Submissions');
    await notifications.expect(/New submissions on .* 1 older submission can be added, too/);
    await workbench().screenshot('follow switched on');
    assert.equal(asked(), 1);
    await notifications.clear();
    await workbench().openPalette('Judge: Stop Following');
    await workbench()
      .quickInput.row(/Stop Following My Submissions/)
      .waitFor();
    await workbench().quickInput.cancel();
  });

  it('adds new submissions on focus, finds and shows their file, and sends one request for two windows', async () => {
    const { folder, page, server } = workbench();
    const opened = await openPage({});
    await opened.page.addInitScript('document.hasFocus = () => false');
    await opened.page.goto(workbenchUrl(server, { folder }), { waitUntil: 'domcontentloaded' });
    const other = new Workbench(opened.page, server, folder);
    await other.ready();
    const windows = [workbench(), other];
    // As cph stores it for a program with any name.
    const program = path.join(folder, 'Sum_of_Segments.js');
    const hash = createHash('md5').update(program).digest('hex');
    const problem = { name: 'B', url: 'https://codeforces.com/contest/1000/problem/B', srcPath: program };
    await fs.writeFile(program, 'console.log(1)\n');
    await fs.mkdir(path.join(folder, '.cph'));
    await fs.writeFile(
      path.join(folder, '.cph', `.Sum_of_Segments.js_${hash}.prob`),
      JSON.stringify({ ...problem, interactive: false, memoryLimit: 256, timeLimit: 1000, tests: [] }),
    );
    await workbench().openFile('Sum_of_Segments.js');
    for (const one of windows) await one.openContainer('Explorer');
    await setFocus(page, false);
    assert.equal(asked(), 1);
    submit();
    await Promise.all(windows.map((one) => setFocus(one.page, true)));
    const badges = () => Promise.all(windows.map((one) => one.badge('Judge Results')));
    // In the window that sent the request. A new verdict sets a badge until the list is viewed.
    await eventually(async () => assert.ok((await badges()).includes('1')));
    for (const one of windows) {
      await one.openContainer('Judge Results');
      await one.treeItem(/^WA · 1000B/).waitFor();
    }
    await eventually(async () => assert.ok((await badges()).every((badge) => !badge)));
    const [row] = await workbench().treeRows();
    assert.match(row?.description ?? '', /\bSum_of_Segments\.js\b/);
    await workbench()
      .statusBarItem(/1000B WA/)
      .waitFor();
    await workbench().screenshot('followed submission');
    await opened.close();
    // otherwise, it would keep its leases
    await server.extensionHostExit;
    assert.equal((await workbench().treeRows()).filter(({ level }) => level === 1).length, 1);
    // The list when it was turned on and when a window got the focus, and the state of the new submission.
    assert.deepEqual(
      site.requests.map(({ path: one }) => one.replace(/^.*&/, '')),
      ['count=20', 'count=20', 'count=100'],
    );
  });

  it('sends no request after following is turned off', async () => {
    await workbench().runCommand('Judge: Stop Following My Submissions');
    // A palette doesn't change after it has opened.
    await eventually(async () => {
      await workbench().openPalette('Judge: Follow My');
      const rows = await workbench().quickInput.rows();
      await workbench().quickInput.cancel();
      assert.ok(rows.some((row) => row.startsWith('Judge: Follow My Submissions')));
    });
    const before = asked();
    submit();
    await setFocus(workbench().page, false);
    await setFocus(workbench().page, true);
    await workbench().runCommand('Judge: Show Log');
    assert.equal(asked(), before);
  });

  it('opens the submit page in the browser, and looks for the submission in one of two windows', async () => {
    const { folder, page, server, quickInput } = workbench();
    const opened = await openPage({});
    await opened.page.addInitScript('document.hasFocus = () => false');
    await opened.page.goto(workbenchUrl(server, { folder }), { waitUntil: 'domcontentloaded' });
    const other = new Workbench(opened.page, server, folder);
    await other.ready();
    const windows = [workbench(), other];
    for (const one of windows) await one.openContainer('Judge Results');
    site.requests.length = 0;
    const lists = () => site.requests.filter(({ path: one }) => one.endsWith('count=20')).length;

    await fs.writeFile(path.join(folder, '1000A.js'), 'console.log(1)\n');
    await workbench().openFile('1000A.js');
    const opening = page.context().waitForEvent('page');
    await workbench().runCommand('Judge: Submit');
    await quickInput.pick(/1000A$/);
    const submitPage = await opening;
    // VS Code's server forwards the port of the stand-in
    const { port } = new URL(site.url);
    const expected = new RegExp(`\\b${port}/contest/1000/submit/A$`);
    await eventually(() => assert.match(submitPage.url(), expected));
    await submitPage.close();
    for (const one of windows) await one.treeItem(/Waiting for your submission/).waitFor();
    // the list before the page was opened, and the first one after it
    await eventually(() => assert.ok(lists() >= 2));
    const submission = site.submit({ index: 'A', language: 'Node.js', code: null });
    site.change(submission, { verdict: 'TIME_LIMIT_EXCEEDED', passedTestCount: 2 });
    for (const one of windows) await one.treeItem(/^TLE · 1000A/).waitFor();
    // each window would send another list every few seconds
    assert.ok(lists() <= 4, `${lists()} lists`);
    const [row] = await workbench().treeRows();
    assert.match(row?.text ?? '', /1000A\.js/);
    await opened.close();
  });
});
