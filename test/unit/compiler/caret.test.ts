import assert from 'node:assert/strict';
import { readCaretAt, readCaretLine } from '../../../src/compiler/caret';
import { locateClangCaret } from '../../../src/compiler/gnu/location';

describe('readCaretLine', () => {
  it('finds a single caret', () => {
    assert.deepEqual(readCaretLine('    ^'), { start: 4, end: 5, caret: 4 });
  });

  it('finds the underline around its caret', () => {
    assert.deepEqual(readCaretLine('  ~~^~~~ '), { start: 2, end: 8, caret: 4 });
    assert.deepEqual(readCaretLine('  ^^^'), { start: 2, end: 5, caret: 2 });
  });

  it('prefers the run of characters with a caret', () => {
    assert.deepEqual(readCaretLine(' ~~ ^~ ~'), { start: 4, end: 6, caret: 4 });
    assert.deepEqual(readCaretLine(' ~~   ~'), { start: 1, end: 3, caret: null });
  });

  it('returns null for any other line', () => {
    for (const line of ['', '    ', 'int a;', '  ^ int', '  | ^', '^~x'])
      assert.equal(readCaretLine(line), null);
  });
});

describe('readCaretLine with a caret offset', () => {
  /** Returns `[start, end, caret]` of the marks between the bars. Null: not a caret line. */
  function scan(line: string, wanted?: number): (number | null)[] | null {
    const span = readCaretLine(line.slice(1, -1), wanted);
    return span && [span.start, span.end, span.caret];
  }

  function at(line: string, wanted: number): (number | null)[] | null {
    const span = readCaretAt(line.slice(1, -1), wanted);
    return span && [span.start, span.end, span.caret];
  }

  it('returns the first of several carets without an offset', () => {
    assert.deepEqual(scan('|  ~^~  ^~ |'), [2, 5, 3]);
    assert.deepEqual(scan('|^^  ^|'), [0, 2, 0]);
    assert.deepEqual(scan('| ~~  ~^ |'), [5, 7, 6]);
    assert.deepEqual(scan('| ~~  ~ |'), [1, 3, null]);
  });

  it('returns the caret at the offset, with its underline', () => {
    assert.deepEqual(scan('|  ~^~  ^~ |', 7), [7, 9, 7]);
    assert.deepEqual(scan('|  ~^~  ^~ |', 3), [2, 5, 3]);
    assert.deepEqual(scan('|  ^~^  ^~ |', 4), [2, 5, 4]);
    assert.deepEqual(scan('|  ^~^  ^~ |', 9), [2, 5, 2]);
  });

  it('accepts tabs as blanks, and no other characters', () => {
    assert.deepEqual(scan('|\t ^|'), [2, 3, 2]);
    assert.equal(scan('| ^ x|'), null);
    assert.equal(scan('|   |'), null);
    assert.equal(scan('||'), null);
  });

  it('finds a caret at the offset, whatever else the line contains', () => {
    assert.deepEqual(at('|int ~~^~ x|', 6), [4, 8, 6]);
    assert.deepEqual(at('|^~|', 0), [0, 2, 0]);
    assert.deepEqual(at('| ~^|', 2), [1, 3, 2]);
    for (const wanted of [-1, 0, 1, 3, 4]) assert.equal(at('| ~^|', wanted), null, `${wanted}`);
  });
});

describe('A Clang caret at a byte inside a character', () => {
  it('is placed before the whole character', () => {
    const text = '    re𐀀𐀀𐀀turn y;';
    const { excerpt, caret } = locateClangCaret(text, { start: 11, caret: 11, end: 12 }, 12);
    assert.ok(excerpt.start <= caret && caret < excerpt.end);
    assert.ok(!/^[\udc00-\udfff]/.test(text.slice(caret)), 'no half of a character');
  });
});
