import assert from 'node:assert/strict';
import { columnOfOffset, offsetOfColumn } from '../../../src/compiler/columns';
import type { ColumnUnit } from '../../../src/compiler/diagnostic';

const units: ColumnUnit[] = ['cells', 'bytes', 'codePoints', 'utf16', 'tabbed', 'tabbedBytes'];

describe('what a column counts', () => {
  // what stands before `x`, counted in each unit
  const cases: [string, Record<ColumnUnit, number>][] = [
    ['ab', { cells: 2, bytes: 2, codePoints: 2, utf16: 2, tabbed: 2, tabbedBytes: 2 }],
    ['\t', { cells: 8, bytes: 1, codePoints: 1, utf16: 1, tabbed: 8, tabbedBytes: 8 }],
    ['ab\t', { cells: 8, bytes: 3, codePoints: 3, utf16: 3, tabbed: 8, tabbedBytes: 8 }],
    ['中', { cells: 2, bytes: 3, codePoints: 1, utf16: 1, tabbed: 1, tabbedBytes: 3 }],
    ['😀', { cells: 2, bytes: 4, codePoints: 1, utf16: 2, tabbed: 1, tabbedBytes: 4 }],
    ['e\u0301', { cells: 1, bytes: 3, codePoints: 2, utf16: 2, tabbed: 2, tabbedBytes: 3 }],
    ['\té中😀', { cells: 13, bytes: 10, codePoints: 4, utf16: 5, tabbed: 11, tabbedBytes: 17 }],
  ];

  for (const [before, counts] of cases) {
    it(`is known for each unit behind ${JSON.stringify(before)}`, () => {
      for (const unit of units) {
        assert.equal(offsetOfColumn(`${before}x`, counts[unit], unit), before.length, unit);
        assert.equal(columnOfOffset(`${before}x`, before.length, unit), counts[unit], unit);
      }
    });
  }

  it('never lands inside a character', () => {
    assert.equal(offsetOfColumn('😀x', 2, 'bytes'), 0);
    assert.equal(offsetOfColumn('\tx', 3, 'cells'), 0);
  });

  it('goes on counting past the end of the line', () => {
    for (const unit of units) assert.equal(offsetOfColumn('ab', 5, unit), 5, unit);
  });
});
