import type { Clock } from '../../../src/base/ports';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ResultAnswer } from '../../../src/judges/adapters/shared/makeResult';
import { FakeClock, seededRandom } from '../../unit/support/fakeClock';
import { drawJudging, KINDS, type Judging } from '../polling/judgings';
import { answerAt, inMemory } from '../polling/simulate';

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
  const ask = async ({ requestId }: { readonly requestId: string }): Promise<ResultAnswer> => {
    const handedIn = judgings.get(requestId);
    if (requestId.startsWith('pending')) counts.asksOfPending += 1;
    else counts.asksOfJudgings += 1;
    await new Promise<void>((resolve) => void clock.after(roundTrip, resolve));
    return handedIn ? answerAt(handedIn.judging, clock.now() - handedIn.at) : { kind: 'notReady' };
  };
  const trackerClock: Clock = {
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
  };
  const window = inMemory(clock, random, ask, { giveUpAfter: 48 * hour, trackerClock });
  const { store, tracker } = window;
  store.onDidChange(({ nodes }) => {
    for (const key of nodes.keys()) {
      const record = store.get(key);
      if (record?.state.kind === 'finished' && judgings.delete(record.requestId)) counts.learnt += 1;
    }
  });
  const track = (requestId: string, submitted: boolean): Promise<void> => {
    if (submitted) judgings.set(requestId, { at: clock.now(), judging: drawJudging(KINDS[0], random) });
    return window.track(requestId, submitted);
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
  await window.close();
  return { ...counts, timersInTheEnd, grown };
}
