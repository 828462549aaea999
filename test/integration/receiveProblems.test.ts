import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { COMPANION_PORTS } from '../../src/editor/companion/limits';
import { probePort } from '../../src/editor/companion/probePort';
import { sharedFolder } from '../../src/editor/companion/userFolder';
import { answering, useNotices } from './support/person';
import { until } from './support/session';

describe('Receiving problems from the browser', function () {
  this.timeout(180_000);
  useNotices();
  const { XDG_STATE_HOME } = process.env;
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  let folder: string;

  before(() => {
    folder = fs.mkdtempSync(path.join(tmpdir(), 'shared-'));
    process.env['XDG_STATE_HOME'] = folder;
  });
  after(async () => {
    if (XDG_STATE_HOME === undefined) delete process.env['XDG_STATE_HOME'];
    else process.env['XDG_STATE_HOME'] = XDG_STATE_HOME;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const name of ['1850A.cpp', '1850B.cpp', '1850C.cpp', 'template.cpp', '.cph'])
      fs.rmSync(path.join(root, name), { recursive: true, force: true });
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the port on which this window receives problems; null: none. Other programs may use some of them. */
  async function ownPort(): Promise<number | null> {
    const file = path.join(sharedFolder(), 'window-secret');
    const secret = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
    for (const port of COMPANION_PORTS) {
      const probe = probePort(port, secret);
      const { kind } = await probe.first;
      probe.close();
      if (kind === 'ours') return port;
    }
    return null;
  }

  async function send(letter: string, size: number, tests: readonly object[]): Promise<number | undefined> {
    const port = await ownPort();
    return new Promise((resolve, reject) => {
      const request = http.request(
        { port, host: '127.0.0.1', method: 'POST', headers: { 'Content-Type': 'application/json' } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      request.on('error', reject);
      request.end(
        JSON.stringify({
          name: `${letter}. To My Critics`,
          group: 'Codeforces - Round',
          url: `https://codeforces.com/contest/1850/problem/${letter}`,
          interactive: false,
          memoryLimit: 256,
          timeLimit: 1000,
          tests,
          testType: 'single',
          input: { type: 'stdin' },
          output: { type: 'stdout' },
          batch: { id: size === 1 ? letter : 'contest', size },
        }),
      );
    });
  }

  const sample = { input: '1\n', output: '2\n' };
  const exists = (name: string): boolean => fs.existsSync(path.join(root, name));
  const active = (): string => path.basename(vscode.window.activeTextEditor?.document.uri.fsPath ?? '');
  const stored = (): readonly string[] =>
    fs
      .readdirSync(path.join(root, '.cph'))
      .filter((name) => name.startsWith('.1850A.cpp_'))
      .map((name) => fs.readFileSync(path.join(root, '.cph', name), 'utf8'));

  it('begins after the user has agreed', async () => {
    assert.equal(await ownPort(), null);
    const receive = () => vscode.commands.executeCommand('judgeResults.receiveProblems');
    await answering([{ cancel: true, asked: /127\.0\.0\.1|browser/ }], receive);
    assert.equal(await ownPort(), null);
    await answering([{ confirm: 'Receive Problems' }], receive);
    await until(async () => (await ownPort()) !== null);
  });

  it('creates a program from the template, with the samples and the URL of the problem, and opens it', async () => {
    fs.writeFileSync(path.join(root, 'template.cpp'), '// my template\n');
    const document = await vscode.workspace.openTextDocument(path.join(root, 'template.cpp'));
    await vscode.window.showTextDocument(document);
    assert.equal(await send('A', 1, [sample]), 204);
    await until(() => active() === '1850A.cpp');
    assert.equal(fs.readFileSync(path.join(root, '1850A.cpp'), 'utf8'), '// my template\n');
    const [text = '', ...more] = stored();
    assert.deepEqual(more, []);
    const problem = JSON.parse(text) as { readonly url: string; readonly tests: readonly object[] };
    assert.equal(problem.url, 'https://codeforces.com/contest/1850/problem/A');
    assert.deepEqual(problem.tests, [{ id: 1, ...sample }]);
  });

  it('opens the program again if the problem arrives again, and adds only new samples', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.equal(await send('A', 1, [sample, { input: '3\n', output: '4\n' }]), 204);
    await until(() => active() === '1850A.cpp');
    const [text = ''] = stored();
    assert.equal((JSON.parse(text) as { readonly tests: readonly object[] }).tests.length, 2);
    assert.equal(exists('1850A-2.cpp'), false);
  });

  it('creates all programs of a contest, and opens the first one', async () => {
    for (const letter of ['B', 'C']) assert.equal(await send(letter, 2, [sample]), 204);
    await until(() => active() === '1850B.cpp' && exists('1850C.cpp'));
  });

  it('ends when the user turns it off', async () => {
    await vscode.commands.executeCommand('judgeResults.receiveProblems');
    await until(async () => (await ownPort()) === null);
  });
});
