import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withReading, type ProgressReading } from '../../../src/records/plan';
import { predictEnd } from '../../../src/tracking/prediction';

/** So many of ten cases were done at a time, in ms. */
const read = (done: number, at: number, total: number | null = 10): ProgressReading => ({ done, total, at });

/** What the readings come to, as they are kept, one after the other. */
const kept = (...readings: readonly ProgressReading[]) =>
  readings.reduce<readonly ProgressReading[]>(withReading, []);

/** When the judging ends, and how sure that is, both rounded to ms. */
function end(...readings: readonly ProgressReading[]): [left: number, spread: number] | null {
  const found = predictEnd(readings);
  return found && [Math.round(found.left), Math.round(found.spread)];
}

describe('the end of a judging', () => {
  it('is as far as the cases that are left take, at the pace of those before', () => {
    assert.deepEqual(end(read(2, 1000), read(6, 3000)), [2000, 566]);
    assert.deepEqual(end(read(2, 1000), read(8, 4000)), [1000, 327]);
  });

  it('is told from when it began, somewhere between the last reading without a case and the next', () => {
    assert.deepEqual(end(read(0, 1000), read(4, 3000)), [1500, 844]);
    // it can't have begun much before
    assert.deepEqual(end(read(0, 2800), read(4, 3000)), [150, 84]);
    const [, unsure] = end(read(0, 0), read(4, 2000), read(4, 9000)) ?? [0, 0];
    const [, surer] = end(read(0, 900), read(4, 1100), read(4, 9000)) ?? [0, 0];
    assert.ok(surer < unsure, `${surer} < ${unsure}`);
  });

  it('is between what both say, and surer than each of them', () => {
    const since = predictEnd([read(0, 0), read(6, 4000)]);
    const between = predictEnd([read(2, 2000), read(6, 4000)]);
    const both = predictEnd([read(0, 0), read(2, 2000), read(6, 4000)]);
    assert.ok(since && between && both);
    assert.equal(between.left, 2000);
    assert.ok(both.left > Math.min(since.left, between.left) && both.left < 2000.001, `${both.left}`);
    assert.ok(both.spread < between.spread, `${both.spread} < ${between.spread}`);
  });

  it('is surer the more cases are done', () => {
    const few = predictEnd([read(1, 1000, 100), read(2, 2000, 100)]);
    const many = predictEnd([read(10, 1000, 1000), read(20, 2000, 1000)]);
    assert.ok(few && many);
    assert.ok(many.spread / many.left < few.spread / few.left);
  });

  it('is later when a case takes long', () => {
    const before = [read(0, 0), read(5, 1000), read(8, 2000)];
    const early = predictEnd(before);
    const late = predictEnd(withReading(before, read(8, 9000)));
    assert.ok(early && late);
    assert.ok(late.left > early.left * 2);
  });

  it('is not known while nothing was done, where the unfinished are not listed, and behind the end', () => {
    assert.equal(end(), null);
    assert.equal(end(read(0, 1000)), null);
    assert.equal(end(read(0, 1000), read(0, 3000)), null);
    assert.equal(end(read(2, 1000, null), read(6, 3000, null)), null);
    assert.equal(end(read(2, 1000), read(10, 3000)), null);
    assert.equal(end(read(2, 1000), read(11, 3000)), null);
  });

  it('is not known from one reading, nor where nothing moved or no time went by', () => {
    assert.equal(end(read(4, 1000)), null);
    assert.equal(end(read(4, 1000), read(4, 3000)), null);
    assert.equal(end(read(2, 1000), read(6, 1000)), null);
    assert.equal(end(read(0, 1000), read(4, 1000)), null);
  });

  it('is not known while a clock goes backwards', () => {
    assert.equal(end(read(2, 3000), read(6, 1000)), null);
    assert.equal(end(read(0, 3000), read(4, 1000)), null);
  });

  it('is never nonsense, whatever the readings', () => {
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

describe('the readings of a judging', () => {
  it('are the last without a case, the first with some and the newest', () => {
    assert.deepEqual(kept(read(0, 0), read(0, 500), read(1, 1000), read(3, 2000), read(5, 3000)), [
      read(0, 500),
      read(1, 1000),
      read(5, 3000),
    ]);
    assert.deepEqual(kept(read(2, 0), read(4, 1000)), [read(2, 0), read(4, 1000)]);
    assert.deepEqual(kept(read(2, 0), read(4, 0)), [read(2, 0), read(4, 0)]);
  });

  it('begin anew where the judging does, or the clock', () => {
    assert.deepEqual(kept(read(0, 0), read(4, 1000), read(2, 2000)), [read(2, 2000)]);
    assert.deepEqual(kept(read(0, 0), read(4, 1000), read(0, 2000)), [read(0, 2000)]);
    assert.deepEqual(kept(read(0, 0), read(4, 1000), read(6, 900)), [read(6, 900)]);
  });
});
