import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalService, type LocalService } from '../../tools/service';
import { eventually, useWorkbench } from './harness/index';
import { settingsOf, signIn } from './support/steps';

const tabSize = 4;

/** Errors after text that compilers and editors count differently: tabs, Chinese names, wide characters. */
const faults = [
  {
    name: 'tabs.cpp',
    code: '#include <cstdio>\nint main() {\n\tint 甲 = 1;\t\tint 乙丙 = 甲;\n\treturn 0;\n}\n',
    token: '乙丙',
    line: 3,
  },
  {
    name: 'names.cpp',
    code: '#include <cstdio>\nint 求和(int 左, int 右) {\n\t/* 制表符 */\treturn 左 +\t右 + 缺少;\n}\nint main() {\n\treturn 求和(1, 2);\n}\n',
    token: '缺少',
    line: 3,
  },
] as const;

/** The compiler's messages are Chinese. Integration tests check that English ones lead to the same characters. */
describe('A click on a Problem of a compiler', () => {
  let service: LocalService;
  const quiet = { 'judgeResults.notifications': 'never', 'editor.detectIndentation': false };
  const workbench = useWorkbench(async () => {
    service = await startLocalService();
    const { cxx } = await service.toolchain();
    assert.ok(cxx, 'these tests need g++');
    return { settings: { ...settingsOf(service), ...quiet, 'editor.tabSize': tabSize } };
  });
  after(() => service.close());
  before('signs in', () => signIn(workbench(), service));

  for (const { name, code, token, line } of faults) {
    it(`leads to the exact character in ${name}`, async () => {
      const { page, notifications, quickInput, folder } = workbench();
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
        await workbench()
          .statusBarItem(/^Ln \d+, Col \d+ \(/)
          .waitFor({ timeout: wait });
      });
      const shown = (await workbench().statusBar()).find((text) => text.startsWith('Ln '));
      assert.equal(shown, expected);
      await workbench().screenshot(`problem ${name}`);
      await workbench().closeEditors();
    });
  }

  it('leads nowhere after the next result of the open file is clean, for which the file is also offered', async () => {
    const { page, notifications, quickInput, folder } = workbench();
    const clean = '#include <cstdio>\nint main() {\n\treturn 0;\n}\n';
    const warned = clean.replace('return', 'int unused;\n\treturn');
    await fs.writeFile(path.join(folder, 'again.cpp'), clean);
    await workbench().openFile('again.cpp');
    const problems = page.locator('.markers-panel [role="treeitem"]', { hasText: /[‘'“]unused[’'”]/ });
    for (const [code, button, shown] of [
      [warned, 'Use This File', true],
      [clean, 'Use This File', false],
    ] as const) {
      const { requestId, done } = await service.submit({ pid: 'P1001', lang: 'cxx/17/gcc', code });
      await done;
      await workbench().runCommand('Judge: Fetch Judge Result');
      await quickInput.enter(requestId);
      await notifications.press('Use again.cpp as the source file', button);
      await workbench().problems();
      await eventually(async () => assert.equal((await problems.count()) > 0, shown));
    }
    await workbench().closeEditors();
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
