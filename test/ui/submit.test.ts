import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalService, type LocalService } from '../../tools/service';
import { eventually, useWorkbench } from './harness/index';
import { filesWith } from './support/secrets';
import { setSetting, signIn } from './support/steps';

const program =
  "// 文\nconst [a, b] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number);\nconsole.log(a + b);\n";

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
  let isSignedIn = false;
  before(async () => {
    service = await startLocalService({ role: 'luogu', points: 500 });
  });
  after(() => service.close());
  const workbench = useWorkbench({
    get settings() {
      // The user selects the judge in the test.
      const settings = Object.entries(service.settings).filter(([setting]) => setting !== 'service');
      return {
        ...Object.fromEntries(settings.map(([setting, value]) => [`judgeResults.${setting}`, value])),
        'judgeResults.notifications': 'never',
      };
    },
  });

  const posts = () => service.entries().filter(({ method }) => method === 'POST');
  const editor = () => workbench().page.locator('.editor-instance .monaco-editor .view-lines').first();

  async function ensureSignedIn(): Promise<void> {
    if (isSignedIn) return;
    await setSetting(workbench(), 'judgeResults.service', service.settings['service']);
    await signIn(workbench(), service);
    isSignedIn = true;
  }

  async function clearRecords(): Promise<void> {
    await workbench().runCommand('Judge: Clear Finished Results');
    await workbench().dialog().getByRole('button', { name: 'Clear' }).click();
    await eventually(async () => assert.deepEqual(await workbench().treeRows(), []));
  }

  /** Closes what the earlier tests opened, and removes their results. */
  async function startAnew(): Promise<void> {
    await workbench().openContainer('Judge Results');
    await workbench().closeEditors();
    await workbench().notifications.clear();
    await workbench()
      .statusBarItem(/^\s*\d+ · /)
      .waitFor({ state: 'hidden' });
    if ((await workbench().treeRows()).length > 0) await clearRecords();
  }

  /** Writes a program, submits it, and waits for its verdict, which is that of the only row. */
  async function submitFirst(file: string, text: string, verdict: RegExp): Promise<void> {
    await fs.writeFile(path.join(workbench().folder, file), text);
    await workbench().openFile(file);
    await workbench().runCommand('Judge: Submit');
    await workbench().quickInput.pick(/P1001$/);
    await workbench().quickInput.pick(/ to Local Judge · JavaScript \(Node\.js LTS\) · -O2$/);
    await workbench().treeItem(verdict).waitFor();
  }

  it('is sent once, as saved, without a byte order mark and with line feeds, after all questions', async () => {
    if (isSignedIn) {
      await setSetting(workbench(), 'judgeResults.service', undefined);
      await startAnew();
      // The credentials of this workbench are lost with the page.
      await workbench().reload();
    }
    isSignedIn = true;
    const before = posts().length;
    const { quickInput, notifications } = workbench();
    await fs.writeFile(
      path.join(workbench().folder, 'sent P1001.js'),
      `\ufeff${program.replaceAll('\n', '\r\n')}`,
    );
    await workbench().openFile('sent P1001.js');
    await workbench().runCommand('Judge: Submit');
    await quickInput.row('Local Judge').waitFor();
    await quickInput.pick('Local Judge');
    await eventually(async () => assert.match(await quickInput.message(), /OpenApp token/));
    await quickInput.enter(service.token);
    await notifications.expect(/Signed in to/);
    await notifications.clear();

    await eventually(async () =>
      assert.match(await quickInput.title(), /^Submit sent P1001\.js to Local Judge/),
    );
    await eventually(async () =>
      assert.match((await quickInput.rows())[0] ?? '', /^P1001 .*from the file name/),
    );
    await quickInput.pick(/P1001$/);
    await quickInput.row(/^\s*P1001 to Local Judge · JavaScript \(Node\.js LTS\) · -O2$/).waitFor();
    await eventually(async () => {
      const asked = await quickInput.placeholder();
      const size = Buffer.byteLength(program);
      assert.equal(
        asked,
        `P1001 · JavaScript (Node.js LTS) · ${size} bytes · 500 points left · Each submission costs 1–10 points`,
      );
    });
    await workbench().screenshot('submit-options');
    await quickInput.pick(/ · -O2$/);

    await workbench().openContainer('Judge Results');
    await workbench().treeItem('AC 100 · P1001').waitFor();
    assert.equal(posts().length, before + 1);
    const sent = service.acceptedSubmissions.at(-1);
    assert.deepEqual(
      { ...sent, trackId: null },
      { pid: 'P1001', lang: 'js/node/lts', o2: true, code: program, trackId: null },
    );
    assert.match(String(sent?.['trackId']), /^[\da-f-]{36}$/);
    for (const folder of [workbench().server.dataDir, workbench().folder])
      assert.deepEqual(await filesWith(service.token, folder), [], 'the token is in no file');
  });

  describe('if the file was submitted before', () => {
    beforeEach(async () => {
      await ensureSignedIn();
      await startAnew();
    });

    const icon = (label: string) => workbench().page.locator(`.editor-actions a[aria-label^="${label}"]`);
    it('is sent once if the key is pressed twice, and warns on cancelling that it may have been accepted', async () => {
      const { page, notifications } = workbench();
      await submitFirst('twice P1001.js', summing, /^\s*AC 100 · P1001/);
      const sent = posts().length;
      service.misbehave({ method: 'POST', what: { kind: 'silence' }, times: 1 });
      await editor().click();
      await page.keyboard.type('// twice');
      await page.keyboard.press('Control+Alt+Enter');
      await page.keyboard.press('Control+Alt+Enter');
      await notifications.expect(/^twice P1001\.js is already being submitted\.$/);
      await notifications.press(/^Submitting twice P1001\.js as P1001/, 'Cancel');
      await notifications.expect(
        /^Canceled\. twice P1001\.js may already have been submitted to Local Judge/,
      );
      assert.equal(await workbench().dialog().count(), 0);
      assert.equal(posts().length, sent + 1);
      const told = (await notifications.shown()).map(({ message }) => message);
      assert.deepEqual(
        told.filter((message) => /couldn’t be saved/.test(message)),
        [],
      );
    });

    it('repeats its choices with one key or icon, after a confirmation if its text is unchanged, and the arrow next to the icon changes them', async () => {
      const { page, quickInput } = workbench();
      await submitFirst('again P1001.js', summing, /^\s*AC 100 · P1001/);
      const before = service.acceptedSubmissions.length;
      const submissions = () => service.acceptedSubmissions.length - before;
      const last = () => {
        const { pid, lang, o2 } = service.acceptedSubmissions.at(-1) ?? {};
        return [pid, lang, o2];
      };
      await editor().click();
      await page.keyboard.press('Control+Alt+Enter');
      await workbench()
        .dialog()
        .getByText(/hasn’t changed since the last submission/)
        .waitFor();
      await page.keyboard.press('Escape');
      await workbench().dialog().waitFor({ state: 'hidden' });
      assert.equal(submissions(), 0);

      // the key also works if the focus is neither in the editor nor in a list
      await page.locator('.statusbar-item a[role="button"]').first().focus();
      await page.keyboard.press('Control+Alt+Enter');
      await workbench().dialog().waitFor();
      await page.keyboard.press('Escape');
      await workbench().dialog().waitFor({ state: 'hidden' });

      await editor().click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('// again');
      await icon('Submit with Options').waitFor();
      await icon('Submit (').click();
      await eventually(() => assert.equal(submissions(), 1));
      assert.equal(await quickInput.isOpen(), false);
      assert.deepEqual(last(), ['P1001', 'js/node/lts', true]);
      assert.equal(service.acceptedSubmissions.at(-1)?.['code'], `${summing}// again`);
      const saved = await fs.readFile(path.join(workbench().folder, 'again P1001.js'), 'utf8');
      assert.equal(saved, `${summing}// again`);

      await icon('Submit with Options').focus();
      await page.keyboard.press('Enter');
      await quickInput.pick(/ to Local Judge · JavaScript \(Node\.js LTS\)$/);
      await eventually(() => assert.equal(submissions(), 2));
      assert.deepEqual(last(), ['P1001', 'js/node/lts', false]);
      await editor().click();
      await page.keyboard.type('// by a key');
      await page.keyboard.press('Control+Alt+Enter');
      await eventually(() => assert.equal(submissions(), 3));
      assert.deepEqual(last(), ['P1001', 'js/node/lts', false]);
      await eventually(async () => {
        const [file] = await workbench().treeRows();
        assert.equal(file?.label, 'again P1001.js');
        assert.match(file.description, /^AC 100 · 4 results · /);
      });
    });

    it('repeats its choices after a reload, but not after its records were removed', async () => {
      await submitFirst('kept P1001.js', summing, /^\s*AC 100 · P1001/);
      isSignedIn = false;
      await workbench().reload();
      await workbench().openFile('kept P1001.js');
      await icon('Submit with Options').waitFor();
      await workbench().openFile('P1115.cpp');
      await icon('Submit with Options').waitFor({ state: 'detached' });
      await icon('Submit (').waitFor();
      await workbench().openFile('kept P1001.js');
      await workbench().openContainer('Judge Results');
      await clearRecords();
      await icon('Submit with Options').waitFor({ state: 'detached' });
      await icon('Submit (').waitFor();
    });
  });

  it('can be changed by going back from each question, keeping the earlier answers', async () => {
    await ensureSignedIn();
    await startAnew();
    const { page, quickInput } = workbench();
    const back = () => page.getByRole('button', { name: 'Back' });
    const active = () => page.locator('.quick-input-list .monaco-list-row.focused');
    await fs.writeFile(path.join(workbench().folder, 'back P1001.js'), summing);
    await workbench().openFile('back P1001.js');
    const before = service.acceptedSubmissions.length;
    await page.locator('.editor-actions a[aria-label^="Submit ("]').click();
    await eventually(async () =>
      assert.match(await quickInput.title(), /^Submit back P1001\.js to Local Judge/),
    );
    assert.equal(await back().count(), 0);
    await quickInput.enter('P9999');
    await quickInput.pick('Other Language…');
    await eventually(async () => assert.match(await active().innerText(), /JavaScript \(Node\.js LTS\)/));
    await back().click();
    await quickInput.row(/^\s*P9999 to Local Judge/).waitFor();
    await page.keyboard.press('Control+Alt+Minus');
    await eventually(async () => assert.match(await active().innerText(), /^\s*P9999\b(?! to)/));
    await quickInput.enter('P1001');
    await quickInput.pick(/^\s*P1001 to Local Judge · JavaScript \(Node\.js LTS\)$/);
    await eventually(() => assert.equal(service.acceptedSubmissions.length, before + 1));
    const { pid, lang, o2 } = service.acceptedSubmissions.at(-1) ?? {};
    assert.deepEqual([pid, lang, o2], ['P1001', 'js/node/lts', false]);
    await workbench()
      .treeItem(/^\s*AC 100 · P1001/)
      .waitFor();
  });

  describe('The versions of a file with several submissions', () => {
    before('submits three versions', async function () {
      this.timeout(120_000);
      const { page } = workbench();
      await ensureSignedIn();
      await startAnew();
      await submitFirst(name, wrong, /^\s*WA \d+ · P1001/);
      for (const [text, verdict] of [
        [crashing, 'RE 0 · 2 results'],
        [right, 'AC 100 · 3 results'],
      ] as const) {
        await editor().click();
        await page.keyboard.press('Control+A');
        await page.keyboard.insertText(text);
        await page.keyboard.press('Control+S');
        await page.keyboard.press('Control+Alt+Enter');
        await workbench().treeItem(verdict).waitFor();
      }
    });
    afterEach(() => workbench().closeEditors());

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
});
