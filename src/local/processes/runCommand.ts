import { LAST_OUTPUT_MS, MAX_OUTPUT_BYTES } from '../limits';
import type { Environment } from '../environment';
import { ProcessTree } from './processTree';

/** A command with absolute path, ready to run. */
export interface Command {
  /** absolute path */
  readonly tool: string;
  readonly args: readonly string[];
  /** absolute path of the working folder */
  readonly folder: string;
  readonly environment: Environment;
}

export interface RunLimits {
  /** wall time, ms */
  readonly timeMs: number;
  /** maximum size of the output, and of the error output, bytes; the rest is discarded. Absent: 1 MiB */
  readonly outputBytes?: number;
}

export interface FinishedRun {
  readonly output: string;
  readonly errorOutput: string;
  /** null: a signal ended the program, or it wasn't started */
  readonly exitCode: number | null;
  /** signal that ended the process, its own or the runner's; null: it exited or wasn't started */
  readonly signal: NodeJS.Signals | null;
  /** time from the start to the end of the process, ms of wall time */
  readonly wallMs: number;
  readonly ended: RunEnd;
  /** why the program couldn't be started, in the words of the system; null: it was started */
  readonly startError: string | null;
}

/** Why a program ended. `exit`: the runner didn't stop it. */
export type RunEnd = 'exit' | 'timeLimit' | 'canceled' | 'notStarted';

/**
 * Runs a command with an input, without a shell. At the end of the input, the program reads the end of the file. At the
 * time limit, or on `signal`, ends the program with its child processes. Never rejects.
 */
export function runCommand(
  { tool, args, folder, environment }: Command,
  input: string | Uint8Array,
  limits: RunLimits,
  signal?: AbortSignal,
): Promise<FinishedRun> {
  if (signal?.aborted) return Promise.resolve(notRun('canceled', null));
  const startedAt = performance.now();
  const started = startProcess(
    { kind: 'program', path: tool, args },
    { cwd: folder, env: environment, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  if (started.kind === 'failed') return Promise.resolve(notRun('notStarted', started.message));
  const run = new RunningCommand(started.tree, startedAt, limits, signal);
  return run.finish(input);
}

class RunningCommand {
  private ended: RunEnd = 'exit';
  private wallMs = 0;
  private readonly output: BoundedText;
  private readonly errorOutput: BoundedText;
  private readonly timeLimit: NodeJS.Timeout;
  private lastOutput: NodeJS.Timeout | undefined;

  /** `startedAt`: `performance.now()` at the start of the process */
  constructor(
    private readonly tree: ProcessTree,
    private readonly startedAt: number,
    limits: RunLimits,
    private readonly signal: AbortSignal | undefined,
  ) {
    const outputBytes = limits.outputBytes ?? MAX_OUTPUT_BYTES;
    this.output = new BoundedText(outputBytes);
    this.errorOutput = new BoundedText(outputBytes);
    this.timeLimit = setTimeout(() => this.end('timeLimit'), limits.timeMs);
    signal?.addEventListener('abort', this.cancel, { once: true });
  }

  /** Writes the input, and waits until the process has ended and its output is complete. */
  finish(input: string | Uint8Array): Promise<FinishedRun> {
    const { child } = this.tree;
    child.stdout?.on('data', (part: Buffer) => this.output.add(part));
    child.stderr?.on('data', (part: Buffer) => this.errorOutput.add(part));
    child.once('exit', () => this.onExit());
    const finished = new Promise<FinishedRun>((resolve) => {
      child.once('error', (error) => {
        // also fires if a running process couldn't be signaled
        if (child.pid !== undefined) return;
        this.stopWatching();
        resolve(notRun('notStarted', error.message));
      });
      child.once('close', (exitCode, endSignal) => {
        this.stopWatching();
        resolve(this.outcome(exitCode, endSignal));
      });
    });
    // A program may end without reading its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    return finished;
  }

  /** Ends the process with its child processes. The first reason counts. */
  private end(why: RunEnd): void {
    if (this.ended !== 'exit') return;
    this.ended = why;
    this.tree.end();
  }

  private readonly cancel = (): void => this.end('canceled');

  private onExit(): void {
    this.wallMs = performance.now() - this.startedAt;
    clearTimeout(this.timeLimit);
    this.tree.endLeftovers();
    // On macOS and Windows, a process that has left the tree can keep the output open.
    this.lastOutput = setTimeout(() => {
      this.tree.child.stdout?.destroy();
      this.tree.child.stderr?.destroy();
    }, LAST_OUTPUT_MS);
  }

  private stopWatching(): void {
    clearTimeout(this.timeLimit);
    clearTimeout(this.lastOutput);
    this.signal?.removeEventListener('abort', this.cancel);
  }

  private outcome(exitCode: number | null, endSignal: NodeJS.Signals | null): FinishedRun {
    return {
      output: this.output.text(),
      errorOutput: this.errorOutput.text(),
      exitCode,
      signal: endSignal,
      wallMs: Math.round(this.wallMs),
      ended: this.ended,
      startError: null,
    };
  }
}

/** Returns the process tree, or the message of an error that `spawn` throws: too long arguments, a blocked file. */
function startProcess(
  ...start: ConstructorParameters<typeof ProcessTree>
):
  | { readonly kind: 'started'; readonly tree: ProcessTree }
  | { readonly kind: 'failed'; readonly message: string } {
  try {
    return { kind: 'started', tree: new ProcessTree(...start) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

function notRun(ended: RunEnd, startError: string | null): FinishedRun {
  return {
    output: '',
    errorOutput: '',
    exitCode: null,
    signal: null,
    wallMs: 0,
    ended,
    startError,
  };
}

/** Collects a text up to a maximum size. */
class BoundedText {
  private readonly parts: Buffer[] = [];
  private size = 0;

  constructor(private readonly maximum: number) {}

  add(part: Buffer): void {
    const left = this.maximum - this.size;
    this.size += part.length;
    if (left > 0) this.parts.push(part.subarray(0, left));
  }

  /** Returns the text. Invalid UTF-8 becomes U+FFFD. */
  text(): string {
    return Buffer.concat(this.parts).toString('utf8');
  }
}
