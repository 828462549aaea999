import assert from 'node:assert/strict';
import { startLocalService, type LocalService } from '../../tools/service';
import { eventually, useWorkbench } from './harness/index';
import * as records from './panel/records';
import { settingsOf } from './support/steps';

/** Words that aren't translated into Chinese: codes, names, units. */
const names =
  /\b(?:Local Judge|OJ|AC|WA|RE|TLE|MLE|OLE|CE|UKE|UNAC|ID|Judge Results|Judge|Markdown|P\d+|ms|s|KiB|MiB|O2|Local Judge|Hydro|Codeforces|DMOJ|Judge0|Kattis|DOMjudge|PC²|omegaUp|ejudge|UTF-8|Wrong Answer|VS Code|URL|JSON|Ctrl|Del|Enter|C|F|judging)\b/g;

/** Returns English words of two or more letters in a text that should be Chinese, except names. */
function englishIn(text: string, ...more: readonly RegExp[]): string[] {
  const rest = [names, ...more].reduce((left, name) => left.replace(name, ' '), text);
  return rest.match(/[A-Za-z]{2,}/g) ?? [];
}

describe('In Chinese', () => {
  let service: LocalService;
  const workbench = useWorkbench(async () => {
    service = await startLocalService();
    service.script('zh-one', [{ body: { ...records.mixed, requestId: 'zh-one' } }]);
    service.script('zh-two', [{ body: { ...records.improved, requestId: 'zh-two' } }]);
    return { settings: settingsOf(service), locale: 'zh-cn', viewport: { width: 1280, height: 860 } };
  });
  after(() => service.close());
  const panel = () => workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  const ids = /zh-(?:one|two)/g;

  async function fetchResult(id: string): Promise<void> {
    await workbench().runCommand('评测: 获取评测结果');
    await workbench().quickInput.enter(id);
    await workbench()
      .page.locator('.sidebar .monaco-list:focus [role="treeitem"].focused', { hasText: id })
      .waitFor();
  }

  async function pictureOf(name: string): Promise<void> {
    await workbench().screenshot(`chinese ${name}`);
  }

  it('the empty view requests a sign-in in Chinese', async () => {
    await workbench().openContainer('评测结果');
    await eventually(async () => assert.match(await workbench().welcome(), /^请先登录评测平台/));
    assert.deepEqual(englishIn(await workbench().welcome()), []);
    await pictureOf('welcome');
  });

  it('a token is requested and accepted', async () => {
    await workbench().runCommand('评测: 登录…');
    await eventually(async () => assert.match(await workbench().quickInput.title(), /登录/));
    await workbench().quickInput.enter(service.token);
    const { message } = await workbench().notifications.expect(/^已登录/);
    assert.deepEqual(englishIn(message), []);
    await workbench().notifications.clear();
    await eventually(async () => assert.match(await workbench().welcome(), /^尚无结果/));
  });

  it('a result is fetched, and all its rows are Chinese', async () => {
    await fetchResult('zh-one');
    await fetchResult('zh-two');
    await workbench().treeItem('编译').first().click();
    await eventually(async () => {
      const rows = await workbench().rowsIn('zh-two');
      assert.ok(rows.some(({ label }) => label === '子任务 1 TLE'));
      assert.ok(rows.some(({ description }) => description.startsWith('2 个警告')));
    });
    const rows = await workbench().treeRows();
    // Cases contain text from the judge.
    const own = rows.filter(({ label }) => !/^\d/.test(label));
    assert.deepEqual(englishIn(own.map((row) => `${row.label} ${row.description}`).join(' '), ids), []);
    assert.match(rows.find(({ label }) => label.endsWith('zh-one'))?.spoken ?? '', /答案错误|运行时错误/);
    await workbench().page.locator('.monaco-editor.focused').waitFor(); // The compiler output has arrived.
  });

  it('the menu of a record is Chinese', async () => {
    await workbench().treeItem('zh-one').click({ button: 'right' });
    const entries = await workbench().menuEntries();
    assert.ok(entries.includes('打开记录') && entries.includes('移除'), entries.join());
    assert.deepEqual(englishIn(entries.join(' ')), []);
    await pictureOf('menu');
    await workbench().page.keyboard.press('Escape');
  });

  it('the record page is Chinese, with a case and its signal', async () => {
    await workbench().treeItem('zh-one').click();
    await workbench().page.keyboard.press('Control+Enter');
    await panel().locator('.verdict-line', { hasText: 'WA 答案错误' }).waitFor();
    await panel()
      .locator('.square')
      .filter({ has: panel().locator('.number:text-is("7")') })
      .click();
    await panel().locator('.details h2', { hasText: '测试点 7' }).waitFor();
    const details = await panel().locator('.details').innerText();
    assert.match(details, /RE\s+运行时错误/);
    assert.match(details, /11.*SIGSEGV/);
    const text = await panel().locator('main.record').innerText();
    assert.deepEqual(englishIn(`${text} ${details}`, ids, /SIGSEGV/g, /https?:\S+/g), []);
    await pictureOf('record');
  });

  it('two records are compared in Chinese', async () => {
    await workbench().treeItem('zh-one').click();
    await workbench()
      .treeItem('zh-two')
      .click({ modifiers: ['Control'] });
    await workbench().runCommand('评测: 比较记录');
    // The command moves the focus to the page, which would close an input box that opens earlier.
    await panel().locator('.square.pair:focus').waitFor();
    const text = await panel().locator('main.record').innerText();
    assert.match(text, /变好[\s\S]*变差/);
    assert.deepEqual(englishIn(text, ids, /https?:\S+/g), []);
    await pictureOf('comparison');
  });
});
