import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startLocalService, type LocalService } from '../../tools/service';
import { eventually, useWorkbench } from './harness/index';

const program =
  "console.log(require('fs').readFileSync(0, 'utf8').split(/\\s+/).reduce((a, b) => +a + +b));\n";

describe('a submission that something else asks for: a key, a task, another extension', () => {
  let service: LocalService;
  before(async () => {
    service = await startLocalService();
  });
  after(() => service.close());
  const workbench = useWorkbench({
    get settings() {
      const settings = Object.entries(service.settings);
      return Object.fromEntries(settings.map(([name, value]) => [`judgeResults.${name}`, value]));
    },
    keybindings: (folder) => {
      const file = pathToFileURL(path.join(folder, 'P1001.js')).href;
      const submission = { file, problemId: 'P1001', language: 'js/node/lts' };
      const key = (name: string, args: unknown) => ({
        key: `ctrl+alt+${name}`,
        command: 'judgeResults.submit',
        args,
      });
      return [
        key('8', { ...submission, optimise: false }),
        key('9', { ...submission, problemId: '../quota' }),
        key('7', 'x'.repeat(10_000)),
      ];
    },
  });

  before('signs in', async () => {
    await fs.writeFile(path.join(workbench().folder, 'P1001.js'), program);
    await workbench().openContainer('Judge Results');
    await workbench().runCommand('Judge: Sign In…');
    await workbench().quickInput.enter(service.token);
    await workbench().notifications.expect(/Signed in to/);
    await workbench().notifications.clear();
  });

  it('is always confirmed, with all that would be sent', async () => {
    const { page } = workbench();
    await page.keyboard.press('Control+Alt+8');
    const dialog = workbench().dialog();
    await dialog.getByText('Submit P1001.js to Local Judge as P1001?').waitFor();
    const words = await dialog.innerText();
    assert.ok(words.includes(`P1001 · JavaScript (Node.js LTS) · ${program.length} bytes`), words);
    assert.match(words, /Each submission costs 1–10 points/);
    assert.match(words, /^P1001\.js$/m);
    await workbench().screenshot('submit-confirmation');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.deepEqual(service.handedIn, []);
  });

  it('is sent after a yes', async () => {
    const { page } = workbench();
    await page.keyboard.press('Control+Alt+8');
    await workbench().dialog().getByText('Submit P1001.js').waitFor();
    await page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Submit' }).first().click();
    await eventually(() => assert.equal(service.handedIn.length, 1));
    const [sent] = service.handedIn;
    assert.deepEqual(
      { ...sent, trackId: null },
      { pid: 'P1001', lang: 'js/node/lts', o2: false, code: program, trackId: null },
    );
  });

  it('is compared with what was sent, also when its file was set again', async () => {
    const { page, quickInput } = workbench();
    await fs.writeFile(path.join(workbench().folder, 'moved.js'), 'console.log(0);\n');
    await workbench().openFile('moved.js');
    const row = workbench().treeItem('AC 100 · P1001');
    await row.waitFor();
    await workbench().chooseFor(row, 'Set Source File…');
    await quickInput.pick(/^moved\.js/);
    await quickInput.closed();
    await workbench().chooseFor(row, 'Compare with Submitted Code');
    await page.locator('.tab', { hasText: 'moved.js: submitted ↔ current' }).waitFor();
    const sides = page.locator('.monaco-diff-editor');
    await sides.locator('.editor.original .view-line', { hasText: 'reduce((a, b) => +a + +b)' }).waitFor();
    await sides.locator('.editor.modified .view-line', { hasText: 'console.log(0);' }).waitFor();
    await workbench().screenshot('compare-with-judged');
  });

  it('is refused where its form is wrong', async () => {
    for (const key of ['9', '7']) {
      await workbench().notifications.clear();
      await workbench().page.keyboard.press(`Control+Alt+${key}`);
      await workbench().notifications.expect(/Couldn’t submit: invalid arguments/);
    }
    assert.equal(service.handedIn.length, 1);
  });
});
