import assert from 'node:assert/strict';
import * as vscode from 'vscode';

interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly contributes?: { readonly commands?: readonly { readonly command: string }[] };
}

describe('the extension @core', () => {
  const extension = vscode.extensions.getExtension('judge-results.judge-results');

  it('is found and activates', async () => {
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('is tried in the version of VS Code that was asked for', () => {
    assert.ok(extension);
    const { engines } = extension.packageJSON as Manifest;
    const [, oldest = ''] = /^\^(\d+\.\d+\.)/.exec(engines.vscode) ?? [];
    const wish = process.env['JUDGE_TEST_VSCODE'] || 'newest';
    if (wish === 'oldest') assert.ok(vscode.version.startsWith(oldest), vscode.version);
    else if (/^\d/.test(wish)) assert.equal(vscode.version, wish);
    else assert.ok(!vscode.version.startsWith(oldest), vscode.version);
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
