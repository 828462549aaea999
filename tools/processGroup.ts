import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

/** Starts a process in its own process group, so that its child processes can be ended together with it. */
export function spawnGroup(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn(command, args, { ...options, detached: process.platform !== 'win32', windowsHide: true });
}

/**
 * Ends a process of `spawnGroup` and its child processes. Windows has no signals: there, each of them ends the processes.
 */
export function endGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // ESRCH: all of them have already ended. EPERM: macOS returns this for a group that contains only zombies.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
