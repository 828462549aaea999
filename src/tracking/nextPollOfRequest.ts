// Decides after each response whether polling of a record continues, and when it gives up.
import { meaningOf, type CaseProgress, type Completion, type RecordState } from '../results/withoutDecoder';
import { safeEnd, withReading, type Plan, type PollingSettings } from '../records/pollingPlan';
import { isRejudging, progressOf, type KnownRecord } from '../records/record';
import type { FailureMeaning } from './failureMeaning';
import {
  MAX_POLL_SILENCE_MS,
  ASSUMED_FINAL_AFTER_MS,
  SLOW_INTERVAL_MS,
  SUSPENDED_INTERVAL_MS,
  MAX_MISSING_RESPONSES,
  UNREACHABLE_LIMIT_MS,
} from './limits';

export interface Polled {
  /** `judging`: a result without an end is known. */
  readonly phase: 'waiting' | 'judging';
  readonly plan: Plan;
}

/**
 * The step after a response. `gap`: ms until the next poll, without jitter; `schedule`: as computed by `nextGap` in
 * `src/tracking/schedule.ts`.
 */
export type Step =
  | { readonly kind: 'continue'; readonly plan: Plan; readonly gap: number | 'schedule' }
  /** The judge must not be polled for `gap` ms. */
  | { readonly kind: 'silence'; readonly plan: Plan; readonly gap: number }
  | { readonly kind: 'end'; readonly state: RecordState };

/** The stored state of a record after a result was received. */
export interface StoredOutcome {
  readonly completion: Completion;
  readonly progress: CaseProgress;
  /**
   * Whether the compilation succeeded; null: unknown. After a failed compilation, results rarely change, whichever
   * codes the judge uses.
   */
  readonly compiled: boolean | null;
  /** The judge has suspended the evaluation and will continue it automatically; absent if not. */
  readonly isSuspended?: true;
  /** The received result differed from the known one. */
  readonly changed: boolean;
}

/** Returns the stored state of a record. A received result that wasn't stored doesn't affect it. */
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

type End = Extract<Step, { kind: 'end' }>;

/** Returns the next step after a response without a result. `isSuspended`: the judge has suspended the evaluation. */
export function afterNotReady(
  { phase, plan }: Polled,
  now: number,
  settings: PollingSettings,
  isSuspended = false,
): Step {
  if (isSuspended) return afterSuspension({ ...withResponse(plan), unfinishedAt: now }, now, settings);
  if (plan.idlePollMs >= settings.giveUpAfter) return GAVE_UP;
  const readings =
    phase === 'waiting' ? withReading(plan.readings, { at: now, done: 0, total: null }) : plan.readings;
  return continueOnSchedule({ ...withResponse(plan), unfinishedAt: now, readings });
}

/**
 * Returns the next step after a result was stored. `outcome` is the stored state, even if the stored result came from
 * another source.
 */
export function afterOutcome(
  plan: Plan,
  outcome: StoredOutcome,
  now: number,
  settings: PollingSettings,
): Step {
  const { completion, progress, compiled, isSuspended = false, changed } = outcome;
  if (completion === 'finished') return { kind: 'end', state: { kind: 'finished' } };
  if (completion === 'hidden') return { kind: 'end', state: { kind: 'settled' } };
  const idlePollMs = changed ? 0 : plan.idlePollMs;
  if (completion === 'unknown' && idlePollMs >= ASSUMED_FINAL_AFTER_MS) {
    return { kind: 'end', state: { kind: 'settled' } };
  }
  if (idlePollMs >= settings.giveUpAfter && !isSuspended) return GAVE_UP;
  const next = {
    ...withResponse(plan),
    idlePollMs,
    lastChangeAt: changed ? now : plan.lastChangeAt,
    unfinishedAt: completion === 'unfinished' || changed ? now : plan.unfinishedAt,
    readings: withReading(plan.readings, { at: now, ...progress }),
  };
  if (isSuspended && completion === 'unfinished') return afterSuspension(next, now, settings);
  const isRare = compiled === false && completion === 'unknown';
  return isRare ? { kind: 'continue', plan: next, gap: settings.maximumInterval } : continueOnSchedule(next);
}

/**
 * Polls rarely. The wait doesn't count toward giving up, but polling ends after the same time as for an unreachable
 * judge.
 */
function afterSuspension(plan: Plan, now: number, settings: PollingSettings): Step {
  if (isStale(plan, now, settings)) return GAVE_UP;
  const gap = Math.max(settings.maximumInterval, SUSPENDED_INTERVAL_MS);
  return { kind: 'continue', plan: { ...plan, idlePollMs: 0 }, gap };
}

/**
 * Returns the next step after a failed poll. The effect on the judge is decided elsewhere. `before` is the plan before
 * this poll: time offline doesn't count toward giving up.
 */
export function afterFailure(
  plan: Plan,
  before: Plan,
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
      return afterMissing(plan, meaning, now, settings);
    case 'paused':
    case 'cancelled':
      return { kind: 'continue', plan, gap: settings.interval };
    case 'throttled': {
      if (isStale(plan, now, settings)) return GAVE_UP;
      const wait = Math.min(meaning.retryAfter ?? settings.maximumInterval, MAX_POLL_SILENCE_MS);
      return { kind: 'silence', plan, gap: Math.max(wait, settings.interval) };
    }
    case 'payment':
      return plan.idlePollMs >= settings.giveUpAfter
        ? GAVE_UP
        : { kind: 'continue', plan, gap: SLOW_INTERVAL_MS };
    case 'trouble': {
      const { idlePollMs } = meaning.gotResponse ? plan : before;
      if (idlePollMs >= settings.giveUpAfter || isStale(plan, now, settings)) return GAVE_UP;
      const next = { ...plan, idlePollMs, failures: plan.failures + 1 };
      return {
        kind: 'continue',
        plan: next,
        gap: backOff(next.failures, settings, settings.maximumInterval),
      };
    }
    case 'unusable': {
      if (plan.idlePollMs >= settings.giveUpAfter) return GAVE_UP;
      const next = { ...plan, failures: plan.failures + 1 };
      return { kind: 'continue', plan: next, gap: backOff(next.failures, settings, SLOW_INTERVAL_MS) };
    }
  }
}

function afterMissing(
  plan: Plan,
  meaning: { readonly status: number; readonly reason: string | null },
  now: number,
  settings: PollingSettings,
): Step {
  if (!plan.known) return failed(meaning);
  const end = safeEnd(plan);
  if (end !== null && now >= end) return GONE;
  const missing = plan.missing + 1;
  if (missing >= MAX_MISSING_RESPONSES) return plan.lifetime ? failed(meaning) : GONE;
  return {
    kind: 'continue',
    plan: { ...plan, missing },
    gap: backOff(missing, settings, SLOW_INTERVAL_MS),
  };
}

function isStale({ lastChangeAt }: Plan, now: number, { giveUpAfter }: PollingSettings): boolean {
  return now - lastChangeAt > Math.max(UNREACHABLE_LIMIT_MS, giveUpAfter);
}

const GAVE_UP: End = { kind: 'end', state: { kind: 'expired', why: 'gaveUp' } };
const GONE: End = { kind: 'end', state: { kind: 'expired', why: 'gone' } };

function failed({ status, reason }: { status: number; reason: string | null }): End {
  return { kind: 'end', state: { kind: 'failed', status, reason } };
}

function continueOnSchedule(plan: Plan): Step {
  return { kind: 'continue', plan, gap: 'schedule' };
}

function withResponse(plan: Plan): Plan {
  return { ...plan, known: true, failures: 0, missing: 0 };
}

function backOff(failures: number, settings: PollingSettings, maximum: number): number {
  return Math.max(settings.interval, Math.min(settings.interval * 2 ** failures, maximum));
}
