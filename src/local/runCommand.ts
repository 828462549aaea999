import { LAST_OUTPUT_MS, MAX_OUTPUT_BYTES } from './limits';
import type { Environment } from './environment';
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
  /** maximum size of the output, and of the error output, bytes; absent: 1 MiB */
  readonly outputBytes?: number;
  /** end the program if it writes more; otherwise, only the rest of the output is discarded */
  readonly endsAtOutputLimit: boolean;
}

/** What happened to a program that was run. */
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

/** Why a program ended: by itself, or by the runner. */
export type RunEnd = 'exit' | 'timeLimit' | 'outputLimit' | 'canceled' | 'notStarted';

/**
 * Runs a command with an input, without a shell. At the end of the input, the program reads the end of the file. If a
 * limit is exceeded, or on `signal`, ends the program with its child processes. Never rejects.
 */
export function runCommand(
  { tool, args, folder, environment }: Command,
  input: string,
  limits: RunLimits,
  signal?: AbortSignal,
): Promise<FinishedRun> {
  if (signal?.aborted) return Promise.resolve(notRun('canceled', null));
  const outputBytes = limits.outputBytes ?? MAX_OUTPUT_BYTES;
  return new Promise((resolve) => {
    const start = performance.now();
    let ended: RunEnd = 'exit';
    let wallMs = 0;
    const started = startProcess(tool, args, {
      cwd: folder,
      env: environment,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    if (started.kind === 'failed') {
      resolve(notRun('notStarted', started.message));
      return;
    }
    const { tree } = started;
    const { child } = tree;
    const end = (why: RunEnd): void => {
      if (ended !== 'exit') return;
      ended = why;
      tree.end();
    };
    const onFull = (): void => (limits.endsAtOutputLimit ? end('outputLimit') : undefined);
    const output = new BoundedText(outputBytes, onFull);
    const errorOutput = new BoundedText(outputBytes, onFull);
    child.stdout?.on('data', (part: Buffer) => output.add(part));
    child.stderr?.on('data', (part: Buffer) => errorOutput.add(part));

    const cancel = (): void => end('canceled');
    signal?.addEventListener('abort', cancel, { once: true });
    const timer = setTimeout(() => end('timeLimit'), limits.timeMs);
    let lastOutput: NodeJS.Timeout | undefined;
    const stopWatching = (): void => {
      clearTimeout(timer);
      clearTimeout(lastOutput);
      signal?.removeEventListener('abort', cancel);
    };

    child.once('error', (error) => {
      // also fires if a running process couldn't be signaled
      if (child.pid !== undefined) return;
      stopWatching();
      resolve(notRun('notStarted', error.message));
    });
    child.once('exit', () => {
      wallMs = performance.now() - start;
      clearTimeout(timer);
      tree.endLeftovers();
      // On macOS and Windows, a process that has left the tree can keep the output open.
      lastOutput = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, LAST_OUTPUT_MS);
    });
    child.once('close', (exitCode, endSignal) => {
      stopWatching();
      resolve({
        output: output.text(),
        errorOutput: errorOutput.text(),
        exitCode,
        signal: endSignal,
        wallMs: Math.round(wallMs),
        ended,
        startError: null,
      });
    });
    // A program may end without reading its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
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

  constructor(
    private readonly maximum: number,
    private readonly onFull: () => void,
  ) {}

  add(part: Buffer): void {
    const left = this.maximum - this.size;
    this.size += part.length;
    if (left > 0) this.parts.push(part.subarray(0, left));
    if (this.size > this.maximum) this.onFull();
  }

  /** Returns the text. Invalid UTF-8 becomes U+FFFD. */
  text(): string {
    return Buffer.concat(this.parts).toString('utf8');
  }
}
