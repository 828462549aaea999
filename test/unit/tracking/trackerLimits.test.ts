import assert from 'node:assert/strict';
import { key, MINUTE, NOT_READY, ORIGIN, request, SECOND, World } from './world';
import type { Window } from './world';

describe('The tracker', () => {
  let world: World;
  let window: Window;
  beforeEach(() => {
    world = new World();
    window = world.open();
  });
  const track = async (service: string, ids: readonly string[]) => {
    for (const id of ids) await window.track(request(id, { service }));
  };
  const asked = () => world.service.log.map(({ id }) => id);

  describe('with too many due requests', () => {
    it('limits the polls of each origin separately, across its accounts', async () => {
      world.service.latency = 20 * SECOND;
      await track('hydro https://oj.example/ alice', ['a1', 'a2', 'a3']);
      await track('hydro https://oj.example/club bob', ['b1', 'b2', 'b3']);
      await track('dmoj https://dmoj.example club', ['c1', 'c2']);
      await world.clock.advance(10 * SECOND);
      assert.deepEqual(asked().sort(), ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']);
      await world.clock.advance(15 * SECOND);
      const there = asked().filter((id) => !id.startsWith('c'));
      assert.deepEqual(there.slice(4, 6), ['b2', 'b3'], 'they come next');
    });

    it('starts a user’s poll without spacing, but never a fifth poll at once', async () => {
      world.service.latency = 100;
      const ids = Array.from({ length: 12 }, (_, at) => `id${at}`);
      for (const id of ids) await window.track(request(id), { submitted: true });
      world.clock.jump(MINUTE);
      await world.clock.until(() => asked().length > 0);
      await world.clock.advance(150);
      const wanted = ids.filter((id) => !asked().includes(id)).at(-1) ?? '';
      const before = asked().length;
      assert.equal(before, 4, 'four in 400 ms');
      window.tracker.pollNow(key(wanted));
      await world.clock.advance(10);
      assert.deepEqual(asked().slice(before), [wanted]);
      assert.ok(world.service.mostAtOnce <= 4);
    });

    it('doesn’t wait for polls whose times lie in the future since the clock was set back', async () => {
      await track(ORIGIN, ['a1', 'a2', 'a3', 'a4']);
      await world.clock.advance(100);
      assert.equal(asked().length, 4);
      world.clock.jump(-MINUTE);
      await track(ORIGIN, ['late']);
      await world.clock.advance(10);
      assert.deepEqual(asked().slice(4), ['late']);
    });

    it('polls the requests that have waited longest first', async () => {
      world.service.latency = 10 * SECOND;
      await track(ORIGIN, ['a1', 'a2', 'a3', 'a4']);
      await world.clock.advance(SECOND);
      const late = ['d', 'c', 'b'];
      for (const id of late) {
        await track(ORIGIN, [id]);
        await world.clock.advance(SECOND);
      }
      await world.clock.advance(30 * SECOND);
      assert.deepEqual(asked().slice(4, 7), late);
    });
  });

  it('polls only with a lease that outlasts the poll, and takes no lease for longer than 120 s', async () => {
    const left: number[] = [];
    const until = () => world.leases.held.get(key('one'))?.until ?? 0;
    // The longest duration of a poll.
    world.service.latency = 70 * SECOND;
    const renewals = new Set<number>();
    world.service.script = () => {
      left.push(until() - world.clock.now());
      renewals.add(until());
      return NOT_READY;
    };
    await window.track(request('one'));
    for (let step = 0; step < 900; step += 1) {
      await world.clock.advance(SECOND);
      assert.ok(until() - world.clock.now() <= 2 * MINUTE);
    }
    assert.ok(left.length > 6, `${left.length} answers`);
    assert.ok(Math.min(...left) > 0, `${Math.min(...left)} ms were left`);
    world.service.latency = SECOND;
    renewals.clear();
    left.length = 0;
    await world.clock.advance(5 * MINUTE);
    assert.ok(renewals.size < left.length, 'it isn’t renewed each time');
  });
});
