import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterNotReady } from '../../../src/tracking/nextPollOfRequest';
import { newPlan, type Plan, type ProgressReading } from '../../../src/records/pollingPlan';
import { dueAt, firstGap, jittered, lastChance, nextGap } from '../../../src/tracking/schedule';
import { MINUTE, SECOND } from './world';

const NOW = 1_000_000_000_000;
const SETTINGS = { interval: SECOND, maximumInterval: 30 * SECOND, giveUpAfter: 60 * MINUTE, besidePush: 0 };
const middle = (): number => 0.5;

const reading = (at: number, done: number, total: number | null = 10): ProgressReading => ({
  at,
  done,
  total,
});

function planOf(given: Partial<Plan> = {}): Plan {
  return { ...newPlan({ known: false, lifetime: null }, NOW, NOW), ...given };
}

function gap(
  given: Partial<Plan>,
  passed: number,
  more: { pushLive?: boolean; lists?: boolean } = {},
): number {
  return nextGap(
    {
      plan: planOf(given),
      now: NOW + passed,
      settings: SETTINGS,
      listsUnfinished: more.lists ?? false,
      pushLive: more.pushLive ?? false,
    },
    middle,
  );
}

describe('The poll schedule', () => {
  it('widens its gaps the longer judging takes, up to the maximum interval', () => {
    const gaps = [1, 5, 20, 100, 10_000].map((seconds) => gap({}, seconds * SECOND));
    assert.deepEqual(
      [...gaps].sort((one, other) => one - other),
      gaps,
    );
    assert.equal(gaps[0], SETTINGS.interval * 1.15);
    assert.equal(gaps.at(-1), SETTINGS.maximumInterval);
  });

  it('widens its gaps if the judge reports progress, which makes the end predictable', () => {
    assert.ok(gap({}, 10 * SECOND, { lists: true }) > gap({}, 10 * SECOND));
  });

  it('includes the predicted end if the end is near and certain', () => {
    const readings = [reading(NOW + 1000, 100, 500), reading(NOW + 5000, 480, 500)];
    const next = gap({ readings }, 5000);
    assert.ok(next >= 1000 && next < 1200, `${next} ms`);
    const further = [reading(NOW + 1000, 100, 500), reading(NOW + 5000, 300, 500)];
    const later = gap({ readings: further }, 5000);
    assert.ok(later > 1.8 * SECOND && later <= 0.6 * 5 * SECOND, `${later} ms`);
  });

  it('keeps the gaps of a new request short if the judge allows it, also without the focus', () => {
    const early = { gap: 2500, until: MINUTE };
    const nextOf = (passed: number, random: number) =>
      nextGap(
        {
          plan: planOf(),
          now: NOW + passed,
          settings: { ...SETTINGS, early },
          listsUnfinished: false,
          pushLive: false,
        },
        () => random,
      );
    for (const random of [0, 0.5, 0.999]) {
      assert.ok(nextOf(SECOND, random) < 1300);
      for (const passed of [10 * SECOND, MINUTE - 1]) assert.equal(nextOf(passed, random), 2500);
      assert.ok(nextOf(MINUTE, random) > 8 * SECOND);
    }
    const dueIn = (askedAt: number, gap: number) =>
      dueAt(planOf({ askedAt, dueAt: askedAt + gap }), false, { ...SETTINGS, early }) - askedAt;
    assert.equal(dueIn(NOW + 10 * SECOND, 2000), 2500);
    assert.equal(dueIn(NOW + 10 * SECOND, 4000), 4000);
    assert.equal(dueIn(NOW + MINUTE, 2000), 6000);
  });

  it('keeps every gap between the configured minimum and maximum', () => {
    const any = fc.record({
      passed: fc.nat(1e8),
      readings: fc.array(fc.record({ at: fc.nat(1e8), done: fc.nat(50), total: fc.constant(50) }), {
        maxLength: 3,
      }),
      lists: fc.boolean(),
    });
    fc.assert(
      fc.property(
        any,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        ({ passed, readings, lists }, random) => {
          const situation = {
            plan: planOf({ readings: readings.map((one) => ({ ...one, at: NOW + one.at })) }),
            now: NOW + passed,
            settings: SETTINGS,
            listsUnfinished: lists,
            pushLive: false,
          };
          const next = nextGap(situation, () => random);
          assert.ok(next >= SETTINGS.interval && next <= SETTINGS.maximumInterval * 1.1, `${next}`);
        },
      ),
    );
  });

  it('includes a poll after ten seconds while push is live, and then only rare polls', () => {
    assert.equal(firstGap(SETTINGS, true, middle), 10 * SECOND);
    assert.equal(gap({}, 10 * SECOND, { pushLive: true }), 10 * SECOND);
    assert.equal(gap({}, 60 * SECOND, { pushLive: true }), 60 * SECOND);
    assert.equal(gap({}, 60 * MINUTE, { pushLive: true }), 120 * SECOND);
  });

  it('adds a jitter of a tenth to every gap', () => {
    assert.equal(
      jittered(1000, () => 0),
      900,
    );
    assert.equal(jittered(1000, middle), 1000);
    assert.ok(jittered(1000, () => 0.9999) < 1100);
  });

  it('widens the gap while the window isn’t focused, up to the maximum interval', () => {
    const of = (planned: number): Plan => planOf({ askedAt: NOW, dueAt: NOW + planned });
    assert.equal(dueAt(of(2000), true, SETTINGS), NOW + 2000);
    assert.equal(dueAt(of(2000), false, SETTINGS), NOW + 6000);
    assert.equal(dueAt(of(20_000), false, SETTINGS), NOW + 30_000);
    assert.equal(dueAt(of(90_000), false, SETTINGS), NOW + 90_000);
    assert.equal(dueAt(planOf({ dueAt: NOW + 2000 }), false, SETTINGS), NOW + 2000);
  });

  it('includes a last poll before a result may be deleted', () => {
    const lifetime = { safe: 15 * MINUTE, end: 60 * MINUTE };
    assert.equal(lastChance(planOf()), null);
    assert.equal(lastChance(planOf({ lifetime })), null, 'nobody knows how old it is');
    const step = afterNotReady({ phase: 'waiting', plan: planOf({ lifetime }) }, NOW + 5000, SETTINGS);
    assert.ok(step.kind === 'continue');
    assert.equal(lastChance(step.plan), NOW + 5000 + 14 * MINUTE);
    const short = { safe: 10 * SECOND, end: MINUTE };
    assert.equal(lastChance(planOf({ lifetime: short, unfinishedAt: NOW })), NOW + 9 * SECOND);
  });
});
