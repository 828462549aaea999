import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Frame, FrameLocator } from 'playwright-core';
import type { Envelope } from '../../src/results';
import { startLocalJudge0, type LocalJudge0 } from '../../tools/judge0/judge0';
import { localName, startLocalService, type LocalService } from '../../tools/service/index';
import { clickOnce } from '../../tools/workbench/click-once';
import { eventually, useWorkbench } from './harness/index';
import { accessibilityProblems } from './panel/axe';
import * as records from './panel/records';
import { fetchResult, setSetting, signIn, shownId } from './support/steps';

const ids = {
  mixed: 'FnL619bxRwA',
  improved: 'FnL619bxRwB',
  live: 'FnL619bxRwD',
  hostile: 'FnL619bxRwE',
  // A typical length of IDs: the list shows both ends.
  many: '1BwHdxEa4LTFnL619bxRwF',
};

describe('The record page in a workbench', () => {
  const settings: Record<string, unknown> = { 'judgeResults.notifications': 'never' };
  let service: LocalService;
  let host: LocalJudge0;

  before(async () => {
    [service, host] = await Promise.all([startLocalService({}), startLocalJudge0()]);
    settings['judgeResults.service'] = localName;
    settings['judgeResults.services'] = {
      [localName]: service.description,
      Class: { type: 'judge0', url: host.url },
    };
    const body = (envelope: Envelope, requestId: string) => ({ body: { ...envelope, requestId } });
    service.script(ids.mixed, [body(records.mixed, ids.mixed)]);
    service.script(ids.improved, [body(records.improved, ids.improved)]);
    service.script(ids.hostile, [body(records.hostile, ids.hostile)]);
    service.script(ids.many, [body(records.large(600, 300), ids.many)]);
  });

  after(() => Promise.all([service.close(), host.stop()]));

  const workbench = useWorkbench({ settings, viewport: { width: 1280, height: 860 } });
  const complaints: string[] = [];

  before('signs in, and fetches what stands below', async () => {
    workbench().page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text());
    });
    await workbench().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(workbench(), service);
    // The record with the most rows is the last in the list.
    for (const id of [ids.many, ids.hostile]) await fetchResult(workbench(), id);
  });

  afterEach(async () => {
    // Keys pressed in a closing page have no effect.
    await workbench().page.locator('.sidebar .composite.title .title-label').click();
    await workbench().closeEditors();
    await workbench().collapseAll();
  });

  /** Opens the record of a row with the keyboard, and waits until the page shows it. */
  async function openPanel(id: string): Promise<FrameLocator> {
    const { page } = workbench();
    const row = workbench().treeItem(shownId(id));
    // Fetched results stay expanded, and the list may be too short for all rows.
    await workbench().collapseAll();
    // VS Code may lose a click while it redraws the list.
    await eventually(async (wait) => {
      await clickOnce(row, wait);
      await row.and(page.locator('[aria-selected="true"]')).waitFor({ timeout: wait });
    });
    await page.keyboard.press('Control+Enter');
    const panel = content();
    await panel.locator('.name', { hasText: id }).first().waitFor();
    return panel;
  }

  async function keepOpen(): Promise<void> {
    const button = content().getByRole('button', { name: 'Keep Open' });
    await button.click();
    await button.waitFor({ state: 'detached' });
  }

  function content(): FrameLocator {
    return workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  }

  async function contentFrame(): Promise<Frame> {
    return eventually(async () => {
      for (const frame of workbench().page.frames()) {
        if (
          (await frame
            .locator('main.record')
            .count()
            .catch(() => 0)) > 0
        )
          return frame;
      }
      throw new Error('no panel is open');
    });
  }

  /** Texts of the tabs. The accessible name of a webview's tab differs from that of other tabs. */
  async function titles(): Promise<string[]> {
    const tabs = await workbench().page.locator('.tabs-container .tab').all();
    return Promise.all(tabs.map(async (tab) => (await tab.getAttribute('aria-label')) ?? ''));
  }

  const square = (panel: FrameLocator, label: string) =>
    panel.locator('.square').filter({ has: panel.locator(`.number:text-is("${label}")`) });

  it('can be opened and used with the keyboard only @core', async () => {
    const { page } = workbench();
    await fetchResult(workbench(), ids.mixed); // This leaves the focus on its row.
    await page.keyboard.press('Control+Enter');
    const panel = content();
    await panel.locator('.name', { hasText: ids.mixed }).waitFor();
    assert.equal(await panel.locator('.verdict-line .pill').innerText(), 'WA');
    assert.equal(await panel.locator('.verdict-line .verdict-name').innerText(), 'Wrong Answer');
    assert.equal(await panel.locator('.square').count(), 12);
    await eventually(async () => assert.deepEqual(await titles(), [`${ids.mixed} WA`]));

    // The page has the focus, at the first failed case.
    const focused = panel.locator('.square:focus .number');
    await eventually(async () => assert.deepEqual(await focused.allInnerTexts(), ['6']));
    await panel.locator('.details h2', { hasText: 'Case 6' }).waitFor();
    await page.keyboard.press('Escape');
    await panel.locator('.details h2').waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowUp');
    await eventually(async () => assert.equal(await focused.innerText(), '2'));
    const after = (before: string) =>
      eventually(async () => {
        const now = await focused.innerText();
        assert.notEqual(now, before);
        return now;
      });
    await page.keyboard.press('End');
    const last = await after('2');
    await page.keyboard.press('ArrowDown'); // From the last case of the row into the next subtask.
    const number = await after(last);
    await page.keyboard.press('Enter');
    await panel.locator('.details h2', { hasText: `Case ${number}` }).waitFor();
    await page.keyboard.press('Escape');
    await panel.locator('.details h2').waitFor({ state: 'hidden' });
    await eventually(async () => assert.equal(await focused.innerText(), number));

    await page.keyboard.press('f');
    await eventually(async () => assert.equal(await panel.locator('.square').count(), 6));
    await page.keyboard.press('f');
    await eventually(async () => assert.equal(await panel.locator('.square').count(), 12));
  });

  it('shows the case of a clicked row, and gets the focus when Enter is pressed in the list @core', async () => {
    const { page } = workbench();
    const details = (label: string) => content().locator('.details h2', { hasText: `Case ${label}` });
    const inList = (label: string) =>
      page.locator('.sidebar .monaco-list:focus [role="treeitem"].focused', {
        hasText: new RegExp(`^\\s*${label} `),
      });
    await workbench().expand(ids.mixed);
    await workbench().expand('Subtask 1');
    for (const label of ['7', '6']) {
      await workbench()
        .treeItem(new RegExp(`^\\s*${label} `))
        .click();
      await details(label).waitFor();
      await inList(label).waitFor();
    }
    // The list still has the keyboard focus.
    for (const label of ['7', '8']) {
      await page.keyboard.press('ArrowDown');
      await inList(label).waitFor();
    }
    await page.keyboard.press('Enter');
    await details('8').waitFor();
    await eventually(async () =>
      assert.equal(await content().locator('.square:focus .number').innerText({ timeout: 300 }), '8'),
    );
    // A page with the focus returns it to the list.
    await workbench()
      .treeItem(/^\s*9 /)
      .click();
    await details('9').waitFor();
    await inList('9').waitFor();
    await workbench().treeItem(ids.mixed).locator('.monaco-tl-twistie').click();
  });

  it('passes axe-core under its content security policy, and is unchanged after another editor hid it', async () => {
    const panel = await openPanel(ids.mixed);
    await square(panel, '9').click();
    await eventually(async () => assert.deepEqual(await accessibilityProblems(await contentFrame()), []));
    assert.deepEqual(complaints, []);
    await panel.locator('.filter', { hasText: 'Failed' }).click();
    await workbench().openFile('P1001.cpp');
    await panel.locator('.square').first().waitFor({ state: 'detached' });
    await workbench().page.locator('.tab', { hasText: ids.mixed }).click();
    await content().locator('.details h2', { hasText: 'Case 9' }).waitFor();
    assert.equal(await content().locator('.square').count(), 6);
  });

  it('shows progress during judging, and keeps the selection', async () => {
    const step = (done: number) => ({ body: { ...records.judging(done, 60), requestId: ids.live } });
    const done = records.envelopeOf(
      records.judgementOf(12, [
        records.subtaskOf(
          0,
          12,
          Array.from({ length: 60 }, (_, index) => records.caseOf(index + 1, 12)),
        ),
      ]),
    );
    service.script(ids.live, [step(10)]);
    await fetchResult(workbench(), ids.live);
    const panel = await openPanel(ids.live);
    await square(panel, '7').click();
    assert.equal(await panel.locator('.progress').count(), 1);
    service.script(ids.live, [{ body: { ...done, requestId: ids.live } }]);
    await panel.locator('.verdict-line', { hasText: 'AC Accepted' }).waitFor();
    assert.equal(await panel.locator('.details h2').innerText(), 'Case 7');
    assert.equal(await panel.locator('.square:focus .number').innerText(), '7');
    assert.equal(await panel.locator('.progress').count(), 0);
  });

  it('is reused for the next record until the user keeps or pins it, and shows hostile text as plain text', async () => {
    await fetchResult(workbench(), ids.improved);
    await openPanel(ids.mixed);
    await openPanel(ids.improved);
    const only = [`${ids.improved} TLE`];
    await eventually(async () => assert.deepEqual(await titles(), only));
    await keepOpen();
    await openPanel(ids.mixed);
    const both = [...only, `${ids.mixed} WA`];
    await eventually(async () => assert.deepEqual(await titles(), both));
    // Pins the active tab with the keyboard.
    await workbench().runCommand('View: Pin Editor');
    const panel = await openPanel(ids.hostile);
    await eventually(async () => assert.equal((await titles()).length, 3));
    // Service text is plain text, also in the third column.
    await square(panel, '2').click();
    await panel.getByText('Show all').click();
    await panel.locator('.description', { hasText: / end$/ }).waitFor();
    assert.equal(await panel.locator('img').count(), 0);
    // “Close All Editors” would keep pinned editors, so close the groups.
    await workbench().runCommand('View: Close All Editor Groups');
    await workbench().page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
  });

  it('opens the compiler output and the source, and copies the request ID, with one click each', async () => {
    const panel = await openPanel(ids.mixed);
    await panel.locator('summary').click();
    await panel.locator('pre .link').first().click();
    await eventually(async () => assert.ok((await workbench().tabs()).includes(`${ids.mixed}.log`)));
    await workbench().closeEditors();
    await workbench().openFile('P1001.cpp');
    await workbench().treeItem(shownId(ids.many)).click({ button: 'right' });
    await workbench().pickInMenu('Set Source File…');
    await workbench().quickInput.pick('P1001.cpp');
    await workbench().closeEditors();
    await workbench().treeItem('P1001.cpp').click();
    await workbench().page.keyboard.press('Control+Enter');
    await content().locator('.summary', { hasText: '600 cases passed' }).waitFor();
    await content().getByRole('button', { name: 'More Actions' }).click();
    await content().getByRole('menuitem', { name: 'Copy ID' }).click();
    await eventually(async () =>
      assert.equal(await workbench().page.evaluate<string>('navigator.clipboard.readText()'), ids.many),
    );
    await content().getByRole('button', { name: 'Open Source' }).focus();
    await workbench().page.keyboard.press('Enter');
    await workbench().page.locator('.tab.active[data-resource-name="P1001.cpp"]').waitFor();
  });

  it('compares two selected records, or a record with another one, using only the keyboard', async () => {
    await workbench().treeItem(ids.improved).click();
    await workbench()
      .treeItem(ids.mixed)
      .click({ modifiers: ['Control'] });
    const isSelected = workbench().page.locator('[aria-selected="true"]');
    for (const id of [ids.improved, ids.mixed]) await workbench().treeItem(id).and(isSelected).waitFor();
    await workbench().runCommand('Judge: Compare Results');
    const panel = content();
    await panel.locator('.square.pair').first().waitFor();
    assert.match(await panel.locator('.filters').innerText(), /Better\s+2\s+Worse\s+1/);
    await eventually(async () => assert.deepEqual(await titles(), [`${ids.mixed} ↔ ${ids.improved}`]));

    const { page, quickInput } = workbench();
    await workbench().closeEditors();
    await workbench().treeItem(ids.improved).click();
    await page.keyboard.press('Shift+F10');
    const entry = page.getByRole('menuitem', { name: 'Compare Results' });
    await entry.waitFor();
    const focusedEntry = page.locator('.monaco-menu .action-item.focused');
    await eventually(async (wait) => {
      await page.keyboard.press('ArrowDown');
      assert.match(await focusedEntry.innerText({ timeout: wait }), /Compare Results/);
    });
    await page.keyboard.press('Enter');
    await quickInput.opened();
    await quickInput.enter(ids.mixed);
    await content().locator('.square.pair').first().waitFor();
    await eventually(async () => assert.deepEqual(await titles(), [`${ids.mixed} ↔ ${ids.improved}`]));
  });

  it('“Compare Output”, on a case’s row or page, shows expected and actual output side by side', async () => {
    const { page, notifications, quickInput } = workbench();
    const wrong = host.submit({ language_id: 63, source_code: '1', expected_output: '4\n' }, false);
    host.change(wrong, { status: 4, stdout: Buffer.from('5\n') });
    await setSetting(workbench(), 'judgeResults.service', 'Class');
    try {
      await workbench().runCommand('Judge: Sign In…');
      await quickInput.enter(host.token);
      await notifications.expect(/Signed in to Class/);
      await notifications.clear();
      await fetchResult(workbench(), wrong.token);
      const tab = page.locator('.tab', { hasText: ': expected (left) ↔ actual (right)' });
      const side = async (name: string) =>
        (await page.locator(`.monaco-diff-editor .editor.${name} .view-lines`).innerText()).trim();
      const showsBoth = async () => {
        await tab.waitFor();
        await eventually(async () =>
          assert.deepEqual([await side('original'), await side('modified')], ['4', '5']),
        );
      };
      const row = workbench().treeItem(/^\s*1 WA/);
      await workbench().chooseFor(row, 'Compare Output');
      await showsBoth();
      await workbench().screenshot('compare output');
      await workbench().closeEditors();
      await row.click();
      await content().getByRole('button', { name: 'Compare Output' }).click();
      await showsBoth();
    } finally {
      await setSetting(workbench(), 'judgeResults.service', localName);
    }
  });

  it('is restored after a reload, closes if its record is gone, and explains a missing result like the row @core', async () => {
    const { page, server } = workbench();
    const tab = (id: string) => page.locator('.tabs-container .tab', { hasText: id });
    await fetchResult(workbench(), ids.improved);
    await square(await openPanel(ids.mixed), '8').click();
    await content().locator('.details h2', { hasText: 'Case 8' }).waitFor();
    await keepOpen();
    await openPanel(ids.improved);
    await keepOpen();
    await workbench().treeItem(ids.improved).click();
    await page.keyboard.press('Delete');
    await content().locator('.note', { hasText: 'no longer in the list' }).waitFor();
    // The notice appears after the next row has been selected.
    await workbench().notifications.expect(/^Removed /);
    await workbench().notifications.clear();
    await openPanel(ids.hostile);
    const history = path.join(server.dataDir, 'data/User/globalStorage/judge-results.judge-results/history');
    const recordFiles = (await fs.readdir(path.join(history, 'records'))).map((name) =>
      path.join(history, 'records', name),
    );
    const texts = await Promise.all(recordFiles.map((file) => fs.readFile(file, 'utf8')));
    const own = path.basename(
      recordFiles[texts.findIndex((text) => text.includes(ids.hostile))] ?? '?',
      '.json',
    );
    const results = (await fs.readdir(path.join(history, 'results'))).filter((name) => name.startsWith(own));
    assert.ok(results.length > 0);
    for (const name of results) await fs.rm(path.join(history, 'results', name));
    // A command isn't run if something else takes the focus while it is chosen; choosing it takes seconds.
    await eventually((wait) =>
      Promise.all([
        page.waitForEvent('domcontentloaded', { timeout: 10 * wait }),
        workbench().runCommand('Developer: Reload Window'),
      ]),
    );
    await workbench().ready();
    await content().locator('.note', { hasText: 'Can’t read this result from disk' }).waitFor();
    await workbench().notifications.expect(/no longer available/);
    // The page of a tab is loaded when it becomes active.
    await tab(ids.improved).click();
    await tab(ids.improved).waitFor({ state: 'detached' });
    await tab(ids.mixed).click();
    await content().locator('.details h2', { hasText: 'Case 8' }).waitFor();
    assert.equal(await content().locator('.note').count(), 0);
    // The credentials of this workbench are lost with the page.
    await signIn(workbench(), service);
    await tab(ids.hostile).click();
    await content().locator('.note').waitFor();
    await workbench().treeItem(ids.hostile).click();
    await page.keyboard.press('ArrowRight');
    await workbench()
      .treeItem(/Can’t read this result from disk/)
      .click();
    await square(content(), '2').waitFor();
    assert.equal(await content().locator('.note').count(), 0);
  });
});
