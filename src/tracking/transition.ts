import type { RecordState } from '../judge';
import type { FailureMeaning } from './failures';
import type { PendingRequest } from './pendingRequest';
import type { PollingSettings, StoredOutcome, TrackedRequest } from './ports';
import { withReading } from './prediction';

/*
 * What one answer makes of one request. Pure. The gap until the next ask is either left to the schedule or, after
 * a failure, given here (ms, without jitter).
 */

export type Step =
  | { readonly kind: 'on'; readonly request: PendingRequest; readonly gap: number | 'schedule' }
  | { readonly kind: 'end'; readonly state: RecordState };

/** A result that is neither finished nor unfinished by its codes counts as the last word after so long, ms. */
const SETTLED_AFTER = 60_000;
/** Longest between two asks of an ID whose answers are unusable, or that need a top-up first, ms. */
const RARELY = 300_000;
/** 404s in a row for a known ID before it is believed. */
const MISSING_BELIEVED = 3;
/** So long after the last news, a service that can't be reached, or only ever asks for quiet, is given up, ms. */
const UNREACHABLE_LIMIT = 24 * 3_600_000;
/** Clocks that differ by less than this are the same, ms. */
export const CLOCK_NOISE = 1000;
/** An ask may be so much later than planned and still count as time spent asking, ms; beyond it was sleep. */
const LATE = 10_000;

/** A request at the start of its tracking. `since`: when the judging surely had not ended (`known` ones only). */
export function begun(request: TrackedRequest, now: number, dueAt: number, since = now): PendingRequest {
  const { key, service, requestId, folder, lifetime, pace, together, known } = request;
  return {
    ...{ key, service, requestId, folder, lifetime, pace, together, known },
    phase: 'waiting',
    startedAt: now,
    dueAt,
    askedAt: null,
    unfinishedAt: known ? Math.min(since, now) : null,
    newsAt: now,
    fruitless: 0,
    failures: 0,
    missing: 0,
    // A judging that was just handed in has no case done; how far another one is, nobody knows yet.
    readings: known && since >= now ? [{ at: now, done: 0, total: null }] : [],
    hurriedAt: 0,
  };
}

/** The moment it is asked. */
export function asked(request: PendingRequest, now: number): PendingRequest {
  const last = request.askedAt ?? request.startedAt;
  const planned = Math.max(request.dueAt - last, 0);
  const spent = Math.min(Math.max(now - last, 0), planned + LATE);
  return { ...request, askedAt: now, fruitless: request.fruitless + spent };
}

/** 204. */
export function afterNotReady(request: PendingRequest, now: number, settings: PollingSettings): Step {
  if (request.fruitless >= settings.giveUpAfter) return GAVE_UP;
  const readings =
    request.phase === 'waiting'
      ? withReading(request.readings, { at: now, done: 0, total: null })
      : request.readings;
  return goOn({ ...answered(request), unfinishedAt: now, readings });
}

/** A result went into the store; this is what the store has now, whoever brought it. */
export function afterOutcome(
  request: PendingRequest,
  outcome: StoredOutcome,
  now: number,
  settings: PollingSettings,
): Step {
  const { completion, progress, compiled, changed } = outcome;
  if (completion === 'finished') return { kind: 'end', state: { kind: 'finished' } };
  if (completion === 'hidden') return { kind: 'end', state: { kind: 'settled' } };
  const fruitless = changed ? 0 : request.fruitless;
  if (completion === 'unknown' && fruitless >= SETTLED_AFTER) {
    return { kind: 'end', state: { kind: 'settled' } };
  }
  if (fruitless >= settings.giveUpAfter) return GAVE_UP;
  const next = {
    ...answered(request),
    phase: 'judging' as const,
    fruitless,
    newsAt: changed ? now : request.newsAt,
    unfinishedAt: completion === 'unfinished' || changed ? now : request.unfinishedAt,
    readings: withReading(request.readings, { at: now, ...progress }),
  };
  const isRare = compiled === false && completion === 'unknown';
  return isRare ? { kind: 'on', request: next, gap: settings.maximumInterval } : goOn(next);
}

/**
 * A failed ask. What it means for the service as a whole is not decided here. `before` is the request as it was
 * before this ask: time without a network is not time spent asking, a train ride must not end a request.
 */
export function afterFailure(
  request: PendingRequest,
  before: PendingRequest,
  meaning: FailureMeaning,
  now: number,
  settings: PollingSettings,
): Step {
  switch (meaning.kind) {
    case 'refused':
    case 'forbidden':
      return failed(meaning);
    case 'gone':
      return GONE;
    case 'missing':
      return afterMissing(request, meaning, now, settings);
    case 'paused':
    case 'cancelled':
      return { kind: 'on', request, gap: settings.interval };
    case 'throttled': {
      if (isForgotten(request, now, settings)) return GAVE_UP;
      const gap = Math.max(meaning.retryAfter ?? settings.maximumInterval, settings.interval);
      return { kind: 'on', request, gap };
    }
    case 'payment':
      return request.fruitless >= settings.giveUpAfter ? GAVE_UP : { kind: 'on', request, gap: RARELY };
    case 'trouble': {
      const { fruitless } = meaning.answered ? request : before;
      if (fruitless >= settings.giveUpAfter || isForgotten(request, now, settings)) return GAVE_UP;
      const next = { ...request, fruitless, failures: request.failures + 1 };
      return { kind: 'on', request: next, gap: backOff(next.failures, settings, settings.maximumInterval) };
    }
    case 'unusable': {
      if (request.fruitless >= settings.giveUpAfter) return GAVE_UP;
      const next = { ...request, failures: request.failures + 1 };
      return { kind: 'on', request: next, gap: backOff(next.failures, settings, RARELY) };
    }
  }
}

/** When the service may begin to forget the result; null: not known. */
export function safeEnd(request: PendingRequest): number | null {
  if (!request.lifetime || request.unfinishedAt === null) return null;
  return request.unfinishedAt + request.lifetime.safe;
}

/** The same request on a clock that was set back by `by` ms. */
export function shifted(request: PendingRequest, by: number): PendingRequest {
  return {
    ...request,
    startedAt: request.startedAt - by,
    dueAt: request.dueAt - by,
    askedAt: request.askedAt === null ? null : request.askedAt - by,
    unfinishedAt: request.unfinishedAt === null ? null : request.unfinishedAt - by,
    newsAt: request.newsAt - by,
    readings: request.readings.map((one) => ({ ...one, at: one.at - by })),
    hurriedAt: Math.max(request.hurriedAt - by, 0),
  };
}

/** What was stored before the clock was set back lies in the future: moved to now. */
export function onThisClock(request: PendingRequest, now: number): PendingRequest {
  const { startedAt, askedAt, unfinishedAt, newsAt } = request;
  const newest = Math.max(startedAt, askedAt ?? 0, unfinishedAt ?? 0, newsAt);
  return newest > now + CLOCK_NOISE ? shifted(request, newest - now) : request;
}

function afterMissing(
  request: PendingRequest,
  meaning: Extract<FailureMeaning, { kind: 'missing' }>,
  now: number,
  settings: PollingSettings,
): Step {
  if (!request.known) return failed(meaning);
  const end = safeEnd(request);
  if (end !== null && now >= end) return GONE;
  const missing = request.missing + 1;
  if (missing >= MISSING_BELIEVED) return request.lifetime ? failed(meaning) : GONE;
  return { kind: 'on', request: { ...request, missing }, gap: backOff(missing, settings, RARELY) };
}

function isForgotten({ newsAt }: PendingRequest, now: number, { giveUpAfter }: PollingSettings): boolean {
  return now - newsAt > Math.max(UNREACHABLE_LIMIT, giveUpAfter);
}

const GAVE_UP: Step = { kind: 'end', state: { kind: 'expired', why: 'gaveUp' } };
const GONE: Step = { kind: 'end', state: { kind: 'expired', why: 'gone' } };

function failed({ status, reason }: { status: number; reason: string | null }): Step {
  return { kind: 'end', state: { kind: 'failed', status, reason } };
}

function goOn(request: PendingRequest): Step {
  return { kind: 'on', request, gap: 'schedule' };
}

function answered(request: PendingRequest): PendingRequest {
  return { ...request, known: true, failures: 0, missing: 0 };
}

function backOff(failures: number, settings: PollingSettings, most: number): number {
  return Math.max(settings.interval, Math.min(settings.interval * 2 ** failures, most));
}
