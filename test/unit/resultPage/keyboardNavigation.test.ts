import assert from 'node:assert/strict';
import fc from 'fast-check';
import { layOut, type Sizes } from '../../../src/resultPage/gridLayout';
import { destination } from '../../../src/resultPage/keyboardNavigation';

const sizes: Sizes = { squareWidth: 100, squareHeight: 50, gap: 10, headingHeight: 40, sectionGap: 20 };

// Three columns: a row of 3 and one of 2, an empty subtask, then a row of 3 and one of 1.
const layout = layOut([5, 0, 4], 320, sizes, true);

function press(section: number, slot: number, key: string, ctrl = false): string | null {
  const to = destination(layout, { section, slot }, { key, ctrl }, 2);
  return to && `${to.section}/${to.slot}`;
}

describe('Arrow and paging keys in the grid', () => {
  it('move to the neighbor, and from a subtask’s last square to the next subtask with cases', () => {
    assert.equal(press(0, 1, 'ArrowRight'), '0/2');
    assert.equal(press(0, 4, 'ArrowRight'), '2/0');
    assert.equal(press(2, 0, 'ArrowLeft'), '0/4');
  });

  it('stay at the very first and the very last square', () => {
    assert.equal(press(0, 0, 'ArrowLeft'), '0/0');
    assert.equal(press(0, 1, 'ArrowUp'), '0/1');
    assert.equal(press(2, 3, 'ArrowRight'), '2/3');
    assert.equal(press(2, 3, 'ArrowDown'), '2/3');
  });

  it('keep the column between rows, up to the end of a shorter row', () => {
    assert.equal(press(0, 1, 'ArrowDown'), '0/4');
    assert.equal(press(0, 2, 'ArrowDown'), '0/4');
    assert.equal(press(0, 4, 'ArrowDown'), '2/1');
    assert.equal(press(2, 1, 'ArrowUp'), '0/4');
    assert.equal(press(2, 2, 'ArrowUp'), '0/4');
  });

  it('move by pages of rows, up to the last row', () => {
    assert.equal(press(0, 0, 'PageDown'), '2/0');
    assert.equal(press(2, 0, 'PageDown'), '2/3');
    assert.equal(press(2, 2, 'PageUp'), '0/2');
    assert.equal(press(0, 4, 'PageUp'), '0/1');
  });

  it('move to the ends of the row, or of the grid with Ctrl', () => {
    assert.equal(press(0, 4, 'Home'), '0/3');
    assert.equal(press(0, 1, 'End'), '0/2');
    assert.equal(press(0, 3, 'End'), '0/4');
    assert.equal(press(2, 2, 'Home', true), '0/0');
    assert.equal(press(0, 2, 'End', true), '2/3');
  });

  it('are ignored if they mean no movement', () => {
    assert.equal(press(0, 0, 'a'), null);
    assert.equal(press(0, 0, 'Tab'), null);
  });

  it('always lead to an existing square', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'];
    const counts = fc
      .array(fc.nat(9), { minLength: 1, maxLength: 6 })
      .filter((list) => list.some((n) => n > 0));
    fc.assert(
      fc.property(
        counts,
        fc.nat(500),
        fc.array(fc.constantFrom(...keys), { maxLength: 20 }),
        fc.boolean(),
        (list, width, pressed, ctrl) => {
          const any = layOut(list, width, sizes, false);
          let slot = { section: list.findIndex((n) => n > 0), slot: 0 };
          for (const key of pressed) {
            const next = destination(any, slot, { key, ctrl }, 3);
            assert.ok(next);
            assert.ok(
              next.slot >= 0 && next.slot < (list[next.section] ?? 0),
              JSON.stringify({ slot, key, next }),
            );
            slot = next;
          }
        },
      ),
    );
  });
});
