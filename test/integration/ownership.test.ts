import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { newRequestId } from '../../tools/service';
import { eventually } from '../../tools/workbench/eventually';
import { openSession, setting, until, type Session } from './support/session';

/** Compiler output with a warning for each of these words, the first in line 1. */
function warnings(...words: readonly string[]): string {
  return words.map((word, at) => `/tmp/x/src:${at + 1}:1: warning: ${word} [-Wx]\n`).join('');
}

describe('A file’s Problems', function () {
  this.timeout(180_000);
  let session: Session;
  let count = 0;

  before(async () => {
    session = await openSession({ withPush: false });
  });
  after(() => session.close());

  /** Creates a program of the user. */
  async function program(): Promise<vscode.Uri> {
    const file = path.join(session.folder, `${(count += 1)}.cpp`);
    await fs.writeFile(file, 'one;\ntwo;\nthree;\n');
    return vscode.Uri.file(file);
  }

  /** Adds a result with compiler output `message` for the file; null: linked to no file. Resolves when its record exists. */
  async function judged(file: vscode.Uri | null, message: string | null): Promise<string> {
    const requestId = newRequestId();
    const judge = { id: 1, status: 12, score: 100, time: 1, memory: 1, subtasks: [] };
    const data = { compile: { success: true, message, opt2: false }, judge };
    session.service.script(requestId, [{ body: { type: 'judge', requestId, trackId: null, data } }]);
    await session.track(requestId, file?.fsPath);
    await until(() => recordOf(requestId)?.state === 'finished');
    return requestId;
  }

  function recordOf(requestId: string) {
    return session.api.records.find(({ id }) => id === requestId);
  }

  function problemsIn(file: vscode.Uri): string[] {
    return vscode.languages.getDiagnostics(file).map(({ message }) => message);
  }

  async function shows(file: vscode.Uri, ...messages: readonly string[]): Promise<void> {
    await eventually(() => assert.deepEqual(problemsIn(file), messages));
  }

  it('belong to the newest result for the file', async () => {
    const file = await program();
    await judged(file, warnings('old', 'older'));
    await shows(file, 'old', 'older');
    await judged(file, warnings('new'));
    await shows(file, 'new');
  });

  for (const [what, message] of [
    ['without a word', ''],
    ['without a message', null],
    ['with a message about nothing in it', 'done\n'],
  ] as const) {
    it(`disappear after a compilation ${what}, without bringing back those of an older record`, async () => {
      const file = await program();
      const old = await judged(file, warnings('old'));
      await shows(file, 'old');
      await judged(file, message);
      await shows(file);
      // The older record changes: refreshing it brings a new result.
      const judge = { id: 1, status: 6, score: 0, time: 1, memory: 1, subtasks: [] };
      const data = { compile: { success: true, message: warnings('rejudged'), opt2: false }, judge };
      session.service.script(old, [{ body: { type: 'judge', requestId: old, trackId: null, data } }]);
      await vscode.commands.executeCommand('judgeResults.refresh', {
        key: session.keyOf(old),
      });
      await until(() => recordOf(old)?.verdict?.code === 6);
      const other = await program();
      await judged(other, warnings('other'));
      await shows(other, 'other');
      assert.deepEqual(problemsIn(file), []);
    });
  }

  async function remove(id: string): Promise<void> {
    await vscode.commands.executeCommand('judgeResults.remove', { key: session.keyOf(id) });
  }

  it('are replaced by the previous record’s Problems when their record is removed', async () => {
    const file = await program();
    const old = await judged(file, warnings('old'));
    const newer = await judged(file, warnings('newer'));
    const clean = await judged(file, null);
    await shows(file);
    await remove(clean);
    await shows(file, 'newer');
    await remove(newer);
    await shows(file, 'old');
    await remove(old);
    await shows(file);
  });

  /** The marked texts with their lines. */
  async function marked(file: vscode.Uri): Promise<string[]> {
    const document = await vscode.workspace.openTextDocument(file);
    return vscode.languages
      .getDiagnostics(file)
      .map(({ range }) => `${range.start.line} ${document.getText(range)}`);
  }

  async function marks(file: vscode.Uri, ...expected: readonly string[]): Promise<void> {
    await eventually(async () => assert.deepEqual(await marked(file), expected));
  }

  it('follow their tokens when a file is saved after edits in the same lines', async () => {
    const file = await program();
    await judged(file, warnings('first', 'second'));
    await shows(file, 'first', 'second');
    const editor = await vscode.window.showTextDocument(file);
    const { document } = editor;
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(0, 0), '// new\n  ');
      edit.insert(new vscode.Position(1, 4), ' // why');
    });
    assert.ok(await document.save());
    await marks(file, '1 one', '2 two');
    assert.deepEqual(problemsIn(file), ['first', 'second']);
    await editor.edit((edit) => edit.replace(new vscode.Range(2, 1, 2, 2), 'o'));
    assert.ok(await document.save());
    await shows(file, 'first', 'second (from an older version of this file)');
    await vscode.commands.executeCommand('undo');
    assert.ok(await document.save());
    await shows(file, 'first', 'second');
    await marks(file, '1 one', '2 two');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await marks(file, '1 one', '2 two');
  });

  describe('in the workspace', () => {
    let file: vscode.Uri;

    beforeEach(async () => {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(folder);
      file = vscode.Uri.joinPath(folder.uri, `own${(count += 1)}`, 'only one.cpp');
      await vscode.workspace.fs.writeFile(file, Buffer.from('one;\ntwo;\n'));
    });
    afterEach(() => vscode.workspace.fs.delete(vscode.Uri.joinPath(file, '..'), { recursive: true }));

    it('disappear when the file is renamed in the editor, and return when the old name is restored', async () => {
      await judged(file, warnings('here'));
      await shows(file, 'here');
      const away = vscode.Uri.joinPath(file, '..', 'away.cpp');
      await rename(file, away);
      await shows(file);
      await rename(away, file);
      await shows(file, 'here');
    });

    it('follow changes made by another program after the file is opened', async () => {
      await judged(file, warnings('here'));
      await shows(file, 'here');
      await fs.writeFile(file.fsPath, '// new\n  one;\ntwo;\n');
      await vscode.window.showTextDocument(file);
      await marks(file, '1 one');
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    });

    /** Renames a file as the Explorer does. */
    async function rename(from: vscode.Uri, to: vscode.Uri): Promise<void> {
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(from, to);
      assert.ok(await vscode.workspace.applyEdit(edit));
    }

    it('can be turned off and on for a file that is found only by name', async () => {
      await judged(null, warnings('named').replace('/src:', '/only one.cpp:'));
      await shows(file, 'named');
      await setting('diagnostics.enabled', false);
      await shows(file);
      await setting('diagnostics.enabled', undefined);
      await shows(file, 'named');
    });
  });
});
