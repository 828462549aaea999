import * as v from 'valibot';
import type { PendingRequest } from './ports';

const count = v.pipe(v.number(), v.finite());
const text = v.string();

/** A pending request read from the disk: nothing in a file is trusted. Fields of a newer version are kept. */
export const pendingRequest = v.looseObject({
  key: text,
  origin: text,
  requestId: text,
  folder: v.nullable(text),
  lifetime: v.nullable(v.looseObject({ safe: count, end: count })),
  known: v.boolean(),
  phase: v.picklist(['waiting', 'judging']),
  startedAt: count,
  dueAt: count,
  askedAt: v.nullable(count),
  unfinishedAt: v.nullable(count),
  newsAt: count,
  fruitless: count,
  failures: count,
  missing: count,
  readings: v.array(v.looseObject({ at: count, done: count, total: v.nullable(count) })),
  hurriedAt: count,
} satisfies { readonly [Field in keyof PendingRequest]-?: v.GenericSchema<unknown, PendingRequest[Field]> });
