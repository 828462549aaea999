import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { LocalComputer, type LocalRun } from '../../src/local';
import { samplePairs } from '../../src/editor/samples/samplePairs';
import { entryPointOf, type EntryTrouble, type ProgramToSend } from '../../src/judges/entryPoints';

export { languageOfFile } from '../../src/judges/fileExtensions';
export { toolPlaces } from '../../src/local/tools/toolPlaces';

/** How DOMjudge gets a program, and what it starts. */
export interface Entry {
  readonly fileName: string;
  readonly mainClass: string | null;
  readonly mainFile: string | null;
  readonly sent: readonly string[];
  readonly ask: EntryTrouble | null;
  readonly candidates: readonly string[];
}

/** Decides about a program by DOMjudge’s rules. `active`: a file name. */
export function entryIn(program: ProgramToSend): Entry {
  const { fileName, mainClass, mainFile, sent, trouble, candidates } = entryPointOf(program);
  return {
    fileName,
    mainClass,
    mainFile,
    sent: sent.map((file) => file.fileName),
    ask: trouble,
    candidates,
  };
}

/** Returns the inputs of a program’s samples, in the order of the runs. `fileNames`: all names in its folder */
export function samplesOf(program: string, fileNames: readonly string[]): readonly string[] {
  return samplePairs(program, fileNames).map(({ input }) => input);
}

/** A program to run, and its cases. */
export interface RunHere {
  /** absolute path */
  readonly file: string;
  /** `expected`: null if unknown. Bytes: not UTF-8 */
  readonly cases: readonly {
    readonly input: string | Uint8Array;
    readonly expected: string | Uint8Array | null;
  }[];
  /** ms */
  readonly timeLimit: number;
}

/** What happened to a program and its cases. */
export interface RanHere {
  readonly compile: { readonly success: boolean | null; readonly message: string | null };
  readonly cases: readonly {
    /** as in a record: `AC`, `WA`, `TLE`, `RE`, `OLE`; all of them are `CE` if the program doesn't compile */
    readonly status: string;
    readonly output: string;
    /** number; null: no signal ended the program */
    readonly signal: number | null;
    /** ms; null: not run */
    readonly time: number | null;
  }[];
}

/** Compiles and runs a saved program with the tools of this computer, as “Run Samples” does. */
export async function runHere({ file, cases, timeLimit }: RunHere): Promise<RanHere> {
  const folder = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'judge-run-here-')));
  const computer = new LocalComputer(
    process.env,
    { open: async () => folder },
    { openLeases: async () => ({ tryAcquire: async () => true, release: async () => undefined }) },
    { error: (text) => console.error(text) },
  );
  try {
    const settings = computer.readSettings(undefined);
    const language = computer.languageOf(file, 'plaintext', settings);
    if (language === null) throw new Error(`no command for the language of ${file}`);
    const toRun = {
      // without a byte order mark, as an editor has it
      program: { file, code: new TextDecoder().decode(await fs.readFile(file)), language },
      languageName: computer.displayName(language),
      cases: cases.map(({ input, expected }) => ({
        input: textOf(input),
        expected: expected === null ? null : textOf(expected),
        bytes: { input: bytesOf(input), expected: expected === null ? null : bytesOf(expected) },
      })),
      timeLimit,
    };
    let last: LocalRun | null = null;
    for await (const state of computer.start('run-here', toRun, settings)) last = state;
    if (last === null) throw new Error('a run has at least one state');
    const { compile, cases: ran } = last;
    return {
      compile: { success: compile.success, message: compile.message },
      cases: ran.map(({ status, output, signal, time }) => ({
        status: compile.success === false ? 'CE' : status,
        output,
        signal,
        time,
      })),
    };
  } finally {
    computer.dispose();
    await fs.rm(folder, { recursive: true, force: true });
  }
}

function textOf(value: string | Uint8Array): string {
  return typeof value === 'string' ? value : new TextDecoder().decode(value);
}

function bytesOf(value: string | Uint8Array): Uint8Array | null {
  return typeof value === 'string' ? null : value;
}
