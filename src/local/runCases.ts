import path from 'node:path';
import type { Build, LocalProgram } from './builds/builds';
import { runChecker, type CheckedOutput, type Helper } from './checkers/checker';
import type { CheckerProtocol } from './checkerProtocol';
import { findCrash } from './crashReason';
import type { HelperFailure } from './checkers/checkerFailure';
import { judgeOutput, ruleOnWindows, usualComparison, type Dialog, type JudgedOutput } from '../results';
import { withJudgeLineBreaks } from './folders/inputFiles';
import { interact } from './checkers/interactor';
import type { CaseBytes, CheckedBy, LocalCase, LocalRun, RunComparison } from './localRun';
import { MAX_COMPILE_MS, MAX_OUTPUT_BYTES, MAX_STORED_OUTPUT_LENGTH, MAX_STORED_RUN_LENGTH } from './limits';
import { readStart, type CaseLimits, type MeasuredRun, type ProgramRunner } from './processes/programRunner';
import { noProblemFiles, WorkingFolder, type ProblemFiles, type WrittenFile } from './folders/workingFolder';

/** An input, and the expected output. */
export interface CaseToRun {
  readonly input: string;
  /** null: unknown */
  readonly expected: string | null;
  /** null or absent: those of the texts */
  readonly bytes?: CaseBytes | null;
  /** one of the user's own samples, which can be edited; absent: another input */
  readonly isOwnSample?: true;
}

/** A program and the inputs to run it with. */
export interface CasesToRun {
  readonly program: LocalProgram;
  /** display name of the language */
  readonly languageName: string;
  /** at least one */
  readonly cases: readonly CaseToRun[];
  /** absent: `usualComparison` */
  readonly comparison?: RunComparison;
  /** CPU time for each case if the system measures it, else elapsed time, ms */
  readonly timeLimit: number;
  /** maximum memory, KiB, if the system measures it; null or absent: unknown */
  readonly memoryLimit?: number | null;
  /** files that the problem uses instead of the standard input and output; null or absent: unknown */
  readonly files?: ProblemFiles | null;
  /** judges the outputs instead of a comparison; null or absent: none */
  readonly checker?: HelperProgram | null;
  /** exchanges data with the program, which gets no other input; null or absent: none */
  readonly interactor?: HelperProgram | null;
}

/** A checker or an interactor of the user. */
export interface HelperProgram {
  readonly program: LocalProgram;
  readonly protocol: CheckerProtocol;
}

/** The compiled checker and interactor of a run; null: none */
export interface Helpers {
  readonly checker: Helper | null;
  readonly interactor: Helper | null;
}

export interface ProgramStart {
  readonly build: Extract<Build, { kind: 'built' }>;
  readonly runner: ProgramRunner;
  /** absolute path of the private folder, see `PrivateFolder` */
  readonly folder: string;
  readonly helpers: Helpers;
}

export function queuedRun(toRun: CasesToRun): LocalRun {
  const { cases, languageName, timeLimit, memoryLimit = null } = toRun;
  return {
    compile: { success: null, message: null, hasTimedOut: false, isRunning: true },
    cases: cases.map(({ input, expected, bytes = null, isOwnSample = false }) => ({
      status: 'QUEUED',
      input,
      expected,
      bytes,
      isOwnSample,
      output: '',
      difference: null,
      errorOutput: '',
      time: null,
      isElapsedTime: false,
      hasWaited: false,
      memory: null,
      exitCode: null,
      signal: null,
      message: null,
      checked: null,
      hasHung: false,
      dialog: null,
      diedOfStack: false,
      crash: null,
      written: [],
      outputFile: null,
      shortened: [],
    })),
    comparison: toRun.comparison ?? { rule: usualComparison, source: 'default', judge: null },
    languageName,
    timeLimit,
    memoryLimit,
  };
}

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

/** A checker or an interactor that can't be run. */
export interface FailedHelper {
  readonly by: CheckedBy;
  /** absolute path of its file */
  readonly file: string;
  readonly failure: HelperFailure;
  /** output of the compiler; empty: none */
  readonly compilerOutput: string;
}

/** Returns the run if its program can't be judged. */
export function failedRun(run: LocalRun, { by, file, failure, compilerOutput }: FailedHelper): LocalRun {
  const checked = { by, message: null, failure };
  const errorOutput = withoutFolder(compilerOutput, file);
  return {
    ...run,
    cases: run.cases.map((testCase) => ({ ...testCase, status: 'JE', checked, errorOutput })),
  };
}

/** Removes the folder of the program from the compiler output, because results can be exported. */
function withoutFolder(message: string, file: string): string {
  const { dir, root } = path.parse(file);
  return dir === root ? message : message.replaceAll(dir + path.sep, '');
}

/**
 * Runs the cases one after the other. Yields each new state, at the start of a case and after the last one. If canceled,
 * leaves the remaining cases queued.
 */
export async function* runCases(
  run: LocalRun,
  { program, files }: Pick<CasesToRun, 'program' | 'files'>,
  start: ProgramStart,
  signal?: AbortSignal,
): AsyncGenerator<LocalRun, void> {
  let present = run;
  let lengthLeft = MAX_STORED_RUN_LENGTH;
  for (const [index, testCase] of run.cases.entries()) {
    if (signal?.aborted) break;
    present = withCase(present, index, { ...testCase, status: 'RUN' });
    yield present;
    const limits = {
      timeMs: run.timeLimit,
      memoryKib: run.memoryLimit,
      outputBytes: outputLimit(testCase),
    };
    const outcome = await runCase(
      start,
      {
        program,
        files,
        input: withJudgeLineBreaks(testCase.bytes?.input ?? testCase.input),
        answer: withJudgeLineBreaks(testCase.bytes?.expected ?? testCase.expected ?? ''),
      },
      limits,
      signal,
    );
    const finished = finishedCase(testCase, outcome, { ...run, program }, lengthLeft);
    lengthLeft -= finished.output.length + finished.errorOutput.length;
    present = withCase(present, index, finished);
  }
  yield present;
}

interface CaseOutcome {
  readonly run: MeasuredRun;
  readonly output: Buffer;
  readonly errorOutput: Buffer;
  readonly written: readonly WrittenFile[];
  /** name of the file that counts as the output; null: the standard output */
  readonly outputFile: string | null;
  /** null: the output is compared instead, or the program was stopped */
  readonly checked: (CheckedOutput & { readonly by: CheckedBy }) | null;
  readonly hasHung: boolean;
  /** null: there is no interactor */
  readonly dialog: Dialog | null;
}

interface ProgramWithCase extends Pick<CasesToRun, 'program' | 'files'> {
  readonly input: string | Uint8Array;
  /** expected output; empty if unknown */
  readonly answer: string | Uint8Array;
}

/** Runs a program in a new working folder, which is removed afterwards. */
async function runCase(
  { build, runner, folder, helpers }: ProgramStart,
  { program, files, input, answer }: ProgramWithCase,
  limits: CaseLimits,
  signal: AbortSignal | undefined,
): Promise<CaseOutcome> {
  const { checker, interactor } = helpers;
  const working = await WorkingFolder.create(folder, program, input, files ?? noProblemFiles);
  try {
    if (checker || interactor) await working.writeAnswer(answer);
    const command = { ...build.command, folder: working.path };
    const interaction = interactor && (await interact(command, interactor, working, limits, signal));
    const run = interaction?.run ?? (await runner.run(command, working, limits, signal));
    const written = await working.written();
    const output = await working.outputFile(written);
    const decided = interaction?.checked ?? null;
    const byInteractor = { role: 'interactor', name: interactor?.name ?? '' } as const;
    // the checker of an interactive problem reads what the interactor has written
    const judged = interaction ? working.helperFiles.interaction : output;
    const isChecked = interaction ? decided?.status === 'AC' : run.ended === 'exit' && run.exitCode === 0;
    const ofChecker =
      checker && isChecked
        ? await runChecker(checker, { ...working.helperFiles, output: judged }, signal)
        : null;
    const isCheckerCanceled = checker !== null && isChecked && ofChecker === null;
    const byChecker = ofChecker && {
      ...ofChecker,
      by: { role: 'checker', name: checker?.name ?? '' } as const,
    };
    return {
      run: isCheckerCanceled ? { ...run, ended: 'canceled' } : run,
      checked: isCheckerCanceled ? null : (byChecker ?? (decided && { ...decided, by: byInteractor })),
      hasHung: interaction?.hasHung ?? false,
      dialog: interaction?.dialog ?? null,
      output: readStart(output, limits.outputBytes),
      errorOutput: readStart(working.errorOutput, MAX_OUTPUT_BYTES),
      written,
      outputFile: output === working.output ? null : path.relative(working.path, output),
    };
  } finally {
    await working.remove();
  }
}

function withCase(run: LocalRun, index: number, testCase: LocalCase): LocalRun {
  return { ...run, cases: run.cases.with(index, testCase) };
}

/** Returns the maximum size of the output, bytes. A character has up to 3 bytes in UTF-8, and a line can end with CRLF. */
function outputLimit({ expected }: LocalCase): number {
  return Math.max(MAX_OUTPUT_BYTES, 4 * (expected?.length ?? 0));
}

/** `lengthLeft`: maximum total length of the outputs that are stored */
function finishedCase(
  testCase: LocalCase,
  outcome: CaseOutcome,
  {
    timeLimit,
    comparison,
    program,
  }: Pick<LocalRun, 'timeLimit' | 'comparison'> & Pick<CasesToRun, 'program'>,
  lengthLeft: number,
): LocalCase {
  const { run } = outcome;
  const judged = judgedOutput(testCase, outcome, comparison);
  const output = storedText(outcome.output, lengthLeft);
  const errorOutput = storedText(outcome.errorOutput, lengthLeft - output.text.length);
  const endedByItself = run.ended === 'exit';
  const hasRun = run.ended !== 'notStarted';
  // a program that was waiting when it was ended has hardly used the CPU
  const hasWaited = run.ended === 'timeLimit' && run.cpuMs !== null && run.cpuMs < timeLimit;
  const isElapsedTime = hasRun && (run.cpuMs === null || hasWaited);
  const status = judged ? statuses[judged.verdict] : statusOf(outcome);
  return {
    ...testCase,
    status,
    output: output.text,
    difference: judged?.difference ?? null,
    errorOutput: errorOutput.text,
    time: hasRun ? (isElapsedTime ? run.elapsedMs : run.cpuMs) : null,
    isElapsedTime,
    hasWaited,
    memory: run.memoryKib,
    exitCode: endedByItself ? run.exitCode : null,
    signal: endedByItself ? run.signal : null,
    message: run.startError,
    checked: outcome.checked && {
      by: outcome.checked.by,
      message: outcome.checked.message,
      failure: outcome.checked.failure,
    },
    hasHung: outcome.hasHung,
    dialog: outcome.dialog,
    diedOfStack: endedByItself && run.diedOfStack,
    crash: status === 'RE' ? findCrash(outcome.errorOutput.toString('utf8'), program.file) : null,
    written: outcome.written,
    outputFile: outcome.outputFile,
    shortened: [
      ...(output.isCut ? (['stdout'] as const) : []),
      ...(errorOutput.isCut ? (['stderr'] as const) : []),
    ],
  };
}

const statuses = { right: 'AC', nearly: 'NEAR', wrong: 'WA' } as const;

/**
 * Compares the output of a program that ended normally. Null: it ended otherwise, a checker decides, or the expected
 * output is unknown.
 */
function judgedOutput(
  { expected, bytes }: LocalCase,
  { run, output, checked }: CaseOutcome,
  comparison: RunComparison,
): JudgedOutput | null {
  if (checked || run.ended !== 'exit' || run.exitCode !== 0 || expected === null) return null;
  const rule = process.platform === 'win32' ? ruleOnWindows(comparison.rule) : comparison.rule;
  return judgeOutput({ ...comparison, rule }, output, bytes?.expected ?? expected);
}

/** Returns the status of a case whose output isn't compared. */
function statusOf({ run, checked }: CaseOutcome): LocalCase['status'] {
  if (checked) return checked.status;
  switch (run.ended) {
    case 'timeLimit':
      return 'TLE';
    case 'memoryLimit':
      return 'MLE';
    case 'outputLimit':
      return 'OLE';
    case 'canceled':
      return 'STOP';
    case 'notStarted':
      return 'FAIL';
    case 'exit':
      return run.exitCode === 0 ? 'AC' : 'RE';
  }
}

/** Invalid UTF-8 becomes U+FFFD. */
function storedText(bytes: Buffer, lengthLeft: number): { readonly text: string; readonly isCut: boolean } {
  const text = bytes.toString('utf8');
  const maximum = Math.min(MAX_STORED_OUTPUT_LENGTH, lengthLeft);
  const isCut = text.length > maximum;
  return { text: isCut ? text.slice(0, maximum) : text, isCut };
}
