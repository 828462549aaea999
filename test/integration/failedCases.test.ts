import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { JudgeRecord, JudgeResultsApi } from '../../src/api';
import { recordKey } from '../../src/records/record';
import { eventually } from '../../tools/workbench/eventually';
import { startLocalJudge, type LocalJudge } from '../support/judges';
import { answering, useNotices, type Answer } from './support/person';
import { setting } from './support/session';

/** Programs that print 5 for “2 2”, as the submitted one did. */
const programs = {
  'a.js': `const input = require('fs').readFileSync(0, 'utf8');
const [a, b] = input.trim().split(/\\s+/).map(Number);
console.log(a === 2 ? 5 : a + b);
`,
  'a.cpp':
    '#include <cstdio>\nint main() {\n\tint a, b;\n\tscanf("%d%d", &a, &b);\n\tprintf("%d\\n", a == 2 ? 5 : a + b);\n}\n',
  'a.py': 'a, b = map(int, input().split())\nprint(5 if a == 2 else a + b)\n',
  'a.go': 'package main\n\nfunc main() {}\n',
};

describe('A failed case', function () {
  this.timeout(120_000);
  const notices = useNotices();
  let api: JudgeResultsApi;
  let folder: string;
  let site: LocalJudge;
  const subscriptions: vscode.Disposable[] = [];

  before(async () => {
    const extension = vscode.extensions.getExtension<JudgeResultsApi>('judge-results.judge-results');
    assert.ok(extension);
    api = await extension.activate();
    folder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'failed-cases');
    await fs.mkdir(folder, { recursive: true });
    for (const [name, text] of Object.entries(programs)) await fs.writeFile(path.join(folder, name), text);
    site = await startLocalJudge('ejudge');
    await setting('services', { Algorithms: site.description });
    await setting('service', 'Algorithms');
    await run('setCredentials', { enter: site.secret });
    await notices.expect(/^Signed in to Algorithms\.$/);
  });
  afterEach(async () => {
    await vscode.debug.stopDebugging();
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
    for (const one of subscriptions.splice(0)) one.dispose();
  });
  after(async () => {
    await vscode.commands.executeCommand('judgeResults.stopAll');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await fs.rm(folder, { recursive: true, force: true });
    for (const name of ['service', 'services']) await setting(name, undefined);
    await site.stop();
  });

  const run = (command: string, ...answers: readonly Answer[]) =>
    answering(answers, () => vscode.commands.executeCommand(`judgeResults.${command}`));
  const uriOf = (name: string) => vscode.Uri.file(path.join(folder, name));

  /** Fetches a wrong answer on test 4, and returns the argument of its row’s commands. `program`: the judged file */
  async function failedCase(program: string) {
    const submitted = site.submit({ cases: 4, end: 'wrongAnswer' });
    submitted.done = submitted.cases;
    const record: JudgeRecord = await api.track(submitted.id, { source: uriOf(program) });
    await eventually(() => assert.equal(recordOf(submitted.id)?.verdict?.short, 'WA'));
    return { key: recordKey(record.service, submitted.id), subtask: '-', case: '4' };
  }

  const recordOf = (id: string) => api.records.find((one) => one.id === id);

  /** Extensions of the programs whose tools the user has allowed. The question is asked once for each tool. */
  const allowed = new Set<string>();
  const allowing = (program: string): readonly Answer[] => {
    const extension = path.extname(program);
    if (allowed.has(extension)) return [];
    allowed.add(extension);
    return [{ confirm: 'Run', asked: /without a sandbox/ }];
  };

  /** Runs “Debug Case”, and resolves to the first debug session that starts. */
  async function debugged(program: string, ...answers: readonly Answer[]): Promise<vscode.DebugSession> {
    const place = await failedCase(program);
    const started = new Promise<vscode.DebugSession>((resolve) => {
      subscriptions.push(vscode.debug.onDidStartDebugSession(resolve));
    });
    await answering(answers, () => vscode.commands.executeCommand('judgeResults.debugCase', place));
    return started;
  }

  /** Simulates that the named extensions are installed, and no other debuggers. */
  function withDebuggers(...installed: readonly string[]): void {
    const { getExtension } = vscode.extensions;
    const debuggers = /^(?:vadimcn\.vscode-lldb|ms-vscode\.cpptools|ms-python\.)/;
    Object.assign(vscode.extensions, {
      getExtension: (id: string) =>
        debuggers.test(id) ? installed.find((one) => one === id) : getExtension(id),
    });
    subscriptions.push(new vscode.Disposable(() => Object.assign(vscode.extensions, { getExtension })));
  }

  it('becomes a sample next to its program, once', async () => {
    const place = await failedCase('a.js');
    for (let time = 0; time < 2; time += 1) {
      await vscode.commands.executeCommand('judgeResults.saveCase', place);
      const names = (await fs.readdir(folder)).filter((name) => /\.(?:in|out|ans)$/.test(name));
      assert.deepEqual(names.sort(), ['a.4.ans', 'a.4.in']);
      const texts = names.map((name) => fs.readFile(path.join(folder, name), 'utf8'));
      assert.deepEqual(await Promise.all(texts), ['4\n', '2 2\n']);
    }
  });

  it('fails in the same way when it runs here, as a result of its own', async () => {
    const place = await failedCase('a.js');
    await answering(allowing('a.js'), () => vscode.commands.executeCommand('judgeResults.runCase', place));
    const local = () => api.records.filter(({ service }) => service.startsWith('local '));
    await eventually(() =>
      assert.deepEqual(
        local().map(({ verdict }) => verdict?.short),
        ['WA'],
      ),
    );
    const [record] = local();
    assert.ok(record);
    const result = JSON.stringify(await api.result(record));
    assert.match(result, /"stdin":"2 2\\n","stdout":"5\\n","expected":"4\\n"/);
    assert.equal(path.basename(record.source ?? ''), 'a.js');
  });

  it('stops at a breakpoint of VS Code’s JavaScript debugger with its input read', async () => {
    const line = new vscode.Location(uriOf('a.js'), new vscode.Position(2, 0));
    vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(line)]);
    const values = new Promise<readonly string[]>((resolve, reject) => {
      const createDebugAdapterTracker = (session: vscode.DebugSession): vscode.DebugAdapterTracker => ({
        onDidSendMessage: (message: {
          readonly event?: string;
          readonly body?: { readonly threadId?: number };
        }) => {
          if (message.event === 'stopped')
            valuesIn(session, message.body?.threadId ?? 0, [
              'input.length',
              'input.charCodeAt(3)',
              'a + b',
            ]).then(resolve, reject);
        },
      });
      subscriptions.push(vscode.debug.registerDebugAdapterTrackerFactory('*', { createDebugAdapterTracker }));
    });
    const { name, type } = await debugged('a.js', ...allowing('a.js'));
    assert.equal(name, 'Case 4 of a.js');
    assert.match(type, /^(?:pwa-)?node$/);
    assert.deepEqual(await values, ['4', '10', '4']);
  });

  for (const [extension, program, expected] of [
    ['vadimcn.vscode-lldb', 'a.cpp', { type: 'lldb', args: [], terminal: 'console' }],
    [
      'ms-vscode.cpptools',
      'a.cpp',
      { type: 'cppdbg', MIMode: process.platform === 'darwin' ? 'lldb' : 'gdb' },
    ],
    ['ms-python.debugpy', 'a.py', { type: 'debugpy', console: 'internalConsole' }],
  ] as const)
    it(`is debugged by ${extension} with its input as the standard input`, async () => {
      withDebuggers(extension);
      const { configuration } = await debugged(program, ...allowing(program));
      const { name, request, cwd } = configuration;
      assert.deepEqual([name, request], [`Case 4 of ${program}`, 'launch']);
      // nothing that the program writes changes a file of the user
      assert.notEqual(cwd, folder);
      assert.deepEqual(await fs.readdir(String(cwd)), []);
      for (const [attribute, value] of Object.entries(expected))
        assert.deepEqual(configuration[attribute], value, attribute);
      const input = await vscode.commands.executeCommand('judgeResults.caseInput');
      assert.ok(typeof input === 'string');
      assert.equal(await fs.readFile(input, 'utf8'), '2 2\n');
      assert.ok(JSON.stringify(configuration).includes(JSON.stringify(input).slice(1, -1)));
      if (program === 'a.cpp') await fs.access(String(configuration['program']), fs.constants.X_OK);
      else assert.deepEqual(configuration['args'], [path.join(folder, program), input]);
    });

  it('offers extensions if no debugger is installed', async () => {
    withDebuggers();
    const place = await failedCase('a.cpp');
    // it waits for an answer
    void vscode.commands.executeCommand('judgeResults.debugCase', place);
    const { buttons } = await notices.expect(
      /^To debug a\.cpp, install one of these extensions: CodeLLDB, C\/C\+\+\.$/,
    );
    assert.deepEqual(buttons, ['Show Extensions']);
  });

  it('is debugged by a launch configuration of the workspace that uses the input, once it is chosen', async () => {
    const place = await failedCase('a.go');
    void vscode.commands.executeCommand('judgeResults.debugCase', place);
    await notices.expect(/debuggers for a\.go can’t read the input.*\$\{command:judgeResults\.caseInput\}/);
    const launch = vscode.workspace.getConfiguration('launch');
    const own = { type: 'lldb', request: 'launch', args: ['${command:judgeResults.caseInput}'] };
    const configurations = [
      { name: 'Other', type: 'lldb', request: 'launch' },
      { name: 'My Go', ...own },
    ];
    await launch.update('configurations', configurations, vscode.ConfigurationTarget.Workspace);
    subscriptions.push(
      new vscode.Disposable(
        () => void launch.update('configurations', undefined, vscode.ConfigurationTarget.Workspace),
      ),
    );
    const { name, configuration } = await debugged('a.go', {
      choose: /^My Go Launch configuration of the workspace$/,
    });
    assert.equal(name, 'My Go');
    const [input] = configuration['args'] as readonly string[];
    assert.equal(await fs.readFile(input ?? '', 'utf8'), '2 2\n');
  });
});

/** Returns the values of expressions in the frame in which a thread has stopped. */
async function valuesIn(
  session: vscode.DebugSession,
  threadId: number,
  expressions: readonly string[],
): Promise<readonly string[]> {
  const { stackFrames } = (await session.customRequest('stackTrace', { threadId })) as {
    readonly stackFrames: readonly { readonly id: number }[];
  };
  const frameId = stackFrames[0]?.id;
  const values = expressions.map(async (expression) => {
    const answer = (await session.customRequest('evaluate', { expression, frameId, context: 'watch' })) as {
      readonly result: string;
    };
    return answer.result;
  });
  return Promise.all(values);
}
