import assert from 'node:assert/strict';
import {
  debugConfiguration,
  debuggerFor,
  type DebuggedProgram,
  type DebuggerExtension,
} from '../../../src/local/debugConfiguration';

const launchers = { python: '/tmp/j/launch.py', node: '/tmp/j/preload.cjs' };
const native: DebuggedProgram = {
  name: 'Case 4 of a.cpp',
  file: '/w/a.cpp',
  command: { tool: '/tmp/j/program', args: [], folder: '/w' },
  searchPath: null,
  input: '/tmp/j/1.in',
  launchers,
};
const common = { name: 'Case 4 of a.cpp', request: 'launch', cwd: '/w' };

function chosen(language: string, ...installed: readonly string[]): DebuggerExtension {
  const choice = debuggerFor(language, (id) => installed.includes(id));
  assert.ok(choice.kind === 'found', JSON.stringify(choice));
  return choice.debugger;
}

function configurationOf(
  extension: DebuggerExtension,
  program: DebuggedProgram,
  platform: NodeJS.Platform = 'linux',
) {
  const made = debugConfiguration(extension, program, platform);
  assert.ok(made.kind === 'configuration', JSON.stringify(made));
  return made.configuration;
}

describe('The debugger of a language', () => {
  it('is the first installed one', () => {
    for (const language of ['c', 'cpp', 'rust', 'pascal']) {
      assert.equal(chosen(language, 'ms-vscode.cpptools', 'vadimcn.vscode-lldb').type, 'lldb');
      assert.equal(chosen(language, 'ms-vscode.cpptools').type, 'cppdbg');
      // in Cursor
      assert.equal(chosen(language, 'anysphere.cpptools').type, 'cppdbg');
    }
    assert.equal(chosen('python', 'ms-python.python', 'ms-python.debugpy').type, 'debugpy');
    assert.equal(chosen('python', 'ms-python.python').type, 'python');
    for (const language of ['javascript', 'typescript'])
      assert.equal(chosen(language, 'ms-vscode.js-debug').type, 'node');
  });

  it('can be installed if there is none', () => {
    const choice = debuggerFor('cpp', (id) => id === 'ms-python.debugpy');
    assert.ok(choice.kind === 'notInstalled');
    assert.deepEqual(
      choice.extensions.map(({ id }) => id),
      ['vadimcn.vscode-lldb', 'ms-vscode.cpptools'],
    );
  });

  it('isn’t known for languages whose debuggers can’t read the standard input from a file', () => {
    for (const language of ['go', 'java', 'haskell', 'kotlin', 'csharp', '', '__proto__'])
      assert.deepEqual(
        debuggerFor(language, () => true),
        { kind: 'unsupported' },
        language,
      );
  });
});

describe('The launch configuration of a case', () => {
  it('redirects the standard input by CodeLLDB', () => {
    assert.deepEqual(configurationOf(chosen('cpp', 'vadimcn.vscode-lldb'), native), {
      ...common,
      type: 'lldb',
      program: '/tmp/j/program',
      args: [],
      env: {},
      stdio: ['/tmp/j/1.in', null, null],
      terminal: 'console',
    });
  });

  const cpptools = chosen('cpp', 'ms-vscode.cpptools');

  it('redirects the standard input by gdb, and raises the stack limit except on Windows', () => {
    const prettyPrinting = { text: '-enable-pretty-printing', ignoreFailures: true };
    const wrapper = `'ulimit -S -s 1048576 || ulimit -S -s "$(ulimit -H -s)"; exec "$0" "$@"'`;
    const deepStack = { text: `-gdb-set exec-wrapper /bin/sh -c ${wrapper}`, ignoreFailures: true };
    for (const [platform, own] of [
      ['win32', { args: ['<', '/tmp/j/1.in'], environment: [], setupCommands: [prettyPrinting] }],
      [
        'linux',
        {
          args: ['<', '"/tmp/j/1.in"'],
          environment: [{ name: 'SHELL', value: '/bin/sh' }],
          setupCommands: [prettyPrinting, deepStack],
        },
      ],
    ] as const)
      assert.deepEqual(configurationOf(cpptools, native, platform), {
        ...common,
        ...own,
        type: 'cppdbg',
        program: '/tmp/j/program',
        externalConsole: false,
        stopAtEntry: false,
        MIMode: 'gdb',
      });
  });

  it('redirects the standard input by lldb-mi on macOS', () => {
    assert.deepEqual(configurationOf(cpptools, native, 'darwin'), {
      ...common,
      type: 'cppdbg',
      program: '/tmp/j/program',
      args: [],
      environment: [],
      externalConsole: false,
      stopAtEntry: false,
      MIMode: 'lldb',
      setupCommands: [{ text: 'settings set target.input-path "/tmp/j/1.in"' }],
    });
  });

  it('contains the folder of the compiler, in which the program finds its libraries', () => {
    const program = { ...native, searchPath: { name: 'Path', value: 'C:\\msys64\\ucrt64\\bin;C:\\Windows' } };
    assert.deepEqual(configurationOf(chosen('cpp', 'vadimcn.vscode-lldb'), program)['env'], {
      Path: 'C:\\msys64\\ucrt64\\bin;C:\\Windows',
    });
    assert.deepEqual(configurationOf(cpptools, program, 'win32')['environment'], [program.searchPath]);
  });

  it('isn’t created for gdb if a path could be interpreted as a command', () => {
    for (const name of [
      '$(id)',
      '`id`',
      "a'b",
      'a"b',
      'a;b',
      'a|b',
      'a&b',
      'a<b',
      'a>b',
      'a\nb',
      'a*b',
      'a!b',
      'a\\b',
    ])
      assert.deepEqual(
        debugConfiguration(cpptools, { ...native, input: `/tmp/${name}/1.in` }, 'linux'),
        { kind: 'unsafePath', path: `/tmp/${name}/1.in` },
        name,
      );
    for (const safe of ['/tmp/a b/ü-中_~1.in', '/private/var/x'])
      assert.ok(configurationOf(cpptools, { ...native, input: safe }));
    const windows = 'C:\\Users\\Ünal First\\AppData\\Local\\Temp\\judge-results-me\\1.in';
    assert.ok(configurationOf(cpptools, { ...native, input: windows }, 'win32'));
    const school = 'C:\\Users\\Ann (School)\\AppData\\Local\\Temp\\1.in';
    assert.ok(configurationOf(cpptools, { ...native, input: school }, 'win32'));
    assert.ok(configurationOf(cpptools, { ...native, input: '/Users/ann (school)/1.in' }, 'darwin'));
    const ann = '/home/ann (school) [1]/1.in';
    const { args, environment } = configurationOf(cpptools, { ...native, input: ann });
    assert.deepEqual(args, ['<', `"${ann}"`]);
    assert.deepEqual(environment, [{ name: 'SHELL', value: '/bin/sh' }]);
    assert.equal(
      debugConfiguration(cpptools, { ...native, input: 'C:\\%x%\\1.in' }, 'win32').kind,
      'unsafePath',
    );
  });

  it('never contains a variable of VS Code, which could run a command', () => {
    const variable = '${command:workbench.action.terminal.new}';
    const { command } = native;
    for (const [debuggers, id] of [
      ['cpp', 'vadimcn.vscode-lldb'],
      ['cpp', 'ms-vscode.cpptools'],
      ['python', 'ms-python.debugpy'],
      ['javascript', 'ms-vscode.js-debug'],
    ] as const)
      for (const part of [
        { file: `/w/${variable}.py` },
        { input: `/tmp/${variable}/1.in` },
        { command: { ...command, tool: `/tmp/${variable}/node` } },
        { command: { ...command, args: [`/w/${variable}.js`] } },
        { command: { ...command, folder: `/w/${variable}` } },
        { searchPath: { name: 'PATH', value: `/usr/bin:/${variable}` } },
        { launchers: { python: `/tmp/${variable}/l.py`, node: `/tmp/${variable}/p.cjs` } },
      ]) {
        const made = debugConfiguration(chosen(debuggers, id), { ...native, ...part }, 'linux');
        assert.ok(made.kind === 'unsafePath' && made.path.includes(variable), JSON.stringify(part));
      }
    const named = { ...native, name: `Case 4 of ${variable}` };
    const configuration = configurationOf(chosen('cpp', 'vadimcn.vscode-lldb'), named);
    assert.equal(configuration.name, `Case 4 of $\u200b{command:workbench.action.terminal.new}`);
  });

  it('runs a Python program by a launcher with the command’s interpreter, without a terminal', () => {
    const program = {
      ...native,
      file: '/w/a.py',
      command: { tool: '/opt/pypy3', args: ['-3', '-O', '/w/a.py', 'more'], folder: '/w' },
    };
    for (const [id, type] of [
      ['ms-python.debugpy', 'debugpy'],
      ['ms-python.python', 'python'],
    ] as const)
      assert.deepEqual(configurationOf(chosen('python', id), program), {
        ...common,
        type,
        python: '/opt/pypy3',
        pythonArgs: ['-3', '-O'],
        program: '/tmp/j/launch.py',
        args: ['/w/a.py', '/tmp/j/1.in', 'more'],
        env: { PYTHONIOENCODING: 'utf-8' },
        console: 'internalConsole',
      });
  });

  it('isn’t created for a Python command without the file', () => {
    const command = { tool: '/opt/runner', args: ['--module', 'a'], folder: '/w' };
    assert.deepEqual(
      debugConfiguration(chosen('python', 'ms-python.debugpy'), { ...native, command }, 'linux'),
      { kind: 'unsupportedCommand', tool: 'runner' },
    );
  });

  const jsDebug = chosen('javascript', 'ms-vscode.js-debug');
  const script = (tool: string, ...args: readonly string[]): DebuggedProgram => ({
    ...native,
    command: { tool, args, folder: '/w' },
  });

  it('preloads a module that replaces descriptor 0 in Node', () => {
    assert.deepEqual(configurationOf(jsDebug, script('/usr/bin/node', '--enable-source-maps', '/w/a.js')), {
      ...common,
      type: 'node',
      runtimeExecutable: '/usr/bin/node',
      runtimeArgs: ['-r', '/tmp/j/preload.cjs', '--enable-source-maps'],
      program: '/w/a.js',
      env: { JUDGE_RESULTS_INPUT: '/tmp/j/1.in' },
      console: 'internalConsole',
      skipFiles: ['<node_internals>/**', '/tmp/j/preload.cjs'],
    });
    for (const tool of ['C:\\Program Files\\nodejs\\node.exe', '/usr/local/bin/tsx'])
      assert.equal(configurationOf(jsDebug, script(tool, '/w/a.ts'))['runtimeExecutable'], tool);
  });

  it('isn’t created for other JavaScript runtimes', () => {
    for (const tool of ['bun', 'deno', 'code'])
      assert.deepEqual(debugConfiguration(jsDebug, script(`/usr/bin/${tool}`, 'run', '/w/a.ts'), 'linux'), {
        kind: 'unsupportedCommand',
        tool,
      });
  });
});
