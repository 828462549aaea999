import assert from 'node:assert/strict';
import { PendingKeeper } from '../../../src/tracking/pendingKeeper';
import type { PendingRequest } from '../../../src/tracking/ports';
import { begun } from '../../../src/tracking/transition';
import { FakeClock } from '../support/fakeClock';
import { key, request, SECOND } from './world';

describe('what is kept of a pending request', () => {
  let clock: FakeClock;
  let stored: Map<string, PendingRequest>;
  let writes: number;
  let keeper: PendingKeeper;
  let one: PendingRequest;
  beforeEach(() => {
    clock = new FakeClock();
    stored = new Map();
    writes = 0;
    const write = async (change: () => void): Promise<void> => {
      writes += 1;
      change();
    };
    const storage = {
      load: async () => [...stored.values()],
      read: async (of: string) => stored.get(of) ?? null,
      add: (added: PendingRequest) => write(() => stored.set(added.key, added)),
      save: async (saved: PendingRequest) => {
        if (!stored.has(saved.key)) return false;
        await write(() => stored.set(saved.key, saved));
        return true;
      },
      remove: (of: string) => write(() => stored.delete(of)),
      onDidChange: () => ({ dispose: () => undefined }),
    };
    keeper = new PendingKeeper(storage, clock);
    one = begun(request('one', { known: true }), clock.now(), clock.now() + SECOND);
  });

  it('is known to be on the disk as long as it is', async () => {
    assert.equal(keeper.keeps(one.key), false);
    await keeper.add(one);
    assert.equal(keeper.keeps(one.key), true);
    await keeper.remove(one.key);
    assert.equal(keeper.keeps(one.key), false);
    await keeper.add(one);
    stored.clear();
    assert.equal(await keeper.save(one), false, 'another window has ended it');
    assert.equal(keeper.keeps(one.key), false);
    assert.equal(await keeper.read(one.key), null);
    stored.set(one.key, one);
    assert.deepEqual(await keeper.read(one.key), one);
    assert.equal(keeper.keeps(one.key), true);
  });

  const worthy: Partial<PendingRequest>[] = [
    { phase: 'judging' },
    { known: false },
    { hurriedAt: 5 },
    { readings: [{ at: 1, done: 3, total: null }] },
    { readings: [] },
  ];
  for (const change of worthy) {
    it(`is written where losing it would cost something: ${JSON.stringify(change)}`, async () => {
      await keeper.add(one);
      writes = 0;
      assert.equal(await keeper.saveIfWorthIt({ ...one, ...change }), true);
      assert.equal(writes, 1);
      assert.equal(await keeper.saveIfWorthIt({ ...one, ...change }), true);
      assert.equal(writes, 1, 'it is written already');
    });
  }

  it('is written where the plan has moved by more than some seconds, and not for less', async () => {
    await keeper.add(one);
    writes = 0;
    for (const [by, expected] of [
      [5 * SECOND, 0],
      [-5 * SECOND, 0],
      [5 * SECOND + 1, 1],
      [-SECOND, 2],
    ] as const) {
      await keeper.saveIfWorthIt({ ...one, askedAt: 1, fruitless: 9, dueAt: one.dueAt + by });
      assert.equal(writes, expected, `${by} ms`);
    }
  });

  it('is written in any case where it is not known to be on the disk', async () => {
    stored.set(one.key, one);
    assert.equal(await keeper.saveIfWorthIt(one), true);
    assert.equal(writes, 1);
    stored.clear();
    assert.equal(await keeper.saveIfWorthIt({ ...one, phase: 'judging' }), false);
    assert.equal(writes, 1);
  });

  it('is hurried as the window that asks has stored it, and not brought back once it has ended', async () => {
    await keeper.add(one);
    stored.set(one.key, { ...one, phase: 'judging', askedAt: 7 });
    assert.equal(await keeper.hurry(one.key, 9), true);
    assert.deepEqual(stored.get(one.key), { ...one, phase: 'judging', askedAt: 7, hurriedAt: 9 });
    stored.clear();
    assert.equal(await keeper.hurry(one.key, 10), false);
    assert.equal(await keeper.hurry(key('nobody'), 10), false);
    assert.equal(stored.size, 0);
  });

  it('is moved to this clock where that was set back since', async () => {
    await keeper.add(one);
    clock.jump(-60 * SECOND);
    const dueAt = clock.now() + SECOND;
    assert.equal((await keeper.read(one.key))?.dueAt, dueAt);
    assert.deepEqual(
      (await keeper.load()).map((stored) => stored.dueAt),
      [dueAt],
    );
  });
});
