import { randomInt } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Language } from './languages';
import { runTool } from './process';
import type { Toolchain } from './toolchain';

export interface Compiled {
  readonly success: boolean;
  readonly timedOut: boolean;
  /** Compiler output, with the public service's path instead of the private one. */
  readonly message: string;
  /** Whether the program was really optimized. */
  readonly opt2: boolean;
  readonly program: Program;
}

/** The command that runs a compiled program. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** Whether the program runs in Node, which needs memory and time before the program starts. */
  readonly needsNode: boolean;
}

/** Maximum size of the stored compiler output, bytes. */
const messageLimit = 512 * 1024;

/** Compiles `code` in the private folder `directory`. */
export async function compile(
  language: Language,
  code: string | Uint8Array,
  o2: boolean,
  tools: Toolchain,
  directory: string,
  stopping?: AbortSignal,
): Promise<Compiled> {
  const source = path.join(directory, 'src');
  await fs.writeFile(source, code, { mode: 0o600 });
  const { command, args, program } = commands(language, source, directory, o2);
  const finished = await runTool(command, args, {
    cwd: directory,
    // The linker's temporary files are also in the private folder, because it may print their paths.
    env: { ...tools.environment, TMPDIR: directory },
    timeLimit: 30_000,
    outputLimit: messageLimit,
    ...(stopping ? { stopping } : {}),
  });
  const message = finished.timedOut ? `${finished.output}\nThe compiler timed out.\n` : finished.output;
  return {
    success: finished.code === 0,
    timedOut: finished.timedOut,
    message: asOnTheService(message, directory),
    opt2: o2 && (language.kind === 'cxx' || language.kind === 'c'),
    program,
  };
}

function commands(
  language: Language,
  source: string,
  directory: string,
  o2: boolean,
): { readonly command: string; readonly args: readonly string[]; readonly program: Program } {
  if (language.kind === 'javascript') {
    const node = process.execPath;
    return {
      command: node,
      args: ['--check', source],
      program: { command: node, args: [source], needsNode: true },
    };
  }
  if (language.kind === 'python') {
    const { interpreter } = language;
    return {
      command: interpreter,
      args: ['-m', 'py_compile', source],
      program: { command: interpreter, args: [source], needsNode: false },
    };
  }
  const output = path.join(directory, process.platform === 'win32' ? 'program.exe' : 'program');
  const type = language.kind === 'cxx' ? 'c++' : 'c';
  const options = [
    '-x',
    type,
    `-std=${language.standard}`,
    '-Wall',
    '-DONLINE_JUDGE=local',
    ...(o2 ? ['-O2'] : []),
  ];
  return {
    command: language.compiler,
    args: [...options, '-o', output, source, '-lm'],
    program: { command: output, args: [], needsNode: false },
  };
}

/**
 * Replaces the private folder's path by one like the public service's, which compiles `/tmp/compiler_<random>/src`.
 * Doesn't change the rest of the message.
 */
function asOnTheService(message: string, directory: string): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789_';
  const random = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
  return message.split(directory + path.sep).join(`/tmp/compiler_${random}/`);
}
