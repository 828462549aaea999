import assert from 'node:assert/strict';
import { Cursor } from '../../../src/compiler/cursor';

// test/fixtures/compiler/locations.txt contains the other lines with and without a location.
describe('A location at the start of a line', () => {
  it('is parsed again for each line', () => {
    const cursor = new Cursor('a:1: x\nb:2: y');
    assert.equal(cursor.location?.line, 1);
    cursor.advance();
    assert.equal(cursor.location?.line, 2);
  });

  it('contains a file name of at most 4096 characters', () => {
    for (const length of [4095, 4096, 4097]) {
      const file = 'x'.repeat(length);
      const isTooLong = length > 4096;
      assert.equal(new Cursor(`${file}(3,4): x`).bracketLocation === null, isTooLong, `${length}`);
      assert.equal(new Cursor(`${file}:3:4: x`).location === null, isTooLong, `${length}`);
    }
  });
});
