import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startLocalService, type LocalService } from '../../tools/service';
import { eventually, useWorkbench } from './harness/index';
import { filesWith } from './support/secrets';
import { setSetting } from './support/steps';

const program =
  "// 文\nconst [a, b] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number);\nconsole.log(a + b);\n";

const called =
  "console.log(require('fs').readFileSync(0, 'utf8').split(/\\s+/).reduce((a, b) => +a + +b));\n";

const summing = 'console.log(eval(require("fs").readFileSync(0, "utf8").trim().split(/\\s+/).join("+")));\n';

/** No demo file has this name. */
const name = 'versions P1001.js';
const variant = (line: string) =>
  `const [a, b] = require('fs').readFileSync(0, 'utf8').trim().split(' ').map(Number); ${line}`;
const wrong = variant('console.log(a - b);');
const crashing = variant('process.exit(3);');
const right = variant('console.log(a + b);');

describe('A submission to the public service', () => {
  let service: LocalService;
  before(async () => {
    service = await startLocalService({ role: 'luogu', points: 50 });
  });
  after(() => service.close());
  const workbench = useWorkbench({
    get settings() {
      // The user selects the judge in the test.
      const settings = Object.entries(service.settings).filter(([name]) => name !== 'service');
      return Object.fromEntries(settings.map(([name, value]) => [`judgeResults.${name}`, value]));
    },
    keybindings: (folder) => {
      const file = pathToFileURL(path.join(folder, 'P1001.js')).href;
      const submission = { file, problemId: 'P1001', language: 'js/node/lts' };
      const key = (name: string, args: unknown) => ({
        key: `ctrl+alt+${name}`,
        command: 'judgeResults.submit',
        args,
      });
      return [
        key('8', { ...submission, optimise: false }),
        key('9', { ...submission, problemId: '../quota' }),
      ];
    },
  });

  const posts = () => service.entries().filter(({ method }) => method === 'POST');
  const editor = () => workbench().page.locator('.editor-instance .monaco-editor .view-lines').first();

  async function clearRecords(): Promise<void> {
    await workbench().runCommand('Judge: Clear Finished Results');
    await workbench().dialog().getByRole('button', { name: 'Clear' }).click();
  }

  describe('of the program in the editor', () => {
    it('is sent once, as saved, without a byte order mark and with line feeds, after all questions', async () => {
      const { quickInput, notifications } = workbench();
      await fs.writeFile(
        path.join(workbench().folder, 'sent P1001.js'),
        `\ufeff${program.replaceAll('\n', '\r\n')}`,
      );
      await workbench().openFile('sent P1001.js');
      await workbench().runCommand('Judge: Submit Active File…');
      await quickInput.row('Local Judge').waitFor();
      assert.match(
        await workbench().page.locator('.quick-input-list').innerText(),
        /Requires a paid Open Platform token/,
      );
      await quickInput.pick('Local Judge');
      await eventually(async () => assert.match(await quickInput.message(), /OpenApp token/));
      await quickInput.enter(service.token);
      await notifications.expect(/Signed in to/);
      await notifications.clear();

      await eventually(async () =>
        assert.match(await quickInput.title(), /^Submit sent P1001\.js to Local Judge/),
      );
      await eventually(async () =>
        assert.match((await quickInput.rows())[0] ?? '', /^P1001 from the file name/),
      );
      await quickInput.pick(/P1001$/);
      await eventually(async () =>
        assert.equal(
          await quickInput.placeholder(),
          'Select or enter a language · 50 points left · Each submission costs 1–10 points',
        ),
      );
      await quickInput.pick('JavaScript (Node.js LTS)');
      await quickInput.row(/Submit with -O2$/).waitFor();
      await eventually(async () => {
        const asked = await quickInput.placeholder();
        const size = Buffer.byteLength(program);
        assert.equal(
          asked,
          `P1001 · JavaScript (Node.js LTS) · ${size} bytes · 50 points left · Each submission costs 1–10 points`,
        );
      });
      await quickInput.pick(/Submit with -O2$/);

      await workbench().openContainer('Judge Results');
      await workbench().treeItem('AC 100 · P1001').waitFor();
      assert.equal(posts().length, 1);
      const [sent] = service.acceptedSubmissions;
      assert.deepEqual(
        { ...sent, trackId: null },
        { pid: 'P1001', lang: 'js/node/lts', o2: true, code: program, trackId: null },
      );
      assert.match(String(sent?.['trackId']), /^[\da-f-]{36}$/);
    });

    it('is sent again with one key, and requires confirmation only if the text is unchanged', async () => {
      const { page } = workbench();
      await workbench().openFile('sent P1001.js');
      await page.locator('.monaco-editor .view-lines').first().click();
      await page.keyboard.press('Control+Alt+J');
      await workbench()
        .dialog()
        .getByText(/hasn’t changed since the last submission/)
        .waitFor();
      await page.keyboard.press('Escape');
      await workbench().dialog().waitFor({ state: 'hidden' });
      assert.equal(posts().length, 1);

      await page.locator('.monaco-editor .view-lines').first().click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('// changed');
      await page.keyboard.press('Control+Alt+J');
      await eventually(() => assert.equal(service.acceptedSubmissions.length, 2));
      assert.equal(service.acceptedSubmissions[1]?.['code'], `${program}// changed`);
      const saved = await fs.readFile(path.join(workbench().folder, 'sent P1001.js'), 'utf8');
      assert.equal(saved.replaceAll('\r\n', '\n').replace('\ufeff', ''), `${program}// changed`);
    });

    it('is never repeated automatically: the user decides after a lost response', async () => {
      const { page } = workbench();
      service.misbehave({ method: 'POST', what: { kind: 'cut', bytes: 5 }, times: 1 });
      await page.locator('.monaco-editor .view-lines').first().click();
      await page.keyboard.type('// more');
      await page.keyboard.press('Control+Alt+J');
      const dialog = workbench().dialog();
      await dialog
        .getByText(/sent P1001\.js may have been submitted to Local Judge, but no ID was returned/)
        .waitFor();
      assert.equal(posts().length, 3);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      assert.equal(posts().length, 3);
    });

    it('is rejected with a message if no points are left', async () => {
      const { page, notifications } = workbench();
      service.setQuota(0);
      await page.locator('.monaco-editor .view-lines').first().click();
      await page.keyboard.type('// again');
      await page.keyboard.press('Control+Alt+J');
      const { buttons } = await notifications.expect(/No points left on Local Judge \(402\)/);
      assert.deepEqual(buttons, ['Show Remaining Points']);
      await notifications.press(/402/, 'Show Remaining Points');
      await eventually(async () => assert.match(await workbench().quickInput.title(), /: 0 points left/));
      await workbench().quickInput.cancel();
    });

    it('contains the file as it is when the last question is answered', async () => {
      const { page, notifications, quickInput } = workbench();
      service.setQuota(10);
      await notifications.clear();
      await page.locator('.monaco-editor .view-lines').first().click();
      await workbench().runCommand('Judge: Submit Active File…');
      await quickInput.enter('P1001');
      await eventually(async () =>
        assert.match(await quickInput.placeholder(), /^Select or enter a language/),
      );
      await quickInput.enter('js/node/lts');
      await quickInput.row(/Submit without -O2$/).waitFor();
      const sentBefore = service.acceptedSubmissions.length;
      await page.locator('.monaco-editor .view-lines').first().click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('// while asked');
      await quickInput.pick(/Submit without -O2$/);
      await eventually(() => assert.equal(service.acceptedSubmissions.length, sentBefore + 1));
      assert.match(String(service.acceptedSubmissions.at(-1)?.['code']), /\/\/ while asked$/);
    });

    it('is sent once if the key is pressed twice, and warns on cancelling that it may have been accepted', async () => {
      const { page, notifications } = workbench();
      await notifications.clear();
      const sent = posts().length;
      service.misbehave({ method: 'POST', what: { kind: 'silence' }, times: 1 });
      await page.locator('.monaco-editor .view-lines').first().click();
      await page.keyboard.type('// twice');
      await page.keyboard.press('Control+Alt+J');
      await page.keyboard.press('Control+Alt+J');
      await notifications.expect(/^sent P1001\.js is already being submitted\.$/);
      await notifications.press(/^Submitting sent P1001\.js as P1001/, 'Cancel');
      await notifications.expect(/^Canceled\. sent P1001\.js may already have been submitted to Local Judge/);
      assert.equal(await workbench().dialog().count(), 0);
      assert.equal(posts().length, sent + 1);
      const told = (await notifications.shown()).map(({ message }) => message);
      assert.deepEqual(
        told.filter((message) => /couldn’t be saved/.test(message)),
        [],
      );
      await notifications.clear();
    });
  });

  describe('started by a key binding, a task, or another extension', () => {
    let handedInBefore = 0;

    before('writes a program', async () => {
      service.setQuota(500);
      await workbench().closeEditors();
      // Pending results aren't cleared.
      await eventually(async () => {
        const [file, ...others] = (await workbench().treeRows()).filter(({ level }) => level === 1);
        assert.deepEqual([file?.label, others], ['sent P1001.js', []]);
        assert.match(file?.description ?? '', /^AC 100 · 3 results · /);
      });
      await clearRecords();
      handedInBefore = service.acceptedSubmissions.length;
      await fs.writeFile(path.join(workbench().folder, 'P1001.js'), called);
    });

    it('is sent only after a confirmation that shows everything to be sent', async () => {
      const { page } = workbench();
      await page.keyboard.press('Control+Alt+8');
      const dialog = workbench().dialog();
      await dialog.getByText('Submit P1001.js to Local Judge as P1001?').waitFor();
      const words = await dialog.innerText();
      assert.ok(words.includes(`P1001 · JavaScript (Node.js LTS) · ${called.length} bytes`), words);
      assert.match(words, /Each submission costs 1–10 points/);
      assert.match(words, /^P1001\.js$/m);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      assert.equal(service.acceptedSubmissions.length, handedInBefore);

      await page.keyboard.press('Control+Alt+8');
      await workbench().dialog().getByText('Submit P1001.js').waitFor();
      await page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Submit' }).first().click();
      await eventually(() => assert.equal(service.acceptedSubmissions.length, handedInBefore + 1));
      const sent = service.acceptedSubmissions.at(-1);
      assert.deepEqual(
        { ...sent, trackId: null },
        { pid: 'P1001', lang: 'js/node/lts', o2: false, code: called, trackId: null },
      );
    });

    it('is still compared with the submitted text after its file was linked again', async () => {
      const { page, quickInput } = workbench();
      await fs.writeFile(path.join(workbench().folder, 'moved.js'), 'console.log(0);\n');
      await workbench().openFile('moved.js');
      const row = workbench().treeItem('AC 100 · P1001');
      await row.waitFor();
      await workbench().chooseFor(row, 'Set Source File…');
      await quickInput.pick(/^moved\.js/);
      await quickInput.closed();
      await workbench().chooseFor(row, 'Compare with Submitted Code');
      await page.locator('.tab', { hasText: 'moved.js: submitted ↔ current' }).waitFor();
      const sides = page.locator('.monaco-diff-editor');
      await sides.locator('.editor.original .view-line', { hasText: 'reduce((a, b) => +a + +b)' }).waitFor();
      await sides.locator('.editor.modified .view-line', { hasText: 'console.log(0);' }).waitFor();
    });

    it('is rejected if its arguments are invalid', async () => {
      await workbench().notifications.clear();
      await workbench().page.keyboard.press('Control+Alt+9');
      await workbench().notifications.expect(/Couldn’t submit: invalid arguments/);
      assert.equal(service.acceptedSubmissions.length, handedInBefore + 1);
    });
  });

  describe('The versions of a file with several submissions', () => {
    before('submits three versions', async function () {
      this.timeout(120_000);
      const { page, quickInput } = workbench();
      await setSetting(workbench(), 'judgeResults.notifications', 'never');
      await workbench().closeEditors();
      await clearRecords();
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

    /** Asserts that the editor contains this text, and the newest version again after Ctrl+Z. */
    async function expectRestored(text: string): Promise<void> {
      const shown = async () => (await editor().innerText()).replaceAll('\u00a0', ' ').replaceAll('\n', '');
      await eventually(async () => assert.equal(await shown(), text));
      await workbench().page.locator(`.tab.active.dirty[data-resource-name="${name}"]`).waitFor();
      await editor().click();
      await workbench().page.keyboard.press('Control+Z');
      await eventually(async () => assert.equal(await shown(), right));
    }

    it('are listed newest first, and open a chart of all versions, with mouse and keyboard', async () => {
      const { page } = workbench();
      await showResults();
      const rows = await workbench().quickInput.rows();
      assert.equal(rows.length, 3);
      const said = /P1001 · [\d.]+ m?s · [\d.]+ [KM]iB · (?:now|\d+ minutes? ago)/;
      for (const [index, verdict] of ['AC 100', 'RE 0', 'WA '].entries()) {
        assert.ok(rows[index]?.startsWith(verdict), rows[index]);
        assert.match(rows[index] ?? '', said);
      }
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await pill('RE Runtime Error').waitFor();
      assert.equal(await versions().count(), 3);
      assert.match(
        (await versions().nth(1).getAttribute('aria-label')) ?? '',
        /^Version 2 of 3, RE Runtime Error, /,
      );
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

    it('can be compared in pairs, as records and then as sources', async () => {
      const { page, quickInput } = workbench();
      await showResults();
      const row = quickInput.row(/^AC 100/);
      await row.hover();
      await row.getByRole('button', { name: 'Compare with Another Result' }).click();
      await eventually(async () =>
        assert.match(await quickInput.placeholder(), /^Select a result to compare/),
      );
      await quickInput.pick(/^P1001 WA/);
      await content().locator('.square.pair').first().waitFor();
      await content().getByRole('button', { name: 'Compare Sources' }).click();
      await page.locator('.tab.active', { hasText: /versions P1001\.js: WA \d+ ↔ AC 100/ }).waitFor();
      const side = async (of: string) =>
        (await page.locator(`.monaco-diff-editor .editor.${of} .view-lines`).innerText())
          .replaceAll('\u00a0', ' ')
          .trim();
      await eventually(async () =>
        assert.deepEqual([await side('original'), await side('modified')], [wrong, right]),
      );
      await workbench().closeEditors();
    });

    it('can be restored as an undoable edit, from the list with the keyboard or from an older version’s page', async () => {
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

  describe('The submission choices', () => {
    before('opens a program', async () => {
      await workbench().closeEditors();
      await clearRecords();
      handedInBefore = service.acceptedSubmissions.length;
      await fs.writeFile(path.join(workbench().folder, 'again P1001.js'), summing);
      await workbench().openFile('again P1001.js');
    });

    let handedInBefore = 0;
    const submissions = () => service.acceptedSubmissions.length - handedInBefore;
    const icon = (label: string) => workbench().page.locator(`.editor-actions a[aria-label^="${label}"]`);
    const back = () => workbench().page.getByRole('button', { name: 'Back' });
    const last = () => {
      const { pid, lang, o2 } = service.acceptedSubmissions.at(-1) ?? {};
      return [pid, lang, o2];
    };
    const active = () => workbench().page.locator('.quick-input-list .monaco-list-row.focused');
    const titleIs = (step: number) =>
      eventually(async () =>
        assert.match(await workbench().quickInput.title(), new RegExp(`\\(${step}/3\\)$`)),
      );

    it('can be changed by going back, keeping the earlier answers', async () => {
      const { page, quickInput } = workbench();
      await icon('Submit Active File').click();
      await titleIs(1);
      assert.equal(await back().count(), 0);
      await quickInput.enter('P9999');
      await titleIs(2);
      await quickInput.enter('js/node/lts');
      await titleIs(3);
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

    it('are the previous choices after a click on the icon, and are changed with the arrow next to it', async () => {
      const { page, quickInput } = workbench();
      await icon('Submit with Options').waitFor();
      assert.equal(await icon('Submit Active File').count(), 0);
      await page.locator('.monaco-editor .view-lines').first().click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('// again');
      await icon('Submit Again').click();
      await eventually(() => assert.equal(submissions(), 2));
      assert.equal(await quickInput.isOpen(), false);
      assert.deepEqual(last(), ['P1001', 'js/node/lts', false]);
      assert.match(String(service.acceptedSubmissions.at(-1)?.['code']), /\/\/ again$/);

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
      // After the reload, the window has no credentials to see them finish.
      await eventually(async () => {
        const [file, ...others] = (await workbench().treeRows()).filter(({ level }) => level === 1);
        assert.deepEqual([file?.label, others], ['again P1001.js', []]);
        assert.match(file?.description ?? '', /^AC 100 · 4 results · /);
      });
    });

    it('are remembered for the file after a reload, and forgotten when the records are removed', async () => {
      await workbench().reload();
      await workbench().openFile('again P1001.js');
      await icon('Submit Again').waitFor();
      await workbench().openFile('P1115.cpp');
      await icon('Submit Active File').waitFor();
      assert.equal(await icon('Submit Again').count(), 0);
      await workbench().openFile('again P1001.js');
      await workbench().openContainer('Judge Results');
      await clearRecords();
      await icon('Submit Active File').waitFor();
      assert.equal(await icon('Submit Again').count(), 0);
    });
  });

  describe('in all tests above', () => {
    it('never writes the token to files of VS Code or the workspace', async () => {
      assert.deepEqual(await filesWith(service.token, workbench().server.dataDir), []);
      assert.deepEqual(await filesWith(service.token, workbench().folder), []);
    });
  });
});
