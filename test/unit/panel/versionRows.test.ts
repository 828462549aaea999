import assert from 'node:assert/strict';
import { heights, segments } from '../../../src/panel/versionRows';

describe('The values of versions', () => {
  it('stand between nothing and the largest', () => {
    assert.deepEqual(heights([50, null, 100, 0]), [0.5, null, 1, 0]);
  });

  it('stand at the foot where all are nothing, or less', () => {
    assert.deepEqual(heights([0, 0]), [0, 0]);
    assert.deepEqual(heights([-5, null]), [0, null]);
    assert.deepEqual(heights([-5, 10]), [0, 1]);
    assert.deepEqual(heights([]), []);
  });

  it('are joined with their neighbors only: a version without one leaves a gap', () => {
    assert.deepEqual(segments([1, 2, null, 3, 0]), [
      [0, 1],
      [3, 4],
    ]);
    assert.deepEqual(segments([1]), []);
    assert.deepEqual(segments([null, null]), []);
  });
});
