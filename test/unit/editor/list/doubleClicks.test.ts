import assert from 'node:assert/strict';
import { DoubleClicks } from '../../../../src/editor/list/doubleClicks';

describe('DoubleClicks', () => {
  it('takes two clicks on one row for a double click where they are close', () => {
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
        // a third click begins anew
        clickAt(1300, 'a'),
        clickAt(1400, 'b'),
        clickAt(1500, 'a'),
        clickAt(2000, 'a'),
      ],
      [false, true, false, false, false, false],
    );
  });
});
