import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalService, type LocalService } from '../../tools/service';
import { eventually, useWorkbench } from './harness/index';
import { settingsOf, signIn } from './support/steps';

const summing = 'console.log(eval(require("fs").readFileSync(0, "utf8").trim().split(/\\s+/).join("+")));\n';

/** No sample has this name. */
const name = 'versions P1001.js';
const program = (line: string) =>
  `const [a, b] = require('fs').readFileSync(0, 'utf8').trim().split(' ').map(Number); ${line}`;
const wrong = program('console.log(a - b);');
const crashing = program('process.exit(3);');
const right = program('console.log(a + b);');

describe('a program that is submitted several times', () => {
  let service: LocalService;
  const workbench = useWorkbench(async () => {
    service = await startLocalService({ role: 'luogu', points: 500 });
    return { settings: { ...settingsOf(service), 'judgeResults.notifications': 'never' } };
  });
  after(() => service.close());
  before('signs in', () => signIn(workbench(), service));

  async function clearRecords(): Promise<void> {
    await workbench().runCommand('Judge: Clear Finished Records');
    await workbench().dialog().getByRole('button', { name: 'Clear' }).click();
  }

  describe('The versions of a file that was judged several times', () => {
    before('submits three versions', async function () {
      this.timeout(120_000);
      const { page, quickInput } = workbench();
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
      await eventually(async () =>
        assert.equal(await versions().nth(0).getAttribute('aria-current'), 'true'),
      );
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
      await eventually(async () =>
        assert.match(await quickInput.placeholder(), /^Select a record to compare/),
      );
      await quickInput.pick(/^P1001 WA/);
      await content().locator('.square.pair').first().waitFor();
      await workbench().screenshot('versions-compared');
      await content().getByRole('button', { name: 'Compare Sources' }).click();
      await page.locator('.tab.active', { hasText: /versions P1001\.js: WA \d+ ↔ AC 100/ }).waitFor();
      const side = async (of: string) =>
        (await page.locator(`.monaco-diff-editor .editor.${of} .view-lines`).innerText())
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

  describe('the choices of a submission', () => {
    before('opens a program', async () => {
      await workbench().closeEditors();
      await clearRecords();
      handedInBefore = service.handedIn.length;
      await fs.writeFile(path.join(workbench().folder, 'again P1001.js'), summing);
      await workbench().openFile('again P1001.js');
    });

    let handedInBefore = 0;
    const submissions = () => service.handedIn.length - handedInBefore;
    const icon = (label: string) => workbench().page.locator(`.editor-actions a[aria-label^="${label}"]`);
    const back = () => workbench().page.getByRole('button', { name: 'Back' });
    const last = () => {
      const { pid, lang, o2 } = service.handedIn.at(-1) ?? {};
      return [pid, lang, o2];
    };
    const active = () => workbench().page.locator('.quick-input-list .monaco-list-row.focused');
    const titleIs = (step: number) =>
      eventually(async () =>
        assert.match(await workbench().quickInput.title(), new RegExp(`\\(${step}/3\\)$`)),
      );

    it('can be changed by going back, with the answers of before still there', async () => {
      const { page, quickInput } = workbench();
      await icon('Submit Active File').click();
      await titleIs(1);
      assert.equal(await back().count(), 0);
      await quickInput.enter('P9999');
      await titleIs(2);
      await quickInput.enter('js/node/lts');
      await titleIs(3);
      await workbench().screenshot('submission with Back');
      await back().click();
      await titleIs(2);
      await eventually(async () => assert.match(await active().innerText(), /JavaScript \(Node\.js LTS\)/));
      await page.keyboard.press('Control+Alt+Minus');
      await titleIs(1);
      await eventually(async () => assert.match(await active().innerText(), /P9999/));
      await quickInput.enter('P1001');
      await titleIs(2);
      await page.keyboard.press('Enter');
      await titleIs(3);
      await quickInput.pick(/Submit without -O2$/);
      await eventually(() => assert.equal(submissions(), 1));
      assert.deepEqual(last(), ['P1001', 'js/node/lts', false]);
    });

    it('are those of last time at a click on the icon', async () => {
      const { page, quickInput } = workbench();
      await icon('Submit with Options').waitFor();
      assert.equal(await icon('Submit Active File').count(), 0);
      for (const theme of ['Dark Modern', 'Light Modern'] as const) {
        await workbench().setTheme(theme);
        await workbench().screenshot(`submit again ${theme}`);
      }
      await page.locator('.monaco-editor .view-lines').first().click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('// again');
      await icon('Submit Again').click();
      await eventually(() => assert.equal(submissions(), 2));
      assert.equal(await quickInput.isOpen(), false);
      assert.deepEqual(last(), ['P1001', 'js/node/lts', false]);
      assert.match(String(service.handedIn.at(-1)?.['code']), /\/\/ again$/);
    });

    it('are changed with the arrow beside it, and remembered from then on', async () => {
      const { page, quickInput } = workbench();
      await icon('Submit with Options').focus();
      await page.keyboard.press('Enter');
      await titleIs(1);
      await page.keyboard.press('Enter');
      await titleIs(2);
      await page.keyboard.press('Enter');
      await titleIs(3);
      await quickInput.pick(/Submit with -O2$/);
      await eventually(() => assert.equal(submissions(), 3));
      assert.deepEqual(last(), ['P1001', 'js/node/lts', true]);
      await page.locator('.monaco-editor .view-lines').first().click();
      await page.keyboard.type('// by a key');
      await page.keyboard.press('Control+Alt+J');
      await eventually(() => assert.equal(submissions(), 4));
      assert.deepEqual(last(), ['P1001', 'js/node/lts', true]);
      // the window that is loaded again has no credentials to see them end
      await eventually(async () => {
        const [file, ...others] = await workbench().treeRows();
        assert.deepEqual([file?.label, others], ['again P1001.js', []]);
        assert.match(file?.description ?? '', /^AC 100 · 4 results · /);
      });
    });

    it('are still those of the file after a reload', async () => {
      await workbench().reload();
      await workbench().openFile('again P1001.js');
      await icon('Submit Again').waitFor();
      await workbench().openFile('P1115.cpp');
      await icon('Submit Active File').waitFor();
      assert.equal(await icon('Submit Again').count(), 0);
    });

    it('are forgotten with the records', async () => {
      await workbench().openFile('again P1001.js');
      await workbench().openContainer('Judge Results');
      await clearRecords();
      await icon('Submit Active File').waitFor();
      assert.equal(await icon('Submit Again').count(), 0);
    });
  });
});
