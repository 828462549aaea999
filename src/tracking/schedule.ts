import { safeEnd, type PollingSettings } from '../records/plan';
import { predictEnd } from './prediction';
import type { PendingRequest } from './pendingItem';
import type { Random } from './ports';

/*
 * When a request that the service has answered is asked again. Pure: the tracker hands in what it knows.
 *
 * One more ask is weighed against the wait it saves. Before cases are seen, the gap grows with the root of the
 * time that has passed (the longer a judging has taken, the longer it is likely to take). Once two readings tell
 * how fast cases are done, the next ask aims at the predicted end.
 */

export interface Situation {
  readonly request: PendingRequest;
  readonly now: number;
  readonly settings: PollingSettings;
  /** this service has listed unfinished cases before: the end will be predictable, so less blind asking is needed */
  readonly listsUnfinished: boolean;
  readonly pushLive: boolean;
}

/** Before this, ms after the submission, hardly any judging has ended. */
export const FIRST_ASK = 2500;
/** Blind gap after one second of judging, ms: where the end will be predictable, and where it won't. */
const BLIND_GAP = 2300;
const BLIND_GAP_TO_THE_END = 1150;
/** What an ask is worth, in ms of waiting: an uncertain prediction is asked earlier by its variance over this. */
const ASK_WORTH = 700;
/** Least part of the predicted time that is waited for; the first prediction is a rough one. */
const TRUSTED_PART = 0.45;
/** After the predicted end, ms. */
const MARGIN = 400;
/** A prediction is not trusted further than this part of the time that has passed: a judging may stop early. */
const HORIZON = 0.6;
/** While push is live, ms: silence after news, most between two asks. */
const PUSH_SILENCE = 10_000;
const PUSH_MAXIMUM = 120_000;

const JITTER = 0.1;
/** While no window has the focus, a gap is so many times longer. */
const UNFOCUSED = 3;
/** An ask is made so long before a result may be gone, ms, or this part of its lifetime where that is less. */
const BEFORE_GONE = 60_000;
const BEFORE_GONE_PART = 0.1;

/** ms from now until the request should be asked again, jitter included. */
export function nextGap(situation: Situation, random: Random): number {
  const { settings } = situation;
  const gap = situation.pushLive
    ? gapBesidePush(situation)
    : Math.min(gapByPrediction(situation) ?? blindGap(situation), settings.maximumInterval);
  return Math.max(settings.interval, jittered(gap, random));
}

/** ms after a submission until the first ask. */
export function firstGap(settings: PollingSettings, pushLive: boolean, random: Random): number {
  return Math.max(
    settings.interval,
    jittered(pushLive ? Math.max(PUSH_SILENCE, settings.besidePush) : FIRST_ASK, random),
  );
}

/** `gap` ± 10 %, so that windows and machines don't ask in step. */
export function jittered(gap: number, random: Random): number {
  return gap * (1 + JITTER * (2 * random() - 1));
}

/** When it is due: later than planned, within the longest gap of the settings, while the window isn't focused. */
export function dueAt(request: PendingRequest, focused: boolean, settings: PollingSettings): number {
  const planned = request.dueAt;
  if (focused || request.askedAt === null) return planned;
  const gap = Math.max(planned - request.askedAt, 0);
  return request.askedAt + Math.max(gap, Math.min(gap * UNFOCUSED, settings.maximumInterval));
}

/** The moment whose ask no back-off may pass, because the result may be gone soon after; null: none is known. */
export function lastSafeAsk(request: PendingRequest): number | null {
  const end = safeEnd(request);
  if (end === null || request.lifetime === null) return null;
  return end - Math.min(BEFORE_GONE, request.lifetime.safe * BEFORE_GONE_PART);
}

function gapByPrediction({ request, now }: Situation): number | null {
  const prediction = predictEnd(request.readings);
  if (!prediction) return null;
  const { left, spread } = prediction;
  const aimed = Math.max(left * TRUSTED_PART, left - (spread * spread) / ASK_WORTH) + MARGIN;
  return Math.min(aimed, HORIZON * Math.max(now - request.startedAt, 2000));
}

function blindGap({ request, now, listsUnfinished }: Situation): number {
  const seconds = Math.max(now - request.startedAt, 0) / 1000;
  return (listsUnfinished ? BLIND_GAP : BLIND_GAP_TO_THE_END) * Math.sqrt(seconds);
}

function gapBesidePush({ request, now, settings }: Situation): number {
  return Math.min(Math.max(PUSH_SILENCE, settings.besidePush, now - request.startedAt), PUSH_MAXIMUM);
}
