import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalService, type LocalService } from '../../tools/service';
import { eventually, useWorkbench } from './harness/index';
import { settingsOf, signIn } from './support/steps';

/** No sample has this name. */
const name = 'versions P1001.js';
const program = (line: string) =>
  `const [a, b] = require('fs').readFileSync(0, 'utf8').trim().split(' ').map(Number); ${line}`;
const wrong = program('console.log(a - b);');
const crashing = program('process.exit(3);');
const right = program('console.log(a + b);');

describe('The versions of a file that was judged several times', () => {
  let service: LocalService;
  const workbench = useWorkbench(async () => {
    service = await startLocalService({ role: 'luogu', points: 50 });
    const settings = { ...settingsOf(service), 'judgeResults.notifications': 'never' };
    return { settings, viewport: { width: 1280, height: 800 } };
  });
  after(() => service.close());

  before('submits three versions', async function () {
    this.timeout(120_000);
    const { page, quickInput } = workbench();
    await signIn(workbench(), service);
    await fs.writeFile(path.join(workbench().folder, name), wrong);
    await workbench().openFile(name);
    await workbench().runCommand('Judge: Submit Active File…');
    await quickInput.pick(/P1001$/);
    await quickInput.pick('JavaScript (Node.js LTS)');
    await quickInput.pick(/Submit with -O2$/);
    await workbench()
      .treeItem(/^\s*WA \d+ · P1001/)
      .waitFor();
    for (const [text, verdict] of [
      [crashing, 'RE 0 · 2 results'],
      [right, 'AC 100 · 3 results'],
    ] as const) {
      await editor().click();
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(text);
      await page.keyboard.press('Control+S');
      await page.keyboard.press('Control+Alt+J');
      await workbench().treeItem(verdict).waitFor();
    }
  });

  const editor = () => workbench().page.locator('.editor-instance .monaco-editor .view-lines').first();
  const content = () => workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  const versions = () => content().getByRole('group', { name: 'Versions' }).getByRole('button');
  const pill = (verdict: string) => content().locator('.verdict-line', { hasText: verdict });

  async function showResults(): Promise<void> {
    await workbench().openFile(name);
    await workbench().runCommand('Judge: Show Results for This File');
    await workbench()
      .quickInput.row(/^AC 100/)
      .waitFor();
  }

  /** The editor has this text, and after Ctrl+Z the newest again. */
  async function expectRestored(text: string): Promise<void> {
    const shown = async () => (await editor().innerText()).replaceAll('\u00a0', ' ').replaceAll('\n', '');
    await eventually(async () => assert.equal(await shown(), text));
    await workbench().page.locator(`.tab.active.dirty[data-resource-name="${name}"]`).waitFor();
    await editor().click();
    await workbench().page.keyboard.press('Control+Z');
    await eventually(async () => assert.equal(await shown(), right));
  }

  it('are listed with verdict, score, time, memory and age, the newest first', async () => {
    await showResults();
    const rows = await workbench().quickInput.rows();
    assert.equal(rows.length, 3);
    const said = /P1001 · [\d.]+ m?s · [\d.]+ [KM]iB · (?:now|\d+ minutes? ago)/;
    for (const [index, verdict] of ['AC 100', 'RE 0', 'WA '].entries()) {
      assert.ok(rows[index]?.startsWith(verdict), rows[index]);
      assert.match(rows[index] ?? '', said);
    }
    await workbench().screenshot('versions-list');
    await workbench().page.keyboard.press('Escape');
  });

  it('each open on a page that draws them all, from the list by keys', async () => {
    const { page } = workbench();
    await showResults();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await pill('RE Runtime Error').waitFor();
    assert.equal(await versions().count(), 3);
    assert.match(
      (await versions().nth(1).getAttribute('aria-label')) ?? '',
      /^Version 2 of 3, RE Runtime Error, /,
    );
    await workbench().screenshot('versions-page');
  });

  it('lead to one another, by a click and by keys, which stay on the drawing', async () => {
    const { page } = workbench();
    await versions().nth(0).click();
    await pill('WA Wrong Answer').waitFor();
    assert.equal(await page.locator('.tabs-container .tab', { hasText: 'P1001 WA' }).count(), 1);
    await eventually(async () => assert.equal(await versions().nth(0).getAttribute('aria-current'), 'true'));
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await pill('AC Accepted').waitFor();
    await eventually(async () =>
      assert.match(
        (await content().locator('.version:focus').getAttribute('aria-label')) ?? '',
        /^Version 3 of 3/,
      ),
    );
  });

  it('are compared as records from the list, any two of them, and from there as sources', async () => {
    const { page, quickInput } = workbench();
    await showResults();
    const row = quickInput.row(/^AC 100/);
    await row.hover();
    await row.getByRole('button', { name: 'Compare with Another Result' }).click();
    await eventually(async () => assert.match(await quickInput.placeholder(), /^Select a record to compare/));
    await quickInput.pick(/^P1001 WA/);
    await content().locator('.square.pair').first().waitFor();
    await workbench().screenshot('versions-compared');
    await content().getByRole('button', { name: 'Compare Sources' }).click();
    await page.locator('.tab.active', { hasText: /versions P1001\.js: WA \d+ ↔ AC 100/ }).waitFor();
    const side = async (name: string) =>
      (await page.locator(`.monaco-diff-editor .editor.${name} .view-lines`).innerText())
        .replaceAll('\u00a0', ' ')
        .trim();
    await eventually(async () =>
      assert.deepEqual([await side('original'), await side('modified')], [wrong, right]),
    );
    await workbench().screenshot('versions-sources');
    await workbench().closeEditors();
  });

  it('are restored from the list by keys, as an edit that can be undone', async () => {
    const { page } = workbench();
    await showResults();
    await page.keyboard.press('ArrowUp');
    const focused = () =>
      page.evaluate<string>(`document.activeElement?.getAttribute('aria-label')?.trim() ?? ''`);
    await eventually(async () => {
      await page.keyboard.press('Tab');
      assert.match(await focused(), /Compare with Another Result/);
    });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await eventually(async () => assert.match(await focused(), /Restore This Version/));
    await page.keyboard.press('Enter');
    await expectRestored(wrong);
  });

  it('are restored from the page of an old one, which the newest does not offer', async () => {
    await showResults();
    await workbench().quickInput.pick(/^AC 100/);
    await pill('AC Accepted').waitFor();
    const restore = content().getByRole('button', { name: 'Restore This Version' });
    assert.equal(await restore.count(), 0);
    await versions().nth(1).click();
    await pill('RE Runtime Error').waitFor();
    await restore.click();
    await expectRestored(crashing);
  });
});
