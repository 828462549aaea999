import type { Dialog, OutputDifference, ProblemComparison } from '../results';
import type { Crash } from './crashReason';
import type { HelperFailure } from './checkers/checkerFailure';

/** Bytes of a case's texts that differ from their UTF-8, as in files with another encoding; null: they don't. */
export interface CaseBytes {
  readonly input: Uint8Array | null;
  readonly expected: Uint8Array | null;
}

/** The checker or interactor of the user that decided about an output. */
export interface CheckedBy {
  readonly role: 'checker' | 'interactor';
  /** name of its file */
  readonly name: string;
}

/** Decision of the user's checker or interactor about an output. */
export interface CheckedCase {
  readonly by: CheckedBy;
  readonly message: string | null;
  /** why it returned no verdict; null: it returned one */
  readonly failure: HelperFailure | null;
}

export interface LocalCase {
  /**
   * `STOP`: the program wasn't run, or was stopped by the user or the end of the window. `FAIL`: it couldn't be started.
   * `JE`: its checker or interactor failed. `NEAR`: the judge may accept the output.
   */
  readonly status:
    'QUEUED' | 'RUN' | 'AC' | 'NEAR' | 'WA' | 'PART' | 'JE' | 'TLE' | 'MLE' | 'OLE' | 'RE' | 'STOP' | 'FAIL';
  readonly input: string;
  /** null: unknown, so any output is accepted */
  readonly expected: string | null;
  /** null: those of the texts */
  readonly bytes: CaseBytes | null;
  /** one of the user's own samples, which can be edited */
  readonly isOwnSample: boolean;
  readonly output: string;
  /** first difference between the output and the expected one; null: they are equal, or weren't compared */
  readonly difference: OutputDifference | null;
  readonly errorOutput: string;
  /** CPU time, ms; null: not run */
  readonly time: number | null;
  /** `time` is the elapsed time, because the system doesn't measure the CPU time */
  readonly isElapsedTime: boolean;
  /** the program was ended at the limit of the elapsed time, and used less CPU time than allowed */
  readonly hasWaited: boolean;
  /** largest memory, KiB; null: not measured */
  readonly memory: number | null;
  /** null: a signal ended the program, or it wasn't run */
  readonly exitCode: number | null;
  /** number of the signal; null: the program wasn't ended by a signal, or only by a signal of the runner */
  readonly signal: number | null;
  /** why the program couldn't be started; null: it was started, or wasn't run at all */
  readonly message: string | null;
  /** decision of the user's checker or interactor; null: none, because the output was compared */
  readonly checked: CheckedCase | null;
  /** at the time limit, the program and its interactor waited for each other */
  readonly hasHung: boolean;
  /** outputs of the program and its interactor, in their order; null: there was no interactor */
  readonly dialog: Dialog | null;
  /** a signal ended the program when its stack was full */
  readonly diedOfStack: boolean;
  /** exception or error that ended the program; null: none, or the error output doesn't contain it */
  readonly crash: Crash | null;
  /** files that the program wrote in its working folder, which are removed; sizes in bytes */
  readonly written: readonly { readonly name: string; readonly bytes: number }[];
  /** the one of these files that counts as the output; null: the standard output does */
  readonly outputFile: string | null;
  /** which of the texts above were cut */
  readonly shortened: readonly ('stdout' | 'stderr')[];
}

/** How a run compares outputs. */
export interface RunComparison extends ProblemComparison {
  /** name of the judge whose rule it is; null: none */
  readonly judge: string | null;
}

/** A state of a run of a program on this computer. */
export interface LocalRun {
  readonly compile: {
    /** null: still compiling, or there is nothing to compile */
    readonly success: boolean | null;
    readonly message: string | null;
    /** the compiler was ended, because it took too long */
    readonly hasTimedOut: boolean;
    readonly isRunning: boolean;
  };
  readonly cases: readonly LocalCase[];
  readonly comparison: RunComparison;
  readonly languageName: string;
  /** for each case, ms */
  readonly timeLimit: number;
  /** for each case, KiB; null: unknown */
  readonly memoryLimit: number | null;
}

/** Returns the run in its final state: no case is pending. Returns the same object if none was. */
export function stoppedRun(run: LocalRun): LocalRun {
  if (!run.compile.isRunning && !run.cases.some(isPending)) return run;
  return {
    ...run,
    compile: { ...run.compile, isRunning: false },
    cases: run.cases.map((testCase) => (isPending(testCase) ? { ...testCase, status: 'STOP' } : testCase)),
  };
}

function isPending({ status }: LocalCase): boolean {
  return status === 'QUEUED' || status === 'RUN';
}
