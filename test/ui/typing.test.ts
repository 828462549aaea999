import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Envelope } from '../../src/judge';
import { startLocalService, type LocalService } from '../../tools/service';
import { housekeeping } from '../../tools/workbench/housekeeping';
import { eventually, useWorkbench } from './harness/index';
import * as records from './panel/records';
import { settingsOf, shownId, signIn } from './support/steps';

/** Longer than it takes to begin typing. */
const delayMs = 2500;
const typed = 'every character of this sentence arrives where it is typed, whatever the judge does meanwhile';

describe('Typing while a judge responds slowly', () => {
  let service: LocalService;
  const workbench = useWorkbench(async () => {
    service = await startLocalService();
    for (const id of ['editor', 'palette', 'hidden']) {
      const body: Envelope = { ...records.mixed, requestId: id };
      service.script(id, [{ body, delayMs }]);
    }
    return { settings: { ...settingsOf(service), 'editor.autoClosingBrackets': 'never' } };
  });
  after(() => service.close());

  before('signs in', () => signIn(workbench(), service));

  const requests = () => service.entries().length;
  const row = (id: string) => workbench().treeItem(shownId(id));
  const savedText = async (name: string): Promise<string> => {
    await workbench().page.keyboard.press('Control+s');
    await workbench().page.locator('.tab.dirty').waitFor({ state: 'hidden' });
    return fs.readFile(path.join(workbench().folder, name), 'utf8');
  };

  /** Opens an empty file and asks for a result. Resolves when the judge has received the request. */
  async function startFetch(id: string, name: string): Promise<void> {
    await fs.writeFile(path.join(workbench().folder, name), '');
    await workbench().openFile(name);
    const before = requests();
    await workbench().quickInput.openBy(housekeeping.fetch.key, id);
    await workbench().quickInput.row(`Fetch ${id}`).waitFor();
    await workbench().quickInput.accept();
    await workbench().quickInput.closed();
    await eventually(async () => assert.ok(requests() > before));
  }

  it('leaves every character in the editor, and the row isn’t focused', async () => {
    await startFetch('editor', 'typed.txt');
    await workbench().page.keyboard.type(typed, { delay: 60 });
    await row('editor').waitFor();
    await workbench().page.locator('.editor-instance .monaco-editor.focused').waitFor();
    assert.equal(await savedText('typed.txt'), typed);
  });

  it('keeps the Command Palette open with every character', async () => {
    await startFetch('palette', 'other.txt');
    await workbench().page.keyboard.press('F1');
    await workbench().quickInput.opened();
    await workbench().page.keyboard.type(typed, { delay: 60 });
    await row('palette').waitFor();
    assert.equal(await workbench().quickInput.value(), `>${typed}`);
    await workbench().quickInput.cancel();
  });

  it('doesn’t open the list in place of another view, but offers to', async () => {
    await workbench().openContainer('Search');
    await startFetch('hidden', 'third.txt');
    await workbench().page.keyboard.type(typed, { delay: 60 });
    await workbench().notifications.expect(/is in the list\./);
    await workbench()
      .page.locator('.sidebar .composite.title', { hasText: /Search/i })
      .waitFor();
    assert.equal(await savedText('third.txt'), typed);
  });
});
