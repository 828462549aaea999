import type { EventEmitter } from 'node:events';

/** As much of Node's `process` as tells that everything should end. */
export interface Interruptible {
  on(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
  readonly stdout: Pick<EventEmitter, 'on'>;
  readonly stderr: Pick<EventEmitter, 'on'>;
  exit(code: number): void;
}

/**
 * Resolves with the first Ctrl-C, a request to end, or the end of the terminal that reads this; a Ctrl-C after that
 * ends at once. The others are no sign of impatience: a terminal that is closed tells each process of the group, which
 * tell each other, and every line that nobody reads fails anew.
 */
export function onInterrupt(process: Interruptible): Promise<'interrupted'> {
  return new Promise((resolve) => {
    let interrupted = false;
    const interrupt = (): void => {
      interrupted = true;
      resolve('interrupted');
    };
    process.on('SIGINT', () => {
      if (interrupted) process.exit(130);
      interrupt();
    });
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
    for (const stream of [process.stdout, process.stderr]) stream.on('error', interrupt);
  });
}
