import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withReading, type ProgressReading } from '../../../src/records/pollingPlan';
import { predictEnd } from '../../../src/tracking/prediction';

/** A reading of `done` cases at `at` ms. `total`: number of cases, null if unknown. */
const read = (done: number, at: number, total: number | null = 10): ProgressReading => ({ done, total, at });

/** Adds the readings one after the other and returns those that are kept. */
const kept = (...readings: readonly ProgressReading[]) =>
  readings.reduce<readonly ProgressReading[]>(withReading, []);

/** Predicted time until the end and its uncertainty, both rounded to ms. */
function end(...readings: readonly ProgressReading[]): [left: number, spread: number] | null {
  const found = predictEnd(readings);
  return found && [Math.round(found.left), Math.round(found.spread)];
}

describe('predictEnd', () => {
  it('extrapolates the pace of judged cases to the remaining cases', () => {
    assert.deepEqual(end(read(2, 1000), read(6, 3000)), [2000, 566]);
    assert.deepEqual(end(read(2, 1000), read(8, 4000)), [1000, 327]);
  });

  it('estimates the start between the last reading at 0 cases and the next reading', () => {
    assert.deepEqual(end(read(0, 1000), read(4, 3000)), [1500, 844]);
    // It can’t have begun much earlier.
    assert.deepEqual(end(read(0, 2800), read(4, 3000)), [150, 84]);
    const [, unsure] = end(read(0, 0), read(4, 2000), read(4, 9000)) ?? [0, 0];
    const [, surer] = end(read(0, 900), read(4, 1100), read(4, 9000)) ?? [0, 0];
    assert.ok(surer < unsure, `${surer} < ${unsure}`);
  });

  it('combines both estimates into one with less uncertainty than either', () => {
    const since = predictEnd([read(0, 0), read(6, 4000)]);
    const between = predictEnd([read(2, 2000), read(6, 4000)]);
    const both = predictEnd([read(0, 0), read(2, 2000), read(6, 4000)]);
    assert.ok(since && between && both);
    assert.equal(between.left, 2000);
    assert.ok(both.left > Math.min(since.left, between.left) && both.left < 2000.001, `${both.left}`);
    assert.ok(both.spread < between.spread, `${both.spread} < ${between.spread}`);
  });

  it('becomes more certain as more cases are done', () => {
    const few = predictEnd([read(1, 1000, 100), read(2, 2000, 100)]);
    const many = predictEnd([read(10, 1000, 1000), read(20, 2000, 1000)]);
    assert.ok(few && many);
    assert.ok(many.spread / many.left < few.spread / few.left);
  });

  it('predicts a later end after a slow case', () => {
    const before = [read(0, 0), read(5, 1000), read(8, 2000)];
    const early = predictEnd(before);
    const late = predictEnd(withReading(before, read(8, 9000)));
    assert.ok(early && late);
    assert.ok(late.left > early.left * 2);
  });

  it('returns null before the first case, without a total, and after the last case', () => {
    assert.equal(end(), null);
    assert.equal(end(read(0, 1000)), null);
    assert.equal(end(read(0, 1000), read(0, 3000)), null);
    assert.equal(end(read(2, 1000, null), read(6, 3000, null)), null);
    assert.equal(end(read(2, 1000), read(10, 3000)), null);
    assert.equal(end(read(2, 1000), read(11, 3000)), null);
  });

  it('returns null for a single reading, and if no case or no time has passed', () => {
    assert.equal(end(read(4, 1000)), null);
    assert.equal(end(read(4, 1000), read(4, 3000)), null);
    assert.equal(end(read(2, 1000), read(6, 1000)), null);
    assert.equal(end(read(0, 1000), read(4, 1000)), null);
  });

  it('returns null if the clock goes backwards', () => {
    assert.equal(end(read(2, 3000), read(6, 1000)), null);
    assert.equal(end(read(0, 3000), read(4, 1000)), null);
  });

  it('returns valid numbers or null for arbitrary readings', () => {
    const anyReading = fc.record({ at: fc.nat(1e9), done: fc.nat(1000), total: fc.option(fc.nat(1000)) });
    fc.assert(
      fc.property(fc.array(anyReading, { maxLength: 6 }), (list) => {
        const readings = kept(...list);
        assert.ok(readings.length <= 3);
        const prediction = predictEnd(readings);
        if (prediction)
          assert.ok(prediction.left >= 0 && Number.isFinite(prediction.left) && prediction.spread >= 0);
      }),
    );
  });
});

describe('withReading', () => {
  it('keeps the last reading at 0 cases, the first reading above 0, and the newest reading', () => {
    assert.deepEqual(kept(read(0, 0), read(0, 500), read(1, 1000), read(3, 2000), read(5, 3000)), [
      read(0, 500),
      read(1, 1000),
      read(5, 3000),
    ]);
    assert.deepEqual(kept(read(2, 0), read(4, 1000)), [read(2, 0), read(4, 1000)]);
    assert.deepEqual(kept(read(2, 0), read(4, 0)), [read(2, 0), read(4, 0)]);
  });

  it('starts over if the case count or the clock goes back', () => {
    assert.deepEqual(kept(read(0, 0), read(4, 1000), read(2, 2000)), [read(2, 2000)]);
    assert.deepEqual(kept(read(0, 0), read(4, 1000), read(0, 2000)), [read(0, 2000)]);
    assert.deepEqual(kept(read(0, 0), read(4, 1000), read(6, 900)), [read(6, 900)]);
  });
});
