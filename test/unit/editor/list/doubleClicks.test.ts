import assert from 'node:assert/strict';
import { DoubleClicks } from '../../../../src/editor/list/doubleClicks';

describe('DoubleClicks', () => {
  it('detects two clicks on the same row within a short time', () => {
    let now = 0;
    const clicks = new DoubleClicks(() => now);
    const clickAt = (time: number, row: string): boolean => {
      now = time;
      return clicks.isSecond(row);
    };
    assert.deepEqual(
      [
        clickAt(1000, 'a'),
        clickAt(1200, 'a'),
        // A third click starts over.
        clickAt(1300, 'a'),
        clickAt(1400, 'b'),
        clickAt(1500, 'a'),
        clickAt(2000, 'a'),
      ],
      [false, true, false, false, false, false],
    );
  });
});
