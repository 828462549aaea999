import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startCmsStandIn, type CmsStandIn } from '../support/standIns/cms';
import { eventually, useWorkbench } from './harness/index';
import { enterDelays, typeThenEnter } from './support/typing';

const program = '#include <iostream>\nint main() {\n  std::cout << 3;\n}\n';

describe('A CMS contest that is named like a page', () => {
  let site: CmsStandIn;
  const workbench = useWorkbench(async () => {
    site = await startCmsStandIn({ contest: 'testing' });
    return { settings: { 'judgeResults.notifications': 'never' } };
  });
  after(() => site.stop());
  afterEach(() => workbench().quickInput.cancelIfOpen());

  const placeholderIs = (expected: RegExp) =>
    eventually(async () => assert.match(await workbench().quickInput.placeholder(), expected));

  async function open(file: string): Promise<void> {
    await workbench().closeEditors();
    await fs.writeFile(path.join(workbench().folder, file), program);
    await workbench().openFile(file);
  }

  async function openPrompt(): Promise<void> {
    await workbench().runCommand('Judge: Submit');
    await placeholderIs(/title of the problem$/);
  }

  it('is added by its URL', async () => {
    const { quickInput, notifications } = workbench();
    await workbench().openContainer('Judge Results');
    await workbench().runCommand('Judge: Choose Online Judge…');
    await placeholderIs(/^Type a name/);
    await quickInput.type('CMS');
    await quickInput.pick('CMS');
    await eventually(async () => assert.match(await quickInput.message(), /^URL of the site/));
    await quickInput.enter(site.contestUrl);
    await eventually(async () => assert.match(await quickInput.message(), /^User name/));
    await quickInput.enter(site.user.username);
    await quickInput.enter(site.user.password);
    await notifications.expect(/^Signed in to /);
    await notifications.clear();
  });

  it('offers all tasks with their titles, and shows the tests of a task without groups', async () => {
    const { quickInput } = workbench();
    await open('sums.cpp');
    await openPrompt();
    const tasks = ['sums Many Sums', 'sum Sum of Two', 'coding Coding', 'outputs Outputs', 'secret Secret'];
    await eventually(async () => {
      const rows = await quickInput.rows();
      assert.deepEqual(
        rows.map((row, index) => row.slice(0, tasks[index]?.length)),
        tasks,
      );
    });
    assert.match((await quickInput.rows())[0] ?? '', /from the file name/);
    await workbench().screenshot('cms-tasks');
    await quickInput.accept();
    await quickInput.pick('Other Language…');
    await placeholderIs(/^Select a language$/);
    await quickInput.pick('C++20 / g++');
    await quickInput.pick(/ to .+ · C\+\+20/);
    await quickInput.closed();
    const id = await eventually(() => site.newestId);
    site.finish(id, 'timeLimit', 1_067);
    const row = workbench().treeItem(/25 \/ 50 · sums/);
    await row.waitFor();
    await workbench().chooseFor(row, 'Open Result');
    const page = workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await page.locator('.summary', { hasText: '1 of 4 failed, 2 hidden' }).waitFor();
    await eventually(async () => assert.equal(await page.locator('.square').count(), 4));
    await workbench().screenshot('cms-sum-time-limit');
  });

  it('accepts the task that was typed instead of a recent one, however soon Enter follows', async () => {
    const { page, quickInput } = workbench();
    await open('main.cpp');
    // the task “sums” is a recent one, and contains the typed name
    for (const delay of [null, 1_000]) {
      const restore =
        delay === null
          ? () => undefined
          : site.misbehave({
              method: 'GET',
              path: '/testing/api/task_list',
              what: { kind: 'delay', ms: delay },
            });
      for (const enterDelay of enterDelays) {
        await openPrompt();
        await typeThenEnter(page, 'sum', enterDelay);
        await placeholderIs(/ · sum Sum of Two · /);
        await quickInput.cancel();
      }
      restore();
    }
  });
});
