import assert from 'node:assert/strict';
import { setNewest } from '../../../src/base/newestEntries';

describe('setNewest', () => {
  it('deletes the oldest entry above the limit, and makes a repeated one the newest', () => {
    const map = new Map<string, number>();
    setNewest(map, 'a', 1, 2);
    setNewest(map, 'b', 2, 2);
    setNewest(map, 'a', 3, 2);
    assert.deepEqual(
      [...map],
      [
        ['b', 2],
        ['a', 3],
      ],
    );
    setNewest(map, 'c', 4, 2);
    assert.deepEqual(
      [...map],
      [
        ['a', 3],
        ['c', 4],
      ],
    );
  });
});
