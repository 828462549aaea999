import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import os from 'node:os';
import type { Program } from './compile';
import { fileInThisFolder } from './files';
import { endGroup, spawnGroup } from '../../processGroup';
import { bareEnvironment, killInheriting } from './process';

export interface Limits {
  /** CPU time, ms. */
  readonly time: number;
  /** Memory, KiB. */
  readonly memory: number;
  /** Output size, bytes. */
  readonly output: number;
  /** Wall time, ms; absent: a multiple of the CPU time. */
  readonly wall?: number;
}

export interface Run {
  /** CPU time, ms; wall time if CPU time can't be measured. */
  readonly time: number;
  /** Peak memory, KiB; 0 if it can't be measured. */
  readonly memory: number;
  /** Signal number; 0 if there was none. */
  readonly signal: number;
  readonly exitCode: number;
  readonly exceeded: 'time' | 'memory' | 'output' | null;
  readonly output: Buffer;
  /** The beginning of the error output. */
  readonly errors: Buffer;
}

/** Memory that Node itself uses, KiB. */
const nodeMemory = 96 * 1024;
/** CPU time that Node itself uses, ms. */
const nodeTime = 300;

/** Maximum time to wait for output after the program has ended, ms. Needed if a pipe stays open. */
const lastWords = 2_000;

/** Runs a program on an input under limits, and measures it. */
export function run(
  program: Program,
  input: Buffer,
  caseLimits: Limits,
  directory: string,
  runner: string | null,
  stopping?: AbortSignal,
): Promise<Run> {
  const limits = program.needsNode
    ? { ...caseLimits, time: caseLimits.time + nodeTime, memory: caseLimits.memory + nodeMemory }
    : caseLimits;
  // A program that waits forever uses no CPU time, so the wall-clock limit ends it.
  const wall = limits.wall ?? limits.time * 3 + 2000;
  const { command, args } = commandLine(program, limits, wall, runner);
  const mark = randomUUID();
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawnGroup(command, args, {
      cwd: directory,
      env: bareEnvironment({ LC_ALL: 'C.UTF-8', TMPDIR: directory, JUDGE_RUN: mark }),
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    });
    const watch = new Watch(child, limits, wall, runner === null);
    const stop = (): void => watch.kill();
    stopping?.addEventListener('abort', stop, { once: true });
    child.once('error', (error) => {
      watch.end();
      reject(error);
    });
    let letGo: NodeJS.Timeout | undefined;
    // If the program left a process behind, it may keep the pipes open. On some systems, a process in its own session
    // can't be found.
    child.once('exit', () => {
      endGroup(child);
      if (runner === null) killInheriting(`JUDGE_RUN=${mark}`);
      watch.end();
      letGo = setTimeout(() => child.stdio.forEach((stream) => stream?.destroy()), lastWords);
    });
    child.once('close', (code, signal) => {
      clearTimeout(letGo);
      stopping?.removeEventListener('abort', stop);
      watch.end();
      resolve(watch.result(performance.now() - began, code, signal));
    });
    const stdin = child.stdin as Writable;
    // A program may end without reading its input.
    stdin.on('error', () => undefined);
    stdin.end(input);
  });
}

function commandLine(
  program: Program,
  limits: Limits,
  wall: number,
  runner: string | null,
): { readonly command: string; readonly args: readonly string[] } {
  const node = program.needsNode
    ? [
        `--max-old-space-size=${Math.ceil(limits.memory / 1024)}`,
        ...(runner ? [] : ['--require', fileInThisFolder('measure.cjs')]),
      ]
    : [];
  const line = [program.command, ...node, ...program.args];
  if (runner === null) return { command: program.command, args: line.slice(1) };
  // Node reserves far more address space than it uses, so only its memory usage is limited.
  const addresses = program.needsNode ? 0 : limits.memory + 256 * 1024;
  return {
    command: runner,
    args: ['3', limits.time, wall, limits.memory, addresses].map(String).concat(line),
  };
}

/** Monitors a running program's output and its report. Without a runner, also monitors its memory and time. */
class Watch {
  private readonly parts: Buffer[] = [];
  private length = 0;
  private errors = '';
  private report = '';
  private exceeded: Run['exceeded'] = null;
  private peak = 0;
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly child: ChildProcess,
    private readonly limits: Limits,
    wall: number,
    private readonly alone: boolean,
  ) {
    child.stdout?.on('data', (part: Buffer) => this.written(part));
    child.stderr?.on('data', (part: Buffer) => {
      if (this.errors.length < 16_384) this.errors += part.toString('latin1');
    });
    (child.stdio[3] as Readable | null)?.on(
      'data',
      (part: Buffer) => (this.report += part.toString('latin1')),
    );
    if (!alone) return;
    this.timers.push(setTimeout(() => this.end('time'), wall));
    if (process.platform === 'linux') this.timers.push(setInterval(() => this.sample(), 10));
  }

  end(exceeded?: 'time' | 'memory' | 'output'): void {
    for (const timer of this.timers) clearInterval(timer);
    if (exceeded === undefined || this.exceeded !== null) return;
    this.exceeded = exceeded;
    this.kill();
  }

  /** Ends the program. If there is a runner, it ends the child processes as well, and still reports the usage. */
  kill(): void {
    if (this.alone) endGroup(this.child);
    else this.child.kill('SIGTERM');
  }

  result(wall: number, code: number | null, signal: NodeJS.Signals | null): Run {
    const figures = this.report.trim().split(' ');
    const output = Buffer.concat(this.parts);
    const errors = Buffer.from(this.errors, 'latin1');
    if (!this.alone && figures.length === 6) {
      const [time = 0, , memory = 0, number = 0, exitCode = 0] = figures.map(Number);
      const reportedLimit = figures[5] === 'time' || figures[5] === 'memory' ? figures[5] : null;
      const exceeded = this.exceeded ?? reportedLimit ?? this.outOfMemory(number);
      return { time, memory, signal: number, exitCode, exceeded, output, errors };
    }
    const [time, memory] = figures.length === 2 ? figures.map(Number) : [];
    const number = signal === null ? 0 : os.constants.signals[signal];
    const used = Math.round(time ?? wall);
    const peak = Math.max(this.peak, memory ?? 0);
    let exceeded = this.exceeded ?? this.outOfMemory(number === 0 && code === 134 ? 6 : number);
    // Without a report, only the wall time is known, which is longer on a busy computer.
    if (exceeded === null && time !== undefined && used > this.limits.time) exceeded = 'time';
    if (exceeded === null && peak > this.limits.memory) exceeded = 'memory';
    return { time: used, memory: peak, signal: number, exitCode: code ?? 0, exceeded, output, errors };
  }

  /**
   * Returns `memory` if the program failed to allocate memory: it then ends with a signal such as SIGABRT and prints
   * the reason.
   */
  private outOfMemory(signal: number): 'memory' | null {
    return signal !== 0 && /std::bad_alloc|heap out of memory/.test(this.errors) ? 'memory' : null;
  }

  private written(part: Buffer): void {
    this.length += part.length;
    if (this.length > this.limits.output) this.end('output');
    else this.parts.push(part);
  }

  private sample(): void {
    try {
      const status = fs.readFileSync(`/proc/${this.child.pid}/status`, 'latin1');
      this.peak = Math.max(this.peak, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0));
      const stat = fs.readFileSync(`/proc/${this.child.pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
      // Fields 14 and 15 of proc(5): user and system time in ticks of 10 ms.
      const cpu = (Number(stat[11]) + Number(stat[12])) * 10;
      if (cpu > this.limits.time) this.end('time');
    } catch {
      return; // The process has just ended.
    }
    if (this.peak > this.limits.memory) this.end('memory');
  }
}
