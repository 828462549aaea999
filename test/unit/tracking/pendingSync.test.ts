import assert from 'node:assert/strict';
import { PendingItem } from '../../../src/tracking/pendingItem';
import type { PendingRequest } from '../../../src/tracking/pendingRequest';
import { settle } from '../support/fakeClock';
import { Scene } from './syncScene';
import { key } from './world';

/** A promise and what resolves it. */
function gate(): { readonly promise: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, open };
}

describe('PendingSync', () => {
  let scene: Scene;
  beforeEach(() => {
    scene = new Scene();
  });

  describe('reads what all windows have stored', () => {
    it('at once where nothing is tracked here', async () => {
      assert.equal(scene.sync.dueAt, Infinity);
      scene.stored.set(key('one'), scene.pending('one'));
      scene.notice();
      await settle();
      assert.deepEqual([scene.loads, scene.items.size, scene.changes], [1, 1, 1]);
      assert.equal(scene.sync.dueAt, Infinity);
    });

    it('at once as well where it was never read', async () => {
      for (let at = 0; at < 10; at += 1) await scene.track(`id${at}`);
      scene.notice();
      assert.equal(scene.loads, 1);
    });

    it('later where much is tracked, counted from the last reading and whatever else is noticed', async () => {
      for (let at = 0; at < 10; at += 1) await scene.track(`id${at}`);
      await scene.sync.reload();
      const read = scene.clock.now();
      await scene.clock.advance(50);
      scene.notice();
      assert.deepEqual([scene.sync.dueAt, scene.laters, scene.loads], [read + 200, 1, 1]);
      await scene.clock.advance(100);
      scene.notice();
      assert.equal(scene.sync.dueAt, read + 200);
      await scene.clock.advance(50);
      scene.notice();
      await settle();
      assert.deepEqual([scene.loads, scene.sync.dueAt, scene.laters], [2, Infinity, 2]);
    });

    it('when planned, where the clock is set back', async () => {
      for (let at = 0; at < 10; at += 1) await scene.track(`id${at}`);
      await scene.sync.reload();
      await scene.clock.advance(50);
      scene.notice();
      const due = scene.sync.dueAt;
      scene.clock.jump(-5_000);
      scene.sync.shift(5_000);
      assert.equal(scene.sync.dueAt, due - 5_000);
      await scene.sync.reload();
      scene.sync.shift(1_000);
      assert.equal(scene.sync.dueAt, Infinity, 'nothing was noticed since');
    });

    it('once more for all that asked while it was read', async () => {
      const first = gate();
      scene.listing = first.promise;
      const reading = [scene.sync.reload(), scene.sync.reload(), scene.sync.reload()];
      await settle();
      assert.equal(scene.loads, 1);
      scene.stored.set(key('late'), scene.pending('late'));
      const late = scene.sync.reload();
      first.open();
      await Promise.all([...reading, late]);
      assert.deepEqual([scene.loads, scene.items.size], [2, 1]);
      await scene.sync.reload();
      assert.equal(scene.loads, 3);
    });

    it('again after it could not be read, which is told', async () => {
      scene.stored.set(key('one'), scene.pending('one'));
      scene.broken = true;
      await scene.sync.reload();
      assert.deepEqual([scene.troubles.map(String), scene.items.size], [['Error: no disk'], 0]);
      scene.broken = false;
      await scene.sync.reload();
      assert.equal(scene.items.size, 1);
    });

    it('no more once the window is closed, not even what is on its way', async () => {
      scene.stored.set(key('one'), scene.pending('one'));
      const item = await scene.track('two');
      scene.stored.delete(key('two'));
      const slow = gate();
      scene.reading = slow.promise;
      const reading = scene.sync.reload();
      await settle();
      void scene.sync.reload();
      scene.sync.dispose();
      slow.open();
      await reading;
      assert.deepEqual([scene.listeners, scene.loads, scene.changes, scene.dropped], [0, 1, 0, []]);
      assert.deepEqual([...scene.items.values()], [item]);
    });
  });

  describe('takes over', () => {
    it('with one announcement for all that is new, and none where nothing is', async () => {
      for (const id of ['one', 'two']) scene.stored.set(key(id), scene.pending(id));
      await scene.sync.reload();
      assert.deepEqual([[...scene.items.keys()], scene.changes], [[key('one'), key('two')], 1]);
      assert.ok([...scene.items.values()].every(({ isKept }) => isKept));
      await scene.sync.reload();
      assert.equal(scene.changes, 1);
    });

    it('nothing whose end this window is writing, or has begun to while it was read', async () => {
      const item = new PendingItem(scene.pending('one'));
      scene.stored.set(key('one'), item.request);
      const written = gate();
      scene.ending = written.promise;
      const ending = scene.writer.end(item, { kind: 'stopped' });
      await scene.sync.reload();
      assert.equal(scene.items.size, 0);
      written.open();
      await ending;

      scene.stored.set(key('one'), item.request);
      const [slow, again] = [gate(), gate()];
      scene.reading = slow.promise;
      scene.ending = again.promise;
      const reading = scene.sync.reload();
      await settle();
      const endingAgain = scene.writer.end(item, { kind: 'stopped' });
      slow.open();
      await reading;
      assert.deepEqual([scene.items.size, scene.changes], [0, 0]);
      again.open();
      await endingAgain;
    });

    it('nothing that has ended since the list was read, and not twice', async () => {
      for (const id of ['ended', 'tracked']) scene.stored.set(key(id), scene.pending(id));
      const slow = gate();
      scene.listing = slow.promise;
      const reading = scene.sync.reload();
      await settle();
      scene.stored.delete(key('ended'));
      const own = new PendingItem(scene.pending('tracked'));
      scene.items.set(key('tracked'), own);
      slow.open();
      await reading;
      assert.deepEqual([...scene.items.entries()], [[key('tracked'), own]]);
    });

    it('nothing a second time where it was tracked while it was read afresh', async () => {
      scene.stored.set(key('one'), scene.pending('one'));
      const slow = gate();
      scene.reading = slow.promise;
      const reading = scene.sync.reload();
      await settle();
      const own = new PendingItem(scene.pending('one'));
      scene.items.set(key('one'), own);
      slow.open();
      await reading;
      assert.equal(scene.items.get(key('one')), own);
      assert.equal(scene.changes, 0);
    });

    it('from the window that asks: its plan where it has asked since, and nothing older', async () => {
      const { request: known } = await scene.track('one', { askedAt: 1_000 });
      const plan = async (more: Partial<PendingRequest>) => {
        scene.stored.set(key('one'), { ...known, ...more });
        await scene.sync.reload();
        return scene.items.get(key('one'))?.request;
      };
      assert.equal(await plan({ askedAt: 1_000, dueAt: 5 }), known);
      assert.equal(await plan({ askedAt: 999, dueAt: 5 }), known);
      assert.equal(await plan({ askedAt: null, dueAt: 5 }), known);
      assert.equal(scene.changes, 0);
      assert.equal((await plan({ askedAt: 1_001, dueAt: 6 }))?.dueAt, 6);
      assert.equal(scene.changes, 1);
      assert.equal((await plan({ askedAt: 900, dueAt: 7, hurriedAt: 1 }))?.dueAt, 7, 'a person wants it now');
      assert.equal(scene.changes, 2);
    });

    it('a plan of the first ask as well', async () => {
      const { request: known } = await scene.track('one');
      scene.stored.set(key('one'), { ...known, askedAt: 5, dueAt: 6 });
      await scene.sync.reload();
      assert.equal(scene.items.get(key('one'))?.request.askedAt, 5);
    });

    it('for what this window asks for: only that a person wants it now', async () => {
      const item = await scene.track('one', { askedAt: 1_000, dueAt: 60_000, hurriedAt: 10 });
      await scene.leases.hold(key('one'));
      const before = item.request;
      scene.stored.set(key('one'), { ...before, askedAt: 5_000, dueAt: 1 });
      await scene.sync.reload();
      assert.deepEqual([item.request, item.isWantedNow, scene.changes], [before, false, 0]);
      scene.stored.set(key('one'), { ...before, askedAt: 5_000, dueAt: 1, hurriedAt: 20 });
      await scene.sync.reload();
      assert.deepEqual(
        [item.request, item.isWantedNow, scene.changes],
        [{ ...before, hurriedAt: 20, dueAt: 20 }, true, 1],
      );
      scene.stored.set(key('one'), { ...before, hurriedAt: 70_000 });
      await scene.sync.reload();
      assert.equal(item.request.dueAt, 20, 'never later than planned');
    });
  });

  describe('forgets a request that another window has ended', () => {
    it('where it is stored no longer', async () => {
      for (const id of ['ended', 'goes on']) await scene.track(id);
      scene.stored.delete(key('ended'));
      await scene.sync.reload();
      assert.deepEqual([scene.dropped, [...scene.items.keys()]], [[key('ended')], [key('goes on')]]);
    });

    it('and not where it was never stored: a disk may be full', async () => {
      const item = new PendingItem(scene.pending('one'), { isKept: true });
      scene.items.set(key('one'), item);
      await scene.sync.reload();
      assert.deepEqual(scene.dropped, []);
    });

    it('and not where it is just being stored, or was while the list was read', async () => {
      const item = new PendingItem(scene.pending('one'));
      scene.items.set(item.key, item);
      await scene.writer.begin(item);
      scene.stored.delete(key('one'));
      await scene.sync.reload();
      assert.deepEqual(scene.dropped, []);
      item.isKept = true;
      const slow = gate();
      scene.listing = slow.promise;
      const reading = scene.sync.reload();
      await settle();
      scene.stored.set(key('one'), item.request);
      slow.open();
      await reading;
      assert.deepEqual(scene.dropped, []);
    });

    it('and not of one that is tracked anew since', async () => {
      await scene.track('one');
      scene.stored.delete(key('one'));
      const slow = gate();
      scene.reading = slow.promise;
      const reading = scene.sync.reload();
      await settle();
      const anew = new PendingItem(scene.pending('one'), { isKept: true });
      scene.items.set(key('one'), anew);
      slow.open();
      await reading;
      assert.deepEqual(scene.dropped, []);
    });
  });
});
