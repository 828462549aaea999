import type { Clock } from '../../../src/base/ports';
import type { Envelope, JudgeSemantics, StatusKind } from '../../../src/results';
import type { ResultAnswer } from '../../../src/judges/adapters/shared/makeResult';
import { recordKey } from '../../../src/records';
import { FakeClock, seededRandom } from '../../unit/support/fakeClock';
import { drawJudging } from './judgings';
import type { Judging, Kind } from './judgings';
import { polledBy } from '../../unit/judges/asking';
import { TrackedWindow } from '../../unit/tracking/trackedWindow';

export interface Outcome {
  readonly requestsPerJudging: number;
  /** time from the end of the judging until the result is received, ms; missed results don’t count */
  readonly meanDelay: number;
  readonly delay95: number;
  readonly neverLearnt: number;
}

export interface Push {
  /** share of the pushes that never arrive */
  readonly lost: number;
}

/** Round trip of a request, ms. */
const ROUND_TRIP = 100;
/** Average time between two submissions, ms. */
const BETWEEN = 20_000;

/** Returns the same submissions for the same seed. */
export function judgings(kind: Kind, count: number, seed: number): readonly Judging[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => drawJudging(kind, random));
}

/** Simulates a client that waits `first` ms, then `gap` ms after each response, and sends at most `most` requests. */
export function simulatePeer(
  all: readonly Judging[],
  { first, gap, most }: { readonly first: number; readonly gap: number; readonly most: number },
): Outcome {
  const delays: number[] = [];
  let requests = 0;
  for (const { end } of all) {
    let at = first;
    for (let asked = 0; asked < most; asked += 1) {
      requests += 1;
      if (at + ROUND_TRIP / 2 >= end) {
        delays.push(at + ROUND_TRIP - end);
        break;
      }
      at += ROUND_TRIP + gap;
    }
  }
  return outcome(all.length, requests, delays);
}

/** Runs the real tracker with a fake clock and submits one after the other. */
export async function simulateTracker(
  all: readonly Judging[],
  seed: number,
  push: Push | null = null,
): Promise<Outcome> {
  const clock = new FakeClock();
  const random = seededRandom(seed + 1);
  const submitted = new Map<string, { readonly at: number; readonly judging: Judging }>();
  const learnt = new Set<string>();
  const delays: number[] = [];
  let requests = 0;
  const wait = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
  const ask = async ({ requestId }: { readonly requestId: string }): Promise<ResultAnswer> => {
    requests += 1;
    await wait(ROUND_TRIP / 2);
    const { at, judging } = known(submitted, requestId);
    const answer = answerAt(judging, clock.now() - at);
    await wait(ROUND_TRIP / 2);
    return answer;
  };
  const { store, tracker, track, close } = inMemory(clock, random, ask);
  store.onDidChange(({ added, nodes }) => {
    for (const key of [...added, ...nodes.keys()]) {
      const record = store.get(key);
      if (record?.state.kind !== 'finished' || learnt.has(record.requestId)) continue;
      learnt.add(record.requestId);
      const { at, judging } = known(submitted, record.requestId);
      delays.push(clock.now() - at - judging.end);
    }
  });
  if (push) tracker.setPushLive(ORIGIN, true);
  for (const [index, judging] of all.entries()) {
    const requestId = String(index);
    submitted.set(requestId, { at: clock.now(), judging });
    if (push && random() >= push.lost) {
      clock.after(judging.end + ROUND_TRIP / 2, () => {
        const finished = answerAt(judging, judging.end);
        if (finished.kind !== 'result') throw new Error('the end has no result');
        const how = { via: 'push', receivedAt: clock.now() } as const;
        void store.receive(recordKey(ORIGIN, requestId), finished, how);
      });
    }
    await track(requestId, true);
    await clock.advance(-Math.log(1 - random()) * BETWEEN);
  }
  await clock.until(() => tracker.pending.length === 0);
  await close();
  return outcome(all.length, requests, delays);
}

const ORIGIN = 'https://judge.example';

const RULES: JudgeSemantics = {
  profile: 'test',
  statuses: { '1': meaning(1, 'pending'), '12': meaning(12, 'accepted') },
  units: { time: 'ms', memory: 'KiB', score: 'points' },
  compileFailureIsFinal: true,
};

/** Opens a window of a judge that responds as `ask` does. Its records are only in memory. */
export function inMemory(
  clock: FakeClock,
  random: () => number,
  ask: (request: { readonly requestId: string }) => Promise<ResultAnswer>,
  settings: { readonly giveUpAfter: number; readonly trackerClock?: Clock } = { giveUpAfter: 3_600_000 },
) {
  const window = new TrackedWindow({
    clock: settings.trackerClock ?? clock,
    random,
    judges: polledBy(ask),
    // few finished records, so that memory doesn’t grow with them
    limit: 40,
    // the records are written when their plans are
    storeClock: { now: clock.now, after: () => ({ dispose: () => undefined }) },
    settings: { interval: 1000, maximumInterval: 30_000, giveUpAfter: settings.giveUpAfter },
    onError: (operation, error) => {
      throw error instanceof Error ? error : new Error(`${operation}: ${JSON.stringify(error)}`);
    },
  });
  const track = (requestId: string, submitted: boolean): Promise<void> =>
    window.track({ id: ORIGIN, rules: RULES }, requestId, { submitted });
  return { store: window.store, tracker: window.tracker, track, close: () => window.close() };
}

/** Returns the response to a poll of a submission after `passed` ms. */
export function answerAt({ caseEnds, end, total, visibleAt }: Judging, passed: number): ResultAnswer {
  const done = caseEnds.filter((at) => at <= passed).length;
  if (passed >= end) return answer(12, done, null);
  return passed < visibleAt ? { kind: 'notReady' } : answer(1, done, total);
}

function answer(status: number, passed: number, total: number | null): ResultAnswer {
  const figures = { id: 1, status, score: 0, time: 1, memory: 1 };
  const judge = { ...figures, subtasks: [], passed, ...(total === null ? {} : { total }) };
  const envelope: Envelope = {
    type: 'judge',
    data: { compile: { success: true, message: null, opt2: null }, judge },
    requestId: null,
    trackId: null,
  };
  return { kind: 'result', envelope, raw: null, notices: [] };
}

function meaning(code: number, kind: StatusKind) {
  return { code, kind, style: 'pending', name: kind, chineseName: null, short: kind } as const;
}

function outcome(count: number, requests: number, delays: number[]): Outcome {
  delays.sort((one, other) => one - other);
  return {
    requestsPerJudging: requests / count,
    meanDelay: delays.reduce((sum, one) => sum + one, 0) / delays.length,
    delay95: delays[Math.floor(delays.length * 0.95)] ?? Number.NaN,
    neverLearnt: count - delays.length,
  };
}

function known<T>(map: ReadonlyMap<string, T>, key: string): T {
  const value = map.get(key);
  if (value === undefined) throw new Error(`unknown key: ${key}`);
  return value;
}
