import fs from 'node:fs';
import type { Command } from './runCommand';

/** The files of a program that is run. All paths are absolute. The last two don't exist yet. */
export interface RunFilePaths {
  readonly input: string;
  readonly output: string;
  readonly errorOutput: string;
}

export interface CaseLimits {
  /** CPU time if the system measures it, else elapsed time, ms */
  readonly timeMs: number;
  /** maximum resident memory, KiB; null: unlimited. Applies if the system measures it. */
  readonly memoryKib: number | null;
  /** maximum size of the output, bytes. The error output isn't limited, but cut. */
  readonly outputBytes: number;
}

/** Why a program ended. `exit`: the runner didn't stop it. */
export type CaseEnd = 'exit' | 'timeLimit' | 'memoryLimit' | 'outputLimit' | 'canceled' | 'notStarted';

/** Outcome of a program that was run with a case. */
export interface MeasuredRun {
  readonly ended: CaseEnd;
  /** null: a signal ended the program, or it wasn't started */
  readonly exitCode: number | null;
  /** number of the signal that ended the program, its own or the runner's; null: it exited or wasn't started */
  readonly signal: number | null;
  /** time from the start to the end of the program, ms */
  readonly elapsedMs: number;
  /** CPU time of the program and the processes it waited for, ms; null: not measured */
  readonly cpuMs: number | null;
  /** largest resident memory, KiB; null: not measured */
  readonly memoryKib: number | null;
  /** The program was ended by a signal when its stack was full. */
  readonly diedOfStack: boolean;
  /** why the program couldn't be started, in the words of the system; null: it was started */
  readonly startError: string | null;
}

/** Starts programs with files as their standard input and outputs, one after the other, and measures them. */
export interface ProgramRunner {
  /** Runs a program in `command.folder`. Ends it with its child processes on `signal`. Never rejects. */
  run(command: Command, files: RunFilePaths, limits: CaseLimits, signal?: AbortSignal): Promise<MeasuredRun>;
  /** Ends the program that is running, and frees the resources. */
  close(): void;
}

/** Returns the outcome of a program that was canceled before its start, or that couldn’t be started. */
export function notStarted(ended: 'canceled' | 'notStarted', startError: string | null): MeasuredRun {
  return {
    ended,
    exitCode: null,
    signal: null,
    elapsedMs: 0,
    cpuMs: null,
    memoryKib: null,
    diedOfStack: false,
    startError,
  };
}

/** Returns the longest elapsed time of a program whose CPU time is limited, ms. A program may wait for the disk. */
export function elapsedLimit(timeMs: number): number {
  return 2 * timeMs + 1000;
}

/** Reads at most `maximum` bytes from the beginning of a file. Empty if it can't be read. */
export function readStart(file: string, maximum: number): Buffer {
  try {
    // the program may have replaced the file by a pipe, which nobody writes to
    const opened = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    try {
      const buffer = Buffer.alloc(Math.min(fs.fstatSync(opened).size, maximum));
      return buffer.subarray(0, fs.readSync(opened, buffer, 0, buffer.length, 0));
    } finally {
      fs.closeSync(opened);
    }
  } catch {
    return Buffer.alloc(0);
  }
}
