import path from 'node:path';
import { languageOfFile, languagesWith } from '../../judges/fileExtensions';
import type { Environment } from '../environment';
import { cppStandards, cStandards, rustEditions, type Standard } from './languageStandards';

/** Whether a program is compiled to run it, or for a debugger. */
export type BuildVariant = 'run' | 'debug';

/** How programs of a language are compiled and run. Each command is a list: the tool, then its arguments. */
export interface LanguageCommands {
  /** null: nothing is compiled */
  readonly compile: readonly string[] | null;
  /** compiles for a debugger; null: the same as `compile` */
  readonly debug: readonly string[] | null;
  readonly run: readonly string[];
}

/** One way to compile and run a language, with tools that may be installed. */
export interface Toolchain extends LanguageCommands {
  /** Arguments with which the first tool must succeed. Absent: the tool only has to exist. */
  readonly probe?: readonly string[];
  /**
   * Files that the compiler reads: the program `alone`, or also files with some extensions below its folder. Doesn’t apply
   * if `compile` contains `${dependencies}`, because the compiler then lists what it has read.
   */
  readonly reads: 'alone' | 'folder';
  /** Extensions of the other files that it reads, in lower case: `.inc`. Absent: only that of the program. */
  readonly otherExtensions?: readonly string[];
  /** Texts in a program that make the compiler read unknown files. The build of such a program isn't reused. */
  readonly readsUnknown?: readonly string[];
  /** The compiler runs in the folder of the program, and writes nothing there: `go.mod` and `rust-toolchain.toml` apply. */
  readonly compilesInFolder?: true;
  /** Files that make the compiler read unknown files if one of them is in the program's folder or above it. */
  readonly readsUnknownBelow?: readonly string[];
  /** The compiler requires that the file is named after its public class. */
  readonly needsNamedSource?: true;
  /** The compiler reports a byte order mark as an error. */
  readonly rejectsByteOrderMark?: true;
  /**
   * Standards of the language, the newest one first. The judge's is used, or else the first one that the compiler supports
   * as stable. Absent: the compiler's.
   */
  readonly standards?: readonly Standard[];
  /** Additional environment variables. `${output}` is replaced. */
  readonly environment?: Environment;
}

/** A language that this computer may be able to run. */
export interface LocalLanguage {
  /** VS Code language ID */
  readonly id: string;
  /** display name */
  readonly name: string;
  /** the first one whose tools are installed is used */
  readonly toolchains: readonly Toolchain[];
}

/** Judges define this macro. Programs often read a file instead of the standard input without it. */
const onlineJudge = '-DONLINE_JUDGE';
const listsDependencies = ['-MD', '-MF', '${dependencies}'];

function gnu(tool: string, standards: readonly Standard[], libraries: readonly string[] = []): Toolchain {
  const common = [tool, '-Wall', onlineJudge, ...listsDependencies];
  const target = ['-o', '${executable}', '${file}', ...libraries];
  return {
    compile: [...common, '-O2', ...target],
    debug: [...common, '-g', '-O0', ...target],
    run: ['${executable}'],
    reads: 'folder',
    standards,
  };
}

function python(tool: string, ...options: readonly string[]): Toolchain {
  return {
    probe: [...options, '-c', 'import sys; sys.exit(sys.version_info[0] < 3)'],
    // only checks the syntax
    compile: [tool, ...options, '-m', 'py_compile', '${file}'],
    debug: null,
    run: [tool, ...options, '${file}'],
    reads: 'alone',
    environment: { PYTHONPYCACHEPREFIX: '${output}', PYTHONIOENCODING: 'utf-8' },
  };
}

/**
 * Runs TypeScript without a separate compiler. `probe`: succeeds if this version of the tool supports it. Bun isn't used,
 * because it runs code from a `bunfig.toml` of the workspace.
 */
function typeScript(command: readonly string[], probe: readonly string[]): Toolchain {
  return { probe, compile: null, debug: null, run: [...command, '${file}'], reads: 'alone' };
}

/** Since Java 19, each output has its own encoding. Older versions ignore these properties. */
const javaInUtf8 = [
  'java',
  '-Dfile.encoding=UTF-8',
  '-Dstdout.encoding=UTF-8',
  '-Dstderr.encoding=UTF-8',
] as const;

const java = {
  reads: 'folder',
  needsNamedSource: true,
  rejectsByteOrderMark: true,
  run: [...javaInUtf8, '-Xss512m', '-cp', '${output}', '${mainClass}'],
} as const satisfies Partial<Toolchain>;
// annotation processors would run code that isn't the user's program
const javac = ['javac', '-encoding', 'UTF-8', '-proc:none', '-cp', '${output}', '-sourcepath', '${folder}'];

function cSharp(compiler: string, runtime: readonly string[]): Toolchain {
  const target = ['-nologo', '-define:ONLINE_JUDGE', '-out:${output}/program.exe', '${file}'];
  return {
    compile: [compiler, '-optimize+', ...target],
    debug: [compiler, '-debug', ...target],
    run: [...runtime, '${output}/program.exe'],
    reads: 'alone',
  };
}

/** Node's own limit of the stack, KiB, which is below that of the system. On Windows, the stack is fixed. */
const deepStack = process.platform === 'win32' ? [] : ['--stack-size=60000'];

/** The languages of this computer. Only those whose tools are installed are offered. */
export const localLanguages: readonly LocalLanguage[] = [
  {
    id: 'cpp',
    name: 'C++',
    toolchains: ['g++', 'clang++', 'c++'].map((tool) => gnu(tool, cppStandards)),
  },
  {
    id: 'c',
    name: 'C',
    toolchains: ['gcc', 'clang', 'cc'].map((tool) => gnu(tool, cStandards, ['-lm'])),
  },
  {
    id: 'python',
    name: 'Python',
    toolchains: [python('python3'), python('py', '-3'), python('python')],
  },
  {
    id: 'java',
    name: 'Java',
    toolchains: [
      {
        ...java,
        compile: [...javac, '-d', '${output}', '${file}'],
        debug: [...javac, '-g', '-d', '${output}', '${file}'],
      },
    ],
  },
  {
    id: 'rust',
    name: 'Rust',
    toolchains: [
      {
        compile: rustc('-O'),
        debug: rustc('-g', '-C', 'opt-level=0'),
        run: ['${executable}'],
        reads: 'folder',
        standards: rustEditions,
        compilesInFolder: true,
      },
    ],
  },
  {
    id: 'go',
    name: 'Go',
    toolchains: [
      {
        compile: ['go', 'build', '-o', '${executable}', '${file}'],
        debug: ['go', 'build', '-gcflags=all=-N -l', '-o', '${executable}', '${file}'],
        run: ['${executable}'],
        reads: 'alone',
        // these include files or headers of C in the program
        readsUnknown: ['//go:embed', '"C"'],
        compilesInFolder: true,
        readsUnknownBelow: ['go.mod', 'go.work'],
      },
    ],
  },
  {
    id: 'javascript',
    name: 'JavaScript',
    toolchains: [
      {
        // only checks the syntax
        compile: ['node', '--check', '${file}'],
        debug: null,
        run: ['node', ...deepStack, '${file}'],
        reads: 'alone',
      },
    ],
  },
  {
    id: 'typescript',
    name: 'TypeScript',
    toolchains: [
      {
        probe: ['--noCheck', '--version'],
        // only checks the syntax: types of Node may not be installed
        compile: [
          ...['tsc', '--noCheck', '--target', 'es2022', '--module', 'commonjs', '--pretty', 'false'],
          ...['--sourceMap', '--rootDir', '${folder}', '--outDir', '${output}', '${file}'],
        ],
        debug: null,
        run: ['node', ...deepStack, '--enable-source-maps', '${output}/${stem}.js'],
        reads: 'folder',
        otherExtensions: ['.ts', '.tsx', '.mts', '.cts'],
      },
      typeScript(['tsx'], ['--version']),
      typeScript(['deno', 'run', '--allow-read'], ['--version']),
      typeScript(
        ['node', ...deepStack, '--experimental-strip-types'],
        ['--experimental-strip-types', '--version'],
      ),
    ],
  },
  {
    id: 'pascal',
    name: 'Pascal',
    toolchains: [
      {
        compile: fpc('-O2'),
        debug: fpc('-gw2', '-O-'),
        run: ['${executable}'],
        reads: 'folder',
        otherExtensions: ['.pas', '.pp', '.p', '.inc', '.lpr', '.dpr'],
      },
    ],
  },
  {
    id: 'kotlin',
    name: 'Kotlin',
    toolchains: [
      {
        compile: ['kotlinc', '-include-runtime', '-d', '${output}/program.jar', '${file}'],
        debug: null,
        run: [...javaInUtf8, '-Xss512m', '-jar', '${output}/program.jar'],
        reads: 'alone',
      },
    ],
  },
  {
    id: 'csharp',
    name: 'C#',
    toolchains: [cSharp('mcs', ['mono']), cSharp('csc', process.platform === 'win32' ? [] : ['mono'])],
  },
  {
    id: 'haskell',
    name: 'Haskell',
    toolchains: [
      {
        compile: ghc('-O'),
        debug: ghc('-g', '-O0'),
        run: ['${executable}'],
        reads: 'folder',
        otherExtensions: ['.hs', '.lhs', '.hs-boot'],
      },
    ],
  },
];

function fpc(...options: readonly string[]): readonly string[] {
  return [
    'fpc',
    '-l-',
    '-dONLINE_JUDGE',
    ...options,
    '-FU${output}',
    '-Fu${folder}',
    '-o${executable}',
    '${file}',
  ];
}

function ghc(...options: readonly string[]): readonly string[] {
  return ['ghc', ...options, '-outputdir', '${output}', '-i${folder}', '-o', '${executable}', '${file}'];
}

function rustc(...options: readonly string[]): readonly string[] {
  // a file name isn't always a valid name of a crate
  const crate = ['--crate-name', 'main', '--cap-lints', 'warn'];
  const written = ['--emit', 'link=${executable},dep-info=${dependencies}'];
  return ['rustc', ...crate, ...options, ...written, '${file}'];
}

/**
 * Returns the VS Code language ID to run a file with: the editor's, or else that of the file's extension, because VS Code
 * assigns `plaintext` to languages without an installed extension. `ids`: the languages that can be run. Null: none
 */
export function localLanguageOf(
  { file, editorLanguage }: { readonly file: string; readonly editorLanguage: string },
  ids: readonly string[],
): string | null {
  const candidates = [
    languageOfFile(file, editorLanguage),
    ...languagesWith(path.extname(file).toLowerCase()),
  ];
  return candidates.find((id) => ids.includes(id)) ?? null;
}
