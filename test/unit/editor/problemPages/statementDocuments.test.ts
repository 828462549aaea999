import { commandArguments, commandsRun, restoreEnv, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { env, UIKind, Uri, workspace } from 'vscode';
import { openDocument } from '../../../../src/editor/problemPages/statementDocuments';
import { MAX_KEPT_STATEMENTS } from '../../../../src/editor/problemPages/limits';
import type { Core } from '../../../../src/editor/shared/core';
import { standIn } from '../../support/standIn';

/** A complete document of one page, with bytes that aren’t text. */
const pdf = Buffer.concat([
  Buffer.from('%PDF-1.4\n%'),
  Buffer.from([0xe2, 0xe3, 0xcf, 0xd3, 0x0a]),
  Buffer.from(
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
]);

describe('A PDF document of a problem', () => {
  let folder: string;
  /** files that a program of the computer was asked to open */
  let opened: string[];
  let isThereProgram: boolean;
  const before = { fs: workspace.fs, uiKind: env.uiKind, remoteName: env.remoteName };
  const extension = () =>
    standIn<Core>({ context: { globalStorageUri: Uri.file(folder) }, log: { warn: () => undefined } });
  const open = (problemId: string) =>
    openDocument(extension(), { id: 'finals' }, { problemId, place: 'nwerc' }, pdf);

  beforeEach(async () => {
    speak('en');
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-statement-'));
    [opened, isThereProgram] = [[], true];
    commandsRun.length = 0;
    commandArguments.length = 0;
    Object.assign(workspace, {
      fs: {
        createDirectory: async ({ fsPath }: Uri) => fs.mkdir(fsPath, { recursive: true }),
        writeFile: async ({ fsPath }: Uri, bytes: Uint8Array) => fs.writeFile(fsPath, bytes),
        readDirectory: async ({ fsPath }: Uri) => (await fs.readdir(fsPath)).map((name) => [name, 2]),
        delete: async ({ fsPath }: Uri) => fs.rm(fsPath, { recursive: true }),
      },
    });
    Object.assign(env, {
      uiKind: UIKind.Desktop,
      remoteName: undefined,
      openExternal: async ({ scheme, fsPath }: Uri) => {
        opened.push(`${scheme} ${fsPath}`);
        return isThereProgram;
      },
    });
  });
  afterEach(async () => {
    Object.assign(workspace, { fs: before.fs });
    Object.assign(env, { uiKind: before.uiKind, remoteName: before.remoteName });
    restoreEnv();
    await fs.rm(folder, { recursive: true });
  });

  it('is opened unchanged by the computer’s program', async () => {
    await open('../a b');
    const [file = ''] = opened;
    assert.match(file, /^file .*[/\\]statements[/\\][\da-f]{16}[/\\]___a_b\.pdf$/);
    assert.ok(pdf.equals(await fs.readFile(file.replace('file ', ''))));
    assert.deepEqual(commandsRun, []);
  });

  it('is opened by VS Code if there is no program, on another computer, and in a browser', async () => {
    isThereProgram = false;
    await open('a');
    isThereProgram = true;
    opened = [];
    Object.assign(env, { remoteName: 'ssh-remote' });
    await open('b');
    Object.assign(env, { remoteName: undefined, uiKind: UIKind.Web });
    await open('c');
    assert.deepEqual(opened, []);
    assert.deepEqual(commandsRun, ['vscode.open', 'vscode.open', 'vscode.open']);
  });

  it('is the only one that is kept if there are too many', async () => {
    const all = path.join(folder, 'statements');
    for (let number = 0; number < MAX_KEPT_STATEMENTS; number += 1)
      await fs.mkdir(path.join(all, String(number)), { recursive: true });
    await open('a');
    assert.deepEqual(await fs.readdir(all), [/statements.(\w+)/.exec(opened[0] ?? '')?.[1]]);
  });
});
