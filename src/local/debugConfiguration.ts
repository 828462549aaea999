import type { Variable } from './environment';
import { raisingStack } from './processes/stackLimit';

/** A debugger extension that can pass a file to a program as its standard input. */
export interface DebuggerExtension {
  /** `publisher.name` */
  readonly id: string;
  /** its name in the list of extensions */
  readonly name: string;
  /** `type` of its launch configurations */
  readonly type: 'lldb' | 'cppdbg' | 'debugpy' | 'python' | 'node';
  /** It can be installed only in Cursor, so it isn't offered. */
  readonly isOfCursor?: true;
}

const native: readonly DebuggerExtension[] = [
  { id: 'vadimcn.vscode-lldb', name: 'CodeLLDB', type: 'lldb' },
  { id: 'ms-vscode.cpptools', name: 'C/C++', type: 'cppdbg' },
  { id: 'anysphere.cpptools', name: 'C/C++', type: 'cppdbg', isOfCursor: true },
];
const python: readonly DebuggerExtension[] = [
  { id: 'ms-python.debugpy', name: 'Python Debugger', type: 'debugpy' },
  // earlier versions of the Python extension contain the debugger
  { id: 'ms-python.python', name: 'Python', type: 'python' },
];
const node: readonly DebuggerExtension[] = [
  { id: 'ms-vscode.js-debug', name: 'JavaScript Debugger', type: 'node' },
];

/** Debuggers of each language, by VS Code language ID. The first installed one is used. */
const debuggers = new Map<string, readonly DebuggerExtension[]>([
  ['c', native],
  ['cpp', native],
  ['rust', native],
  ['pascal', native],
  ['python', python],
  ['javascript', node],
  ['typescript', node],
]);

export type DebuggerChoice =
  | { readonly kind: 'found'; readonly debugger: DebuggerExtension }
  /** `extensions`: those that can be installed */
  | { readonly kind: 'notInstalled'; readonly extensions: readonly DebuggerExtension[] }
  /** no debugger of the language can read the standard input from a file */
  | { readonly kind: 'unsupported' };

/** Chooses the debugger for a language. `language`: VS Code language ID */
export function debuggerFor(language: string, isInstalled: (extension: string) => boolean): DebuggerChoice {
  const extensions = debuggers.get(language);
  if (!extensions) return { kind: 'unsupported' };
  const found = extensions.find(({ id }) => isInstalled(id));
  if (found) return { kind: 'found', debugger: found };
  return { kind: 'notInstalled', extensions: extensions.filter(({ isOfCursor }) => !isOfCursor) };
}

/** A program to debug. All paths are absolute. */
export interface DebuggedProgram {
  readonly name: string;
  readonly file: string;
  readonly command: { readonly tool: string; readonly args: readonly string[]; readonly folder: string };
  /** `PATH` with which a compiled program finds its libraries on Windows; null: that of VS Code */
  readonly searchPath: Variable | null;
  /** file that becomes the standard input */
  readonly input: string;
  /** files from `writeLaunchers` */
  readonly launchers: Launchers;
}

/** Helper files that redirect the standard input of interpreted programs. */
export interface Launchers {
  /** Python program. Arguments: the user's program, the file with the input, then the arguments of the user's program */
  readonly python: string;
  /** CommonJS module to preload. `JUDGE_RESULTS_INPUT`: the file with the input */
  readonly node: string;
}

export type DebugConfiguration =
  | { readonly kind: 'configuration'; readonly configuration: LaunchConfiguration }
  /** the debugger can't run this command, for example a runtime other than Node */
  | { readonly kind: 'unsupportedCommand'; readonly tool: string }
  /** VS Code or gdb would interpret a part of the path */
  | { readonly kind: 'unsafePath'; readonly path: string };

/** A launch configuration of VS Code, as in `launch.json`. */
export interface LaunchConfiguration {
  readonly name: string;
  readonly type: string;
  readonly request: 'launch';
  readonly [attribute: string]: unknown;
}

/**
 * Beginning of a variable such as `${command:id}`, which VS Code replaces in all texts of a launch configuration, even
 * within the name of a file. It can't be escaped.
 */
const variableStart = '${';

/** Returns the launch configuration that debugs a program with a file as its standard input. */
export function debugConfiguration(
  { type }: DebuggerExtension,
  given: DebuggedProgram,
  platform: NodeJS.Platform,
): DebugConfiguration {
  const { file, command, input, launchers } = given;
  const paths = [
    file,
    command.tool,
    ...command.args,
    command.folder,
    given.searchPath?.value ?? '',
    input,
    launchers.python,
    launchers.node,
  ];
  const unsafe = paths.find((path) => path.includes(variableStart));
  if (unsafe !== undefined) return { kind: 'unsafePath', path: unsafe };
  // the zero-width space keeps the name readable
  const program = { ...given, name: given.name.replaceAll(variableStart, '$\u200b{') };
  switch (type) {
    case 'lldb':
      return { kind: 'configuration', configuration: lldb(program) };
    case 'cppdbg':
      return cppdbg(program, platform);
    case 'debugpy':
    case 'python':
      return debugpy(type, program);
    case 'node':
      return jsDebug(program);
  }
}

/** https://github.com/vadimcn/codelldb/blob/master/MANUAL.md#stdio-redirection */
function lldb({ name, command, searchPath, input }: DebuggedProgram): LaunchConfiguration {
  return {
    name,
    type: 'lldb',
    request: 'launch',
    program: command.tool,
    args: command.args,
    cwd: command.folder,
    env: searchPath === null ? {} : { [searchPath.name]: searchPath.value },
    stdio: [input, null, null],
    // a terminal would need a shell
    terminal: 'console',
  };
}

/**
 * On Windows, gdb itself redirects the standard input. On other systems, a shell does. On macOS, the debugger is
 * lldb-mi, which has a setting for it and doesn't support `<`.
 */
function cppdbg(
  { name, command, searchPath, input }: DebuggedProgram,
  platform: NodeJS.Platform,
): DebugConfiguration {
  const unsafe = [command.tool, input].find((path) => !isSafeForGdb(path, platform));
  if (unsafe !== undefined) return { kind: 'unsafePath', path: unsafe };
  const common = {
    name,
    type: 'cppdbg',
    request: 'launch',
    program: command.tool,
    cwd: command.folder,
    environment: searchPath === null ? [] : [searchPath],
    externalConsole: false,
    stopAtEntry: false,
  } as const;
  if (platform === 'darwin') {
    const setupCommands = [{ text: `settings set target.input-path "${input}"` }];
    return {
      kind: 'configuration',
      configuration: { ...common, MIMode: 'lldb', args: command.args, setupCommands },
    };
  }
  const prettyPrinting = { text: '-enable-pretty-printing', ignoreFailures: true };
  if (platform === 'win32')
    return {
      kind: 'configuration',
      configuration: {
        ...common,
        MIMode: 'gdb',
        setupCommands: [prettyPrinting],
        args: [...command.args, '<', input],
      },
    };
  // gdb writes the path and the arguments of the program behind the wrapper
  const deepStack = {
    text: `-gdb-set exec-wrapper /bin/sh -c '${raisingStack}; exec "$0" "$@"'`,
    ignoreFailures: true,
  };
  return {
    kind: 'configuration',
    configuration: {
      ...common,
      MIMode: 'gdb',
      setupCommands: [prettyPrinting, deepStack],
      // the debugger doesn't change an argument in quotation marks
      args: [...command.args, '<', `"${input}"`],
      // gdb doesn't quote brackets in the path of the program, in which other shells see a pattern
      environment: [...common.environment, { name: 'SHELL', value: '/bin/sh' }],
    },
  };
}

/**
 * Returns whether a path has only characters that neither a shell nor the command line of the debugger interprets within
 * quotation marks. Windows and macOS use no shell.
 */
function isSafeForGdb(file: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32'
    ? /^[\p{L}\p{N} ._:\\/~()[\]-]+$/u.test(file)
    : /^[\p{L}\p{N} ._/~()[\]-]+$/u.test(file);
}

function debugpy(
  type: 'debugpy' | 'python',
  { name, file, command, input, launchers }: DebuggedProgram,
): DebugConfiguration {
  const { tool, args, folder } = command;
  const position = args.indexOf(file);
  if (position === -1) return { kind: 'unsupportedCommand', tool: toolName(tool) };
  return {
    kind: 'configuration',
    configuration: {
      name,
      type,
      request: 'launch',
      python: tool,
      pythonArgs: args.slice(0, position),
      program: launchers.python,
      args: [file, input, ...args.slice(position + 1)],
      cwd: folder,
      env: { PYTHONIOENCODING: 'utf-8' },
      console: 'internalConsole',
    },
  };
}

function toolName(tool: string): string {
  return tool.replace(/^.*[\\/]/s, '').replace(/\.(?:exe|cmd)$/i, '');
}

function jsDebug({ name, command, input, launchers }: DebuggedProgram): DebugConfiguration {
  const { tool, args, folder } = command;
  const runtime = toolName(tool);
  if (runtime !== 'node' && runtime !== 'tsx') return { kind: 'unsupportedCommand', tool: runtime };
  const program = args.at(-1);
  return {
    kind: 'configuration',
    configuration: {
      name,
      type: 'node',
      request: 'launch',
      runtimeExecutable: tool,
      // the debugger starts the program with the usual stack, so Node must not assume a larger one
      runtimeArgs: [
        '-r',
        launchers.node,
        ...args.slice(0, -1).filter((one) => !one.startsWith('--stack-size')),
      ],
      program,
      cwd: folder,
      env: { JUDGE_RESULTS_INPUT: input },
      console: 'internalConsole',
      skipFiles: ['<node_internals>/**', launchers.node],
    },
  };
}
