import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import os from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { errorMessage } from '../../base/log';
import type { Dialog } from '../../results';
import { LAST_OUTPUT_MS, MAX_CHECKER_MS, MAX_OUTPUT_BYTES } from '../limits';
import { DialogRecorder } from './dialogRecorder';
import { ProcessTree } from '../processes/processTree';
import { measurementsIn } from '../processes/measurements';
import { measuredProgram, signalOf } from '../processes/plainRunner';
import type { ToStart } from '../processes/processMark';
import {
  elapsedLimit,
  notStarted,
  type CaseEnd,
  type CaseLimits,
  type MeasuredRun,
} from '../processes/programRunner';
import type { Command } from '../processes/runCommand';

export interface Interaction {
  readonly program: MeasuredRun;
  readonly interactor: EndedInteractor;
  readonly hasInteractorEndedFirst: boolean;
  /** the program was ended some time after the interactor, which counts as its end */
  readonly isProgramEndedEarly: boolean;
  /** at the time limit, both waited for a line of the other */
  readonly hasHung: boolean;
  readonly dialog: Dialog;
}

interface EndedInteractor {
  /** null: a signal ended it */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly errorOutput: string;
  /** false: it was ended, because it didn't end in time */
  readonly hasEnded: boolean;
}

const isWindows = process.platform === 'win32';

type Stdio = 'pipe' | 'ignore' | number;

/** Time that a program has to end after its interactor has ended, ms. */
const LAST_WORDS_MS = 200;

/** A process waited if it used a smaller share of the time than this. */
const WAITING_SHARE = 0.1;

/** Number of checks for waiting processes during the time limit. */
const ACTIVITY_CHECKS = 5;

/**
 * Runs a program whose standard input is the output of an interactor, and the other way round. Ends both at the time
 * limits of its CPU time and the elapsed time. `output`: absolute path of a file for the output of the program.
 * `errorOutput`: the same for its error output. Never rejects.
 */
export async function runInteraction(
  program: Command,
  interactor: Command,
  files: { readonly output: string; readonly errorOutput: string },
  limits: CaseLimits,
  signal?: AbortSignal,
): Promise<Interaction> {
  if (signal?.aborted) return withoutStart('canceled', null);
  const errorOutput = fs.openSync(files.errorOutput, 'a', 0o600);
  const timesFile = `${files.output}.times`;
  const times = fs.openSync(timesFile, 'w', 0o600);
  const started: ProcessTree[] = [];
  try {
    const start = (
      { folder: cwd, environment: env }: Command,
      ...[toStart, stdio]: readonly [ToStart, readonly Stdio[]]
    ): ProcessTree => {
      const tree = new ProcessTree(toStart, { cwd, env, stdio: [...stdio] });
      started.push(tree);
      return tree;
    };
    const ofInteractor = start(interactor, unmeasured(interactor), ['pipe', 'pipe', 'pipe']);
    const ofProgram = isWindows
      ? start(program, unmeasured(program), ['pipe', 'pipe', errorOutput])
      : start(program, measuredProgram(program, limits, null), [
          'pipe',
          'pipe',
          'ignore',
          errorOutput,
          times,
        ]);
    const running = new RunningInteraction(ofProgram, ofInteractor, files.output, timesFile, limits);
    return await running.finish(signal);
  } catch (error) {
    for (const tree of started) tree.endNow();
    return withoutStart('notStarted', errorMessage(error));
  } finally {
    fs.closeSync(errorOutput);
    fs.closeSync(times);
  }
}

function unmeasured({ tool, args }: Command): ToStart {
  return { kind: 'program', path: tool, args };
}

function withoutStart(ended: 'canceled' | 'notStarted', startError: string | null): Interaction {
  return {
    program: notStarted(ended, startError),
    interactor: { exitCode: null, signal: null, errorOutput: '', hasEnded: false },
    hasInteractorEndedFirst: false,
    isProgramEndedEarly: false,
    hasHung: false,
    dialog: { start: [], end: [] },
  };
}

interface ExitOfProcess {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** ms after the start */
  readonly at: number;
  /** end of its output, ms after the start. The other process can't react before. */
  readonly closedAt: number;
}

class RunningInteraction {
  private readonly startedAt = performance.now();
  private readonly output = new BoundedBytes();
  private readonly dialog = new DialogRecorder();
  private readonly interactorErrors = new BoundedBytes();
  private ended: CaseEnd = 'exit';
  private hasHung = false;
  private isInteractorLate = false;
  private isProgramEndedEarly = false;
  private readonly timers = new Set<NodeJS.Timeout>();
  private watching: NodeJS.Timeout | undefined;
  /** time of the last activity of one of the processes, see `performance.now` */
  private lastActivityAt = performance.now();

  constructor(
    private readonly program: ProcessTree,
    private readonly interactor: ProcessTree,
    private readonly outputFile: string,
    /** absolute path of the file to which the shell writes the CPU time */
    private readonly timesFile: string,
    private readonly limits: CaseLimits,
  ) {}

  async finish(signal: AbortSignal | undefined): Promise<Interaction> {
    const cancel = (): void => this.endProgram('canceled');
    signal?.addEventListener('abort', cancel, { once: true });
    this.after(elapsedLimit(this.limits.timeMs), () => this.endProgram('timeLimit'));
    this.connect();
    try {
      const programExit = exitOf(this.program, this.startedAt);
      const interactorExit = exitOf(this.interactor, this.startedAt);
      void programExit.then(() => this.after(MAX_CHECKER_MS, () => this.endInteractor()));
      void interactorExit.then(() => this.after(LAST_WORDS_MS, () => this.endLateProgram()));
      const [ofProgram, ofInteractor] = await Promise.all([programExit, interactorExit]);
      await fsPromises.writeFile(this.outputFile, this.output.bytes(), { mode: 0o600 });
      return this.outcome(ofProgram, ofInteractor);
    } finally {
      signal?.removeEventListener('abort', cancel);
      clearInterval(this.watching);
      for (const timer of this.timers) clearTimeout(timer);
    }
  }

  /** Connects the output of each process with the input of the other. */
  private connect(): void {
    const ends = [this.program.child, this.interactor.child];
    // one of them may end without reading everything
    for (const { stdin } of ends) stdin?.on('error', () => undefined);
    const [program, interactor] = ends;
    if (program?.stdout && interactor?.stdin) forward(program.stdout, interactor.stdin);
    if (interactor?.stdout && program?.stdin) forward(interactor.stdout, program.stdin);
    program?.stdout?.on('data', (part: Buffer) => {
      this.output.add(part, this.limits.outputBytes);
      this.dialog.add('program', part);
      if (this.output.size > this.limits.outputBytes) this.endProgram('outputLimit');
      this.noteActivity();
    });
    interactor?.stdout?.on('data', (part: Buffer) => {
      this.dialog.add('interactor', part);
      this.noteActivity();
    });
    interactor?.stderr?.on('data', (part: Buffer) => this.interactorErrors.add(part, MAX_OUTPUT_BYTES));
    this.watch();
  }

  /** Checks periodically whether both processes wait. Ends the program if they wait during the whole time limit. */
  private watch(): void {
    const trees = [this.program, this.interactor];
    const interval = this.limits.timeMs / ACTIVITY_CHECKS;
    let before = trees.map(activityOf);
    this.watching = setInterval(() => {
      const now = trees.map(activityOf);
      const areWaiting = now.every((one, index) => isWaiting(before[index], one, interval * WAITING_SHARE));
      before = now;
      if (!areWaiting || trees.some(hasExited)) this.noteActivity();
      else if (performance.now() - this.lastActivityAt >= this.limits.timeMs) {
        this.hasHung = this.ended === 'exit';
        this.endProgram('timeLimit');
      }
    }, interval);
  }

  /** Remembers when one of the processes was last active. */
  private noteActivity(): void {
    this.lastActivityAt = performance.now();
  }

  private after(ms: number, run: () => void): void {
    this.timers.add(setTimeout(run, ms));
  }

  private endProgram(why: CaseEnd): void {
    if (this.ended === 'exit') this.ended = why;
    this.program.end();
    this.endInteractor();
  }

  private endLateProgram(): void {
    const { exitCode, signalCode } = this.program.child;
    this.isProgramEndedEarly = this.ended === 'exit' && exitCode === null && signalCode === null;
    this.program.end();
  }

  private endInteractor(): void {
    this.isInteractorLate = true;
    this.interactor.end();
  }

  private outcome(program: ExitOfProcess, interactor: ExitOfProcess): Interaction {
    const hasInteractorEndedFirst = interactor.closedAt < program.closedAt;
    const { isProgramEndedEarly } = this;
    const ownSignal = signalOf({ exitCode: program.exitCode, endSignal: program.signal });
    // this computer ended the program, so its signal isn't the program's fault
    const signal = isProgramEndedEarly ? null : ownSignal;
    const cpuMs = isWindows ? null : measurementsIn(this.timesFile).cpuMs;
    const isTooLong = ownSignal === os.constants.signals.SIGXCPU || (cpuMs ?? 0) > this.limits.timeMs;
    return {
      program: {
        ended: this.ended === 'exit' && isTooLong ? 'timeLimit' : this.ended,
        exitCode: ownSignal === null ? program.exitCode : null,
        signal,
        elapsedMs: Math.round(program.at),
        cpuMs,
        memoryKib: null,
        diedOfStack: false,
        startError: null,
      },
      interactor: {
        exitCode: interactor.exitCode,
        signal: interactor.signal,
        errorOutput: this.interactorErrors.bytes().toString('utf8'),
        hasEnded: !this.isInteractorLate,
      },
      hasInteractorEndedFirst,
      isProgramEndedEarly,
      hasHung: this.hasHung,
      dialog: this.dialog.recorded(),
    };
  }
}

/** Waits until a process has ended. Rejects if it couldn't be started. */
function exitOf(tree: ProcessTree, startedAt: number): Promise<ExitOfProcess> {
  return new Promise((resolve, reject) => {
    tree.child.once('error', (error) => {
      // also fires if a running process couldn't be signaled
      if (tree.child.pid === undefined) reject(error);
    });
    let at = 0;
    let closedAt = Infinity;
    tree.child.stdout?.once('end', () => {
      closedAt = performance.now() - startedAt;
    });
    tree.child.once('exit', () => {
      at = performance.now() - startedAt;
      tree.endLeftovers();
      // a process that has left the tree can keep the output open
      setTimeout(() => tree.child.stdout?.destroy(), LAST_OUTPUT_MS).unref();
    });
    // after everything that it wrote was read
    tree.child.once('close', (exitCode, signal) =>
      resolve({ exitCode, signal, at, closedAt: Math.min(at, closedAt) }),
    );
  });
}

/**
 * Forwards everything that one process writes to the other. After the other has ended, continues reading, so that the
 * first one isn't blocked (`pipe` would stop reading).
 */
function forward(from: Readable, to: Writable): void {
  from.on('data', (part: Buffer) => {
    if (!to.writable || to.write(part)) return;
    const goOn = (): void => {
      to.off('drain', goOn);
      to.off('close', goOn);
      from.resume();
    };
    from.pause();
    to.on('drain', goOn);
    to.on('close', goOn);
  });
  from.once('end', () => to.end());
}

function hasExited({ child }: ProcessTree): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

interface Activity {
  /** it runs, or waits only for a free processor */
  readonly isRunnable: boolean;
  /** time that it has used, ms */
  readonly cpuMs: number;
}

/** Returns the activity of a process and its child processes. Null: the system doesn't list it, or it has ended. */
function activityOf({ child: { pid } }: ProcessTree): Activity | null {
  try {
    const activities = [pid, ...childrenOf(pid)].map((one): Activity => {
      const [state, ...fields] =
        fs.readFileSync(`/proc/${one}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
      // utime and stime, in ticks of 10 ms
      return { isRunnable: state === 'R', cpuMs: (Number(fields[10]) + Number(fields[11])) * 10 };
    });
    return {
      isRunnable: activities.some(({ isRunnable }) => isRunnable),
      cpuMs: activities.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    };
  } catch {
    return null;
  }
}

function childrenOf(pid: number | undefined): readonly string[] {
  return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean);
}

/** Returns whether a process has waited. True if unknown. `most`: maximum CPU time of a waiting process, ms */
function isWaiting(before: Activity | null | undefined, now: Activity | null, most: number): boolean {
  return !before || !now || (!now.isRunnable && now.cpuMs - before.cpuMs < most);
}

/** Collects bytes up to a maximum size. */
class BoundedBytes {
  private readonly parts: Buffer[] = [];
  /** also counts the bytes that weren't kept */
  size = 0;

  add(part: Buffer, maximum: number): void {
    const left = maximum - this.size;
    if (left > 0) this.parts.push(part.subarray(0, left));
    this.size += part.length;
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts);
  }
}
