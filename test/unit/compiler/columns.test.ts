import assert from 'node:assert/strict';
import { columnOfOffset, offsetOfColumn, locateColumn, widthOf } from '../../../src/compiler/columns';
import type { ColumnUnit } from '../../../src/compiler/diagnostic';

const units: ColumnUnit[] = ['cells', 'bytes', 'codePoints', 'utf16', 'tabbed', 'tabbedBytes', 'wide'];

describe('Column units', () => {
  // the text before `x`, with its width in each unit
  const cases: [string, Record<ColumnUnit, number>][] = [
    ['ab', { cells: 2, bytes: 2, codePoints: 2, utf16: 2, tabbed: 2, tabbedBytes: 2, wide: 2 }],
    ['\t', { cells: 8, bytes: 1, codePoints: 1, utf16: 1, tabbed: 8, tabbedBytes: 8, wide: 1 }],
    ['ab\t', { cells: 8, bytes: 3, codePoints: 3, utf16: 3, tabbed: 8, tabbedBytes: 8, wide: 3 }],
    ['中', { cells: 2, bytes: 3, codePoints: 1, utf16: 1, tabbed: 1, tabbedBytes: 3, wide: 2 }],
    ['😀', { cells: 2, bytes: 4, codePoints: 1, utf16: 2, tabbed: 1, tabbedBytes: 4, wide: 2 }],
    ['e\u0301', { cells: 1, bytes: 3, codePoints: 2, utf16: 2, tabbed: 2, tabbedBytes: 3, wide: 2 }],
    ['\té中😀', { cells: 13, bytes: 10, codePoints: 4, utf16: 5, tabbed: 11, tabbedBytes: 17, wide: 6 }],
  ];

  for (const [before, counts] of cases) {
    it(`count the columns of ${JSON.stringify(before)}`, () => {
      for (const unit of units) {
        assert.equal(offsetOfColumn(`${before}x`, counts[unit], unit), before.length, unit);
        assert.equal(columnOfOffset(`${before}x`, before.length, unit), counts[unit], unit);
      }
    });
  }

  it('never point into the middle of a character', () => {
    assert.equal(offsetOfColumn('😀x', 2, 'bytes'), 0);
    assert.equal(offsetOfColumn('\tx', 3, 'cells'), 0);
  });

  it('count UTF-8 bytes at the limits of each length', () => {
    const borders = [0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000];
    assert.deepEqual(
      borders.map((code) => widthOf(code, 0, 'bytes')),
      [1, 2, 2, 3, 3, 4],
    );
    for (const code of borders) {
      const one = String.fromCodePoint(code);
      const width = widthOf(code, 0, 'bytes');
      assert.deepEqual(locateColumn(`${one}x`, width, 'bytes'), { offset: one.length, exact: true });
      assert.equal(offsetOfColumn(`${one}x`, width, 'bytes'), one.length);
      assert.equal(columnOfOffset(`${one}x`, one.length, 'bytes'), width);
    }
    assert.deepEqual(
      [0xffff, 0x10000].map((code) => widthOf(code, 0, 'utf16')),
      [1, 2],
    );
  });

  it('report whether a column is inside a character, at its start, or past the line', () => {
    assert.deepEqual(locateColumn('中x', 0, 'bytes'), { offset: 0, exact: true });
    assert.deepEqual(locateColumn('中x', 1, 'bytes'), { offset: 0, exact: false });
    assert.deepEqual(locateColumn('中x', 3, 'bytes'), { offset: 1, exact: true });
    assert.deepEqual(locateColumn('中x', 4, 'bytes'), { offset: 2, exact: true });
    assert.deepEqual(locateColumn('中x', 5, 'bytes'), { offset: 2, exact: false });
    assert.deepEqual(locateColumn('', 0, 'bytes'), { offset: 0, exact: true });
  });

  it('point behind a combining mark, not to it', () => {
    assert.deepEqual(locateColumn('e\u0301x', 1, 'cells'), { offset: 2, exact: true });
    assert.deepEqual(locateColumn('e\u0301', 1, 'cells'), { offset: 2, exact: true });
  });

  it('count beyond the end of the line', () => {
    for (const unit of units) {
      assert.equal(offsetOfColumn('ab', 5, unit), 5, unit);
      assert.equal(columnOfOffset('ab', 5, unit), 5, unit);
    }
  });

  it('count terminal cells, with the same result on every call', () => {
    const widths: readonly [number, string][] = [
      // combining marks, joiners, the later parts of Korean syllables, variation selectors
      [0, '\u0300\u036f\u0483\u200b\u200d\u1161\u11ff\u{e0100}'],
      [1, 'a~é\u02ff\u0370Ж\u00a0ﾟ｡\u2500\u{10000}\u{1d400}'],
      [2, '\u1100\u3000あ\u30a0カ中\u9fff\ua000가Ａ！\u{1f600}\u{1f9d1}\u{20000}\u{2fffd}'],
    ];
    for (let asked = 0; asked < 2; asked++) {
      for (const [width, characters] of widths) {
        for (const one of characters) {
          assert.equal(widthOf(one.codePointAt(0) ?? 0, 3, 'cells'), width, JSON.stringify(one));
        }
      }
    }
  });

  it('count UTF-16 units inside a surrogate pair and behind the line', () => {
    assert.equal(offsetOfColumn('😀x', 1, 'utf16'), 1);
    assert.equal(columnOfOffset('😀x', 1, 'utf16'), 1);
    assert.equal(offsetOfColumn('\uffffx', 1, 'codePoints'), 1);
    assert.equal(columnOfOffset('\uffffx', 1, 'codePoints'), 1);
    assert.equal(offsetOfColumn('', 4, 'cells'), 4);
  });
});
