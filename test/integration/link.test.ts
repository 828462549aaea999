import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { workspaceFile } from '../../src/editor/integrations/uriHandler';
import { setting } from './support/session';

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

describe('A judge in a file of the workspace', () => {
  const { window } = vscode;
  const { showInformationMessage, showErrorMessage } = window;
  /** Details of the confirmations, and texts of the errors. */
  let shown: string[];
  /** The button that is pressed; undefined: the dialog is closed. */
  let pressed: string | undefined;
  let file: vscode.Uri;
  const entry = { type: 'dmoj', url: 'https://judge.school.edu' };

  const services = () => vscode.workspace.getConfiguration('judgeResults').inspect<object>('services');
  const add = async (content: string): Promise<void> => {
    await fs.writeFile(file.fsPath, content);
    await vscode.commands.executeCommand('judgeResults.addJudgeFromFile', file);
  };

  before(async () => {
    await vscode.extensions.getExtension('judge-results.judge-results')?.activate();
    const folder = vscode.workspace.workspaceFolders?.[0] ?? assert.fail('no folder is open');
    file = vscode.Uri.joinPath(folder.uri, 'judge-results.json');
    await setting('services', undefined);
  });
  beforeEach(() => {
    [shown, pressed] = [[], undefined];
    const show = (message: string, options: unknown): Promise<string | undefined> => {
      const isModal = typeof options === 'object' && options !== null && 'detail' in options;
      shown.push(isModal ? `${message}\n${String(options.detail)}` : message);
      return Promise.resolve(isModal ? pressed : undefined);
    };
    Object.assign(window, { showInformationMessage: show, showErrorMessage: show });
  });
  afterEach(() => Object.assign(window, { showInformationMessage, showErrorMessage }));
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await fs.rm(file.fsPath, { force: true });
    await setting('services', undefined);
    await setting('service', undefined);
  });

  it('isn’t added when the file is opened, nor without confirmation', async () => {
    await fs.writeFile(file.fsPath, JSON.stringify({ name: 'School', ...entry }));
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
    assert.deepEqual(shown, []);
    await add(JSON.stringify({ name: 'School', ...entry }));
    assert.equal(shown.length, 1);
    assert.match(shown[0] ?? '', /^Add the judge School from judge-results\.json\?\nType: DMOJ\n/);
    assert.equal(services()?.globalValue, undefined);
  });

  it('is rejected with the reason if the description is hostile', async () => {
    pressed = 'Add';
    const json = { type: 'json', url: entry.url, result: { path: '/{id}', fields: { status: 'status' } } };
    const attacks: readonly (readonly [string, RegExp])[] = [
      ['x'.repeat(1024 * 1024), /larger than 64 KiB/],
      ['{', /isn’t JSON/],
      [JSON.stringify({ ...json, website: 'https://evil.example' }), /“website” is on another host/],
      [JSON.stringify({ ...json, push: { webSocketUrl: 'wss://evil.example', id: 'id' } }), /another host/],
      [JSON.stringify({ ...entry, token: 'abc' }), /“token” contains a credential/],
      [
        JSON.stringify({ ...entry, url: 'https://a:b@judge.school.edu' }),
        /Remove the user name and password/,
      ],
      [JSON.stringify({ ...entry, url: 'http://judge.school.edu' }), /only over HTTPS/],
      [JSON.stringify({ ...entry, headers: { 'X-A': 'b' } }), /“headers”: Unknown field/],
      [JSON.stringify({ ...entry, 'push.callback.port': 8080 }), /Unknown field/],
      [JSON.stringify({ ...entry, follow: true }), /“follow” can’t be shared/],
      [JSON.stringify({ ...entry, name: 'a\u202eb' }), /hidden characters/],
    ];
    for (const [content, reason] of attacks) {
      shown = [];
      await add(content);
      assert.equal(shown.length, 1, content.slice(0, 100));
      assert.match(shown[0] ?? '', /^The judge in judge-results\.json can’t be added\. /);
      assert.match(shown[0] ?? '', reason);
    }
    assert.equal(services()?.globalValue, undefined);
  });
});
