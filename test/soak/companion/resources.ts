import { createHook } from 'node:async_hooks';
import type { OpenResource } from '../protocol';

/** Kinds of resources that stay open until they are closed. All others end automatically. */
const holding = /^(Timeout|STATWATCHER|WORKER|MESSAGEPORT|[A-Z]+WRAP)$/;

/**
 * Records the timers, sockets, and watchers that the code of a folder opens in this process. Returns a function that returns
 * those that are open.
 */
export function watchResources(place: RegExp): () => OpenResource[] {
  const open = new Map<number, OpenResource>();
  createHook({
    init: (id, kind) => {
      if (!holding.test(kind)) return;
      const before = Error.stackTraceLimit;
      Error.stackTraceLimit = 30;
      const frames = (new Error().stack ?? '').split('\n');
      Error.stackTraceLimit = before;
      const frame = frames.find((line) => place.test(line));
      if (frame) open.set(id, { kind, where: frame.trim().replace(/^.*[\\/](?=dist[\\/])/, '') });
    },
    destroy: (id) => void open.delete(id),
  }).enable();
  return () => [...open.values()];
}
