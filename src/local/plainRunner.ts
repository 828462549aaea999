import fs from 'node:fs';
import os from 'node:os';
import { errorMessage } from '../base/log';
import { MAX_OUTPUT_BYTES, OUTPUT_CHECK_MS } from './limits';
import { ProcessTree } from './processTree';
import {
  elapsedLimit,
  notStarted,
  type CaseEnd,
  type CaseLimits,
  type MeasuredRun,
  type ProgramRunner,
  type RunFilePaths,
} from './programRunner';
import type { Command } from './runCommand';

const isWindows = process.platform === 'win32';

/**
 * Becomes the parent of a program, and writes the CPU times of the program to descriptor 4 after it has ended. `$0`: limit
 * of the CPU time, s. Its own error output would contain messages about signals, so that of the program is descriptor 3.
 */
const measured = `
ulimit -S -s 1048576 || ulimit -S -s "$(ulimit -H -s)"
ulimit -S -t "$0"
"$@" 2>&3 3>&- 4>&-
code=$?
times >&4
exit $code
`;

/** Exit codes of a shell above this one say which signal ended the program. */
const shellSignals = 128;

/** Runs programs without a supervising process: the CPU time where a shell measures it, and never the memory. */
export class PlainRunner implements ProgramRunner {
  private readonly closing = new AbortController();

  run(command: Command, files: RunFilePaths, limits: CaseLimits, signal?: AbortSignal): Promise<MeasuredRun> {
    const end = AbortSignal.any([this.closing.signal, ...(signal ? [signal] : [])]);
    if (end.aborted) return Promise.resolve(notStarted('canceled', null));
    return new PlainRun(command, files, limits).finish(end);
  }

  close(): void {
    this.closing.abort();
  }
}

/** A program from its start to its end. */
class PlainRun {
  private ended: CaseEnd = 'exit';

  constructor(
    private readonly command: Command,
    private readonly files: RunFilePaths,
    private readonly limits: CaseLimits,
  ) {}

  async finish(signal: AbortSignal): Promise<MeasuredRun> {
    const { input, output, errorOutput } = this.files;
    const times = `${output}.times`;
    const opened: number[] = [];
    const open = (file: string, flags: string): number => {
      const descriptor = fs.openSync(file, flags, 0o600);
      opened.push(descriptor);
      return descriptor;
    };
    try {
      const own = [open(input, 'r'), open(output, 'a'), open(errorOutput, 'a')] as const;
      const startedAt = performance.now();
      const tree = isWindows
        ? this.start(this.command.tool, this.command.args, [...own])
        : this.start('/bin/sh', measuredArguments(this.command, this.limits), [
            own[0],
            own[1],
            'ignore',
            own[2],
            open(times, 'w'),
          ]);
      const exit = await this.untilExit(tree, signal);
      return this.outcome(exit, performance.now() - startedAt, isWindows ? null : cpuMsIn(times));
    } catch (error) {
      return notStarted('notStarted', errorMessage(error));
    } finally {
      for (const descriptor of opened) fs.closeSync(descriptor);
    }
  }

  private start(
    tool: string,
    args: readonly string[],
    stdio: ConstructorParameters<typeof ProcessTree>[2]['stdio'],
  ): ProcessTree {
    const { folder, environment } = this.command;
    return new ProcessTree(tool, args, { cwd: folder, env: environment, stdio });
  }

  /** Waits until the program has ended. Ends it at the limits and on `signal`. Rejects if it couldn't be started. */
  private untilExit(tree: ProcessTree, signal: AbortSignal): Promise<ExitOfProcess> {
    const end = (why: CaseEnd): void => {
      if (this.ended !== 'exit') return;
      this.ended = why;
      tree.end();
    };
    const { timeMs } = this.limits;
    const timer = setTimeout(() => end('timeLimit'), isWindows ? timeMs : elapsedLimit(timeMs));
    const outputs = setInterval(() => {
      if (this.isOutputTooLong()) end('outputLimit');
    }, OUTPUT_CHECK_MS);
    const cancel = (): void => end('canceled');
    signal.addEventListener('abort', cancel, { once: true });
    return new Promise<ExitOfProcess>((resolve, reject) => {
      tree.child.once('error', (error) => {
        // also fires if a running process couldn't be signaled
        if (tree.child.pid === undefined) reject(error);
      });
      tree.child.once('exit', (exitCode, endSignal) => {
        tree.endLeftovers();
        resolve({ exitCode, endSignal });
      });
    }).finally(() => {
      clearTimeout(timer);
      clearInterval(outputs);
      signal.removeEventListener('abort', cancel);
    });
  }

  /** Cuts a long error output, which doesn't count. */
  private isOutputTooLong(): boolean {
    const { output, errorOutput } = this.files;
    if (sizeOf(errorOutput) > 8 * MAX_OUTPUT_BYTES) fs.truncateSync(errorOutput, MAX_OUTPUT_BYTES);
    return sizeOf(output) > this.limits.outputBytes;
  }

  private outcome(exit: ExitOfProcess, elapsedMs: number, cpuMs: number | null): MeasuredRun {
    const signal = signalOf(exit);
    return {
      ended: this.endOf(signal, cpuMs),
      exitCode: signal === null ? exit.exitCode : null,
      signal,
      elapsedMs: Math.round(elapsedMs),
      cpuMs,
      memoryKib: null,
      diedOfStack: false,
      startError: null,
    };
  }

  /** A timer that fires late doesn't count if the program had ended in time: its CPU time is known then. */
  private endOf(signal: number | null, cpuMs: number | null): CaseEnd {
    const { timeMs } = this.limits;
    if (signal === os.constants.signals.SIGXCPU) return 'timeLimit';
    if (cpuMs !== null && cpuMs > timeMs) return 'timeLimit';
    if (this.ended === 'timeLimit' && cpuMs !== null) return 'exit';
    if (this.ended === 'exit' && this.isOutputTooLong()) return 'outputLimit';
    return this.ended;
  }
}

/**
 * Returns the arguments of a shell that runs a program, limits its CPU time, and measures it. Descriptor 3 is the error
 * output of the program, and 4 a file for `cpuMsIn`. Throws if the program can't be started.
 */
export function measuredArguments(
  { tool, args }: Pick<Command, 'tool' | 'args'>,
  { timeMs }: Pick<CaseLimits, 'timeMs'>,
): readonly string[] {
  fs.accessSync(tool, fs.constants.X_OK);
  return ['-c', measured, String(Math.ceil(timeMs / 1000) + 1), tool, ...args];
}

interface ExitOfProcess {
  readonly exitCode: number | null;
  readonly endSignal: NodeJS.Signals | null;
}

/** Returns the number of the signal that ended the program; null: none. A shell reports it as an exit code. */
export function signalOf({ exitCode, endSignal }: ExitOfProcess): number | null {
  if (endSignal !== null) return os.constants.signals[endSignal];
  if (isWindows || exitCode === null) return null;
  const signal = exitCode - shellSignals;
  return Object.values(os.constants.signals).includes(signal) ? signal : null;
}

/**
 * Returns the CPU time that a shell has written with `times`, ms: its second line contains the user and system times of the
 * programs, such as `0m1.250s 0m0.010s`. Null: the program was ended before.
 */
export function cpuMsIn(file: string): number | null {
  const [, ofPrograms = ''] = fs.readFileSync(file, 'latin1').split('\n');
  const parts = [...ofPrograms.matchAll(/(\d{1,9})m(\d{1,9}(?:[.,]\d{1,9})?)s/g)];
  if (parts.length !== 2) return null;
  const seconds = parts.map(
    ([, minutes, rest = '']) => Number(minutes) * 60 + Number(rest.replace(',', '.')),
  );
  return Math.round(seconds.reduce((sum, part) => sum + part, 0) * 1000);
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
