import os from 'node:os';
import path from 'node:path';
import type { LocalCase, LocalRun } from '../service/profiles/local';
import type { Build, LocalProgram } from './builds';
import { isExpectedOutput } from './compareOutputs';
import { MAX_STORED_OUTPUT_LENGTH } from './limits';
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
    compile: { success: null, message: null, isRunning: true },
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
    case 'failed':
      return {
        ...run,
        compile: { success: false, message: withoutFolder(build.message, file), isRunning: false },
      };
    case 'built': {
      const message = build.message === null ? null : withoutFolder(build.message, file);
      return { ...run, compile: { success: message === null ? null : true, message, isRunning: false } };
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
  for (const [index, one] of run.cases.entries()) {
    if (signal?.aborted) break;
    present = withCase(present, index, { ...one, status: 'RUN' });
    await onChange(present);
    const limits = { timeMs: run.timeLimit, endsAtOutputLimit: true };
    const finished = await runCommand(build.command, one.input, limits, signal);
    present = withCase(present, index, finishedCase(one, finished));
  }
  return present;
}

function withCase(run: LocalRun, index: number, one: LocalCase): LocalRun {
  return { ...run, cases: run.cases.with(index, one) };
}

function finishedCase(one: LocalCase, run: FinishedRun): LocalCase {
  const [output, errorOutput] = [storedText(run.output), storedText(run.errorOutput)];
  const endedByItself = run.ended === 'exit';
  return {
    ...one,
    status: statusOf(one, run),
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

function storedText(text: string): { readonly text: string; readonly isCut: boolean } {
  const isCut = text.length > MAX_STORED_OUTPUT_LENGTH;
  return { text: isCut ? text.slice(0, MAX_STORED_OUTPUT_LENGTH) : text, isCut };
}
