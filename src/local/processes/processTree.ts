import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import path from 'node:path';
import type { Environment } from '../environment';
import { endMarked, markedCommand, markedEnvironment, newMark, type ToStart } from './processMark';
import { watchdog } from './watchdog';

/** The process trees that run now. They are ended together with this process. */
const running = new Set<ProcessTree>();

/** A process that this window started, with all its child processes. */
export class ProcessTree {
  readonly child: ChildProcess;
  private readonly mark = newMark();

  /** No shell interprets the path of a program or arguments. */
  constructor(
    toStart: ToStart,
    options: Pick<SpawnOptions, 'cwd' | 'stdio'> & { readonly env: Environment },
  ) {
    const marked = markedCommand(toStart, this.mark);
    this.child = spawn(marked.command, marked.args, {
      cwd: options.cwd,
      stdio: options.stdio,
      env: markedEnvironment(options.env, this.mark),
      shell: false,
      // starts a new process group, which can be ended as a whole
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    if (running.size === 0) watchThisProcess();
    running.add(this);
    if (this.child.pid !== undefined) watchdog?.add(this.child.pid, this.mark);
    this.child.once('error', () => this.forget());
  }

  /** Ends the process and its child processes. */
  end(): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    if (process.platform === 'win32') {
      spawn(taskkill(), taskkillArguments(pid), { stdio: 'ignore', windowsHide: true })
        .on('error', () => this.child.kill())
        .on('exit', (code) => {
          if (code !== 0) this.child.kill();
        });
    } else {
      endGroup(pid);
    }
  }

  /**
   * Ends processes that the program has left behind: those of its group, and on Linux also those that have left the
   * group. Called after the process has exited.
   */
  endLeftovers(): void {
    const { pid } = this.child;
    if (pid !== undefined && process.platform !== 'win32') {
      endGroup(pid);
      endMarked(pid, this.mark);
    }
    this.forget();
  }

  /** Ends the child processes that were started after `first`, a process ID. The process runs on. No-op except on Linux. */
  endChildren(first: number): void {
    const { pid } = this.child;
    if (pid !== undefined) endMarked(first, this.mark, pid);
  }

  /** Like `end`, but finished on return. */
  endNow(): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    if (process.platform === 'win32') {
      const { status } = spawnSync(taskkill(), taskkillArguments(pid), {
        stdio: 'ignore',
        windowsHide: true,
      });
      if (status !== 0) this.child.kill();
    } else {
      endGroup(pid);
      endMarked(pid, this.mark);
    }
  }

  private forget(): void {
    running.delete(this);
    if (this.child.pid !== undefined) watchdog?.remove(this.child.pid, this.mark);
    if (running.size === 0) stopWatchingThisProcess();
  }
}

/** Signals that end this process, for example when the user logs out. Node emits no `exit` event then. */
const ENDING_SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

/** Ends the running processes when this process ends. */
function watchThisProcess(): void {
  process.on('exit', endRunning);
  for (const signal of ENDING_SIGNALS) process.on(signal, endWithSignal);
}

function stopWatchingThisProcess(): void {
  process.off('exit', endRunning);
  for (const signal of ENDING_SIGNALS) process.off(signal, endWithSignal);
}

/** Ends the running processes. Then the signal ends this process, unless another listener decides about that. */
function endWithSignal(signal: NodeJS.Signals): void {
  endRunning();
  stopWatchingThisProcess();
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

/** Ends all processes of this window. */
export function endRunning(): void {
  for (const tree of running) tree.endNow();
}

/** Returns the full path of the system's program, because `PATH` may contain another one of that name. */
function taskkill(): string {
  const root = process.env['SystemRoot'] ?? 'C:\\Windows';
  return path.join(root, 'System32', 'taskkill.exe');
}

function taskkillArguments(pid: number): string[] {
  return ['/pid', String(pid), '/T', '/F'];
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: all of them have already ended. EPERM: macOS returns this for a group that contains only zombies.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
