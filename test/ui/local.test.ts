import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { eventually, useWorkbench } from './harness/index';

const wrongOnTwo =
  '#include <cstdio>\nint main() {\n\tint a, b, unused;\n\tif (scanf("%d%d", &a, &b) != 2) return 1;\n\tprintf("%d\\n", a == 2 ? 5 : a + b);\n}\n';

describe('Samples on this computer', () => {
  const workbench = useWorkbench({ settings: {} });
  const content = () => workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');

  it('run without a judge, after the user agreed once', async () => {
    const { notifications, folder } = workbench();
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
    await workbench().dialog().getByText('Run sum.cpp on this computer?').waitFor();
    await workbench().screenshot('local dialog');
    await workbench().dialog().getByRole('button', { name: 'Run' }).click();
    await notifications.expect(/WA · sum\.cpp/);
    await workbench().openContainer('Judge Results');
    const row = workbench().treeItem(/^WA · sum\.cpp/);
    await row.waitFor();
    await workbench().screenshot('local row');
    await notifications.press(/WA · sum\.cpp/, 'Show Case 2');
    await content().getByText('Wrong Answer').first().waitFor();
    await workbench().screenshot('local page');
    await eventually(async () => {
      await workbench().problems();
      assert.equal(
        await workbench().page.locator('.markers-panel [role="treeitem"]', { hasText: 'unused' }).count(),
        1,
      );
    });
    await workbench().screenshot('local problems');
  });

  it('show the file that a program wrote, its limit of the time, and a full stack', async () => {
    const { notifications, folder } = workbench();
    const program =
      '#include <cstdio>\nint f(volatile int n) { volatile char a[1000]; a[n % 1000] = 1; return 1 + f(n + 1) + a[0]; }\n' +
      'int main() {\n\tfreopen("three.in", "r", stdin);\n\tfreopen("three.out", "w", stdout);\n\tint a;\n\tscanf("%d", &a);\n' +
      '\tprintf("%d\\n", a);\n\tif (a == 2) for (;;);\n\tif (a == 3) return f(0);\n}\n';
    const samples = ['1', '2', '3'].flatMap((n) => [
      [`three${n}.in`, `${n}\n`],
      [`three${n}.out`, `${n}\n`],
    ]);
    await fs.mkdir(path.join(folder, 'three'));
    for (const [name = '', text = ''] of [['three.cpp', program], ...samples])
      await fs.writeFile(path.join(folder, 'three', name), text);
    await workbench().openFile('three.cpp');
    await workbench().runCommand('Judge: Run Samples');
    await notifications.press(/TLE · three\.cpp/, 'Show Case 2');
    await content().getByText('Time Limit Exceeded').first().waitFor();
    await workbench()
      .treeItem(/RE.*Stack overflow/)
      .waitFor();
    await workbench()
      .treeItem(/AC.*The output is that of three\.out/)
      .waitFor();
    await workbench().screenshot('local files');
    assert.deepEqual((await fs.readdir(path.join(folder, 'three'))).length, 7);
  });

  it('report a compile error at its characters', async () => {
    const { notifications, folder } = workbench();
    await fs.writeFile(path.join(folder, 'sum', 'sum.cpp'), wrongOnTwo.replace('a + b', 'a + missing'));
    await workbench().openFile('sum.cpp');
    await workbench().runCommand('Judge: Run Samples');
    await notifications.expect(/CE · sum\.cpp.*line 5/);
    await workbench().screenshot('local compile error');
  });
});
