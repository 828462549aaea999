import assert from 'node:assert/strict';
import { CaretScan, readCaretLine } from '../../../src/compiler/caret';
import { unitsOf } from '../../../src/compiler/units';

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

  it('counts from behind the gutter', () => {
    assert.deepEqual(readCaretLine('      |  ^~', 7), { start: 2, end: 4, caret: 2 });
  });

  it('turns down every other line', () => {
    for (const line of ['', '    ', 'int a;', '  ^ int', '  | ^', '^~x'])
      assert.equal(readCaretLine(line), null);
  });
});

describe('looking for the caret that is meant', () => {
  /** `[start, end, caret]` of what is drawn from the bar on; null where the line is none. */
  function scan(line: string, wanted?: number): number[] | null {
    const from = line.indexOf('|') + 1;
    const end = line.lastIndexOf('|');
    const found = new CaretScan();
    return found.read(unitsOf(line), from, end, wanted) ? [found.start, found.end, found.caret] : null;
  }

  function at(line: string, wanted: number): number[] | null {
    const from = line.indexOf('|') + 1;
    const end = line.lastIndexOf('|');
    const found = new CaretScan();
    return found.readAt(unitsOf(line), from, end, wanted) ? [found.start, found.end, found.caret] : null;
  }

  it('takes the first of several where none is wanted', () => {
    assert.deepEqual(scan('|  ~^~  ^~ |'), [2, 5, 3]);
    assert.deepEqual(scan('|^^  ^|'), [0, 2, 0]);
    assert.deepEqual(scan('| ~~  ~^ |'), [5, 7, 6]);
    assert.deepEqual(scan('| ~~  ~ |'), [1, 3, -1]);
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
    for (const wanted of [-1, 0, 1, 3, 4]) assert.equal(at('| ~^|^', wanted), null, `${wanted}`);
  });
});
