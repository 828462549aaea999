import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Tracker, type PollAnswer, type StoredOutcome } from '../../../src/tracking';
import { FakeClock, seededRandom } from '../../unit/support/fakeClock';
import { drawJudging, KINDS, type Judging } from '../polling/judgings';
import { memoryStorage } from '../polling/simulate';
import { polledBy } from '../../unit/judges/asking';

export interface Day {
  /** polls of the requests that stay pending all day */
  readonly asksOfPending: number;
  readonly asksOfJudgings: number;
  readonly judgings: number;
  readonly learnt: number;
  /** maximum number of timers at the same time */
  readonly timers: number;
  /** number of timers after everything has finished */
  readonly timersInTheEnd: number;
  /** growth of the heap after the first hour, bytes */
  readonly grown: number;
}

const hour = 3_600_000;
const roundTrip = 100;
const service = 'https://judge.test';

/**
 * Simulates a day with a fake clock: requests that a judge never finishes, and submissions at random times, on average
 * `between` ms apart.
 */
export async function simulateDay(pending: number, between: number, seed: number): Promise<Day> {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const heap = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const clock = new FakeClock();
  const random = seededRandom(seed);
  const judgings = new Map<string, { readonly at: number; readonly judging: Judging }>();
  const counts = { asksOfPending: 0, asksOfJudgings: 0, judgings: 0, learnt: 0, timers: 0, now: 0 };
  const ask = async ({ requestId, key }: { requestId: string; key: string }): Promise<PollAnswer> => {
    const handedIn = judgings.get(key);
    if (requestId.startsWith('pending')) counts.asksOfPending += 1;
    else counts.asksOfJudgings += 1;
    await new Promise<void>((resolve) => void clock.after(roundTrip, resolve));
    const passed = handedIn ? clock.now() - handedIn.at : -1;
    return passed >= (handedIn?.judging.visibleAt ?? Infinity)
      ? { kind: 'result', envelope: { type: 'judge', data: null, requestId, trackId: null }, raw: null }
      : { kind: 'notReady' };
  };
  const tracker = new Tracker({
    clock: {
      now: clock.now,
      after: (delay, action) => {
        counts.timers = Math.max(counts.timers, (counts.now += 1));
        let open = true;
        const close = (): void => {
          if (open) counts.now -= 1;
          open = false;
        };
        const timer = clock.after(delay, () => {
          close();
          action();
        });
        return {
          dispose: () => {
            timer.dispose();
            close();
          },
        };
      },
    },
    random,
    judges: polledBy(ask),
    storage: memoryStorage((key, { kind }) => {
      if (kind !== 'finished') return;
      counts.learnt += 1;
      judgings.delete(key);
    }),
    leases: { tryAcquire: async () => true, release: async () => undefined },
    settings: {
      of: () => ({ interval: 1000, maximumInterval: 30_000, giveUpAfter: 48 * hour, besidePush: 0 }),
    },
    sink: {
      onResult: async ({ key }) => {
        const { at, judging } = judgings.get(key) ?? { at: 0, judging: null };
        return standingOf(judging, clock.now() - at);
      },
      onPendingChanged: () => undefined,
      onError: (_what, error) => {
        throw error;
      },
    },
  });
  const track = (requestId: string, submitted: boolean): Promise<void> => {
    const key = `${service}\n${requestId}`;
    if (submitted) judgings.set(key, { at: clock.now(), judging: drawJudging(KINDS[0], random) });
    const request = {
      key,
      service,
      requestId,
      folder: null,
      lifetime: null,
      pace: null,
      batchInterval: null,
      known: submitted,
    };
    return tracker.track(request, { submitted });
  };
  for (let at = 0; at < pending; at += 1) await track(`pending${at}`, false);
  const end = clock.now() + 24 * hour;
  let early: number | null = null;
  while (clock.now() < end) {
    await track(`judging${(counts.judgings += 1)}`, true);
    await clock.advance(-Math.log(1 - random()) * between);
    if (early === null && clock.now() > end - 23 * hour) early = heap();
  }
  await clock.until(() => judgings.size === 0);
  const grown = heap() - (early ?? 0);
  for (const { request } of tracker.pending) tracker.stop(request.key);
  await clock.advance(1000);
  const timersInTheEnd = counts.now;
  await tracker.dispose();
  return { ...counts, timersInTheEnd, grown };
}

function standingOf(judging: Judging | null, passed: number): StoredOutcome {
  const done = judging?.caseEnds.filter((at) => at <= passed).length ?? 0;
  const completion = judging && passed >= judging.end ? 'finished' : 'unfinished';
  return { completion, progress: { done, total: judging?.total ?? null }, compiled: true, changed: true };
}
