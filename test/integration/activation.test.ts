import assert from 'node:assert/strict';
import * as vscode from 'vscode';

interface Manifest {
  readonly contributes?: { readonly commands?: readonly { readonly command: string }[] };
}

describe('the extension', () => {
  const extension = vscode.extensions.getExtension('judge-results.judge-results');

  it('is found and activates', async () => {
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('registers exactly the commands that its manifest declares', async () => {
    assert.ok(extension);
    await extension.activate();
    const declared = (extension.packageJSON as Manifest).contributes?.commands ?? [];
    const expected = declared.map(({ command }) => command);
    // VS Code adds commands of its own for each view (`<view>.focus`, `<view>.open` …), none of ours has two dots
    const registered = (await vscode.commands.getCommands(true)).filter((id) =>
      /^judgeResults\.[^.]+$/.test(id),
    );
    assert.deepEqual(registered.sort(), expected.sort());
  });
});
