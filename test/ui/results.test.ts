import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Envelope, StatusCode } from '../../src/results';
import { samples } from '../../tools/samples/copy';
import { startLocalService, type LocalService } from '../../tools/service';
import { clickOnce } from '../../tools/workbench/click-once';
import { eventually, useWorkbench } from './harness/index';
import { fetchResult, outerLabels, settingsOf, shownId, signIn } from './support/steps';

// Codes of the Luogu Open Platform.
const [OK, WA, TLE, RUNNING, UNACCEPTED] = [12, 6, 5, 1, 14];

/** A result with cases of these statuses. */
function judged(requestId: string, status: StatusCode, cases: readonly StatusCode[]): Envelope {
  const figures = (own: StatusCode) => ({ status: own, score: own === OK ? 1 : 0.5, time: 3, memory: 800 });
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

/** A result with `done` of `total` cases judged. */
function partial(requestId: string, done: number, total: number): Envelope {
  const cases = Array.from({ length: total }, (_, at) => (at < done ? OK : RUNNING));
  return judged(requestId, RUNNING, cases);
}

describe('A result in the packaged extension', () => {
  let service: LocalService;
  const workbench = useWorkbench(async () => {
    service = await startLocalService();
    return { settings: settingsOf(service), viewport: { width: 1280, height: 860 } };
  });
  after(() => service.close());
  before('signs in', () => signIn(workbench(), service));

  /** Like pasting: Enter follows before VS Code has shown the item. */
  async function pasteAndFetch(requestId: string): Promise<void> {
    await workbench().runCommand('Judge: Fetch Judge Result');
    // not the Command Palette, which is closing
    await eventually(async () => assert.match(await workbench().quickInput.title(), /^Fetch Judge Result/));
    await workbench().page.keyboard.insertText(requestId);
    await workbench().page.keyboard.press('Enter');
    await workbench().quickInput.closed();
  }

  it('shows record, subtask, and case of a program, but no row for a compilation without output @core', async () => {
    const code = await fs.readFile(path.join(samples, 'javascript/P1115.js'), 'utf8');
    const { requestId, done } = await service.submit({
      pid: 'P1115',
      lang: 'js/node/lts',
      o2: false,
      trackId: '',
      code,
    });
    await done;
    await pasteAndFetch(requestId);

    const open = workbench();
    // The first failed subtask is expanded with its record.
    await eventually(async () => {
      const [record, ...inside] = await open.rowsIn(shownId(requestId));
      assert.match(record?.label ?? '', /^WA /);
      const subtasks = inside.filter(({ label }) => label.startsWith('Subtask'));
      assert.deepEqual(
        subtasks.map(({ label, expanded }) => [label, expanded]),
        [
          ['Subtask 0 AC', false],
          ['Subtask 1 WA', true],
        ],
      );
      assert.ok(!inside.some(({ label }) => label.startsWith('Compilation')));
    });
    await open.treeItem('Subtask 0 AC').click();
    await eventually(async () => {
      const labels = (await open.rowsIn(shownId(requestId))).map(({ label }) => label);
      assert.ok(
        labels.some((label) => /^\d+ WA$/.test(label)),
        labels.join(),
      );
      assert.ok(
        labels.some((label) => /^\d+ AC$/.test(label)),
        labels.join(),
      );
    });
    await workbench().screenshot('fetched');
  });

  describe('while pending', () => {
    const item = () => workbench().statusBarItem(/^\s*\d+ · /);
    const spoken = async () => (await item().locator('a').getAttribute('aria-label')) ?? '';

    before('fetches three pending results', async () => {
      const { notifications } = workbench();
      await workbench().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      service.script('waiting', [{ status: 204 }]);
      service.script('half', [{ body: partial('half', 2, 5) }]);
      service.script('nearly', [{ body: partial('nearly', 7, 8) }]);
      await fetchResult(workbench(), 'waiting');
      const { buttons } = await notifications.expect(/isn’t ready on .* yet/);
      assert.deepEqual(buttons, ['Stop Tracking']);
      await notifications.dismiss(/isn’t ready on .* yet/);
      for (const id of ['half', 'nearly']) await fetchResult(workbench(), id);
      await notifications.clear();
    });
    after('ends the judging of the one that is tracked again', async () => {
      service.script('half', [{ body: judged('half', OK, [OK]) }]);
      await workbench().notifications.expect(/ half: /);
      await workbench().notifications.clear();
      await workbench().closeEditors();
    });

    it('is shown in the status bar with count and progress, and in the list that it opens', async () => {
      const { quickInput } = workbench();
      await eventually(async () => assert.match(await item().innerText(), /^\s*3 · judging 9 of 13\s*$/));
      await eventually(async () => assert.equal(await spoken(), 'Judge results: 3 pending, judging 9 of 13'));
      await item().click();
      await eventually(async () => {
        const rows = await quickInput.rows();
        assert.equal(rows.length, 4, rows.join('\n'));
        assert.match(rows[0] ?? '', /^waiting waiting/);
        assert.match(rows[1] ?? '', /^half judging 2 of 5/);
        assert.match(rows[2] ?? '', /^nearly judging 7 of 8/);
        assert.match(rows[3] ?? '', /Stop Tracking All \(3\)/);
      });
      await workbench().screenshot('pending-list');
      await quickInput.cancel();
    });

    it('stays selected in the list while other results progress', async () => {
      const { page, quickInput } = workbench();
      await item().click();
      await quickInput.row('nearly').waitFor();
      const chosen = page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'nearly' });
      // A change before the extension registers the active item resets it.
      await eventually(async (wait) => {
        await page.keyboard.press('ArrowDown');
        await clickOnce(chosen.locator('.codicon-copy'), wait);
      });
      // Once that has been copied, the extension has registered it.
      await eventually(async () =>
        assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'nearly'),
      );
      service.script('half', [{ body: partial('half', 3, 5) }]);
      service.push(partial('half', 3, 5));
      await eventually(async () => assert.match((await quickInput.rows())[1] ?? '', /^half judging 3 of 5/));
      await chosen.waitFor();
      await quickInput.cancel();
    });

    it('reports why push is paused after the judge disconnected twice', async () => {
      const { page, quickInput } = workbench();
      await eventually(async () => {
        service.dropSockets(4008);
        assert.match(await spoken(), /Local Judge limits connections\. Polling until/);
      });
      await item().click();
      await eventually(async () => assert.match((await quickInput.rows()).join('\n'), /limits connections/));
      await workbench().screenshot('pending-push-rests');
      await quickInput.cancel();
      await eventually(async (wait) => {
        // The mouse has rested there since the click, so a tooltip may not appear.
        await page.mouse.move(5, 5, { steps: 2 });
        await item().hover();
        await page.locator('.monaco-hover', { hasText: 'limits connections' }).waitFor({ timeout: wait });
      });
      await workbench().screenshot('pending-tooltip');
    });

    it('has no spinner after tracking was stopped in the list, and can be tracked again from its page', async () => {
      const stop = workbench().quickInput.row(/Stop Tracking All \(3\)/);
      await eventually(async (wait) => {
        if (!(await stop.isVisible())) await clickOnce(item(), wait);
        // A change while the list is open may move the row away from the mouse.
        await clickOnce(stop, wait);
        await item().waitFor({ state: 'hidden', timeout: wait });
      });
      const { page } = workbench();
      await eventually(async () => {
        const rows = (await workbench().treeRows()).filter(({ label }) =>
          / · (?:half|nearly|waiting)$/.test(label),
        );
        assert.deepEqual(rows.map(({ label }) => label.replace(/ \d+ ·/, ' ·')).sort(), [
          'Stopped · half',
          'Stopped · nearly',
          'Stopped · waiting',
        ]);
        assert.equal(await workbench().treeItems().locator('.codicon-modifier-spin').count(), 0);
      });
      await workbench().treeItem('half').click();
      await page.keyboard.press('Control+Enter');
      const panel = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
      await panel.getByRole('button', { name: 'Resume Tracking' }).click();
      await item().waitFor();
    });
  });

  describe('with a new verdict', () => {
    before('fetches two finished results', async () => {
      service.script('early', [{ body: judged('early', UNACCEPTED, [OK, WA, TLE]) }]);
      service.script('other', [{ body: judged('other', UNACCEPTED, [WA]) }]);
      for (const id of ['early', 'other']) await fetchResult(workbench(), id);
    });
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
      service.script(id, [{ body: judged(id, UNACCEPTED, cases) }]);

    const content = () => workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    const detailsOf = (label: string) => content().locator('.details h2', { hasText: `Case ${label}` });
    const squareWithFocus = (label: string) => content().locator('.square:focus', { hasText: label });
    const focusedRow = () =>
      workbench().page.locator('.sidebar .monaco-list:focus [role="treeitem"].focused');

    it('is announced immediately with the failed case, which a button opens', async () => {
      await follow('late');
      end('late', [OK, WA, TLE]);
      const { buttons, severity } = await workbench().notifications.expect(
        /^WA 0\.5 · late: 2 of 3 failed\. First failed: #2\.$/,
      );
      assert.deepEqual([severity, buttons], ['warning', ['Show Case 2']]);
      await workbench().notifications.press(/ late: /, 'Show Case 2');
      await detailsOf('2').waitFor();
    });

    it('can be opened from its notice with the keyboard, and offers the source only if it isn’t open', async () => {
      await follow('tied');
      await workbench().openFile('P1001.cpp');
      await workbench().treeItem('tied').click({ button: 'right' });
      await workbench().pickInMenu('Set Source File…');
      await workbench().quickInput.pick('P1001.cpp');
      await workbench()
        .treeItem(/^P1001\.cpp · Judging 1\/2/)
        .waitFor();
      end('tied', [OK, WA]);
      const open = await workbench().notifications.expect(/^WA 0\.5 · P1001\.cpp: 1 of 2 failed/);
      assert.deepEqual(open.buttons, ['Show Case 2']);
      await workbench().runCommand('Notifications: Accept Notification Primary Action');
      await detailsOf('2').waitFor();
    });

    it('isn’t refreshed after a judge error for another result, until the user tries again', async () => {
      const { notifications } = workbench();
      const asked = () => service.entries().filter(({ path: asks }) => asks === '/judge/result').length;
      service.clearLog();
      service.misbehave({ what: { kind: 'status', status: 503 } });
      await workbench().runCommand('Judge: Refresh All');
      const { buttons } = await notifications.expect(/\(503\)/);
      assert.deepEqual(buttons, ['Try Again']);
      assert.equal(asked(), 1);
      service.behave();
      await notifications.press(/\(503\)/, 'Try Again');
      await eventually(() => assert.ok(asked() > 2, `${asked()} requests`));
    });

    it('opens a case on a click, a double-click, or Enter', async () => {
      const unfolded = async () =>
        (await workbench().treeRows())
          .filter(({ level, expanded }) => level === 1 && expanded)
          .map(({ label }) => label);
      await workbench().collapseAll();
      await eventually(async () => assert.deepEqual(await unfolded(), []));
      await fetchResult(workbench(), 'early');
      await eventually(async () => assert.deepEqual(await unfolded(), ['WA 0.5 · early']));
      await workbench().treeItem('2 WA').click();
      await detailsOf('2').waitFor();
      await workbench().treeItem('3 TLE').dblclick();
      await detailsOf('3').waitFor();
      await squareWithFocus('3').waitFor();
      await workbench().treeItem('2 WA').click();
      await detailsOf('2').waitFor();
      await workbench().page.keyboard.press('ArrowDown');
      await eventually(async (wait) =>
        assert.match(await focusedRow().innerText({ timeout: wait }), /3 TLE/),
      );
      await workbench().page.keyboard.press('Enter');
      await detailsOf('3').waitFor();
      await squareWithFocus('3').waitFor();
    });

    it('opens the first failed case on a double-click on the record, or Enter', async () => {
      await workbench().closeEditors();
      await workbench().treeItem('WA 0.5 · early').dblclick();
      await squareWithFocus('2').waitFor();
      await workbench().closeEditors();
      await workbench().treeItem('WA 0.5 · other').click();
      await workbench().page.keyboard.press('Enter');
      await squareWithFocus('1').waitFor();
    });

    it('is removed with Delete, which moves the focus to the neighboring row, and restored with “Undo”', async () => {
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
});
