import fs from 'node:fs';
import os from 'node:os';
import { errorMessage } from '../../base/log';
import { MAX_OUTPUT_BYTES, OUTPUT_CHECK_MS } from '../limits';
import { measurementsIn, notMeasured, type Measurements } from './measurements';
import type { ToStart } from './processMark';
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
import { ProgramShell, type EndOfProgram, type ExitOfProcess, type RunningProgram } from './programShell';
import type { Command } from './runCommand';
import { raisingStack } from './stackLimit';

const isWindows = process.platform === 'win32';

/**
 * Shell lines that become the parent of a program, and write its CPU times to descriptor 4 after it has ended. `$1`:
 * limit of the CPU time, s. The program's error output is descriptor 3, because the shell writes messages about signals
 * to its own.
 */
const measured = `
${raisingStack}
ulimit -S -t "$1"
shift
"$@" 2>&3 3>&- 4>&-
code=$?
times >&4
exit $code
`;

/** Like `measured`, but `$2` measures the memory. Its error output is descriptor 4, and the exit code is the program's. */
const measuredWithMemory = measured.replace(
  '"$@" 2>&3 3>&- 4>&-',
  `measure=$1
shift
"$measure" -l /bin/sh -c '"$@" 2>&3 3>&-; exit $?' sh "$@" 2>&4 4>&-`,
);

/** Measures the memory of a program. GNU's tool of this name has other options. */
const usualMemoryTool = process.platform === 'darwin' ? '/usr/bin/time' : null;

/** If a shell returns an exit code above this one, it contains the signal that ended the program. */
const shellSignals = 128;

/**
 * Runs programs without a supervising process. A shell measures the CPU time, and on macOS the memory. On Linux, one
 * shell runs all programs with the same environment.
 */
export class PlainRunner implements ProgramRunner {
  private readonly closing = new AbortController();
  private shell: ProgramShell | null = null;

  /** `memoryTool`: absolute path of the `time` of macOS; null: the memory isn't measured */
  constructor(private readonly memoryTool: string | null = usualMemoryTool) {}

  async run(
    command: Command,
    files: RunFilePaths,
    limits: CaseLimits,
    signal?: AbortSignal,
  ): Promise<MeasuredRun> {
    const end = AbortSignal.any([this.closing.signal, ...(signal ? [signal] : [])]);
    if (end.aborted) return notStarted('canceled', null);
    try {
      const startedAt = performance.now();
      const program = this.start(command, files, limits);
      return await new PlainRun(program, startedAt, files, limits).finish(end);
    } catch (error) {
      return notStarted('notStarted', errorMessage(error));
    }
  }

  close(): void {
    this.closing.abort();
    this.shell?.close();
  }

  /** Throws if the program can't be started. */
  private start(command: Command, files: RunFilePaths, limits: CaseLimits): RunningProgram {
    if (process.platform !== 'linux' || this.memoryTool !== null)
      return startAlone(command, files, limits, this.memoryTool);
    // the shell would report a missing program with an exit code
    fs.accessSync(command.tool, fs.constants.X_OK);
    if (this.shell?.accepts(command.environment) !== true) {
      this.shell?.close();
      this.shell = new ProgramShell(command.environment);
    }
    return this.shell.start(command, files, cpuSeconds(limits));
  }
}

/** Starts a program in a separate process. Throws if it can't be started. `memoryTool`: see `PlainRunner` */
function startAlone(
  command: Command,
  { input, output, errorOutput }: RunFilePaths,
  limits: CaseLimits,
  memoryTool: string | null,
): RunningProgram {
  const { tool, args, folder: cwd, environment: env } = command;
  const times = `${output}.times`;
  const opened: number[] = [];
  const open = (file: string, flags: string): number => {
    const descriptor = fs.openSync(file, flags, 0o600);
    opened.push(descriptor);
    return descriptor;
  };
  try {
    const own = [open(input, 'r'), open(output, 'a'), open(errorOutput, 'a')] as const;
    const tree = isWindows
      ? new ProcessTree({ kind: 'program', path: tool, args }, { cwd, env, stdio: [...own] })
      : new ProcessTree(measuredProgram(command, limits, memoryTool), {
          cwd,
          env,
          stdio: [own[0], own[1], 'ignore', own[2], open(times, 'w')],
        });
    return { ended: endOfTree(tree, isWindows ? null : times), end: () => tree.end() };
  } finally {
    for (const descriptor of opened) fs.closeSync(descriptor);
  }
}

/** Waits for the end of a program. `times`: see `measurementsIn`; null: not measured */
async function endOfTree(tree: ProcessTree, times: string | null): Promise<EndOfProgram> {
  const exit = await new Promise<ExitOfProcess>((resolve, reject) => {
    tree.child.once('error', (error) => {
      // also fires if a running process couldn't be signaled
      if (tree.child.pid === undefined) reject(error);
    });
    tree.child.once('exit', (exitCode, endSignal) => {
      tree.endLeftovers();
      resolve({ exitCode, endSignal });
    });
  });
  return { ...exit, measurements: times === null ? notMeasured : measurementsIn(times) };
}

class PlainRun {
  private ended: CaseEnd = 'exit';

  constructor(
    private readonly program: RunningProgram,
    private readonly startedAt: number,
    private readonly files: RunFilePaths,
    private readonly limits: CaseLimits,
  ) {}

  /** Waits until the program has ended. Ends it at the limits and on `signal`. Rejects if it couldn't be started. */
  async finish(signal: AbortSignal): Promise<MeasuredRun> {
    const end = (why: CaseEnd): void => {
      if (this.ended !== 'exit') return;
      this.ended = why;
      this.program.end();
    };
    const { timeMs } = this.limits;
    const timer = setTimeout(() => end('timeLimit'), isWindows ? timeMs : elapsedLimit(timeMs));
    const outputs = setInterval(() => {
      if (this.isOutputTooLong()) end('outputLimit');
    }, OUTPUT_CHECK_MS);
    const cancel = (): void => end('canceled');
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const exit = await this.program.ended;
      return this.outcome(exit, performance.now() - this.startedAt);
    } finally {
      clearTimeout(timer);
      clearInterval(outputs);
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Cuts a long error output, because it isn't limited. Returns whether the output is too long. */
  private isOutputTooLong(): boolean {
    const { output, errorOutput } = this.files;
    if (sizeOf(errorOutput) > 8 * MAX_OUTPUT_BYTES) fs.truncateSync(errorOutput, MAX_OUTPUT_BYTES);
    return sizeOf(output) > this.limits.outputBytes;
  }

  private outcome({ measurements, ...exit }: EndOfProgram, elapsedMs: number): MeasuredRun {
    const { cpuMs, memoryKib } = measurements;
    const signal = signalOf(exit);
    return {
      ended: this.endOf(signal, measurements),
      exitCode: signal === null ? exit.exitCode : null,
      signal,
      elapsedMs: Math.round(elapsedMs),
      cpuMs,
      memoryKib,
      diedOfStack: false,
      startError: null,
    };
  }

  /** A late timer doesn't count if the CPU time shows that the program ended in time. */
  private endOf(signal: number | null, { cpuMs, memoryKib }: Measurements): CaseEnd {
    const { timeMs, memoryKib: memoryLimit } = this.limits;
    if (signal === os.constants.signals.SIGXCPU) return 'timeLimit';
    if (cpuMs !== null && cpuMs > timeMs) return 'timeLimit';
    if (this.ended === 'exit' && (memoryKib ?? 0) > (memoryLimit ?? Infinity)) return 'memoryLimit';
    if (this.ended === 'timeLimit' && cpuMs !== null) return 'exit';
    if (this.ended === 'exit' && this.isOutputTooLong()) return 'outputLimit';
    return this.ended;
  }
}

/**
 * Returns the lines of a shell that run a program, limit its CPU time, and measure it. Descriptor 3 is the error
 * output of the program, and 4 a file for `measurementsIn`. Throws if the program can't be started. `memoryTool`: see
 * `PlainRunner`
 */
export function measuredProgram(
  { tool, args }: Pick<Command, 'tool' | 'args'>,
  limits: Pick<CaseLimits, 'timeMs'>,
  memoryTool: string | null,
): ToStart {
  fs.accessSync(tool, fs.constants.X_OK);
  const seconds = String(cpuSeconds(limits));
  return memoryTool === null
    ? { kind: 'script', lines: measured, args: [seconds, tool, ...args] }
    : { kind: 'script', lines: measuredWithMemory, args: [seconds, memoryTool, tool, ...args] };
}

/** Returns the CPU time after which the system ends a program, s. It is more than the limit, which is checked afterwards. */
function cpuSeconds({ timeMs }: Pick<CaseLimits, 'timeMs'>): number {
  return Math.ceil(timeMs / 1000) + 1;
}

/** Returns the number of the signal that ended the program; null: none. A shell reports it as an exit code. */
export function signalOf({ exitCode, endSignal }: ExitOfProcess): number | null {
  if (endSignal !== null) return os.constants.signals[endSignal];
  if (isWindows || exitCode === null) return null;
  const signal = exitCode - shellSignals;
  return Object.values(os.constants.signals).includes(signal) ? signal : null;
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
