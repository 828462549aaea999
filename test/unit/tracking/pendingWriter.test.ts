import assert from 'node:assert/strict';
import { PendingItem } from '../../../src/tracking/pendingItem';
import type { PendingRequest } from '../../../src/tracking/pendingRequest';
import { PendingWriter } from '../../../src/tracking/pendingWriter';
import { begun } from '../../../src/tracking/transition';
import { FakeClock } from '../support/fakeClock';
import { key, request, SECOND } from './world';

describe('PendingWriter', () => {
  let clock: FakeClock;
  let stored: Map<string, PendingRequest>;
  let writes: number;
  let ended: number;
  let writer: PendingWriter;
  let one: PendingRequest;
  let item: PendingItem;
  beforeEach(async () => {
    clock = new FakeClock();
    stored = new Map();
    writes = 0;
    ended = 0;
    const write = async (change: () => void): Promise<void> => {
      writes += 1;
      change();
    };
    const storage = {
      read: async (of: string) => stored.get(of) ?? null,
      add: (added: PendingRequest) => write(() => stored.set(added.key, added)),
      save: async (saved: PendingRequest) => {
        if (!stored.has(saved.key)) return false;
        await write(() => stored.set(saved.key, saved));
        return true;
      },
      remove: (of: string) => write(() => stored.delete(of)),
    };
    const sink = {
      onState: () => Promise.resolve(),
      onError: (what: string, error: unknown) => assert.fail(`${what}: ${String(error)}`),
    };
    writer = new PendingWriter(
      storage,
      clock,
      sink,
      () => true,
      () => (ended += 1),
    );
    one = begun(request('one', { known: true }), clock.now(), clock.now() + SECOND);
    item = new PendingItem(one);
  });

  /** Saves the request as it is after `change`. */
  async function save(change: Partial<PendingRequest> = {}): Promise<void> {
    writer.save(new PendingItem({ ...one, ...change }));
    await writer.idle();
  }

  async function hurry(id: string, hurriedAt: number): Promise<void> {
    const hurried = new PendingItem({ ...one, key: key(id), hurriedAt });
    writer.hurry(hurried);
    await writer.idle();
  }

  it('knows whether a request is on the disk', async () => {
    assert.equal(writer.hasWritten(one.key), false);
    await writer.begin(item);
    assert.equal(writer.hasWritten(one.key), true);
    await writer.end(item, { kind: 'stopped' });
    assert.equal(writer.hasWritten(one.key), false);
    await writer.begin(item);
    stored.clear();
    await save({ phase: 'judging' });
    assert.equal(ended, 1, 'another window has ended it');
    assert.equal(writer.hasWritten(one.key), false);
    assert.equal(await writer.read(one.key), null);
    stored.set(one.key, one);
    assert.deepEqual(await writer.read(one.key), one);
    assert.equal(writer.hasWritten(one.key), true);
  });

  const worthy: Partial<PendingRequest>[] = [
    { phase: 'judging' },
    { known: false },
    { hurriedAt: 5 },
    { readings: [{ at: 1, done: 3, total: null }] },
    { readings: [] },
  ];
  for (const change of worthy) {
    it(`writes what it would cost something to lose: ${JSON.stringify(change)}`, async () => {
      await writer.begin(item);
      writes = 0;
      await save(change);
      assert.equal(writes, 1);
      await save(change);
      assert.equal(writes, 1, 'it is written already');
    });
  }

  it('writes a plan that has moved by more than some seconds, and none that has moved by less', async () => {
    await writer.begin(item);
    writes = 0;
    for (const [by, expected] of [
      [5 * SECOND, 0],
      [-5 * SECOND, 0],
      [5 * SECOND + 1, 1],
      [-SECOND, 2],
    ] as const) {
      await save({ askedAt: 1, fruitless: 9, dueAt: one.dueAt + by });
      assert.equal(writes, expected, `${by} ms`);
    }
  });

  it('writes in any case what is not known to be on the disk', async () => {
    stored.set(one.key, one);
    await save();
    assert.deepEqual([writes, ended], [1, 0]);
    stored.clear();
    await save({ phase: 'judging' });
    assert.deepEqual([writes, ended], [1, 1]);
  });

  it('hurries a request as the window that asks has stored it, and brings none back that has ended', async () => {
    await writer.begin(item);
    stored.set(one.key, { ...one, phase: 'judging', askedAt: 7 });
    await hurry('one', 9);
    assert.deepEqual(stored.get(one.key), { ...one, phase: 'judging', askedAt: 7, hurriedAt: 9 });
    assert.equal(ended, 0);
    stored.clear();
    await hurry('one', 10);
    await hurry('nobody', 10);
    assert.deepEqual([stored.size, ended], [0, 2]);
  });

  it('moves what it reads to this clock where that was set back since', async () => {
    await writer.begin(item);
    clock.jump(-60 * SECOND);
    assert.equal((await writer.read(one.key))?.dueAt, clock.now() + SECOND);
  });
});
