import { safeEnd, type Plan, type PollingSettings } from '../records/pollingPlan';
import { predictEnd } from './prediction';
import type { Job } from './job';
import type { Random } from './ports';
import {
  FIRST_POLL_MS,
  MIN_GAP_WITH_PUSH_MS,
  MAX_GAP_WITH_PUSH_MS,
  UNFOCUSED_FACTOR,
  POLL_BEFORE_GONE_MS,
  POLL_BEFORE_GONE_PART,
} from './limits';

/*
 * Decides when a job is polled next. All functions are pure.
 *
 * A poll has a cost, and each gap balances this cost with the time that an earlier poll would save. Before the first
 * case is finished, the gap grows with the square root of the elapsed time: the longer an evaluation has taken, the
 * longer it is likely to take. Once two readings show how fast cases finish, the next poll aims at the predicted end.
 */

export interface Situation {
  readonly plan: Plan;
  readonly now: number;
  readonly settings: PollingSettings;
  /**
   * The judge has listed unfinished cases before. Once some have finished, the end can be predicted, so fewer polls
   * are needed until then.
   */
  readonly listsUnfinished: boolean;
  readonly pushLive: boolean;
}

/**
 * Gap one second after the start until there is a prediction, ms. Applies if the judge lists unfinished cases, so the
 * end will be predictable.
 */
const GAP_UNTIL_PREDICTABLE = 2300;
/** Gap one second after the start if the judge doesn't list unfinished cases, ms. */
const GAP_UNTIL_THE_END = 1150;
/**
 * Cost of a poll, in ms of waiting. If a prediction is uncertain, the poll is earlier by the variance divided by this
 * cost.
 */
const POLL_COST = 700;
/** Minimum gap as a fraction of the predicted time. The first prediction is rough. */
const MIN_PART_OF_PREDICTION = 0.45;
/** Time added to each predicted gap, ms. */
const PREDICTION_MARGIN = 400;
/**
 * Maximum gap as a fraction of the elapsed time, if there is a prediction. The judge may stop before the last case.
 */
const MAX_PART_OF_ELAPSED = 0.6;

const JITTER = 0.1;

/** Returns ms from now until the next poll, jitter included. */
export function nextGap(situation: Situation, random: Random): number {
  const { settings, plan, now } = situation;
  if (situation.pushLive) return Math.max(settings.interval, jittered(gapWithPush(situation), random));
  const best = gapByPrediction(situation) ?? gapWithoutPrediction(situation);
  const gap = jittered(Math.min(best, settings.maximumInterval), random);
  return Math.max(settings.interval, Math.min(gap, earlyGap(plan, now, settings)));
}

/** Returns the maximum gap after a poll of a new request at `polledAt` (ms since 1970); Infinity if it isn't new. */
function earlyGap({ startedAt }: Plan, polledAt: number, { early }: PollingSettings): number {
  return early && polledAt - startedAt < early.until ? early.gap : Infinity;
}

/** Returns ms from a submission to its first poll, jitter included. */
export function firstGap(settings: PollingSettings, pushLive: boolean, random: Random): number {
  return Math.max(
    settings.interval,
    jittered(pushLive ? Math.max(MIN_GAP_WITH_PUSH_MS, settings.besidePush) : FIRST_POLL_MS, random),
  );
}

/** Returns `gap` ± 10 %, so that windows and computers don't poll in step. */
export function jittered(gap: number, random: Random): number {
  return gap * (1 + JITTER * (2 * random() - 1));
}

/**
 * Returns when a request is due, ms since 1970. While the window isn't focused, this is later than planned, but within
 * the maximum gap of the settings, and of new requests.
 */
export function dueAt(plan: Plan, focused: boolean, settings: PollingSettings): number {
  const { dueAt: planned, askedAt } = plan;
  if (focused || askedAt === null) return planned;
  const gap = Math.max(planned - askedAt, 0);
  const maximum = Math.min(settings.maximumInterval, earlyGap(plan, askedAt, settings));
  return askedAt + Math.max(gap, Math.min(gap * UNFOCUSED_FACTOR, maximum));
}

/** Returns the time of the last poll before the result may expire, ms since 1970. Null if the expiry is unknown. */
export function lastChance(plan: Plan): number | null {
  const end = safeEnd(plan);
  if (end === null || plan.lifetime === null) return null;
  return end - Math.min(POLL_BEFORE_GONE_MS, plan.lifetime.safe * POLL_BEFORE_GONE_PART);
}

/** Conditions other than the job's own plan that decide when it may be polled. */
export interface Conditions {
  /** Earliest time at which the judge may be polled, ms since 1970; Infinity if it can't be polled for now. */
  readonly opensAt: number;
  readonly isFocused: boolean;
  readonly settings: PollingSettings;
}

/**
 * Returns when a job may be polled, ms since 1970; Infinity if the judge can't be polled for now. The minimum
 * interval of the settings always applies, even if the user wants a poll. Shortly before its result may expire, the job
 * is polled once despite back-off or a rate limit, but not while the judge is paused.
 */
export function pollableAt(job: Job, { opensAt, isFocused, settings }: Conditions): number {
  if (opensAt === Infinity) return Infinity;
  const { plan, isWanted, foreignUntil, notBefore } = job;
  const due = isWanted ? plan.dueAt : dueAt(plan, isFocused, settings);
  const chance = lastChance(plan);
  const wasPolledSince = chance === null || (plan.askedAt ?? plan.startedAt) >= chance;
  const soonest = (plan.askedAt ?? -Infinity) + settings.interval;
  return Math.max(
    Math.min(Math.max(due, opensAt), wasPolledSince ? Infinity : chance),
    foreignUntil,
    notBefore,
    soonest,
  );
}

function gapByPrediction({ plan, now }: Situation): number | null {
  const prediction = predictEnd(plan.readings);
  if (!prediction) return null;
  const { left, spread } = prediction;
  const aimed =
    Math.max(left * MIN_PART_OF_PREDICTION, left - (spread * spread) / POLL_COST) + PREDICTION_MARGIN;
  return Math.min(aimed, MAX_PART_OF_ELAPSED * Math.max(now - plan.startedAt, 2000));
}

function gapWithoutPrediction({ plan, now, listsUnfinished }: Situation): number {
  const seconds = Math.max(now - plan.startedAt, 0) / 1000;
  return (listsUnfinished ? GAP_UNTIL_PREDICTABLE : GAP_UNTIL_THE_END) * Math.sqrt(seconds);
}

function gapWithPush({ plan, now, settings }: Situation): number {
  return Math.min(
    Math.max(MIN_GAP_WITH_PUSH_MS, settings.besidePush, now - plan.startedAt),
    MAX_GAP_WITH_PUSH_MS,
  );
}
