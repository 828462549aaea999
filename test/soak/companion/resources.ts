import { createHook } from 'node:async_hooks';
import type { OpenResource } from '../protocol';

/** Kinds that hold something open until they are ended; all others are steps of work that end by themselves. */
const holding = /^(Timeout|STATWATCHER|WORKER|MESSAGEPORT|[A-Z]+WRAP)$/;

/**
 * Notes what the code at a place begins in this process that stays until it is ended: timers, sockets, watches. The
 * returned function tells what of it is open.
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
