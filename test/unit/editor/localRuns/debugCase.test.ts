import { answerNotices, statusBar, vscodeDebug } from '../../support/vscodeWords';
import { workspaceOnDisk } from '../../support/workspaceOnDisk';
import assert from 'node:assert/strict';
import path from 'node:path';
import { Uri, window, workspace, type QuickPickItem } from 'vscode';
import { debugCase } from '../../../../src/editor/localRuns/debugCase';
import type { Extension } from '../../../../src/editor/extension';
import type { KnownRecord } from '../../../../src/records';
import { mementos } from '../../../../src/editor/shared/storage/storageKeys';
import type { LocalComputer } from '../../../../src/local';
import { debugConfiguration, debuggerFor } from '../../../../src/local/debugConfiguration';
import { readLanguageSettings } from '../../../../src/local/languages/languageSettings';
import { thisComputer } from '../../../../src/judges';
import { standIn } from '../../support/standIn';

type Built = Awaited<ReturnType<LocalComputer['build']>>;

interface Setup {
  /** result of the compiler */
  readonly build?: Built;
  /** the user's commands */
  readonly settings?: unknown;
  readonly isBrowser?: boolean;
  /** language of the file; null: unknown */
  readonly language?: string | null;
  /** of the file's URI */
  readonly scheme?: string;
  /** whether the user has agreed to local runs in this workspace */
  readonly hasAgreed?: boolean;
}

describe('“Debug Case”', () => {
  const inWorkspace = workspaceOnDisk();
  let notices: readonly { readonly message: string; readonly buttons: readonly string[] }[];
  let written: string[];
  let built: string[];
  /** the workspace state */
  let agreed: Map<string, unknown>;
  /** the launch configurations of the levels of VS Code's settings */
  let launch: {
    readonly globalValue?: readonly unknown[];
    readonly workspaceValue?: readonly unknown[];
    readonly workspaceFolderValue?: readonly unknown[];
  };
  /** the items of each quick pick shown */
  let picked: string[][];
  /** label of the item to pick; null: cancels */
  let toPick: string | null;
  const { showQuickPick } = window;
  const { getConfiguration } = workspace;

  beforeEach(() => {
    notices = answerNotices();
    [written, built] = [[], []];
    vscodeDebug.installed = ['vadimcn.vscode-lldb'];
    vscodeDebug.started.length = 0;
    statusBar.length = 0;
    inWorkspace().write('a.cpp', 'int main() {}');
    agreed = new Map();
    launch = {};
    [picked, toPick] = [[], null];
    Object.assign(workspace, {
      getWorkspaceFolder: () => undefined,
      getConfiguration: (section: string) =>
        section === 'launch'
          ? {
              get: () => launch.workspaceFolderValue ?? launch.workspaceValue ?? launch.globalValue,
              inspect: () => launch,
            }
          : getConfiguration(section),
    });
    Object.assign(window, {
      showQuickPick: async (items: readonly QuickPickItem[]) => {
        picked.push(items.map(({ label, description = '' }) => `${label} ${description}`.trim()));
        return items.find(({ label, description = '' }) => `${label} ${description}`.trim() === toPick);
      },
    });
  });
  afterEach(() => void Object.assign(window, { showQuickPick }));
  const messages = () => notices.map(({ message }) => message);

  /** Debugs a case. */
  async function debugged({
    build = { kind: 'canceled' },
    settings = {},
    isBrowser = false,
    language = 'cpp',
    scheme = 'file',
    hasAgreed = true,
  }: Setup = {}): Promise<void> {
    const one = {
      id: 4,
      status: 5,
      score: null,
      time: null,
      memory: null,
      signal: null,
      exitCode: null,
      description: null,
      extra: { stdin: '2 2\n' },
    };
    const subtask = { id: null, status: null, score: null, time: null, memory: null, cases: [one] };
    const judge = { id: null, status: 5, score: null, time: null, memory: null, subtasks: [subtask] };
    const envelope = { type: 'judge', data: { compile: null, judge }, requestId: 'r', trackId: null };
    const record = standIn<KnownRecord>({ key: 'r', submission: null });
    const file = Uri.file(path.join(inWorkspace().folder, 'a.cpp'));
    const document = {
      uri: Uri.from({ scheme, path: file.path }),
      languageId: 'cpp',
      getText: () => 'int main() {}',
      isDirty: false,
    };
    Object.assign(workspace, { openTextDocument: async () => document });
    const computer = standIn<LocalComputer>({
      debuggerFor,
      debugConfiguration: (extension, debuggedProgram) =>
        debugConfiguration(extension, { ...debuggedProgram, searchPath: null }, 'linux'),
      languageOf: () => language,
      readSettings: () => readLanguageSettings(settings),
      problemsOfLanguage: () => readLanguageSettings(settings).problems,
      whyNoFolder: async () => null,
      isSandboxed: false,
      installCommands: () => [],
      toolsFor: async () => ({ kind: 'found', tools: [] }),
      writeInput: async (input: string | Uint8Array) => {
        written.push(String(input));
        return '/tmp/j/1.in';
      },
      openWorkingFolder: async () => '/w',
      writeLaunchers: async () => ({ python: '/tmp/j/l.py', node: '/tmp/j/p.cjs' }),
      build: async ({ code }: { readonly code: string }) => {
        built.push(code);
        return build;
      },
    });
    if (hasAgreed) agreed.set(mementos.samplesGoTo(thisComputer.id), []);
    const extension = standIn<Extension>({
      realPath: null,
      context: {
        workspaceState: {
          get: (key: string) => agreed.get(key),
          update: async (key: string, value: unknown) => void agreed.set(key, value),
        },
      },
      localComputer: isBrowser ? null : async () => computer,
      store: { get: () => record, loadEnvelope: async () => envelope },
      diagnostics: async () => ({
        problems: { filesOf: async () => null },
        sources: { fileOf: async () => document.uri },
      }),
    });
    await debugCase(extension, { key: 'r', subtask: '-', case: '4' });
  }

  const program: Built = {
    kind: 'built',
    message: null,
    command: { tool: '/tmp/j/program', args: [], folder: '/w', environment: {} },
    paths: { file: '', stem: '', folder: '', output: '', executable: '', dependencies: '', mainClass: '' },
  };

  it('starts the debugger on the built program with the input', async () => {
    await debugged({ build: program });
    assert.deepEqual([written, built, messages()], [['2 2\n'], ['int main() {}'], []]);
    assert.deepEqual(vscodeDebug.started, [
      {
        name: 'Case 4 of a.cpp',
        type: 'lldb',
        request: 'launch',
        program: '/tmp/j/program',
        args: [],
        cwd: '/w',
        env: {},
        stdio: ['/tmp/j/1.in', null, null],
        terminal: 'console',
      },
    ]);
    assert.deepEqual(statusBar, ['No breakpoint is set in a.cpp']);
  });

  it('runs nothing in an untrusted workspace', async () => {
    Object.assign(workspace, { isTrusted: false });
    await debugged({ build: program });
    assert.deepEqual(messages(), ['Debugging requires a trusted workspace.']);
    assert.deepEqual([written, built, vscodeDebug.started], [[], [], []]);
  });

  it('isn’t possible in a browser, or for a file on another computer', async () => {
    await debugged({ build: program, isBrowser: true });
    await debugged({ build: program, scheme: 'vscode-remote' });
    assert.deepEqual(
      messages(),
      Array<string>(2).fill(
        'a.cpp can’t be run here: it isn’t a file on the computer that runs this extension.',
      ),
    );
    assert.deepEqual([written, built, vscodeDebug.started], [[], [], []]);
  });

  it('doesn’t replace invalid commands of the user by others', async () => {
    await debugged({ build: program, settings: { cpp: { compile: 'g++' } } });
    assert.match(messages().join(), /^Setting “judgeResults\.local\.languages → cpp\.compile”/);
    assert.deepEqual([built, vscodeDebug.started], [[], []]);
  });

  it('explains why the program can’t be debugged', async () => {
    for (const [build, words] of [
      [
        { kind: 'failed', message: 'In file a.h:\na.cpp:1:1: error: x\n', hasTimedOut: false },
        'a.cpp doesn’t compile: a.cpp:1:1: error: x',
      ],
      [
        { kind: 'failed', message: '', hasTimedOut: true },
        'The compiler of a.cpp was ended, because it took too long.',
      ],
      [
        { kind: 'notInstalled', language: 'C++', tools: ['g++', 'clang++'] },
        'C++ programs can’t be run: no compiler was found (g++, clang++).',
      ],
      [{ kind: 'unknownLanguage' }, 'a.cpp can’t be compiled, because its language is unknown.'],
    ] as const) {
      notices = answerNotices();
      await debugged({ build });
      assert.deepEqual(messages(), [words]);
    }
    vscodeDebug.installed = ['ms-vscode.cpptools'];
    notices = answerNotices();
    const unsafe = { ...program, command: { ...program.command, tool: '/tmp/$(id)/program' } };
    await debugged({ build: unsafe });
    assert.deepEqual(messages(), [
      'The path /tmp/$\u200b(id)/program contains characters that the debugger can’t use.',
    ]);
    vscodeDebug.installed = [];
    notices = answerNotices();
    await debugged({ build: program });
    assert.deepEqual(messages(), ['To debug a.cpp, install one of these extensions: CodeLLDB, C/C++.']);
    notices = answerNotices();
    await debugged({ build: program, language: null });
    assert.match(
      messages().join(),
      /^The debuggers for a\.cpp can’t read the input.*\$\{command:judgeResults\.caseInput\}/,
    );
    assert.deepEqual(vscodeDebug.started, []);
  });

  it('asks before the first run in a workspace', async () => {
    await debugged({ build: program, hasAgreed: false });
    assert.deepEqual(messages(), ['Run a.cpp on this computer?']);
    assert.deepEqual([built, vscodeDebug.started], [[], []]);
    notices = answerNotices('Run');
    await debugged({ build: program, hasAgreed: false });
    assert.equal(vscodeDebug.started.length, 1);
    notices = answerNotices();
    await debugged({ build: program, hasAgreed: false });
    assert.deepEqual([messages(), vscodeDebug.started.length], [[], 2]);
  });

  describe('with launch configurations that use the input', () => {
    const attributes = { type: 'go', request: 'launch', args: ['${command:judgeResults.caseInput}'] };
    const ofUser = { name: 'Go', ...attributes, program: '/user' };
    const ofWorkspace = { name: 'Go', ...attributes, program: '/workspace' };
    const other = { name: 'Other', type: 'go', request: 'launch' };
    const goWithoutDebugger = { language: 'go', build: program } as const;

    it('starts the only one of the user without a question', async () => {
      launch = { globalValue: [other, ofUser] };
      await debugged(goWithoutDebugger);
      assert.deepEqual([picked, vscodeDebug.started, messages()], [[], [ofUser], []]);
    });

    it('never starts one of the workspace without a question', async () => {
      launch = { workspaceValue: [other, ofWorkspace], workspaceFolderValue: [other, ofWorkspace] };
      await debugged(goWithoutDebugger);
      assert.deepEqual([picked, vscodeDebug.started], [[['Go Launch configuration of the workspace']], []]);
      toPick = 'Go Launch configuration of the workspace';
      await debugged(goWithoutDebugger);
      assert.deepEqual(vscodeDebug.started, [ofWorkspace]);
    });

    it('starts the one that was picked of two with the same name', async () => {
      launch = { globalValue: [ofUser], workspaceValue: [ofWorkspace] };
      for (const [item, configuration] of [
        ['Go Launch configuration', ofUser],
        ['Go Launch configuration of the workspace', ofWorkspace],
      ] as const) {
        toPick = item;
        await debugged(goWithoutDebugger);
        assert.deepEqual(vscodeDebug.started.at(-1), configuration);
      }
      assert.deepEqual(picked[0], ['Go Launch configuration', 'Go Launch configuration of the workspace']);
    });

    it('asks before the first run in a workspace', async () => {
      launch = { globalValue: [ofUser] };
      await debugged({ ...goWithoutDebugger, hasAgreed: false });
      assert.deepEqual([messages(), vscodeDebug.started], [['Run a.cpp on this computer?'], []]);
    });

    it('ignores values that aren’t launch configurations', async () => {
      const text = attributes.args;
      launch = { globalValue: [null, 1, text, { name: 1, text }, { name: 'x', type: 'go', text }] };
      await debugged(goWithoutDebugger);
      assert.deepEqual([picked, vscodeDebug.started], [[], []]);
    });
  });
});
