import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RecordStore } from '../../../src/records';
import { FakeClock, settle } from '../support/fakeClock';
import { FakeDisk } from '../tracking/world';
import { key, newRecord, progressed, rules } from './fixtures';

const step = fc.record({
  window: fc.nat(1),
  done: fc.nat(3),
  isFinal: fc.boolean(),
  via: fc.constantFrom('ask' as const, 'push' as const, 'refresh' as const, 'import' as const),
  /** Whether the next result arrives after this one is stored. */
  waits: fc.boolean(),
});

describe('A store shared by two windows', () => {
  it('announces each result that it takes before the promise of “receive” resolves', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), fc.boolean(), async (steps, canRejudge) => {
        const clock = new FakeClock();
        const disk = new FakeDisk();
        let id = 0;
        const announced = [0, 0];
        const stores = announced.map((_, window) => {
          const store = new RecordStore({
            openStorage: async () => disk.storage(String(window)),
            limit: 500,
            clock,
            uniqueId: () => String((id += 1)),
            onProblem: (problem) => assert.fail(problem.kind),
            onError: (error) => assert.fail(String(error)),
          });
          store.onDidChange(({ added, nodes }) => {
            const change = nodes.get(key);
            const isNewResult =
              added.has(key) ||
              change?.wholeRecord ||
              change?.summary ||
              change?.compile ||
              change?.subtaskList ||
              (change?.subtasks.length ?? 0) > 0;
            if (isNewResult) announced[window] = (announced[window] ?? 0) + 1;
          });
          return store;
        });
        for (const store of stores) await store.add(newRecord('r1', { rules: { ...rules, canRejudge } }));
        const received = async ({ window, done, isFinal, via }: (typeof steps)[number]): Promise<void> => {
          const before = announced[window] ?? 0;
          const envelope = progressed(done, 3, 3, isFinal ? (done === 3 ? 12 : 6) : 1);
          const how = { via, receivedAt: clock.now() };
          const outcome = await stores[window]?.receive(key, { envelope }, how);
          if (outcome?.kind === 'taken') assert.ok((announced[window] ?? 0) > before, JSON.stringify(steps));
        };
        const all: Promise<void>[] = [];
        for (const one of steps) {
          all.push(received(one));
          if (one.waits) await clock.advance(200);
        }
        await Promise.all(all);
        await clock.advance(10_000);
        await settle();
        for (const store of stores) await store.close();
      }),
      { numRuns: 300 },
    );
  });
});
