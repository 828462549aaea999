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

  it('report a compile error at its characters', async () => {
    const { notifications, folder } = workbench();
    await fs.writeFile(path.join(folder, 'sum', 'sum.cpp'), wrongOnTwo.replace('a + b', 'a + missing'));
    await workbench().openFile('sum.cpp');
    await workbench().runCommand('Judge: Run Samples');
    await notifications.expect(/CE · sum\.cpp.*line 5/);
    await workbench().screenshot('local compile error');
  });
});
