import assert from 'node:assert/strict';
import { DueTimer, type Due } from '../../../src/base/dueTimer';
import { FakeClock } from '../support/fakeClock';

const minute = 60_000;

describe('DueTimer', () => {
  let clock: FakeClock;
  let timer: DueTimer;
  /** the time of each planned work */
  let planned: Map<string, number>;
  let ran: string[];

  beforeEach(() => {
    clock = new FakeClock();
    planned = new Map();
    ran = [];
    timer = new DueTimer(clock, minute, () =>
      [...planned].map(([name, at]): Due => ({
        at,
        run: () => {
          planned.delete(name);
          ran.push(name);
          timer.reschedule();
        },
      })),
    );
  });
  afterEach(() => timer.dispose());

  const plan = (name: string, delay: number): void => {
    planned.set(name, timer.now() + delay);
    timer.reschedule();
  };

  it('runs each work once when it falls due, with one timer', async () => {
    plan('b', 2 * minute + 1);
    plan('a', minute / 2);
    planned.set('now', clock.now());
    planned.set('also now', clock.now());
    timer.reschedule();
    assert.deepEqual(ran, ['now', 'also now']);
    assert.equal(clock.timerCount, 1);
    await clock.advance(minute / 2);
    assert.deepEqual(ran, ['now', 'also now', 'a']);
    await clock.advance(2 * minute);
    assert.deepEqual(ran, ['now', 'also now', 'a', 'b']);
    assert.equal(clock.timerCount, 0);
  });

  it('has no timer if nothing is planned, and never one beyond the maximum', () => {
    timer.reschedule();
    assert.equal(clock.timerCount, 0);
    plan('late', 400 * 24 * 60 * minute);
    assert.equal(clock.longestTimer, minute);
  });

  it('runs work at most a timer too late if the clock is set back', async () => {
    plan('a', 5 * minute);
    await clock.advance(4 * minute);
    clock.jump(-24 * 60 * minute);
    await clock.advance(2 * minute);
    assert.deepEqual(ran, ['a']);
    const before = timer.now();
    clock.jump(-500);
    assert.ok(timer.now() >= before, 'nor after a small step');
  });

  it('converts a stored time, so that it keeps its distance from the clock', () => {
    clock.jump(-60 * minute);
    assert.equal(timer.at(clock.now() + minute), timer.now() + minute);
    assert.equal(timer.at(-Infinity), -Infinity);
  });

  it('runs nothing after it was disposed', async () => {
    plan('a', minute);
    timer.dispose();
    plan('b', 0);
    await clock.advance(2 * minute);
    assert.deepEqual([ran, clock.timerCount], [[], 0]);
  });
});
