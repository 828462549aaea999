import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  heightOf,
  layOut,
  rowsBetween,
  sectionsBetween,
  takesSpace,
  topOf,
  type Sizes,
} from '../../../src/resultPage/gridLayout';

const sizes: Sizes = { squareWidth: 100, squareHeight: 50, gap: 10, headingHeight: 40, sectionGap: 20 };

describe('The grid layout', () => {
  it('fits as many squares into a row as possible, with gaps only between them', () => {
    assert.equal(layOut([9], 319, sizes, true).columns, 2);
    assert.equal(layOut([9], 320, sizes, true).columns, 3);
  });

  it('has at least one column, even in a very narrow grid', () => {
    assert.equal(layOut([9], 0, sizes, true).columns, 1);
  });

  it('adds up headings, rows, and gaps', () => {
    const layout = layOut([4, 3], 320, sizes, true);
    assert.deepEqual([...layout.tops], [0, 40 + 2 * 60 + 20, 180 + 40 + 60 + 20]);
    assert.equal(heightOf(layout), 300);
  });

  it('reserves space for an empty section’s heading only on request', () => {
    assert.equal(heightOf(layOut([0], 320, sizes, true)), 60);
    assert.equal(heightOf(layOut([0], 320, sizes, false)), 0);
  });

  it('leaves no gap between two sections with only headings', () => {
    const layout = layOut([0, 0, 3, 0], 320, sizes, true);
    assert.deepEqual([...layout.tops], [0, 40, 100, 220, 280]);
  });

  it('returns the sections that take up space', () => {
    const counts = [0, 3, 0];
    const shown = (keepEmpty: boolean) =>
      [0, 1, 2, 3].map((section) => takesSpace(layOut(counts, 100, sizes, keepEmpty), section));
    assert.deepEqual(shown(false), [false, true, false, false]);
    assert.deepEqual(shown(true), [true, true, true, false]);
  });

  it('returns a square’s position', () => {
    const layout = layOut([4, 3], 320, sizes, true);
    assert.equal(topOf(layout, { section: 0, slot: 3 }), 100);
    assert.equal(topOf(layout, { section: 1, slot: 0 }), 220);
  });

  it('returns exactly the sections and rows within a range', () => {
    const counts = fc.array(fc.nat(40), { maxLength: 12 });
    fc.assert(
      fc.property(
        counts,
        fc.integer({ min: 0, max: 800 }),
        fc.nat(3000),
        fc.nat(900),
        (list, width, top, height) => {
          const layout = layOut(list, width, sizes, true);
          const bottom = top + height + 1;
          const { from, to } = sectionsBetween(layout, top, bottom);
          list.forEach((count, section) => {
            const start = layout.tops[section] ?? 0;
            const end = layout.tops[section + 1] ?? 0;
            assert.equal(section >= from && section < to, end > top && start < bottom);
            const rows = rowsBetween(layout, section, top, bottom);
            for (let row = 0; row < Math.ceil(count / layout.columns); row += 1) {
              const rowTop = topOf(layout, { section, slot: row * layout.columns });
              assert.equal(row >= rows.from && row < rows.to, rowTop + 60 > top && rowTop < bottom);
            }
          });
        },
      ),
    );
  });
});
