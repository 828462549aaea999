import { createHook } from 'node:async_hooks';
import type { OpenResource } from '../protocol';

/** Kinds of resources that stay open until they are closed. All others end automatically. */
const holding = /^(Timeout|STATWATCHER|WORKER|MESSAGEPORT|[A-Z]+WRAP)$/;

/** How many callers are named: the code that opened a resource is seldom the code that needs it. */
const NAMED_FRAMES = 3;

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
      const own = frames.filter((line) => place.test(line)).slice(0, NAMED_FRAMES);
      if (own.length > 0) open.set(id, { kind, where: own.map(nameOfFrame).join(' < ') });
    },
    destroy: (id) => void open.delete(id),
  }).enable();
  return () => [...open.values()];
}

/** Shortens a line of a stack: `Watch.setTimer (dist/extension.js:1:2345)`. */
function nameOfFrame(line: string): string {
  return line
    .trim()
    .replace(/^at /, '')
    .replace(/[^\s()]*[\\/](?=dist[\\/])/, '');
}
