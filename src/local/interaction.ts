import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import os from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { errorMessage } from '../base/log';
import { LAST_OUTPUT_MS, MAX_CHECKER_MS, MAX_OUTPUT_BYTES } from './limits';
import { ProcessTree } from './processTree';
import { elapsedLimit, notStarted, type CaseEnd, type CaseLimits, type MeasuredRun } from './programRunner';
import type { Command } from './runCommand';

/** What happened when a program and an interactor talked to each other. */
export interface Interaction {
  readonly program: MeasuredRun;
  readonly interactor: EndedInteractor;
  readonly hasInteractorEndedFirst: boolean;
  /** the program was ended some time after the interactor, which counts as its end */
  readonly isProgramEndedEarly: boolean;
  /** at the time limit, both waited for a line of the other */
  readonly hasHung: boolean;
}

interface EndedInteractor {
  /** null: a signal ended it, this computer's or its own */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly errorOutput: string;
  /** false: it was ended, because it didn't end in time */
  readonly hasEnded: boolean;
}

/** Time that a program has to end after its interactor has ended, ms. */
const LAST_WORDS_MS = 200;

/** A process that has used less of the time than this share was waiting. */
const WAITING_SHARE = 0.1;

/**
 * Runs a program whose standard input is the output of an interactor, and the other way round. Ends both at the time
 * limit, which is that of elapsed time. `output`: absolute path of a file for what the program writes. `errorOutput`:
 * that for its error output. Never rejects.
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
  const started: ProcessTree[] = [];
  try {
    const start = ({ tool, args, folder, environment }: Command, stderr: number | 'pipe'): ProcessTree => {
      const tree = new ProcessTree(tool, args, {
        cwd: folder,
        env: environment,
        stdio: ['pipe', 'pipe', stderr],
      });
      started.push(tree);
      return tree;
    };
    const trees = { interactor: start(interactor, 'pipe'), program: start(program, errorOutput) };
    return await new RunningInteraction(trees.program, trees.interactor, files.output, limits).finish(signal);
  } catch (error) {
    for (const tree of started) tree.endNow();
    return withoutStart('notStarted', errorMessage(error));
  } finally {
    fs.closeSync(errorOutput);
  }
}

function withoutStart(ended: 'canceled' | 'notStarted', startError: string | null): Interaction {
  return {
    program: notStarted(ended, startError),
    interactor: { exitCode: null, signal: null, errorOutput: '', hasEnded: false },
    hasInteractorEndedFirst: false,
    isProgramEndedEarly: false,
    hasHung: false,
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

/** A program and an interactor from their start to their end. */
class RunningInteraction {
  private readonly startedAt = performance.now();
  private readonly output = new BoundedBytes();
  private readonly interactorErrors = new BoundedBytes();
  private ended: CaseEnd = 'exit';
  private hasHung = false;
  private isInteractorLate = false;
  private isProgramEndedEarly = false;
  private readonly timers = new Set<NodeJS.Timeout>();
  private silence: NodeJS.Timeout | undefined;

  constructor(
    private readonly program: ProcessTree,
    private readonly interactor: ProcessTree,
    private readonly outputFile: string,
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
      clearTimeout(this.silence);
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
      if (this.output.size > this.limits.outputBytes) this.endProgram('outputLimit');
      this.listen();
    });
    interactor?.stdout?.on('data', () => this.listen());
    interactor?.stderr?.on('data', (part: Buffer) => this.interactorErrors.add(part, MAX_OUTPUT_BYTES));
    this.listen();
  }

  /** Waits for the next line of either process. Ends the program if there is none and both wait for each other. */
  private listen(): void {
    clearTimeout(this.silence);
    const trees = [this.program, this.interactor];
    const before = trees.map(activityOf);
    this.silence = setTimeout(() => {
      if (trees.some(hasExited)) return;
      const most = this.limits.timeMs * WAITING_SHARE;
      const areWaiting = trees.map(activityOf).every((now, index) => isWaiting(before[index], now, most));
      if (!areWaiting) {
        this.listen();
        return;
      }
      this.hasHung = this.ended === 'exit';
      this.endProgram('timeLimit');
    }, this.limits.timeMs);
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
    return {
      program: {
        ended: this.ended,
        exitCode: program.exitCode,
        signal: program.signal === null ? null : os.constants.signals[program.signal],
        elapsedMs: Math.round(program.at),
        cpuMs: null,
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
      isProgramEndedEarly: this.isProgramEndedEarly,
      hasHung: this.hasHung,
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
 * Writes everything that one process writes to the other. If the other has ended, reads on, so that the first one isn't
 * blocked. Unlike `pipe`, which then stops reading.
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

/** What a process does. */
interface Activity {
  /** it runs, or would if a processor were free */
  readonly isRunnable: boolean;
  /** time that it has used, ms */
  readonly cpuMs: number;
}

/** Returns what a process does. Null: the system doesn't list it, or it has ended. */
function activityOf({ child: { pid } }: ProcessTree): Activity | null {
  try {
    const [state, ...fields] =
      fs.readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    // utime and stime, in ticks of 10 ms
    return { isRunnable: state === 'R', cpuMs: (Number(fields[10]) + Number(fields[11])) * 10 };
  } catch {
    return null;
  }
}

/** Returns whether a process has waited. `most`: time that a waiting process may use, ms. Where unknown, it has. */
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
