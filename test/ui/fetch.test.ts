import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { samples } from '../../tools/samples/copy';
import { startLocalService, type LocalService, type Step } from '../../tools/service';
import { clickOnce } from '../../tools/workbench/click-once';
import { eventually, useWorkbench, type Workbench } from './harness/index';
import { shownId } from './support/steps';

const command = 'Judge: Fetch Judge Result';

describe('Results in the packaged extension', () => {
  let service: LocalService;
  const workbench = useWorkbench(async () => {
    service = await startLocalService();
    const settings = Object.entries(service.settings).map(([name, value]) => [`judgeResults.${name}`, value]);
    return { settings: Object.fromEntries(settings) as Record<string, unknown> };
  });
  after(() => service.close());

  before('signs in', () => setCredentials(workbench(), service.token));

  describe('“Fetch Judge Result”', () => {
    it('shows record, subtask, and case of a program, and no row for a compilation without output @core', async () => {
      const code = await fs.readFile(path.join(samples, 'javascript/P1115.js'), 'utf8');
      const { requestId, done } = await service.submit({
        pid: 'P1115',
        lang: 'js/node/lts',
        o2: false,
        trackId: '',
        code,
      });
      await done;
      await fetch(workbench(), requestId);

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

    it('shows each case with its details', async () => {
      const cases = [
        {
          id: 1,
          status: 12,
          score: 50,
          time: 3,
          memory: 800,
          signal: 0,
          exitCode: 0,
          description: 'ok accepted',
        },
        {
          id: 2,
          status: 6,
          score: 0,
          time: 1200,
          memory: 5980,
          signal: 0,
          exitCode: 0,
          description: 'read 1, expected 3.',
        },
        { id: 3, status: 7, score: 0, time: 9, memory: 900, signal: 11, exitCode: 139, description: null },
      ];
      const part = { status: 14, score: 50, time: 1200, memory: 5980 };
      const judge = { id: 1, ...part, subtasks: [{ id: 0, ...part, cases }] };
      const body = {
        type: 'judge',
        requestId: 'cases',
        data: { compile: { success: true, message: '' }, judge },
      };
      service.script('cases', [{ body }]);
      await fetch(workbench(), 'cases');

      const rows = await eventually(async () => {
        const read = (await workbench().rowsIn('cases')).filter(({ label }) => /^\d/.test(label));
        assert.equal(read.length, cases.length);
        return read;
      });
      const [accepted, wrong, crashed] = rows;
      assert.equal(accepted?.label, '1 AC');
      assert.match(accepted.description, /50.*3 ?ms.*800/);
      assert.equal(wrong?.label, '2 WA');
      assert.match(wrong.description, /read 1, expected 3\.$/);
      assert.equal(crashed?.label, '3 RE');
      assert.match(crashed.description, /SIGSEGV/);
    });

    it('lets the user edit an unknown ID', async () => {
      const { notifications, quickInput } = workbench();
      service.script('typo', [refusal(404, 'No such ID')]);
      await fetch(workbench(), 'typo');
      await notifications.press(/No such ID/, 'Edit ID');
      await eventually(async () => assert.equal(await quickInput.value(), 'typo'));
      await quickInput.row('Fetch typo').waitFor();
      await quickInput.cancel();
    });

    it('stops refreshing all results after an error of the service, and explains the error', async () => {
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
      await eventually(() => assert.equal(asked(), 3));
      service.clearLog();
    });
  });

  describe('pending results', () => {
    const item = () => workbench().statusBarItem(/^\s*\d+ · /);
    const spoken = async () => (await item().locator('a').getAttribute('aria-label')) ?? '';

    it('are shown in the status bar with count and progress, and to screen readers', async () => {
      const { quickInput, notifications } = workbench();
      service.script('waiting', [{ status: 204 }]);
      service.script('half', [{ body: partial('half', 2, 5) }]);
      service.script('nearly', [{ body: partial('nearly', 7, 8) }]);
      for (const id of ['waiting', 'half', 'nearly']) {
        await workbench().runCommand('Judge: Fetch Judge Result');
        await quickInput.type(id);
        await quickInput.row(`Fetch ${id}`).waitFor();
        await quickInput.accept();
        await quickInput.closed();
        if (id === 'waiting') {
          const { buttons } = await notifications.expect(/isn’t ready on .* yet/);
          assert.deepEqual(buttons, ['Stop Tracking']);
          await notifications.dismiss(/isn’t ready on .* yet/);
        }
        // Its row is revealed and selected, which takes the keyboard focus.
        await eventually(async () => {
          const row = (await workbench().treeRows()).find(({ label }) => label.endsWith(id));
          assert.equal(row?.selected, true);
        });
      }
      await notifications.clear();
      await eventually(async () => assert.match(await item().innerText(), /^\s*3 · judging 9 of 13\s*$/));
      await eventually(async () => assert.equal(await spoken(), 'Judge results: 3 pending, judging 9 of 13'));
      await workbench().screenshot('pending-status');
    });

    it('are listed with their state and the last response', async () => {
      const { quickInput } = workbench();
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

    it('stay selected in the list while other results make progress', async () => {
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

    it('explain why results aren’t pushed after the service has disconnected twice', async () => {
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

    it('disappear from the status bar when tracking stops', async () => {
      const stop = workbench().quickInput.row(/Stop Tracking All \(3\)/);
      await eventually(async (wait) => {
        if (!(await stop.isVisible())) await clickOnce(item(), wait);
        // A change while the list is open may move the row away from the mouse.
        await clickOnce(stop, wait);
        await item().waitFor({ state: 'hidden', timeout: wait });
      });
    });

    it('are shown as stopped in the list and on the page, without a spinner', async () => {
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
});

function refusal(status: number, errorMessage: string): Step {
  return { status, body: { errorCode: status, errorType: 'Test', errorMessage, errorData: {} } };
}

async function fetch(workbench: Workbench, requestId: string): Promise<void> {
  await workbench.runCommand(command);
  await workbench.quickInput.opened();
  // Like pasting: Enter follows before VS Code has shown the item.
  await workbench.page.keyboard.insertText(requestId);
  await workbench.page.keyboard.press('Enter');
  await workbench.quickInput.closed();
}

async function setCredentials(workbench: Workbench, token: string): Promise<void> {
  await workbench.runCommand('Judge: Sign In…');
  await workbench.quickInput.enter(token);
  await workbench.notifications.expect(/Signed in to/);
  await workbench.notifications.clear();
}

/** A response of the public service with `done` of `total` cases judged. */
function partial(requestId: string, done: number, total: number): unknown {
  const measured = (id: number, status: number) => ({ id, status, score: 0, time: 1, memory: 800 });
  const cases = Array.from({ length: total }, (_, index) => ({
    ...measured(index + 1, index < done ? 12 : index === done ? 1 : 0),
    signal: 0,
    exitCode: 0,
    description: null,
  }));
  const judge = { ...measured(1, 1), subtasks: [{ ...measured(0, 1), cases }] };
  const compile = { success: true, message: '', opt2: false };
  return { type: 'judge', requestId, trackId: null, data: { compile, judge } };
}
