import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mapLines, nearestLine } from '../../../src/editor/diagnostics/lineMap';

describe('following judged lines into the present text', () => {
  it('keeps every line of an unchanged text where it is', () => {
    assert.deepEqual(mapLines('a\nb\nc', 'a\nb\nc'), [0, 1, 2]);
  });

  it('moves lines down by what was inserted above them', () => {
    assert.deepEqual(mapLines('a\nb\nc', 'new\na\nother\nb\nc'), [1, 3, 4]);
  });

  it('says of a removed or rewritten line that it is gone', () => {
    assert.deepEqual(mapLines('a\nb\nc', 'a\nB\nc'), [0, null, 2]);
    assert.deepEqual(mapLines('a\nb\nc', 'a\nc'), [0, null, 1]);
  });

  it('takes line ends and white space at a line’s end for nothing', () => {
    assert.deepEqual(mapLines('a\r\nb \r\nc', 'a\nb\nc\n'), [0, 1, 2]);
  });

  it('guesses nothing where two texts have too little in common', () => {
    const judged = Array.from({ length: 3000 }, (_, index) => `a${index}`).join('\n');
    const current = Array.from({ length: 3000 }, (_, index) => `b${index}`).join('\n');
    assert.equal(mapLines(judged, current), null);
  });

  it('names the place of a line that is gone', () => {
    const map = mapLines('a\nb\nc', 'x\na\nc');
    assert.ok(map);
    assert.equal(nearestLine(map, 1), 2);
    assert.equal(nearestLine([null], 0), 0);
  });

  it('finds lines that were each changed in their place there, though nothing of them is the same', () => {
    const map = mapLines('a\nb\nc\nd\ne', 'new\na\nB\nC\nD\ne');
    assert.ok(map);
    assert.deepEqual(
      [1, 2, 3].map((line) => nearestLine(map, line)),
      [2, 3, 4],
    );
  });

  it('maps a line only to one that says the same, and keeps the order', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '  d'), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const map = mapLines(before.join('\n'), after.join('\n'));
        assert.ok(map);
        let last = -1;
        map.forEach((now, index) => {
          if (now === null) return;
          assert.equal((after[now] ?? '').trimEnd(), (before[index] ?? '').trimEnd());
          assert.ok(now > last);
          last = now;
        });
      }),
    );
  });
});
