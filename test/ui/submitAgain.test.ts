import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalService, type LocalService } from '../../tools/service';
import { eventually, useWorkbench } from './harness/index';
import { settingsOf, signIn } from './support/steps';

const program = 'console.log(eval(require("fs").readFileSync(0, "utf8").trim().split(/\\s+/).join("+")));\n';

describe('the choices of a submission', () => {
  let service: LocalService;
  const workbench = useWorkbench(async () => {
    service = await startLocalService({ role: 'luogu', points: 500 });
    return { settings: { ...settingsOf(service), 'judgeResults.notifications': 'never' } };
  });
  after(() => service.close());
  before('opens a program', async () => {
    await signIn(workbench(), service);
    await fs.writeFile(path.join(workbench().folder, 'again P1001.js'), program);
    await workbench().openFile('again P1001.js');
  });

  const icon = (label: string) => workbench().page.locator(`.editor-actions a[aria-label^="${label}"]`);
  const back = () => workbench().page.getByRole('button', { name: 'Back' });
  const last = () => {
    const { pid, lang, o2 } = service.handedIn.at(-1) ?? {};
    return [pid, lang, o2];
  };
  const active = () => workbench().page.locator('.quick-input-list .monaco-list-row.focused');
  const titleIs = (step: number) =>
    eventually(async () =>
      assert.match(await workbench().quickInput.title(), new RegExp(`\\(${step}/3\\)$`)),
    );

  it('can be changed by going back, with the answers of before still there', async () => {
    const { page, quickInput } = workbench();
    await icon('Submit Active File').click();
    await titleIs(1);
    assert.equal(await back().count(), 0);
    await quickInput.enter('P9999');
    await titleIs(2);
    await quickInput.enter('js/node/lts');
    await titleIs(3);
    await workbench().screenshot('submission with Back');
    await back().click();
    await titleIs(2);
    await eventually(async () => assert.match(await active().innerText(), /JavaScript \(Node\.js LTS\)/));
    await page.keyboard.press('Control+Alt+Minus');
    await titleIs(1);
    await eventually(async () => assert.match(await active().innerText(), /P9999/));
    await quickInput.enter('P1001');
    await titleIs(2);
    await page.keyboard.press('Enter');
    await titleIs(3);
    await quickInput.pick(/Submit without -O2$/);
    await eventually(() => assert.equal(service.handedIn.length, 1));
    assert.deepEqual(last(), ['P1001', 'js/node/lts', false]);
  });

  it('are those of last time at a click on the icon', async () => {
    const { page, quickInput } = workbench();
    await icon('Submit with Options').waitFor();
    assert.equal(await icon('Submit Active File').count(), 0);
    for (const theme of ['Dark Modern', 'Light Modern'] as const) {
      await workbench().setTheme(theme);
      await workbench().screenshot(`submit again ${theme}`);
    }
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('// again');
    await icon('Submit Again').click();
    await eventually(() => assert.equal(service.handedIn.length, 2));
    assert.equal(await quickInput.isOpen(), false);
    assert.deepEqual(last(), ['P1001', 'js/node/lts', false]);
    assert.match(String(service.handedIn.at(-1)?.['code']), /\/\/ again$/);
  });

  it('are changed with the arrow beside it, and remembered from then on', async () => {
    const { page, quickInput } = workbench();
    await icon('Submit with Options').focus();
    await page.keyboard.press('Enter');
    await titleIs(1);
    await page.keyboard.press('Enter');
    await titleIs(2);
    await page.keyboard.press('Enter');
    await titleIs(3);
    await quickInput.pick(/Submit with -O2$/);
    await eventually(() => assert.equal(service.handedIn.length, 3));
    assert.deepEqual(last(), ['P1001', 'js/node/lts', true]);
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.type('// by a key');
    await page.keyboard.press('Control+Alt+J');
    await eventually(() => assert.equal(service.handedIn.length, 4));
    assert.deepEqual(last(), ['P1001', 'js/node/lts', true]);
    // the window that is loaded again has no credentials to see them end
    await eventually(async () => {
      const [file, ...others] = await workbench().treeRows();
      assert.deepEqual([file?.label, others], ['again P1001.js', []]);
      assert.match(file?.description ?? '', /^AC 100 · 4 results · /);
    });
  });

  it('are still those of the file after a reload', async () => {
    await workbench().reload();
    await workbench().openFile('again P1001.js');
    await icon('Submit Again').waitFor();
    await workbench().openFile('P1115.cpp');
    await icon('Submit Active File').waitFor();
    assert.equal(await icon('Submit Again').count(), 0);
  });

  it('are forgotten with the records', async () => {
    await workbench().openFile('again P1001.js');
    await workbench().openContainer('Judge Results');
    await workbench().runCommand('Judge: Clear Finished Records');
    await workbench().dialog().getByRole('button', { name: 'Clear' }).click();
    await icon('Submit Active File').waitFor();
    assert.equal(await icon('Submit Again').count(), 0);
  });
});
