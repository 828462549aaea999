import { meaningOf, type CaseProgress, type Completion, type RecordState } from '../judge';
import type { ResultOrigin } from './mergePolicy';
import { MAX_RETRY_AFTER, safeEnd, withReading, type Plan, type PollingSettings } from './plan';
import { isRejudging, progressOf, type KnownRecord, type KnownState, type RecordSummary } from './record';

/** What may change where a record stands. */
export type StateEvent =
  /** somebody asks for it, maybe again */
  | { readonly kind: 'asked' }
  /** a result was taken: `decideMerge` let it in */
  | { readonly kind: 'result'; readonly summary: RecordSummary; readonly via: ResultOrigin }
  /** the service judges again what had ended; the result of before stays until that has ended */
  | { readonly kind: 'rejudging' }
  /** it has judged again, and says the same */
  | { readonly kind: 'rejudged' }
  /** its result is read by other rules */
  | { readonly kind: 'interpreted'; readonly summary: RecordSummary }
  /** what polling has found without a result, or a person has decided */
  | { readonly kind: 'told'; readonly state: RecordState };

/**
 * The one place that decides where a record stands, whoever has brought what happened. Pure: it is computed from what is
 * stored at that moment, for another window may have ended the record since. `before`: null where it isn't known yet.
 */
export function nextState(
  before: Pick<KnownRecord, 'state' | 'summary'> | null,
  what: StateEvent,
): KnownState {
  const { state = null, summary = null } = before ?? {};
  // only that version may change it
  if (state?.kind === 'newer') return state;
  const isEnded = state?.kind === 'finished' && summary?.completion === 'finished';
  const underWay: RecordState = summary ? { kind: 'judging' } : { kind: 'waiting' };
  switch (what.kind) {
    case 'asked':
      return state === null || isGivenUp(state) ? underWay : state;
    case 'result':
      return afterResult(state, what.summary, what.via);
    case 'rejudging':
      // a person's stop holds until a final result comes
      return state?.kind === 'stopped' ? state : { kind: 'judging' };
    case 'rejudged':
      return summary?.completion === 'finished' ? { kind: 'finished' } : (state ?? underWay);
    case 'interpreted':
      return afterRules(state ?? underWay, what.summary);
    case 'told':
      if (isEnded) return state;
      // polling begins anew, and what is known of a judging under way is more
      return what.state.kind === 'waiting' ? underWay : what.state;
  }
}

/** A stop or a failure ends with the last result, or by a refresh; an import makes nobody ask. */
function afterResult(before: RecordState | null, summary: RecordSummary, via: ResultOrigin): RecordState {
  if (summary.completion === 'finished') return { kind: 'finished' };
  if (summary.completion === 'hidden') return { kind: 'settled' };
  if (before && isGivenUp(before)) return via === 'refresh' ? { kind: 'judging' } : before;
  if (before?.kind === 'waiting' || before?.kind === 'judging') return { kind: 'judging' };
  if (before?.kind === 'settled' && via === 'import' && summary.completion === 'unknown') return before;
  return { kind: via === 'import' ? 'stopped' : 'judging' };
}

function afterRules(before: RecordState, summary: RecordSummary): RecordState {
  if (before.kind === 'waiting' || isGivenUp(before)) return before;
  // what had ended goes on only where its code says so
  if (summary.completion === 'unknown' && before.kind !== 'judging') return { kind: 'settled' };
  return afterResult(before, summary, 'refresh');
}

function isGivenUp({ kind }: RecordState): boolean {
  return kind === 'failed' || kind === 'expired' || kind === 'stopped';
}

/*
 * What an answer makes of a record that is polled: where it ends, or how its plan goes on. The gap until the next ask is
 * left to the schedule or, after a failure, given here (ms, without jitter).
 */

/** A record that is polled. */
export interface Polled extends Plan {
  readonly phase: 'waiting' | 'judging';
}

export type Step<Of extends Polled> =
  | { readonly kind: 'continue'; readonly request: Of; readonly gap: number | 'schedule' }
  /** the service requested silence for `gap` ms */
  | { readonly kind: 'silence'; readonly request: Of; readonly gap: number }
  | { readonly kind: 'end'; readonly state: RecordState };

/** What is known of a record after a result went into the store. */
export interface StoredOutcome {
  readonly completion: Completion;
  readonly progress: CaseProgress;
  /** hardly anything follows a compilation that failed, whatever the codes say; null: not known */
  readonly compiled: boolean | null;
  /** the judge has stopped judging for now, and continues without anybody asking it to; absent: it judges */
  readonly isSuspended?: true;
  /** this result brought something new */
  readonly changed: boolean;
}

/** What the store has after a result went into it: an old partial that was not let in says nothing. */
export function outcomeOf(record: KnownRecord, changed: boolean): StoredOutcome {
  const { summary, rules } = record;
  const isSuspended = meaningOf(rules.statuses, summary?.status ?? null)?.suspended === true;
  return {
    completion: isRejudging(record) ? 'unfinished' : (summary?.completion ?? 'unfinished'),
    progress: progressOf(record),
    compiled: summary?.compiled ?? null,
    ...(isSuspended ? { isSuspended } : {}),
    changed,
  };
}

/** What a question that brought no usable answer means for the record, and for its service. */
export type FailureMeaning =
  /** the service refused this ID for good, or (403) refuses it now: several in a row are about the credential; or 404 */
  | {
      readonly kind: 'refused' | 'forbidden' | 'missing';
      readonly status: number;
      readonly reason: string | null;
    }
  /** 410: it was there, and the service says that it no longer is */
  | { readonly kind: 'gone' }
  /** nothing can be asked before a person has done something */
  | { readonly kind: 'paused'; readonly why: PauseReason }
  /** nobody waits for it any more */
  | { readonly kind: 'cancelled' }
  /** 402: the balance, which submissions need */
  | { readonly kind: 'payment' }
  /** the service asks for quiet; ms, null where it didn’t say how long */
  | { readonly kind: 'throttled'; readonly retryAfter: number | null }
  /** the service cannot be reached or, where it `answered`, fails as a whole; ms as above */
  | { readonly kind: 'trouble'; readonly answered: boolean; readonly retryAfter: number | null }
  /** it answered for this ID with something unusable */
  | { readonly kind: 'unusable' };

/** 401 · different IDs refused in a row (403) · the credential may not be sent there */
export type PauseReason = 'signedOut' | 'forbidden' | 'insecure';

/** A result that is neither finished nor unfinished by its codes counts as the last word after so long, ms. */
const SETTLED_AFTER = 60_000;
/** Longest between two asks of an ID whose answers are unusable, or that need a top-up first, ms. */
const RARELY = 300_000;
/** Between two polls while the judge has stopped judging for now, ms. */
const SUSPENDED_INTERVAL = 60_000;
/** 404s in a row for a known ID before it is believed. */
const MISSING_BELIEVED = 3;
/** So long after the last news, a service that can't be reached, or only ever asks for quiet, is given up, ms. */
const UNREACHABLE_LIMIT = 24 * 3_600_000;

type End = Extract<Step<never>, { kind: 'end' }>;

/** The service has no result yet. `isSuspended`: it has stopped judging for now. */
export function afterNotReady<Of extends Polled>(
  request: Of,
  now: number,
  settings: PollingSettings,
  isSuspended = false,
): Step<Of> {
  if (isSuspended) return afterSuspension({ ...answered(request), unfinishedAt: now }, now, settings);
  if (request.idlePollMs >= settings.giveUpAfter) return GAVE_UP;
  const readings =
    request.phase === 'waiting'
      ? withReading(request.readings, { at: now, done: 0, total: null })
      : request.readings;
  return goOn({ ...answered(request), unfinishedAt: now, readings });
}

/** A result went into the store; this is what the store has now, whoever brought it. */
export function afterOutcome<Of extends Polled>(
  request: Of,
  outcome: StoredOutcome,
  now: number,
  settings: PollingSettings,
): Step<Of> {
  const { completion, progress, compiled, isSuspended = false, changed } = outcome;
  if (completion === 'finished') return { kind: 'end', state: { kind: 'finished' } };
  if (completion === 'hidden') return { kind: 'end', state: { kind: 'settled' } };
  const idlePollMs = changed ? 0 : request.idlePollMs;
  if (completion === 'unknown' && idlePollMs >= SETTLED_AFTER) {
    return { kind: 'end', state: { kind: 'settled' } };
  }
  if (idlePollMs >= settings.giveUpAfter && !isSuspended) return GAVE_UP;
  const next = {
    ...answered(request),
    phase: 'judging' as const,
    idlePollMs,
    lastChangeAt: changed ? now : request.lastChangeAt,
    unfinishedAt: completion === 'unfinished' || changed ? now : request.unfinishedAt,
    readings: withReading(request.readings, { at: now, ...progress }),
  };
  if (isSuspended && completion === 'unfinished') return afterSuspension(next, now, settings);
  const isRare = compiled === false && completion === 'unknown';
  return isRare ? { kind: 'continue', request: next, gap: settings.maximumInterval } : goOn(next);
}

/** Polls seldom. The wait doesn't count toward giving up, unless it is as long as that of an unreachable service. */
function afterSuspension<Of extends Polled>(request: Of, now: number, settings: PollingSettings): Step<Of> {
  if (isForgotten(request, now, settings)) return GAVE_UP;
  const gap = Math.max(settings.maximumInterval, SUSPENDED_INTERVAL);
  return { kind: 'continue', request: { ...request, idlePollMs: 0 }, gap };
}

/**
 * A failed ask. What it means for the service as a whole is not decided here. `before` is the request as it was
 * before this ask: time without a network is not time spent asking, a train ride must not end a request.
 */
export function afterFailure<Of extends Polled>(
  request: Of,
  before: Of,
  meaning: FailureMeaning,
  now: number,
  settings: PollingSettings,
): Step<Of> {
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
      return { kind: 'continue', request, gap: settings.interval };
    case 'throttled': {
      if (isForgotten(request, now, settings)) return GAVE_UP;
      const wait = Math.min(meaning.retryAfter ?? settings.maximumInterval, MAX_RETRY_AFTER);
      return { kind: 'silence', request, gap: Math.max(wait, settings.interval) };
    }
    case 'payment':
      return request.idlePollMs >= settings.giveUpAfter
        ? GAVE_UP
        : { kind: 'continue', request, gap: RARELY };
    case 'trouble': {
      const { idlePollMs } = meaning.answered ? request : before;
      if (idlePollMs >= settings.giveUpAfter || isForgotten(request, now, settings)) return GAVE_UP;
      const next = { ...request, idlePollMs, failures: request.failures + 1 };
      return {
        kind: 'continue',
        request: next,
        gap: backOff(next.failures, settings, settings.maximumInterval),
      };
    }
    case 'unusable': {
      if (request.idlePollMs >= settings.giveUpAfter) return GAVE_UP;
      const next = { ...request, failures: request.failures + 1 };
      return { kind: 'continue', request: next, gap: backOff(next.failures, settings, RARELY) };
    }
  }
}

function afterMissing<Of extends Polled>(
  request: Of,
  meaning: { readonly status: number; readonly reason: string | null },
  now: number,
  settings: PollingSettings,
): Step<Of> {
  if (!request.known) return failed(meaning);
  const end = safeEnd(request);
  if (end !== null && now >= end) return GONE;
  const missing = request.missing + 1;
  if (missing >= MISSING_BELIEVED) return request.lifetime ? failed(meaning) : GONE;
  return { kind: 'continue', request: { ...request, missing }, gap: backOff(missing, settings, RARELY) };
}

function isForgotten({ lastChangeAt }: Plan, now: number, { giveUpAfter }: PollingSettings): boolean {
  return now - lastChangeAt > Math.max(UNREACHABLE_LIMIT, giveUpAfter);
}

const GAVE_UP: End = { kind: 'end', state: { kind: 'expired', why: 'gaveUp' } };
const GONE: End = { kind: 'end', state: { kind: 'expired', why: 'gone' } };

function failed({ status, reason }: { status: number; reason: string | null }): End {
  return { kind: 'end', state: { kind: 'failed', status, reason } };
}

function goOn<Of extends Polled>(request: Of): Step<Of> {
  return { kind: 'continue', request, gap: 'schedule' };
}

function answered<Of extends Polled>(request: Of): Of {
  return { ...request, known: true, failures: 0, missing: 0 };
}

function backOff(failures: number, settings: PollingSettings, most: number): number {
  return Math.max(settings.interval, Math.min(settings.interval * 2 ** failures, most));
}
