import assert from 'node:assert/strict';
import type { Envelope, StatusCode } from '../../src/judge';
import { startLocalService, type LocalService } from '../../tools/service';
import { eventually, useWorkbench } from './harness/index';
import { fetchResult, outerLabels, settingsOf, signIn } from './support/steps';

// Codes of the service in the settings.
const [OK, WA, TLE, RUNNING, NO, UNKNOWN] = [0, 1, 2, 12, 9, 42];

/** A result with cases of these statuses. Unfinished cases are running. */
function judged(requestId: string, status: StatusCode, cases: readonly StatusCode[]): Envelope {
  const figures = (own: StatusCode) => ({ status: own, score: own === OK ? 1 : 0.5, time: 0.003, memory: 1 });
  const list = cases.map((own, at) => ({
    id: at + 1,
    ...figures(own),
    signal: 0,
    exitCode: 0,
    description: null,
  }));
  const judge = { id: 1, ...figures(status), subtasks: [{ id: 0, ...figures(status), cases: list }] };
  return {
    type: 'judge',
    requestId,
    trackId: null,
    data: { compile: { success: true, message: '', opt2: null }, judge },
  };
}

describe('A new verdict', () => {
  let service: LocalService;
  const workbench = useWorkbench(async () => {
    service = await startLocalService({ role: 'custom' });
    return { settings: settingsOf(service), viewport: { width: 1280, height: 860 } };
  });
  after(() => service.close());
  before('signs in', () => signIn(workbench(), service));
  afterEach(async () => {
    await workbench().closeEditors();
    await workbench().notifications.clear();
  });

  /** Fetches a running submission. */
  async function follow(id: string): Promise<void> {
    service.script(id, [{ body: judged(id, RUNNING, [OK, RUNNING]) }]);
    await fetchResult(workbench(), id);
  }

  /** Ends the judging: the next poll returns this result. */
  const end = (id: string, cases: readonly StatusCode[]): void =>
    service.script(id, [{ body: judged(id, NO, cases) }]);

  const content = () => workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  const detailsOf = (label: string) => content().locator('.details h2', { hasText: `Case ${label}` });
  const squareWithFocus = (label: string) => content().locator('.square:focus', { hasText: label });
  const focusedRow = () => workbench().page.locator('.sidebar .monaco-list:focus [role="treeitem"].focused');

  it('is the plain code immediately if the code is unknown, without a spinner', async () => {
    service.script('odd', [{ body: judged('odd', UNKNOWN, [OK, UNKNOWN]) }]);
    await fetchResult(workbench(), 'odd');
    const [row] = await workbench().rowsIn('odd');
    assert.equal(row?.label, 'Status 42 0.5 · odd');
    assert.ok(!row?.description.includes('failed'), row?.description);
    assert.equal(await workbench().treeItem('odd').locator('.codicon-modifier-spin').count(), 0);
    assert.equal(
      await workbench()
        .statusBarItem(/^\s*\d+ · /)
        .count(),
      0,
    );
    // It is still tracked.
    await workbench().treeItem('odd').click({ button: 'right' });
    await workbench().pickInMenu('Stop Tracking');
    await workbench().runCommand('Judge: Open Result');
    await content().locator('.verdict-line', { hasText: 'Status 42' }).waitFor();
    assert.equal(await content().locator('.progress').count(), 0);
  });

  it('is reported immediately with the failed case, and the button opens the case', async () => {
    await follow('late');
    end('late', [OK, WA, TLE]);
    const { buttons, severity } = await workbench().notifications.expect(
      /^WA 0\.5 · late: 2 of 3 failed\. First failed: #2\.$/,
    );
    assert.deepEqual([severity, buttons], ['warning', ['Show Case 2']]);
    await workbench().notifications.press(/ late: /, 'Show Case 2');
    await detailsOf('2').waitFor();
  });

  it('opens from its notice with the keyboard, and offers the source only if the source isn’t open', async () => {
    await follow('tied');
    await workbench().openFile('P1001.cpp');
    await workbench().treeItem('tied').click({ button: 'right' });
    await workbench().pickInMenu('Set Source File…');
    await workbench().quickInput.pick('P1001.cpp');
    await workbench().treeItem('Judging 1/2 · P1001.cpp').waitFor();
    service.push(judged('tied', NO, [OK, WA]));
    const open = await workbench().notifications.expect(/^WA 0\.5 · P1001\.cpp: 1 of 2 failed/);
    assert.deepEqual(open.buttons, ['Show Case 2']);
    await workbench().runCommand('Notifications: Accept Notification Primary Action');
    await detailsOf('2').waitFor();
  });

  it('is reported separately and immediately if two fetched results finish together', async () => {
    const { notifications } = workbench();
    for (const id of ['second', 'third']) await follow(id);
    await eventually(() => assert.equal(service.socketCount, 1));
    service.push(judged('second', NO, [WA]));
    service.push(judged('third', OK, [OK]));
    await notifications.expect(/ · second: 1 of 1 failed\. First failed: #1\.$/);
    const { buttons } = await notifications.expect(/ · third: 1 of 1 passed\.$/);
    assert.deepEqual(buttons, ['Show Result']);
  });

  it('shows a case after a click, a double-click, or Enter', async () => {
    const unfolded = async () =>
      (await workbench().treeRows())
        .filter(({ level, expanded }) => level === 1 && expanded)
        .map(({ label }) => label);
    // A result fetched earlier stays expanded.
    assert.ok((await unfolded()).includes('WA 0.5 · second'));
    await workbench().collapseAll();
    await eventually(async () => assert.deepEqual(await unfolded(), []));
    await fetchResult(workbench(), 'late');
    await eventually(async () => assert.deepEqual(await unfolded(), ['WA 0.5 · late']));
    await workbench().treeItem('2 WA').click();
    await detailsOf('2').waitFor();
    await workbench().treeItem('3 TLE').dblclick();
    await detailsOf('3').waitFor();
    await squareWithFocus('3').waitFor();
    await workbench().treeItem('2 WA').click();
    await detailsOf('2').waitFor();
    await workbench().page.keyboard.press('ArrowDown');
    await eventually(async (wait) => assert.match(await focusedRow().innerText({ timeout: wait }), /3 TLE/));
    await workbench().page.keyboard.press('Enter');
    await detailsOf('3').waitFor();
    await squareWithFocus('3').waitFor();
  });

  it('shows the first failed case of a record after a double-click or Enter', async () => {
    await workbench().closeEditors();
    await workbench().treeItem('WA 0.5 · late').dblclick();
    await squareWithFocus('2').waitFor();
    await workbench().closeEditors();
    await workbench().treeItem('WA 0.5 · second').click();
    await workbench().page.keyboard.press('Enter');
    await squareWithFocus('1').waitFor();
  });

  it('is restored with “Undo” after Delete, and the focus moves to the neighboring row', async () => {
    const before = await outerLabels(workbench());
    const [, removed = '', next = ''] = before;
    await workbench().treeItem(removed).click();
    await workbench().page.keyboard.press('Delete');
    await eventually(async (wait) => {
      assert.deepEqual(
        await outerLabels(workbench()),
        before.filter((label) => label !== removed),
      );
      assert.ok((await focusedRow().innerText({ timeout: wait })).includes(next));
    });
    await workbench().notifications.press(/^Removed .*\.$/, 'Undo');
    await eventually(async (wait) => {
      assert.deepEqual(await outerLabels(workbench()), before);
      assert.ok((await focusedRow().innerText({ timeout: wait })).includes(removed));
    });
    // The last one is followed by none, so the previous one gets the focus.
    const last = before.at(-1) ?? '';
    await workbench().treeItem(last).click();
    await workbench().page.keyboard.press('Delete');
    await eventually(async (wait) =>
      assert.ok((await focusedRow().innerText({ timeout: wait })).includes(before.at(-2) ?? '?')),
    );
    await workbench().runCommand('Notifications: Accept Notification Primary Action');
    await eventually(async () => assert.deepEqual(await outerLabels(workbench()), before));
  });
});
