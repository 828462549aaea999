import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalService, type LocalService } from '../../tools/service';
import { clickOnce } from '../../tools/workbench/click-once';
import { eventually, useWorkbench } from './harness/index';
import { filesWith } from './support/secrets';

const program =
  "// 文\nconst [a, b] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number);\nconsole.log(a + b);\n";

describe('a program handed in to the public service', () => {
  let service: LocalService;
  before(async () => {
    service = await startLocalService({ role: 'luogu', points: 50 });
  });
  after(() => service.close());
  const workbench = useWorkbench({
    get settings() {
      // which service it is stays for the person to choose
      const settings = Object.entries(service.settings).filter(([name]) => name !== 'service');
      return Object.fromEntries(settings.map(([name, value]) => [`judgeResults.${name}`, value]));
    },
  });
  const posts = () => service.entries().filter(({ method }) => method === 'POST');

  it('needs a choice and a token first, and says what a token is before it asks', async () => {
    const { quickInput, notifications } = workbench();
    await fs.writeFile(
      path.join(workbench().folder, 'sent P1001.js'),
      `\ufeff${program.replaceAll('\n', '\r\n')}`,
    );
    await workbench().openFile('sent P1001.js');
    await workbench().runCommand('Judge: Submit Active File…');
    await quickInput.row('Local Judge').waitFor();
    assert.match(
      await workbench().page.locator('.quick-input-list').innerText(),
      /Requires a paid Open Platform token/,
    );
    await quickInput.pick('Local Judge');
    await eventually(async () => assert.match(await quickInput.message(), /OpenApp token/));
    await quickInput.enter(service.token);
    await notifications.expect(/Signed in to/);
    await notifications.clear();
  });

  it('is asked for problem, language and switch, with size, points left and price', async () => {
    const { quickInput } = workbench();
    await eventually(async () =>
      assert.match(await quickInput.title(), /^Submit sent P1001\.js to Local Judge/),
    );
    await eventually(async () =>
      assert.match((await quickInput.rows())[0] ?? '', /^P1001 from the file name/),
    );
    await quickInput.pick(/P1001$/);
    await eventually(async () =>
      assert.equal(
        await quickInput.placeholder(),
        'Select or enter a language · 50 points left · Each submission costs 1–10 points',
      ),
    );
    await quickInput.pick('JavaScript (Node.js LTS)');
    await quickInput.row(/Submit with -O2$/).waitFor();
    await eventually(async () => {
      const asked = await quickInput.placeholder();
      const size = Buffer.byteLength(program);
      assert.equal(
        asked,
        `P1001 · JavaScript (Node.js LTS) · ${size} bytes · 50 points left · Each submission costs 1–10 points`,
      );
    });
    await quickInput.pick(/Submit with -O2$/);
  });

  it('is sent once, as it is saved, without byte order mark and with line feeds', async () => {
    await workbench().openContainer('Judge Results');
    await workbench().treeItem('AC 100 · P1001').waitFor();
    assert.equal(posts().length, 1);
    const [sent] = service.handedIn;
    assert.deepEqual(
      { ...sent, trackId: null },
      { pid: 'P1001', lang: 'js/node/lts', o2: true, code: program, trackId: null },
    );
    assert.match(String(sent?.['trackId']), /^[\da-f-]{36}$/);
  });

  it('is sent again by one key, asked about only where its text is unchanged', async () => {
    const { page } = workbench();
    await workbench().openFile('sent P1001.js');
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('Control+Alt+J');
    await workbench()
      .dialog()
      .getByText(/hasn’t changed since the last submission/)
      .waitFor();
    await page.keyboard.press('Escape');
    await workbench().dialog().waitFor({ state: 'hidden' });
    assert.equal(posts().length, 1);

    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('// changed');
    await page.keyboard.press('Control+Alt+J');
    await eventually(() => assert.equal(service.handedIn.length, 2));
    assert.equal(service.handedIn[1]?.['code'], `${program}// changed`);
    const saved = await fs.readFile(path.join(workbench().folder, 'sent P1001.js'), 'utf8');
    assert.equal(saved.replaceAll('\r\n', '\n').replace('\ufeff', ''), `${program}// changed`);
  });

  it('is never sent twice by itself: where the answer is lost, that is said and the person decides', async () => {
    const { page } = workbench();
    service.misbehave({ method: 'POST', what: { kind: 'cut', bytes: 5 }, times: 1 });
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.type('// more');
    await page.keyboard.press('Control+Alt+J');
    const dialog = workbench().dialog();
    await dialog.getByText(/may have received sent P1001\.js, but its ID is unknown/).waitFor();
    assert.equal(posts().length, 3);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(posts().length, 3);
  });

  it('can be cancelled while it is sent: that it may have been taken is said', async () => {
    const { page, notifications } = workbench();
    await notifications.clear();
    service.misbehave({ method: 'POST', what: { kind: 'silence' }, times: 1 });
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.type('// later');
    await page.keyboard.press('Control+Alt+J');
    await eventually(() => assert.equal(posts().length, 4));
    const cancel = page
      .locator('.notification-list-item', { hasText: 'Submitting sent P1001.js as P1001' })
      .locator('.monaco-button', { hasText: 'Cancel' })
      .first();
    await eventually(async (wait) => {
      // another notification that comes or goes may push it away under the mouse
      if (await cancel.isVisible()) await clickOnce(cancel, wait);
      await notifications.expect(/^Canceled\. .* may have received sent P1001\.js/, wait);
    });
    await workbench().screenshot('submission-cancelled');
    assert.equal(await workbench().dialog().count(), 0);
    assert.equal(posts().length, 4);
  });

  it('is refused in words when the balance is used up', async () => {
    const { page, notifications } = workbench();
    service.setQuota(0);
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.type('// again');
    await page.keyboard.press('Control+Alt+J');
    const { buttons } = await notifications.expect(/No balance left on Local Judge \(402\)/);
    assert.deepEqual(buttons, ['Show Quota']);
    await notifications.press(/402/, 'Show Quota');
    await eventually(async () => assert.match(await workbench().quickInput.title(), /: 0 points left/));
    await workbench().quickInput.cancel();
  });

  it('is refused field by field when the form is wrong', async () => {
    const { page, notifications, quickInput } = workbench();
    service.setQuota(10);
    await notifications.clear();
    await page.locator('.monaco-editor .view-lines').first().click();
    await workbench().runCommand('Judge: Submit Active File…');
    // Enter at once after the last letter
    await quickInput.enter('P9999');
    await eventually(async () => assert.match(await quickInput.placeholder(), /^Select or enter a language/));
    await quickInput.enter('cobol');
    await quickInput.pick(/Submit without -O2$/);
    const { message } = await notifications.expect(/\(400\)/);
    assert.match(message, /pid: P9999 is not a problem of this service; lang: cobol is not a valid language/);
  });

  it('is sent as it is when the last question is answered, where it was changed meanwhile', async () => {
    const { page, notifications, quickInput } = workbench();
    await notifications.clear();
    await page.locator('.monaco-editor .view-lines').first().click();
    await workbench().runCommand('Judge: Submit Active File…');
    await quickInput.enter('P1001');
    await eventually(async () => assert.match(await quickInput.placeholder(), /^Select or enter a language/));
    await quickInput.enter('js/node/lts');
    await quickInput.row(/Submit without -O2$/).waitFor();
    const sentBefore = service.handedIn.length;
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('// while asked');
    await quickInput.pick(/Submit without -O2$/);
    await eventually(() => assert.equal(service.handedIn.length, sentBefore + 1));
    assert.match(String(service.handedIn.at(-1)?.['code']), /\/\/ while asked$/);
  });

  it('is sent once where the key is pressed twice, and the second time says so', async () => {
    const { page, notifications } = workbench();
    const sent = posts().length;
    service.misbehave({ method: 'POST', what: { kind: 'silence' }, times: 1 });
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.type('// twice');
    await page.keyboard.press('Control+Alt+J');
    await page.keyboard.press('Control+Alt+J');
    await notifications.expect(/^sent P1001\.js is already being submitted\.$/);
    await workbench().screenshot('submitted twice');
    await notifications.press(/^Submitting sent P1001\.js/, 'Cancel');
    await notifications.expect(/^Canceled\. Local Judge may have received sent P1001\.js/);
    assert.equal(posts().length, sent + 1);
    const told = (await notifications.shown()).map(({ message }) => message);
    assert.deepEqual(
      told.filter((message) => /couldn’t be saved/.test(message)),
      [],
    );
    await notifications.clear();
  });

  it('leaves the token in no file of VS Code or the workspace', async () => {
    assert.deepEqual(await filesWith(service.token, workbench().server.dataDir), []);
    assert.deepEqual(await filesWith(service.token, workbench().folder), []);
  });
});
