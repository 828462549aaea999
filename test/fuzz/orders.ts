// Results of one submission in any order, over any channel, and repeatedly: the most complete one is kept, never an older one.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Envelope } from '../../src/results';
import type { ResultOrigin } from '../../src/records';
import { key, makeStore, newRecord, progressed } from '../unit/records/fixtures';
import { target } from './target';

/** One received result. The same one may be received again. */
interface Received {
  readonly envelope: Envelope;
  /** position in the judging; a larger one is more complete */
  readonly place: number;
  readonly isEnd: boolean;
  /** decides between two equally complete results */
  readonly receivedAt: number;
}

/** The results of one submission in their order: none, the compilation, case by case, the end. */
const judging: fc.Arbitrary<readonly Envelope[]> = fc
  .record({
    total: fc.integer({ min: 1, max: 12 }),
    width: fc.integer({ min: 1, max: 5 }),
    listsUnfinished: fc.boolean(),
    end: fc.constantFrom(6, 12),
    isEndLost: fc.boolean(),
  })
  .map(({ total, width, listsUnfinished, end, isEndLost }) => {
    const bare: Envelope = { type: 'judge', requestId: 'r1', trackId: null, data: null };
    const compile = progressed(0, 0).data?.compile ?? null;
    const partial = (done: number) => progressed(done, listsUnfinished ? total : done, width);
    return [
      bare,
      { ...bare, data: { compile, judge: null } },
      ...Array.from({ length: total }, (_, at) => partial(at + 1)),
      ...(isEndLost ? [] : [progressed(total, total, width, end)]),
    ];
  });

const via = fc.constantFrom<ResultOrigin>('ask', 'push', 'import', 'refresh');
const deliveries = fc.array(fc.record({ place: fc.nat(), isSecond: fc.boolean(), via }), {
  minLength: 1,
  maxLength: 30,
});

export const orders = target(
  'orders of results',
  fc.tuple(judging, deliveries, fc.array(fc.nat(50), { minLength: 28, maxLength: 28 })),
  async ([all, coming, moments]) => {
    const isEnd = ({ data }: Envelope) => [6, 12].includes(Number(data?.judge?.status));
    const [firsts, seconds] = [0, 1].map((reading) =>
      all.map((envelope, place): Received => ({
        place,
        isEnd: isEnd(envelope),
        receivedAt: moments[2 * place + reading] ?? 0,
        // as complete as the other one, with a different text
        envelope: isEnd(envelope) ? envelope : { ...envelope, trackId: `${reading}` },
      })),
    );
    const { store } = makeStore();
    await store.add(newRecord());
    let best: Received | null = null;
    for (const { place, isSecond, via: by } of coming) {
      const next = (isSecond ? seconds : firsts)?.[place % all.length];
      if (!next) continue;
      await store.receive(key, { envelope: next.envelope }, { via: by, receivedAt: next.receivedAt });
      if (isBetter(next, best)) best = next;
      assert.deepEqual(store.envelope(key), best?.envelope);
      assert.equal(store.get(key)?.state.kind, best?.isEnd ? 'finished' : 'judging');
    }
    await store.close();
  },
  { cost: 4 },
);

/** Of two equally complete results, returns the later one; of two with the same time, the one received last. */
function isBetter(next: Received, best: Received | null): boolean {
  if (!best || next.place !== best.place) return !best || next.place > best.place;
  return next.receivedAt >= best.receivedAt;
}
