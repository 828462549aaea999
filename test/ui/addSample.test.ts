import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { eventually, useWorkbench } from './harness/index';

const program =
  '#include <cstdio>\nint main() {\n\tint a, b;\n\tscanf("%d%d", &a, &b);\n\tprintf("%d\\n", a + b);\n}\n';

describe('A folder without anything', () => {
  const workbench = useWorkbench({ settings: {} });
  const content = () => workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');

  it('gets the first sample of a program, which runs and is saved next to it', async () => {
    const { notifications, folder } = workbench();
    const own = path.join(folder, 'empty');
    await fs.mkdir(own);
    await fs.writeFile(path.join(own, 'sum.cpp'), program);
    await workbench().openFile('sum.cpp');
    await workbench().runCommand('Judge: Run Samples');
    await notifications.press(/No samples for sum\.cpp\./, 'Add Sample…');
    await content().getByLabel('Input').fill('1 2\n');
    await content().getByLabel('Expected Output').fill('3');
    await workbench().screenshot('add sample');
    await content().getByRole('button', { name: 'Run Samples' }).click();
    await workbench().dialog().getByRole('button', { name: 'Run' }).click();
    await notifications.expect(/AC · sum\.cpp/);
    await content().getByText('Saved sum.1.in, sum.1.ans').waitFor();
    await workbench().screenshot('add sample saved');
    await eventually(async () => {
      assert.deepEqual((await fs.readdir(own)).toSorted(), ['sum.1.ans', 'sum.1.in', 'sum.cpp']);
    });
    assert.deepEqual(
      await Promise.all(['sum.1.in', 'sum.1.ans'].map((name) => fs.readFile(path.join(own, name), 'utf8'))),
      ['1 2\n', '3\n'],
    );
  });
});
