import assert from 'node:assert/strict';
import { eventually, useWorkbench } from './harness/index';

describe('the packaged extension in a workbench', () => {
  const workbench = useWorkbench();

  it('has a view container that says what to do first', async () => {
    await workbench().openContainer('Judge Results');
    await eventually(async () => assert.match(await workbench().welcome(), /Choose/));
    await workbench().screenshot('welcome');
  });

  it('is listed by its name among the installed extensions', async () => {
    await workbench().runCommand('Extensions: Show Installed Extensions');
    const names = workbench().page.locator('.extension-list-item .name');
    await eventually(async () => assert.ok((await names.allInnerTexts()).includes('Judge Results')));
  });
});
