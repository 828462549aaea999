import assert from 'node:assert/strict';
import { newEntry } from '../../../src/tracking/entry';
import type { PendingRequest } from '../../../src/tracking/ports';
import { settle } from '../support/fakeClock';
import { Scene } from './sharedScene';
import { key } from './world';

/** A promise and what resolves it. */
function gate(): { readonly promise: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, open };
}

describe('what all windows have stored', () => {
  let scene: Scene;
  beforeEach(() => {
    scene = new Scene();
  });

  describe('is read', () => {
    it('at once where nothing is tracked here', async () => {
      assert.equal(scene.shared.dueAt, Infinity);
      scene.stored.set(key('one'), scene.pending('one'));
      scene.notice();
      await settle();
      assert.deepEqual([scene.loads, scene.entries.size, scene.changes], [1, 1, 1]);
      assert.equal(scene.shared.dueAt, Infinity);
    });

    it('at once as well where it was never read', async () => {
      for (let at = 0; at < 10; at += 1) await scene.track(`id${at}`);
      scene.notice();
      assert.equal(scene.loads, 1);
    });

    it('later where much is tracked, counted from the last reading and whatever else is noticed', async () => {
      for (let at = 0; at < 10; at += 1) await scene.track(`id${at}`);
      await scene.shared.reload();
      const read = scene.clock.now();
      await scene.clock.advance(50);
      scene.notice();
      assert.deepEqual([scene.shared.dueAt, scene.laters, scene.loads], [read + 200, 1, 1]);
      await scene.clock.advance(100);
      scene.notice();
      assert.equal(scene.shared.dueAt, read + 200);
      await scene.clock.advance(50);
      scene.notice();
      await settle();
      assert.deepEqual([scene.loads, scene.shared.dueAt, scene.laters], [2, Infinity, 2]);
    });

    it('as planned where the clock is set back', async () => {
      for (let at = 0; at < 10; at += 1) await scene.track(`id${at}`);
      await scene.shared.reload();
      await scene.clock.advance(50);
      scene.notice();
      const due = scene.shared.dueAt;
      scene.clock.jump(-5_000);
      scene.shared.shift(5_000);
      assert.equal(scene.shared.dueAt, due - 5_000);
      await scene.shared.reload();
      scene.shared.shift(1_000);
      assert.equal(scene.shared.dueAt, Infinity, 'nothing was noticed since');
    });

    it('once more for all that asked while it was read', async () => {
      const first = gate();
      scene.listing = first.promise;
      const reading = [scene.shared.reload(), scene.shared.reload(), scene.shared.reload()];
      await settle();
      assert.equal(scene.loads, 1);
      scene.stored.set(key('late'), scene.pending('late'));
      const late = scene.shared.reload();
      first.open();
      await Promise.all([...reading, late]);
      assert.deepEqual([scene.loads, scene.entries.size], [2, 1]);
      await scene.shared.reload();
      assert.equal(scene.loads, 3);
    });

    it('again after it could not be read, which is told', async () => {
      scene.stored.set(key('one'), scene.pending('one'));
      scene.broken = true;
      await scene.shared.reload();
      assert.deepEqual([scene.troubles.map(String), scene.entries.size], [['Error: no disk'], 0]);
      scene.broken = false;
      await scene.shared.reload();
      assert.equal(scene.entries.size, 1);
    });

    it('no more once the window is closed, not even what is on its way', async () => {
      scene.stored.set(key('one'), scene.pending('one'));
      const entry = await scene.track('two');
      scene.stored.delete(key('two'));
      const slow = gate();
      scene.reading = slow.promise;
      const reading = scene.shared.reload();
      await settle();
      void scene.shared.reload();
      scene.shared.dispose();
      slow.open();
      await reading;
      assert.deepEqual([scene.listeners, scene.loads, scene.changes, scene.dropped], [0, 1, 0, []]);
      assert.deepEqual([...scene.entries.values()], [entry]);
    });
  });

  describe('is taken over', () => {
    it('with one announcement for all that is new, and none where nothing is', async () => {
      for (const id of ['one', 'two']) scene.stored.set(key(id), scene.pending(id));
      await scene.shared.reload();
      assert.deepEqual([[...scene.entries.keys()], scene.changes], [[key('one'), key('two')], 1]);
      assert.ok([...scene.entries.values()].every(({ ready }) => ready));
      await scene.shared.reload();
      assert.equal(scene.changes, 1);
    });

    it('not where this window is writing its end, or has begun to while it was read', async () => {
      scene.stored.set(key('one'), scene.pending('one'));
      scene.ending.add(key('one'));
      await scene.shared.reload();
      assert.equal(scene.entries.size, 0);
      scene.ending.clear();
      const slow = gate();
      scene.reading = slow.promise;
      const reading = scene.shared.reload();
      await settle();
      scene.ending.add(key('one'));
      slow.open();
      await reading;
      assert.deepEqual([scene.entries.size, scene.changes], [0, 0]);
    });

    it('not where it has ended since the list was read, and not twice', async () => {
      for (const id of ['ended', 'tracked']) scene.stored.set(key(id), scene.pending(id));
      const slow = gate();
      scene.listing = slow.promise;
      const reading = scene.shared.reload();
      await settle();
      scene.stored.delete(key('ended'));
      const own = newEntry(scene.pending('tracked'));
      scene.entries.set(key('tracked'), own);
      slow.open();
      await reading;
      assert.deepEqual([...scene.entries.entries()], [[key('tracked'), own]]);
    });

    it('is not taken a second time where it was tracked while it was read afresh', async () => {
      scene.stored.set(key('one'), scene.pending('one'));
      const slow = gate();
      scene.reading = slow.promise;
      const reading = scene.shared.reload();
      await settle();
      const own = newEntry(scene.pending('one'));
      scene.entries.set(key('one'), own);
      slow.open();
      await reading;
      assert.equal(scene.entries.get(key('one')), own);
      assert.equal(scene.changes, 0);
    });

    it('from the window that asks: its plan where it has asked since, and nothing older', async () => {
      const { request: known } = await scene.track('one', { askedAt: 1_000 });
      const plan = async (more: Partial<PendingRequest>) => {
        scene.stored.set(key('one'), { ...known, ...more });
        await scene.shared.reload();
        return scene.entries.get(key('one'))?.request;
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
      await scene.shared.reload();
      assert.equal(scene.entries.get(key('one'))?.request.askedAt, 5);
    });

    it('for what this window asks for: only that a person wants it now', async () => {
      const entry = await scene.track('one', { askedAt: 1_000, dueAt: 60_000, hurriedAt: 10 });
      await scene.leases.hold(key('one'));
      const before = entry.request;
      scene.stored.set(key('one'), { ...before, askedAt: 5_000, dueAt: 1 });
      await scene.shared.reload();
      assert.deepEqual([entry.request, entry.byPerson, scene.changes], [before, false, 0]);
      scene.stored.set(key('one'), { ...before, askedAt: 5_000, dueAt: 1, hurriedAt: 20 });
      await scene.shared.reload();
      assert.deepEqual(
        [entry.request, entry.byPerson, scene.changes],
        [{ ...before, hurriedAt: 20, dueAt: 20 }, true, 1],
      );
      scene.stored.set(key('one'), { ...before, hurriedAt: 70_000 });
      await scene.shared.reload();
      assert.equal(entry.request.dueAt, 20, 'never later than planned');
    });
  });

  describe('tells that another window has ended a request', () => {
    it('where it is stored no longer', async () => {
      for (const id of ['ended', 'goes on']) await scene.track(id);
      scene.stored.delete(key('ended'));
      await scene.shared.reload();
      assert.deepEqual([scene.dropped, [...scene.entries.keys()]], [[key('ended')], [key('goes on')]]);
    });

    it('and not where it was never stored: a disk may be full', async () => {
      const entry = newEntry(scene.pending('one'), { ready: true });
      scene.entries.set(key('one'), entry);
      await scene.shared.reload();
      assert.deepEqual(scene.dropped, []);
    });

    it('and not where it is just being stored, or was while the list was read', async () => {
      const entry = await scene.track('one');
      entry.ready = false;
      scene.stored.delete(key('one'));
      await scene.shared.reload();
      assert.deepEqual(scene.dropped, []);
      entry.ready = true;
      const slow = gate();
      scene.listing = slow.promise;
      const reading = scene.shared.reload();
      await settle();
      scene.stored.set(key('one'), entry.request);
      slow.open();
      await reading;
      assert.deepEqual(scene.dropped, []);
    });

    it('and not of one that is tracked anew since', async () => {
      await scene.track('one');
      scene.stored.delete(key('one'));
      const slow = gate();
      scene.reading = slow.promise;
      const reading = scene.shared.reload();
      await settle();
      const anew = newEntry(scene.pending('one'), { ready: true });
      scene.entries.set(key('one'), anew);
      slow.open();
      await reading;
      assert.deepEqual(scene.dropped, []);
    });
  });
});
