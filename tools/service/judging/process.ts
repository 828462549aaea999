import fs from 'node:fs';
import { endGroup, spawnGroup } from '../../processGroup';

/**
 * Returns the environment for compilers and programs. Of the user's variables, it contains only those that are required
 * to find programs.
 */
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
  // The executable of desktop VS Code runs as Node only if this variable is set.
  if (process.versions['electron'] !== undefined) environment['ELECTRON_RUN_AS_NODE'] = '1';
  return { ...environment, ...extra };
}

/**
 * Ends every process that inherited this environment variable, in any session. No-op except on Linux, because other
 * systems don't provide this information.
 */
export function killInheriting(variable: string): void {
  if (process.platform !== 'linux') return;
  // repeats this, because processes may have been started meanwhile
  for (let passes = 0; passes < 100 && killSome(variable); passes++);
}

function killSome(variable: string): boolean {
  let hasKilled = false;
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
      hasKilled = true;
    } catch {
      // Not a process, a process of another user, or one that has just ended.
    }
  }
  return hasKilled;
}

export interface Finished {
  /** exit code; null: the process was ended by a signal, or couldn't be started */
  readonly code: number | null;
  /** Standard output and error output together, at most `outputLimit` bytes. */
  readonly output: string;
  readonly started: boolean;
  readonly timedOut: boolean;
}

/** Runs a tool until it ends, and collects its output. `timeLimit`: wall time, ms. */
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
    const stop = (): void => endGroup(child);
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
