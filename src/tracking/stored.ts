import * as v from 'valibot';
import type { PendingRequest } from './ports';

const time = v.pipe(v.number(), v.finite());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const duration = v.pipe(v.number(), v.finite(), v.minValue(0));

const pendingRequest = v.object({
  key: v.string(),
  origin: v.string(),
  requestId: v.string(),
  folder: v.nullable(v.string()),
  lifetime: v.nullable(v.object({ safe: duration, end: duration })),
  known: v.boolean(),
  phase: v.picklist(['waiting', 'judging']),
  startedAt: time,
  dueAt: time,
  askedAt: v.nullable(time),
  unfinishedAt: v.nullable(time),
  newsAt: time,
  fruitless: duration,
  failures: count,
  missing: count,
  readings: v.pipe(v.array(v.object({ at: time, done: count, total: v.nullable(count) })), v.maxLength(3)),
  hurriedAt: time,
}) satisfies v.GenericSchema<unknown, PendingRequest>;

/** Whether what was read from the disk is a pending request; a file that was damaged or made by hand may not be. */
export function isPendingRequest(json: unknown): json is PendingRequest {
  return v.is(pendingRequest, json);
}
