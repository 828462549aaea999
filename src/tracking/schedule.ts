import { safeEnd, type PollingSettings } from '../records/plan';
import { predictEnd } from './prediction';
import type { Job } from './job';
import type { PendingRequest } from './pendingRequest';
import type { Random } from './ports';

/*
 * When a job is polled next. Everything here is pure.
 *
 * The cost of one more poll is weighed against the time that it saves. Before any case is finished, the gap grows with the
 * square root of the elapsed time: the longer a judging has taken, the longer it is likely to take. Once two readings show
 * how fast cases finish, the next poll aims at the predicted end.
 */

export interface Situation {
  readonly request: PendingRequest;
  readonly now: number;
  readonly settings: PollingSettings;
  /** the service has listed unfinished cases before: the end will be predictable, so fewer polls are needed until then */
  readonly listsUnfinished: boolean;
  readonly pushLive: boolean;
}

/** Before this, ms after the submission, hardly any judging has finished. */
export const FIRST_POLL = 2500;
/** Gap after one second of judging without a prediction, ms: if the end will be predictable, and if it won't. */
const GAP_UNTIL_PREDICTABLE = 2300;
const GAP_UNTIL_THE_END = 1150;
/** The cost of a poll, in ms of waiting. The more uncertain a prediction, the earlier the poll: by variance / cost, in ms. */
const POLL_COST = 700;
/** Minimum part of the predicted time to wait; the first prediction is rough. */
const TRUSTED_PART = 0.45;
/** After the predicted end, ms. */
const MARGIN = 400;
/** Maximum gap by a prediction, as a part of the elapsed time: a judging may stop early. */
const HORIZON = 0.6;
/** While push is live, ms: minimum and maximum gap. */
const PUSH_SILENCE = 10_000;
const PUSH_MAXIMUM = 120_000;

const JITTER = 0.1;
/** How many times longer a gap is while the window isn't focused. */
const UNFOCUSED = 3;
/** How long before a result may expire it is polled, ms, or this part of its lifetime if that is less. */
const BEFORE_GONE = 60_000;
const BEFORE_GONE_PART = 0.1;

/** Returns ms from now until the next poll, jitter included. */
export function nextGap(situation: Situation, random: Random): number {
  const { settings } = situation;
  const gap = situation.pushLive
    ? gapWithPush(situation)
    : Math.min(gapByPrediction(situation) ?? gapWithoutPrediction(situation), settings.maximumInterval);
  return Math.max(settings.interval, jittered(gap, random));
}

/** Returns ms from a submission to its first poll, jitter included. */
export function firstGap(settings: PollingSettings, pushLive: boolean, random: Random): number {
  return Math.max(
    settings.interval,
    jittered(pushLive ? Math.max(PUSH_SILENCE, settings.besidePush) : FIRST_POLL, random),
  );
}

/** Returns `gap` ± 10 %, so that windows and computers don't poll in step. */
export function jittered(gap: number, random: Random): number {
  return gap * (1 + JITTER * (2 * random() - 1));
}

/** When a request is due: while the window isn't focused, later than planned, but within the maximum gap of the settings. */
export function dueAt(request: PendingRequest, focused: boolean, settings: PollingSettings): number {
  const planned = request.dueAt;
  if (focused || request.askedAt === null) return planned;
  const gap = Math.max(planned - request.askedAt, 0);
  return request.askedAt + Math.max(gap, Math.min(gap * UNFOCUSED, settings.maximumInterval));
}

/** The last chance for a poll before the result may expire, ms since 1970; null: unknown. */
export function lastChance(request: PendingRequest): number | null {
  const end = safeEnd(request);
  if (end === null || request.lifetime === null) return null;
  return end - Math.min(BEFORE_GONE, request.lifetime.safe * BEFORE_GONE_PART);
}

/** What decides, next to its own plan, when a job may be polled. */
export interface Conditions {
  /** when its service may be polled, ms since 1970; Infinity: something else has to happen first */
  readonly opensAt: number;
  readonly isFocused: boolean;
  readonly settings: PollingSettings;
}

/**
 * When a job may be polled, ms since 1970; Infinity: something else has to happen first. Never earlier after its last poll
 * than the settings allow, whoever wants it. Despite back-off and
 * requested silence, but not in a pause, it is polled once before its result may expire.
 */
export function pollableAt(job: Job, { opensAt, isFocused, settings }: Conditions): number {
  if (opensAt === Infinity) return Infinity;
  const { request, isWanted, foreignUntil, notBefore } = job;
  const due = isWanted ? request.dueAt : dueAt(request, isFocused, settings);
  const chance = lastChance(request);
  const wasPolledSince = chance === null || (request.askedAt ?? request.startedAt) >= chance;
  const soonest = (request.askedAt ?? -Infinity) + settings.interval;
  return Math.max(
    Math.min(Math.max(due, opensAt), wasPolledSince ? Infinity : chance),
    foreignUntil,
    notBefore,
    soonest,
  );
}

function gapByPrediction({ request, now }: Situation): number | null {
  const prediction = predictEnd(request.readings);
  if (!prediction) return null;
  const { left, spread } = prediction;
  const aimed = Math.max(left * TRUSTED_PART, left - (spread * spread) / POLL_COST) + MARGIN;
  return Math.min(aimed, HORIZON * Math.max(now - request.startedAt, 2000));
}

function gapWithoutPrediction({ request, now, listsUnfinished }: Situation): number {
  const seconds = Math.max(now - request.startedAt, 0) / 1000;
  return (listsUnfinished ? GAP_UNTIL_PREDICTABLE : GAP_UNTIL_THE_END) * Math.sqrt(seconds);
}

function gapWithPush({ request, now, settings }: Situation): number {
  return Math.min(Math.max(PUSH_SILENCE, settings.besidePush, now - request.startedAt), PUSH_MAXIMUM);
}
