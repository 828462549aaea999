import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { workspaceFile } from '../../src/editor/integrations/uriHandler';

describe('The file in a link', () => {
  let outside: string;
  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

  before(async () => {
    outside = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-outside-'));
    await fs.writeFile(path.join(outside, 'secret.cpp'), 'int secret;\n');
    await fs.symlink(path.join(outside, 'secret.cpp'), path.join(root(), 'leads-out.cpp'));
    await fs.symlink(outside, path.join(root(), 'leads-out'));
    await fs.symlink(path.join(root(), 'P1001.cpp'), path.join(root(), 'stays-inside.cpp'));
  });
  after(async () => {
    for (const name of ['leads-out.cpp', 'leads-out', 'stays-inside.cpp'])
      await fs.rm(path.join(root(), name));
    await fs.rm(outside, { recursive: true });
  });

  it('must be in the workspace', async () => {
    const file = await workspaceFile('P1001.cpp');
    assert.equal(file?.fsPath, path.join(root(), 'P1001.cpp'));
    assert.equal((await workspaceFile('stays-inside.cpp'))?.fsPath, path.join(root(), 'stays-inside.cpp'));
  });

  it('is rejected if the file is missing, a folder, or outside the workspace through a symbolic link', async () => {
    const names = ['nothing.cpp', 'javascript', '.', '../P1001.cpp', 'leads-out.cpp', 'leads-out/secret.cpp'];
    for (const name of names) assert.equal(await workspaceFile(name), null, name);
  });
});
