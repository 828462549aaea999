import assert from 'node:assert/strict';
import { heights, tellingRow, type Row } from '../../../src/panel/versionFigures';

describe('Version values', () => {
  it('are scaled between zero and the largest value', () => {
    assert.deepEqual(heights([50, null, 100, 0]), [0.5, null, 1, 0]);
  });

  it('are zero if all values are zero or negative', () => {
    assert.deepEqual(heights([0, 0]), [0, 0]);
    assert.deepEqual(heights([-5, null]), [0, null]);
    assert.deepEqual(heights([-5, 10]), [0, 1]);
    assert.deepEqual(heights([]), []);
  });

  it('are the scores, or the times if all scores are equal', () => {
    const row = (name: string, ...values: readonly (number | null)[]): Row => ({
      name,
      values,
      heights: heights(values),
      format: String,
    });
    const telling = (...rows: readonly Row[]) => tellingRow(rows)?.name;
    assert.equal(telling(row('score', null, 25, 50), row('time', 1, 2, 3)), 'score');
    assert.equal(telling(row('score', null, 50, 50), row('time', 1, 2, 3)), 'time');
    assert.equal(telling(row('score', 50, 50), row('time', 2, 2)), 'score');
    assert.equal(telling(), undefined);
  });
});
