import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import readline from 'node:readline';
import * as v from 'valibot';
import { jsonIn } from '../../results';
import { MAX_OUTPUT_BYTES, MAX_SUPERVISOR_START_MS } from '../limits';
import {
  elapsedLimit,
  notStarted,
  type CaseLimits,
  type MeasuredRun,
  type ProgramRunner,
  type RunFilePaths,
} from './programRunner';
import type { Command } from './runCommand';
import { supervisorScript } from './supervisorScript';

/** A program to run, as the supervisor reads it. */
interface SupervisedCase {
  readonly command: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: string;
  readonly output: string;
  readonly errorOutput: string;
  readonly cpuMs: number;
  readonly elapsedMs: number;
  readonly memoryKib: number | null;
  readonly outputBytes: number;
  readonly errorBytes: number;
}

const count = v.nullable(v.number());
const reportSchema = v.union([
  v.object({
    ended: v.picklist(['exit', 'timeLimit', 'memoryLimit', 'outputLimit', 'canceled']),
    exitCode: count,
    signal: count,
    wallMs: v.number(),
    cpuMs: v.number(),
    memoryKib: v.number(),
    diedOfStack: v.boolean(),
  }),
  v.object({ startError: v.string() }),
]);

/**
 * Starts the process that runs the programs of a run. Null: this Python can't do that. `python`: absolute path
 */
export async function openSupervisor(python: string): Promise<ProgramRunner | null> {
  // no module is loaded from a folder of the user or the environment
  const child = spawn(python, ['-I', '-S', '-c', supervisorScript], {
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
    // not in the process group of the window, which may be killed as a whole
    detached: true,
  });
  const supervisor = new Supervisor(child);
  if (await supervisor.isReady()) return supervisor;
  supervisor.close();
  return null;
}

/** A Python process that runs programs, and that ends them if this window ends, see `supervisorScript`. */
class Supervisor implements ProgramRunner {
  private readonly lines: readline.Interface;
  /** receives the next line of the process; null: it has ended */
  private onLine: ((line: string | null) => void) | null = null;
  private hasEnded = false;

  constructor(private readonly child: ChildProcessByStdio<Writable, Readable, null>) {
    this.lines = readline.createInterface({ input: child.stdout });
    this.lines.on('line', (line) => this.pass(line));
    const end = (): void => {
      this.hasEnded = true;
      this.pass(null);
    };
    child.once('error', end);
    child.once('close', end);
    // the process may have ended
    child.stdin.on('error', () => undefined);
  }

  async isReady(): Promise<boolean> {
    const timer = setTimeout(() => this.child.kill('SIGKILL'), MAX_SUPERVISOR_START_MS);
    const line = await this.nextLine();
    clearTimeout(timer);
    return line === 'ready';
  }

  async run(
    { tool, args, folder, environment }: Command,
    files: RunFilePaths,
    limits: CaseLimits,
    signal?: AbortSignal,
  ): Promise<MeasuredRun> {
    if (signal?.aborted) return notStarted('canceled', null);
    const supervised: SupervisedCase = {
      command: [tool, ...args],
      folder,
      environment,
      input: files.input,
      output: files.output,
      errorOutput: files.errorOutput,
      cpuMs: limits.timeMs,
      elapsedMs: elapsedLimit(limits.timeMs),
      memoryKib: limits.memoryKib,
      outputBytes: limits.outputBytes,
      errorBytes: MAX_OUTPUT_BYTES,
    };
    const cancel = (): void => void this.child.stdin.write('cancel\n');
    this.child.stdin.write(`${JSON.stringify(supervised)}\n`);
    signal?.addEventListener('abort', cancel, { once: true });
    const line = await this.nextLine();
    signal?.removeEventListener('abort', cancel);
    const report = line === null ? null : v.parse(reportSchema, jsonIn(line));
    if (report === null) return notStarted('notStarted', 'the process that starts programs has ended');
    if ('startError' in report) return notStarted('notStarted', report.startError);
    return {
      ended: report.ended,
      exitCode: report.exitCode,
      signal: report.signal,
      elapsedMs: Math.round(report.wallMs),
      cpuMs: Math.round(report.cpuMs),
      memoryKib: report.memoryKib,
      diedOfStack: report.diedOfStack,
      startError: null,
    };
  }

  close(): void {
    // the process then ends its programs and exits
    this.child.stdin.end();
    this.lines.close();
  }

  private nextLine(): Promise<string | null> {
    if (this.hasEnded) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.onLine = resolve;
    });
  }

  private pass(line: string | null): void {
    const receive = this.onLine;
    this.onLine = null;
    receive?.(line);
  }
}
