import assert from 'node:assert/strict';
import { readCaretAt, readCaretLine } from '../../../src/compiler/caret';

describe('reading a caret line', () => {
  it('finds a lone caret', () => {
    assert.deepEqual(readCaretLine('    ^'), { start: 4, end: 5, caret: 4 });
  });

  it('finds the underline around its caret', () => {
    assert.deepEqual(readCaretLine('  ~~^~~~ '), { start: 2, end: 8, caret: 4 });
    assert.deepEqual(readCaretLine('  ^^^'), { start: 2, end: 5, caret: 2 });
  });

  it('prefers the run with the caret to one without', () => {
    assert.deepEqual(readCaretLine(' ~~ ^~ ~'), { start: 4, end: 6, caret: 4 });
    assert.deepEqual(readCaretLine(' ~~   ~'), { start: 1, end: 3, caret: null });
  });

  it('turns down every other line', () => {
    for (const line of ['', '    ', 'int a;', '  ^ int', '  | ^', '^~x'])
      assert.equal(readCaretLine(line), null);
  });
});

describe('looking for the caret that is meant', () => {
  /** `[start, end, caret]` of what is drawn between the bars; null where the line is none. */
  function scan(line: string, wanted?: number): (number | null)[] | null {
    const span = readCaretLine(line.slice(1, -1), wanted);
    return span && [span.start, span.end, span.caret];
  }

  function at(line: string, wanted: number): (number | null)[] | null {
    const span = readCaretAt(line.slice(1, -1), wanted);
    return span && [span.start, span.end, span.caret];
  }

  it('takes the first of several where none is wanted', () => {
    assert.deepEqual(scan('|  ~^~  ^~ |'), [2, 5, 3]);
    assert.deepEqual(scan('|^^  ^|'), [0, 2, 0]);
    assert.deepEqual(scan('| ~~  ~^ |'), [5, 7, 6]);
    assert.deepEqual(scan('| ~~  ~ |'), [1, 3, null]);
  });

  it('takes the one that is wanted, with its underline', () => {
    assert.deepEqual(scan('|  ~^~  ^~ |', 7), [7, 9, 7]);
    assert.deepEqual(scan('|  ~^~  ^~ |', 3), [2, 5, 3]);
    assert.deepEqual(scan('|  ^~^  ^~ |', 4), [2, 5, 4]);
    assert.deepEqual(scan('|  ^~^  ^~ |', 9), [2, 5, 2]);
  });

  it('counts a tab as a blank, and no line with anything else', () => {
    assert.deepEqual(scan('|\t ^|'), [2, 3, 2]);
    assert.equal(scan('| ^ x|'), null);
    assert.equal(scan('|   |'), null);
    assert.equal(scan('||'), null);
  });

  it('may look at one place only, whatever else the line holds', () => {
    assert.deepEqual(at('|int ~~^~ x|', 6), [4, 8, 6]);
    assert.deepEqual(at('|^~|', 0), [0, 2, 0]);
    assert.deepEqual(at('| ~^|', 2), [1, 3, 2]);
    for (const wanted of [-1, 0, 1, 3, 4]) assert.equal(at('| ~^|', wanted), null, `${wanted}`);
  });
});
