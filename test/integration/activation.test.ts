import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openSession, until, type Session } from './support/session';

interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly contributes?: { readonly commands?: readonly { readonly command: string }[] };
}

describe('The extension @core', () => {
  const extension = vscode.extensions.getExtension('judge-results.judge-results');

  it('is found and activates', async () => {
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('runs in the requested version of VS Code', () => {
    assert.ok(extension);
    const { engines } = extension.packageJSON as Manifest;
    const [, oldest = ''] = /^\^(\d+\.\d+\.)/.exec(engines.vscode) ?? [];
    const wish = process.env['JUDGE_TEST_VSCODE'] || 'newest';
    if (wish === 'oldest') assert.ok(vscode.version.startsWith(oldest), vscode.version);
    else if (/^\d/.test(wish)) assert.equal(vscode.version, wish);
    else assert.ok(!vscode.version.startsWith(oldest), vscode.version);
  });

  it('registers exactly the commands of its manifest', async () => {
    assert.ok(extension);
    await extension.activate();
    const declared = (extension.packageJSON as Manifest).contributes?.commands ?? [];
    const expected = declared.map(({ command }) => command);
    // VS Code adds commands for each view (`<view>.focus`, `<view>.open` …). None of ours has two dots.
    const registered = (await vscode.commands.getCommands(true)).filter((id) =>
      /^judgeResults\.[^.]+$/.test(id),
    );
    assert.deepEqual(registered.sort(), expected.sort());
  });
});

// No earlier test of this window may fetch a result. Files run in alphabetical order.
describe('The first result fetched by a window', () => {
  let session: Session;
  let file: vscode.Uri;
  before(async () => {
    session = await openSession({ withPush: false });
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    file = vscode.Uri.joinPath(folder.uri, 'first-result.cpp');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('int main() { return x; }\n'));
  });
  after(async () => {
    await vscode.workspace.fs.delete(file);
    await session.close();
  });

  it('shows its compiler errors as Problems in the only file with the reported name', async () => {
    assert.deepEqual(session.api.records, []);
    const message = "/tmp/judge_a1/first-result.cpp:1:21: error: 'x' was not declared in this scope\n";
    const compile = { success: false, message, opt2: null };
    const envelope = { type: 'judge', requestId: 'first-result-1', data: { compile, judge: null } };
    session.service.script('first-result-1', [{ status: 200, body: envelope }]);
    await session.api.fetch('first-result-1');
    await until(() => vscode.languages.getDiagnostics(file).length > 0);
    const [problem] = vscode.languages.getDiagnostics(file);
    assert.equal(problem?.message, "'x' was not declared in this scope");
    assert.deepEqual([problem.range.start.line, problem.range.start.character], [0, 20]);
  });
});
