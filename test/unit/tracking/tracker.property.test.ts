import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FINISHED, key, NOT_READY, ORIGIN, request, result, status, UNREACHABLE, World } from './world';
import type { Window } from './world';

/** Events on a machine, in any order. */
const event = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 90_000 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('track' as const), id: fc.nat(7), submitted: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), id: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('askNow' as const), id: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('push' as const), id: fc.nat(7), done: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('focus' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('live' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('hang' as const), ms: fc.integer({ min: 1, max: 300_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reload' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('clock' as const), ms: fc.integer({ min: -1e8, max: 1e8 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('weather' as const), answer: fc.nat(7) }) },
);

const WEATHER = [
  NOT_READY,
  result(1, 1, 4),
  result(1, 3, 4),
  UNREACHABLE,
  status(500),
  status(429, { retryAfter: 20_000 }),
  status(401),
  status(402),
];

describe('The tracker, after random events,', () => {
  it('loses no request, never polls an ID twice at once or too soon, runs at most four polls per window, and becomes idle', async function () {
    this.timeout(180_000);
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 40, size: 'max' }),
        fc.boolean(),
        async (events, second) => {
          const world = new World();
          const windows: Window[] = [world.open('A')];
          if (second) windows.push(world.open('B'));
          for (const window of windows) await window.start();
          const all: Window[] = [...windows];
          const wanted = new Set<string>();
          let opened = 0;
          for (const [index, one] of events.entries()) {
            const which = index % windows.length;
            const window = windows[which];
            assert.ok(window);
            window.wakeUp();
            switch (one.kind) {
              case 'pass':
                await world.clock.advance(one.ms);
                break;
              case 'track':
                wanted.add(`${one.id}`);
                await window.track(request(`${one.id}`), { submitted: one.submitted });
                break;
              case 'stop':
                window.tracker.stop(key(`${one.id}`));
                break;
              case 'askNow':
                window.tracker.pollNow(key(`${one.id}`));
                break;
              case 'push':
                await window.push(`${one.id}`, result(1, one.done, 4));
                break;
              case 'focus':
                window.tracker.setFocused(one.on);
                break;
              case 'live':
                window.tracker.setPushLive(ORIGIN, one.on);
                break;
              case 'kill':
              case 'reload': {
                if (one.kind === 'kill') window.kill();
                else await window.dispose();
                opened += 1;
                const next = world.open(`${which}-${opened}`);
                windows[which] = next;
                all.push(next);
                await next.start();
                break;
              }
              case 'hang':
                window.hang();
                await world.clock.advance(one.ms);
                break;
              case 'clock':
                for (const open of windows) open.wakeUp();
                // A clock jump can end a lease during a poll. Leases can’t prevent that.
                await world.clock.until(() =>
                  windows.every((open) => !open.tracker.pending.some((it) => it.isPolling)),
                );
                world.clock.jump(one.ms);
                break;
              case 'weather': {
                const answer = WEATHER[one.answer] ?? NOT_READY;
                world.service.script = () => answer;
                break;
              }
            }
            for (const open of windows) assert.ok(open.timers() <= 1, 'one timer');
          }
          for (const window of windows) window.wakeUp();
          world.service.script = () => FINISHED;
          for (const window of windows) window.tracker.onCredentialChanged(ORIGIN);
          for (const window of windows) assert.equal(await world.untilIdle(window), true);
          await world.clock.advance(60_000);
          for (const id of wanted) {
            const told = all.flatMap((one) => one.states).filter((state) => state.id === id);
            const end = told
              .map((state) => state.state.kind)
              .filter((kind) => kind !== 'waiting' && kind !== 'judging');
            assert.ok(end.length > 0, `${id} came to an end`);
          }
          assert.equal(world.disk.pending.size, 0);
          assert.deepEqual(world.service.twiceAtOnce, []);
          if (!events.some(({ kind }) => kind === 'clock')) {
            assert.ok(world.service.leastGap() >= world.settings.interval, `${world.service.leastGap()} ms`);
          }
          assert.ok(world.service.mostAtOnce <= 4 * windows.length);
          for (const window of all) assert.ok(window.timers() === 0 || !windows.includes(window), 'no timer');
          assert.deepEqual(
            all.flatMap((one) => one.troubles),
            [],
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});
