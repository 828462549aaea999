import fs from 'node:fs';
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

/** Environment of compilers and programs: nothing of the person's own but what finds programs. */
export function bareEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = [
    'PATH',
    'Path',
    'SystemRoot',
    'SYSTEMROOT',
    'TEMP',
    'TMP',
    'PATHEXT',
    'SDKROOT',
    'DEVELOPER_DIR',
  ];
  const environment: NodeJS.ProcessEnv = {};
  for (const name of kept) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  // desktop VS Code's own executable is Node only when it is told to be
  if (process.versions['electron'] !== undefined) environment['ELECTRON_RUN_AS_NODE'] = '1';
  return { ...environment, ...extra };
}

/** Starts a process in a group of its own, so that what it starts can be ended with it. */
export function spawnGroup(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn(command, args, { ...options, detached: process.platform !== 'win32', windowsHide: true });
}

/** Ends a process and all that it started. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: all of it has ended by itself. EPERM: macOS says so of a group that only zombies are left of.
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/**
 * Ends every process that has inherited this variable of its environment, in whichever session it is. Only Linux tells what
 * a process has inherited.
 */
export function killHeirs(variable: string): void {
  if (process.platform !== 'linux') return;
  // what one of them starts meanwhile is found by another look
  for (let looks = 0; looks < 100 && killSome(variable); looks++);
}

function killSome(variable: string): boolean {
  let found = false;
  for (const pid of fs.readdirSync('/proc')) {
    try {
      if (
        !fs
          .readFileSync(`/proc/${Number(pid)}/environ`, 'latin1')
          .split('\0')
          .includes(variable)
      )
        continue;
      process.kill(Number(pid), 'SIGKILL');
      found = true;
    } catch {
      // no process, one of somebody else, or one that has just ended
    }
  }
  return found;
}

export interface Finished {
  /** null where it was ended by a signal or could not be started */
  readonly code: number | null;
  /** what it wrote to both outputs, at most `outputLimit` bytes */
  readonly output: string;
  readonly started: boolean;
  readonly timedOut: boolean;
}

/** Runs a tool to its end and collects what it says. `timeLimit` in ms of wall time. */
export function runTool(
  command: string,
  args: readonly string[],
  options: {
    readonly cwd?: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly timeLimit: number;
    readonly outputLimit?: number;
    readonly stopping?: AbortSignal;
  },
): Promise<Finished> {
  const { cwd, env = bareEnvironment(), timeLimit, outputLimit = 1_000_000, stopping } = options;
  return new Promise((resolve) => {
    const child = spawnGroup(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const parts: Buffer[] = [];
    let length = 0;
    let timedOut = false;
    const keep = (part: Buffer): void => {
      if (length < outputLimit) parts.push(part.subarray(0, outputLimit - length));
      length += part.length;
    };
    const stop = (): void => killGroup(child);
    const timer = setTimeout(() => {
      timedOut = true;
      stop();
    }, timeLimit);
    const finish = (code: number | null, started: boolean): void => {
      clearTimeout(timer);
      stopping?.removeEventListener('abort', stop);
      resolve({ code, output: Buffer.concat(parts).toString('utf8'), started, timedOut });
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', () => finish(null, false));
    child.once('close', (code) => finish(code, true));
    if (stopping?.aborted) stop();
    else stopping?.addEventListener('abort', stop, { once: true });
  });
}
