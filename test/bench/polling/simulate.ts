import type { Envelope, RecordState } from '../../../src/results';
import type { PollAnswer, PendingRequest, PendingStorage, StoredOutcome } from '../../../src/tracking';
import { Tracker } from '../../../src/tracking';
import { FakeClock, seededRandom } from '../../unit/support/fakeClock';
import { drawJudging } from './judgings';
import type { Judging, Kind } from './judgings';
import { polledBy } from '../../unit/judges/asking';

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
  const seen = new Map<string, StoredOutcome>();
  const delays: number[] = [];
  let requests = 0;
  const wait = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
  const ask = async ({ key }: { readonly key: string }): Promise<PollAnswer> => {
    requests += 1;
    await wait(ROUND_TRIP / 2);
    const { at, judging } = known(submitted, key);
    const standing = standingAt(judging, clock.now() - at);
    await wait(ROUND_TRIP / 2);
    if (!standing) return { kind: 'notReady' };
    const changed = seen.get(key)?.progress.done !== standing.progress.done;
    seen.set(key, { ...standing, changed });
    return { kind: 'result', envelope: EMPTY, raw: null };
  };
  const tracker = new Tracker({
    clock,
    random,
    judges: polledBy(ask),
    storage: memoryStorage((key, state) => {
      if (state.kind !== 'finished') return;
      const { at, judging } = known(submitted, key);
      delays.push(clock.now() - at - judging.end);
    }),
    leases: { tryAcquire: async () => true, release: async () => undefined },
    settings: {
      of: () => ({ interval: 1000, maximumInterval: 30_000, giveUpAfter: 3_600_000, besidePush: 0 }),
    },
    sink: {
      onResult: async ({ key }) => known(seen, key),
      onPendingChanged: () => undefined,
      onError: (_what, error) => {
        throw error;
      },
    },
  });
  if (push) tracker.setPushLive(ORIGIN, true);
  for (const [index, judging] of all.entries()) {
    const key = `${ORIGIN}\n${index}`;
    submitted.set(key, { at: clock.now(), judging });
    if (push && random() >= push.lost) {
      const finished: StoredOutcome = {
        completion: 'finished',
        progress: { done: 1, total: null },
        compiled: true,
        changed: true,
      };
      clock.after(judging.end + ROUND_TRIP / 2, () => tracker.onRecordUpdated(key, finished));
    }
    const request = {
      key,
      service: ORIGIN,
      requestId: `${index}`,
      folder: null,
      lifetime: null,
      pace: null,
      batchInterval: null,
      known: true,
    };
    await tracker.track(request, { submitted: true });
    await clock.advance(-Math.log(1 - random()) * BETWEEN);
  }
  await clock.until(() => tracker.pending.length === 0);
  await tracker.dispose();
  return outcome(all.length, requests, delays);
}

const ORIGIN = 'https://judge.example';
const EMPTY: Envelope = { type: 'judge', data: null, requestId: null, trackId: null };

/** Returns the state of a submission after `passed` ms; null if the judge has no result yet (204). */
function standingAt(judging: Judging, passed: number): StoredOutcome | null {
  const done = judging.caseEnds.filter((end) => end <= passed).length;
  if (passed >= judging.end) {
    return { completion: 'finished', progress: { done, total: null }, compiled: true, changed: true };
  }
  if (passed < judging.visibleAt) return null;
  return {
    completion: 'unfinished',
    progress: { done, total: judging.total },
    compiled: true,
    changed: true,
  };
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

export function memoryStorage(onEnd: (key: string, state: RecordState) => void): PendingStorage {
  const stored = new Map<string, PendingRequest>();
  return {
    load: async () => [...stored.values()],
    read: async (key: string) => stored.get(key) ?? null,
    begin: async (one) => void stored.set(one.key, one),
    save: async (one) => stored.has(one.key) && Boolean(stored.set(one.key, one)),
    expedite: async (key) => stored.has(key),
    end: async (key, state) => {
      onEnd(key, state);
      stored.delete(key);
    },
    onDidChange: () => ({ dispose: () => undefined }),
  };
}

function known<T>(map: ReadonlyMap<string, T>, key: string): T {
  const value = map.get(key);
  if (value === undefined) throw new Error(`unknown key: ${key}`);
  return value;
}
