import os from 'node:os';
import path from 'node:path';
import type { LocalCase, LocalRun } from '../service/profiles/local';
import type { Build, LocalProgram } from './builds';
import { isExpectedOutput } from './compareOutputs';
import { MAX_COMPILE_MS, MAX_OUTPUT_BYTES, MAX_STORED_OUTPUT_LENGTH, MAX_STORED_RUN_LENGTH } from './limits';
import { runCommand, type FinishedRun } from './runCommand';

/** A program and the inputs to run it with. */
export interface CasesToRun {
  readonly program: LocalProgram;
  /** display name of the language */
  readonly languageName: string;
  /** at least one; `expected`: null if unknown */
  readonly cases: readonly { readonly input: string; readonly expected: string | null }[];
  /** elapsed time for each case, ms */
  readonly timeLimit: number;
}

/** Returns the run before the program is compiled. */
export function queuedRun({ cases, languageName, timeLimit }: CasesToRun): LocalRun {
  return {
    compile: { success: null, message: null, hasTimedOut: false, isRunning: true },
    cases: cases.map(({ input, expected }) => ({
      status: 'QUEUED',
      input,
      expected,
      output: '',
      errorOutput: '',
      time: null,
      exitCode: null,
      signal: null,
      message: null,
      shortened: [],
    })),
    languageName,
    timeLimit,
  };
}

/** Returns the run after the compiler has ended. */
export function compiledRun(run: LocalRun, build: Build, { file }: LocalProgram): LocalRun {
  switch (build.kind) {
    case 'canceled':
      return { ...run, compile: { ...run.compile, isRunning: false } };
    case 'failed': {
      const { hasTimedOut } = build;
      const output = withoutFolder(build.message, file);
      const note = `The compiler was ended after ${MAX_COMPILE_MS / 1000} s.\n`;
      const message = hasTimedOut
        ? [output.trimEnd(), note].filter((part) => part !== '').join('\n')
        : output;
      return { ...run, compile: { success: false, message, hasTimedOut, isRunning: false } };
    }
    case 'built': {
      const message = build.message === null ? null : withoutFolder(build.message, file);
      const success = message === null ? null : true;
      return { ...run, compile: { success, message, hasTimedOut: false, isRunning: false } };
    }
  }
}

/** Removes the folder of the program from file names, because results can be exported. */
function withoutFolder(message: string, file: string): string {
  const { dir, root } = path.parse(file);
  return dir === root ? message : message.replaceAll(dir + path.sep, '');
}

/** Runs the cases one after the other. Calls `onChange` with each new state. If canceled, leaves the rest queued. */
export async function runCases(
  run: LocalRun,
  build: Extract<Build, { kind: 'built' }>,
  onChange: (run: LocalRun) => Promise<void>,
  signal?: AbortSignal,
): Promise<LocalRun> {
  let present = run;
  let lengthLeft = MAX_STORED_RUN_LENGTH;
  for (const [index, testCase] of run.cases.entries()) {
    if (signal?.aborted) break;
    present = withCase(present, index, { ...testCase, status: 'RUN' });
    await onChange(present);
    const limits = { timeMs: run.timeLimit, outputBytes: outputLimit(testCase), endsAtOutputLimit: true };
    const finished = finishedCase(
      testCase,
      await runCommand(build.command, testCase.input, limits, signal),
      lengthLeft,
    );
    lengthLeft -= finished.output.length + finished.errorOutput.length;
    present = withCase(present, index, finished);
  }
  return present;
}

function withCase(run: LocalRun, index: number, testCase: LocalCase): LocalRun {
  return { ...run, cases: run.cases.with(index, testCase) };
}

/** Returns the maximum size of the output, bytes. A character has up to 3 bytes in UTF-8, and a line can end with CRLF. */
function outputLimit({ expected }: LocalCase): number {
  return Math.max(MAX_OUTPUT_BYTES, 4 * (expected?.length ?? 0));
}

/** `lengthLeft`: maximum total length of the outputs that are stored */
function finishedCase(testCase: LocalCase, run: FinishedRun, lengthLeft: number): LocalCase {
  const output = storedText(run.output, lengthLeft);
  const errorOutput = storedText(run.errorOutput, lengthLeft - output.text.length);
  const endedByItself = run.ended === 'exit';
  return {
    ...testCase,
    status: statusOf(testCase, run),
    output: output.text,
    errorOutput: errorOutput.text,
    time: run.ended === 'notStarted' ? null : run.wallMs,
    exitCode: endedByItself ? run.exitCode : null,
    signal: endedByItself && run.signal !== null ? os.constants.signals[run.signal] : null,
    message: run.startError,
    shortened: [
      ...(output.isCut ? (['stdout'] as const) : []),
      ...(errorOutput.isCut ? (['stderr'] as const) : []),
    ],
  };
}

function statusOf({ expected }: LocalCase, run: FinishedRun): LocalCase['status'] {
  switch (run.ended) {
    case 'timeLimit':
      return 'TLE';
    case 'outputLimit':
      return 'OLE';
    case 'canceled':
      return 'STOP';
    case 'notStarted':
      return 'FAIL';
    case 'exit':
      if (run.exitCode !== 0) return 'RE';
      return expected === null || isExpectedOutput(run.output, expected) ? 'AC' : 'WA';
  }
}

function storedText(text: string, lengthLeft: number): { readonly text: string; readonly isCut: boolean } {
  const maximum = Math.min(MAX_STORED_OUTPUT_LENGTH, lengthLeft);
  const isCut = text.length > maximum;
  return { text: isCut ? text.slice(0, maximum) : text, isCut };
}
