import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Environment } from './environment';

/** Environment variable that all processes of one run inherit. */
const runVariable = 'JUDGE_RESULTS_RUN';

/** The process trees that run now. They are ended together with this process. */
const running = new Set<ProcessTree>();

/** A process that this window started, with all its child processes. */
export class ProcessTree {
  readonly child: ChildProcess;
  private readonly mark = randomUUID();

  /** `command`: absolute path. Never uses a shell. */
  constructor(
    command: string,
    args: readonly string[],
    options: Pick<SpawnOptions, 'cwd' | 'stdio'> & { readonly env: Environment },
  ) {
    this.child = spawn(command, args, {
      cwd: options.cwd,
      stdio: options.stdio,
      env: { ...options.env, [runVariable]: this.mark },
      shell: false,
      // A process group of its own, which can be ended as a whole.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    if (running.size === 0) watchThisProcess();
    running.add(this);
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
    if (pid !== undefined && process.platform !== 'win32') endGroup(pid);
    endMarked(`${runVariable}=${this.mark}`);
    this.forget();
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
      endMarked(`${runVariable}=${this.mark}`);
    }
  }

  private forget(): void {
    running.delete(this);
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

/** Returns the path of the system's program, because another one on `PATH` may have the same name. */
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

/** Ends all processes with this environment variable. No-op except on Linux, which lists the environments. */
function endMarked(variable: string): void {
  if (process.platform !== 'linux') return;
  // Repeats this, because the processes may have started others meanwhile.
  for (let passes = 0; passes < 20 && endSomeMarked(variable); passes++);
}

function endSomeMarked(variable: string): boolean {
  let hasEnded = false;
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const environment = fs.readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
      if (!environment.includes(variable)) continue;
      process.kill(Number(pid), 'SIGKILL');
      hasEnded = true;
    } catch {
      // A process of another user, or one that has just ended.
    }
  }
  return hasEnded;
}
