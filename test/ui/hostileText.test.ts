import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { startLocalService, type LocalService } from '../../tools/service';
import { clickOnce } from '../../tools/workbench/click-once';
import { eventually, useWorkbench } from './harness/index';
import { fetchResult, signIn } from './support/steps';

/** Text that could become a link, picture, icon, end of a script, colors, or another reading direction. */
const hostile =
  '</script> [x](command:workbench.action.quit) <img src=x onerror=alert(1)> $(error) https://evil.test www.evil.test me@evil.test \u001b[31mred\u001b[0m \u202eback';
/** The expected visible text. */
const shown =
  /<\/script> \[x\]\(command:workbench\.action\.quit\) <img src=x onerror=alert\(1\)> \$\(error\) https:\/\/evil\.test www\.evil\.test me@evil\.test red back/;
const fileName = '$(error) [x](command:quit) <img onerror=1>.cpp';
const id = 'hostile-1';

const message = [
  `/tmp/compiler_x/src:1:5: warning: ${hostile} [-Wunused-variable]`,
  `/etc/passwd:1:1: error: ${hostile}`,
  `../../outside.cpp:1:1: error: not yours`,
  `/tmp/compiler_x/src:1:5: error: twice`,
  '',
].join('\n');

function body(requestId: string, message: string): unknown {
  const part = { status: 1, score: 0, time: 1, memory: 1 };
  const cases = [hostile, 'M'.repeat(1024 * 1024)].map((description, at) => ({
    ...part,
    id: at + 1,
    signal: 0,
    exitCode: 0,
    description,
  }));
  return {
    type: 'judge',
    requestId,
    trackId: hostile,
    data: {
      compile: { success: true, message, opt2: false },
      judge: { id: 1, ...part, subtasks: [{ id: 0, ...part, cases }] },
    },
  };
}

describe('Hostile text from a judge', () => {
  let service: LocalService;
  const dialogs: string[] = [];
  const workbench = useWorkbench(async () => {
    service = await startLocalService({ role: 'custom' });
    const settings = Object.entries(service.settings);
    return {
      settings: {
        ...Object.fromEntries(settings.map(([name, value]) => [`judgeResults.${name}`, value])),
        'workbench.hover.delay': 100,
      },
    };
  });
  after(() => service.close());

  /** Asserts that the text created no link, picture, or icon. */
  async function holdsTextOnly(part: Locator): Promise<void> {
    const text = (await part.innerText()).replaceAll('\u200b', '').replaceAll('\u00a0', ' ');
    assert.match(text.replace(/\s+/g, ' '), shown);
    assert.doesNotMatch(text, /[\u001b\u202e]/);
    assert.equal(await part.locator('a[href*="quit"], a[data-href*="quit"], img, script').count(), 0);
    assert.equal(await part.locator('a[href*="evil"], a[data-href*="evil"]').count(), 0);
    assert.equal(await part.locator('.codicon-error.codicon-modifier-spin, span.codicon-error').count(), 0);
  }

  async function openHostileFile(): Promise<void> {
    await workbench().openContainer('Explorer');
    await workbench()
      .page.locator('.explorer-folders-view [role="treeitem"]', { hasText: 'onerror' })
      .dblclick();
    // The tab of compiler output has the name of the same file, ending in “.log”.
    await workbench()
      .page.locator('.tab[data-resource-name*="onerror"][data-resource-name$=".cpp"]')
      .waitFor();
    await workbench().openContainer('Judge Results');
  }

  afterEach('no script has run', () => assert.deepEqual(dialogs, []));

  before('signs in, and opens a file of a hostile name beside one outside', async () => {
    const { page, folder } = workbench();
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await fs.writeFile(path.join(folder, fileName), 'int unused;\n');
    await signIn(workbench(), service);
    await openHostileFile();
    service.script(id, [{ body: body(id, message) }]);
    await fetchResult(workbench(), id);
    await workbench()
      .treeItem(/^\s*1 WA/)
      .waitFor();
  });

  it('appears as plain text in a notice, as does a hostile file name', async () => {
    const { notifications, page } = workbench();
    const { message: asked } = await notifications.expect(/Use .* as the source file/);
    assert.ok(asked.replaceAll('\u200b', '').includes(fileName), asked);
    assert.equal(await page.locator('.notification-list-item-message a').count(), 0);
    await notifications.press(/the source file/, 'Use This File');
  });

  it('appears as plain text in rows and their tooltips', async () => {
    const { page } = workbench();
    const row = workbench().treeItem(/^\s*1 WA/);
    await holdsTextOnly(row);
    const long = await workbench()
      .treeItem(/^\s*2 WA/)
      .innerText();
    assert.ok(long.length < 1000, `${long.length} characters in a row`);
    await page.keyboard.press('Escape');
    const hover = page.locator('.monaco-hover:not(.hidden), .workbench-hover');
    await eventually(async (wait) => {
      await row.locator('.label-name').hover();
      await page.mouse.move(5, 5, { steps: 2 });
      await row.locator('.label-name').hover();
      await hover.filter({ hasText: 'Description' }).first().waitFor({ timeout: wait });
    });
    await holdsTextOnly(hover.filter({ hasText: 'Description' }).first());
  });

  it('appears as plain text in Problems and editor hovers', async () => {
    const { page } = workbench();
    const problem = await eventually(async () => {
      const found = (await workbench().problems()).find(({ text }) => text.includes('script'));
      assert.ok(found);
      return found;
    });
    assert.match(problem.text.replaceAll('\u200b', ''), shown);
    await holdsTextOnly(page.locator('.markers-panel [role="treeitem"]', { hasText: 'script' }).first());
    await page.locator('.markers-panel [role="treeitem"]', { hasText: 'script' }).first().click();
    await workbench().runCommand('Show or Focus Hover');
    const hover = page.locator('.monaco-editor .monaco-hover .hover-row', { hasText: 'script' }).first();
    await hover.waitFor();
    await holdsTextOnly(hover);
    await page.keyboard.press('Escape');
  });

  it('creates Problems and opens files only for the judged file', async () => {
    const files = (await workbench().problems()).filter(({ level }) => level === 1);
    assert.equal(files.length, 1, JSON.stringify(files));
    assert.ok(files[0]?.text.startsWith(fileName), files[0]?.text);
    // A click on the name of another file leads to the message.
    await workbench().treeItem('Compilation').click();
    await workbench()
      .page.locator('.tab', { hasText: /onerror=1>\.cpp\.log/ })
      .waitFor();
    const { page } = workbench();
    const editor = page.locator('.monaco-editor[data-uri^="judge-compile:"]');
    await editor.locator('.view-line', { hasText: '/etc/passwd' }).waitFor();
    const links = await eventually(async () => {
      const all = await editor.locator('.detected-link').allInnerTexts();
      assert.ok(all.length > 0);
      return all;
    });
    assert.ok(
      links.every((link) => !/passwd|outside|quit/.test(link)),
      links.join(' | '),
    );
    await workbench().expand('Compilation');
    const elsewhere = workbench().treeItem('not yours');
    await elsewhere.click();
    await eventually(async () =>
      assert.ok(!(await workbench().tabs()).some((name) => /outside|passwd/.test(name))),
    );
  });

  it('appears as plain text on the record page', async () => {
    await workbench()
      .treeItem(/^.*(?:WA|NO).*$/)
      .first()
      .click();
    await workbench().runCommand('Judge: Open Result');
    const panel = workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await panel.locator('.square').first().click();
    await panel.locator('.details', { hasText: 'command:workbench.action.quit' }).waitFor();
    await holdsTextOnly(panel.locator('.details'));
  });

  it('appears as plain text in quick picks, the status bar, and its tooltip', async () => {
    const { page, quickInput, notifications } = workbench();
    service.script('pending-1', [{ status: 204 }]);
    await notifications.clear();
    await openHostileFile();
    await fetchResult(workbench(), 'pending-1');
    await notifications.dismiss(/isn’t ready on .* yet/);
    await workbench().chooseFor(workbench().treeItem('pending-1'), 'Set Source File…');
    await quickInput.row(new RegExp('command')).waitFor();
    await quickInput.row(new RegExp('command')).click();
    service.misbehave({
      id: 'pending-1',
      what: {
        kind: 'status',
        status: 500,
        body: { errorCode: 500, errorType: 'X', errorMessage: hostile, errorData: {} },
      },
    });
    await workbench().runCommand('Judge: Show Pending Results');
    const rows = page.locator('.quick-input-list');
    await eventually(async () => {
      const text = (await rows.innerText()).replaceAll('\u200b', '');
      assert.ok(text.includes(fileName), text);
      assert.match(text.replace(/\s+/g, ' '), shown);
    });
    await holdsTextOnly(rows);
    await quickInput.cancel();
    const item = workbench().statusBarItem(/1 · /);
    // Not the file's tab, whose hover shows the name.
    const hover = page
      .locator('.workbench-hover, .monaco-hover:not(.hidden)')
      .filter({ hasText: 'script' })
      .first();
    await eventually(async (wait) => {
      await page.mouse.move(5, 5, { steps: 2 });
      await item.hover();
      await hover.waitFor({ timeout: wait });
    });
    await holdsTextOnly(hover);
  });

  it('with 1 MiB of blanks doesn’t block typing or Problems after a reload', async () => {
    const { folder, notifications, page } = workbench();
    const header = '/tmp/compiler_x/src:1:5: warning: much room [-Wunused-variable]';
    const blanks = `${header}\n${' '.repeat(1024 * 1024)}x\n${header.replace('much', 'more')}\n`;
    service.script('blanks-1', [{ body: body('blanks-1', blanks) }]);
    await fs.writeFile(path.join(folder, 'blanks.cpp'), 'int unused;\n');
    await notifications.clear();
    await workbench().openFile('blanks.cpp');
    await fetchResult(workbench(), 'blanks-1');
    await notifications.press(/the source file/, 'Use This File');
    const hasProblems = () =>
      eventually(async () => {
        const texts = (await workbench().problems()).map(({ text }) => text);
        assert.ok(
          ['much room', 'more room'].every((words) => texts.some((text) => text.includes(words))),
          texts.join(' | '),
        );
      });
    await hasProblems();
    await workbench().reload();
    await hasProblems();
    await workbench().openFile('blanks.cpp');
    const editor = page.locator('.monaco-editor[data-uri$="/blanks.cpp"]');
    // The earlier tests may have left the focus elsewhere, and a hover above the first line.
    await eventually(async (wait) => {
      await clickOnce(editor.locator('.view-lines'), wait);
      await editor.and(page.locator('.focused')).waitFor({ timeout: wait });
    });
    await page.keyboard.type('// goes on');
    await editor.locator('.view-line', { hasText: '// goes on' }).waitFor();
  });
});
