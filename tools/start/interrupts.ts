import type { EventEmitter } from 'node:events';

/** The part of Node's `process` that reports a request to stop. */
export interface Interruptible {
  on(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
  readonly stdout: Pick<EventEmitter, 'on'>;
  readonly stderr: Pick<EventEmitter, 'on'>;
  exit(code: number): void;
}

/**
 * Resolves on the first Ctrl+C, termination signal, or closed output stream. A second Ctrl+C exits immediately. The
 * other events don't: when a terminal closes, every process of the group receives a signal, the processes forward it to
 * each other, and every further line of output fails.
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
