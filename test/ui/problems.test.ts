import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalJudge0, type LocalJudge0 } from '../../tools/judge0/judge0';
import { localName, startLocalService, type LocalService } from '../../tools/service';
import { eventually, useWorkbench } from './harness/index';
import { setSetting, signIn } from './support/steps';

const tabSize = 4;

/** An error after text that compilers and editors count differently: tabs, Chinese names, wide characters. */
const faulty = {
  name: 'names.cpp',
  code: '#include <cstdio>\nint 求和(int 左, int 右) {\n\t/* 制表符 */\treturn 左 +\t右 + 缺少;\n}\nint main() {\n\treturn 求和(1, 2);\n}\n',
  token: '缺少',
  line: 3,
};

const wrongOnTwo =
  '#include <cstdio>\nint main() {\n\tint a, b;\n\tif (scanf("%d%d", &a, &b) != 2) return 1;\n\tprintf("%d\\n", a == 2 ? 5 : a + b);\n}\n';

describe('From result to program,', () => {
  let service: LocalService;
  let host: LocalJudge0;
  const workbench = useWorkbench(async () => {
    [service, host] = await Promise.all([startLocalService(), startLocalJudge0()]);
    const { cxx } = await service.toolchain();
    assert.ok(cxx, 'these tests need g++');
    return {
      settings: {
        'judgeResults.services': {
          [localName]: service.description,
          Class: { type: 'judge0', url: host.url },
        },
        'judgeResults.notifications': 'never',
        'editor.detectIndentation': false,
        'editor.tabSize': tabSize,
      },
    };
  });
  after(() => Promise.all([service.close(), host.stop()]));
  afterEach(() => workbench().closeEditors());

  // The compiler's messages are Chinese. Integration tests check that English ones lead to the same characters.
  it('a click on a compiler Problem selects the exact characters', async () => {
    const { page, notifications, quickInput, folder } = workbench();
    const { name, code, token, line } = faulty;
    await setSetting(workbench(), 'judgeResults.service', localName);
    await signIn(workbench(), service);
    await fs.writeFile(path.join(folder, name), code);
    await workbench().openFile(name);
    const { requestId, done } = await service.submit({ pid: 'P1001', lang: 'cxx/17/gcc', code });
    await done;
    await workbench().runCommand('Judge: Fetch Judge Result');
    await quickInput.enter(requestId);
    await notifications.press(`Use ${name} as the source file`, 'Use This File');

    const inLine = code.split('\n')[line - 1] ?? '';
    const end = statusBarColumn(inLine, inLine.indexOf(token) + token.length);
    const expected = `Ln ${line}, Col ${end} (${token.length} selected)`;
    const problem = page.locator('.markers-panel [role="treeitem"]', { hasText: token }).first();
    await eventually(async (wait) => {
      await workbench().problems();
      // On its text, because a link follows.
      await problem.click({ timeout: wait, position: { x: 90, y: 10 } });
      await workbench().statusBarItem(expected).waitFor({ timeout: wait });
    });
    await workbench().screenshot(`problem ${name}`);
  });

  it('“Compare Output”, on a sample’s row or page, shows expected and actual output side by side', async () => {
    const { page, notifications, quickInput, folder } = workbench();
    await setSetting(workbench(), 'judgeResults.service', 'Class');
    await workbench().runCommand('Judge: Sign In…');
    await quickInput.enter(host.token);
    await notifications.expect(/Signed in to Class/);
    await notifications.clear();
    const files = {
      'sum.cpp': wrongOnTwo,
      '1.in': '1 2\n',
      '1.out': '3\n',
      '2.in': '2 2\n',
      '2.ans': '4\n',
    };
    await fs.mkdir(path.join(folder, 'sum'));
    for (const [name, text] of Object.entries(files))
      await fs.writeFile(path.join(folder, 'sum', name), text);
    await workbench().openFile('sum.cpp');
    await workbench().runCommand('Judge: Run Samples');
    await workbench().dialog().getByRole('button', { name: 'Run Samples' }).click();
    await quickInput.pick(/^C\+\+ \(GCC/);
    await quickInput.pick(/Run Samples$/);
    await workbench().openContainer('Judge Results');
    const row = workbench().treeItem(/^WA · sum\.cpp/);
    await row.waitFor();
    await workbench().expand(/^\s*WA · sum\.cpp/);

    const tab = page.locator('.tab', { hasText: 'sum.cpp 2: expected ↔ actual' });
    const side = async (name: string) =>
      (await page.locator(`.monaco-diff-editor .editor.${name} .view-lines`).innerText()).trim();
    const showsBoth = async () => {
      await tab.waitFor();
      await eventually(async () =>
        assert.deepEqual([await side('original'), await side('modified')], ['4', '5']),
      );
    };
    await workbench().chooseFor(workbench().treeItem(/^\s*2 WA/), 'Compare Output');
    await showsBoth();
    await workbench().screenshot('compare output');
    await workbench().closeEditors();
    await workbench()
      .treeItem(/^\s*2 WA/)
      .click();
    await page
      .frameLocator('iframe.webview.ready')
      .frameLocator('#active-frame')
      .getByRole('button', { name: 'Compare Output' })
      .click();
    await showsBoth();
  });
});

/** Column as in VS Code's status bar: a tab extends to the next tab stop, all other characters are one column. */
function statusBarColumn(line: string, offset: number): number {
  let column = 0;
  for (const character of line.slice(0, offset)) {
    column = character === '\t' ? column + tabSize - (column % tabSize) : column + 1;
  }
  return column + 1;
}
