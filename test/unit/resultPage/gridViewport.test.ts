import assert from 'node:assert/strict';
import {
  anchorOf,
  builtSections,
  scrollToReveal,
  scrollToTop,
  tabStop,
  type Viewport,
} from '../../../src/resultPage/gridViewport';
import { layOut, type Sizes } from '../../../src/resultPage/gridLayout';

const sizes: Sizes = { squareWidth: 100, squareHeight: 90, gap: 10, headingHeight: 40, sectionGap: 20 };
// Two columns, rows of 100 pixels: 3, none, 50.
const layout = layOut([6, 0, 100], 210, sizes, false);

function viewport(top: number, height = 200): Viewport {
  return { width: 210, top, height, em: 13, buildsSquares: true };
}

describe('The squares created for the grid', () => {
  it('are those in the visible area and within 300 pixels of it, without empty subtasks', () => {
    // The first subtask is 360 pixels high.
    assert.deepEqual(builtSections(layout, viewport(0), null), [
      { section: 0, rows: [0, 1, 2] },
      { section: 2, rows: [0] },
    ]);
    assert.deepEqual(builtSections(layout, viewport(3000, 50), null), [
      { section: 2, rows: [23, 24, 25, 26, 27, 28, 29] },
    ]);
  });

  it('include the active square, wherever it is', () => {
    const built = builtSections(layout, viewport(3000, 50), { section: 0, slot: 3 });
    assert.deepEqual(built[0], { section: 0, rows: [1] });
    const far = builtSections(layout, viewport(0, 50), { section: 2, slot: 99 });
    assert.deepEqual(far.at(-1), { section: 2, rows: [49] });
  });

  it('are empty until the page has restored its scroll position', () => {
    assert.deepEqual(builtSections(layout, { ...viewport(0), buildsSquares: false }, null), []);
  });

  it('have the active square in the tab order, or otherwise the first one', () => {
    const built = builtSections(layout, viewport(3000, 50), null);
    assert.deepEqual(tabStop(built, layout, null), { section: 2, slot: 46 });
    assert.deepEqual(tabStop(built, layout, { section: 2, slot: 7 }), { section: 2, slot: 7 });
    assert.equal(tabStop([], layout, null), null);
  });
});

describe('Scrolling the grid', () => {
  it('moves only as far as needed to show a square', () => {
    assert.equal(scrollToReveal(layout, viewport(400), { section: 2, slot: 0 }, 0), -50);
    assert.equal(scrollToReveal(layout, viewport(0, 400), { section: 0, slot: 2 }, 0), 0);
    assert.equal(scrollToReveal(layout, viewport(0), { section: 0, slot: 4 }, 0), 140);
  });

  it('leaves room for the first row’s heading, and for the sticky header', () => {
    assert.equal(scrollToReveal(layout, viewport(30), { section: 0, slot: 1 }, 0), -40);
    assert.equal(scrollToReveal(layout, viewport(160), { section: 0, slot: 2 }, 50), -80);
    assert.equal(scrollToTop(layout, viewport(0), { section: 2, slot: 10 }, 50), 840);
  });

  it('keeps the active square in place if it is visible, or otherwise the first visible one', () => {
    const active = { section: 2, slot: 9 };
    assert.deepEqual(anchorOf(layout, viewport(700), active), active);
    assert.deepEqual(anchorOf(layout, viewport(1500), active), { section: 2, slot: 22 });
    assert.equal(anchorOf(layout, viewport(-50), active), null);
  });
});
