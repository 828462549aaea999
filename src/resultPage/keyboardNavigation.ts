import { rowsOf, type GridLayout, type Slot } from './gridLayout';

export interface MovingKey {
  /** as in `KeyboardEvent` */
  readonly key: string;
  /** Ctrl, or Command on a Mac */
  readonly ctrl: boolean;
}

/**
 * Returns the square that a key moves to. Arrow keys move by a row or a column, also into the next subtask. Home and
 * End move within the row, or with Ctrl to the first and last square. Page Up and Page Down move by `pageRows`. Null:
 * any other key.
 */
export function destination(
  layout: GridLayout,
  from: Slot,
  pressed: MovingKey,
  pageRows: number,
): Slot | null {
  const { key, ctrl } = pressed;
  const rowStart = from.slot - (from.slot % layout.columns);
  switch (key) {
    case 'ArrowLeft':
      return from.slot > 0
        ? at(from.section, from.slot - 1)
        : (lastOf(layout, beside(layout, from.section, -1)) ?? from);
    case 'ArrowRight':
      return from.slot + 1 < countOf(layout, from.section)
        ? at(from.section, from.slot + 1)
        : (firstOf(beside(layout, from.section, 1)) ?? from);
    case 'ArrowUp':
      return byRows(layout, from, -1);
    case 'ArrowDown':
      return byRows(layout, from, 1);
    case 'PageUp':
      return byRows(layout, from, -pageRows);
    case 'PageDown':
      return byRows(layout, from, pageRows);
    case 'Home':
      return ctrl ? (firstOf(beside(layout, -1, 1)) ?? from) : at(from.section, rowStart);
    case 'End':
      return ctrl
        ? (lastOf(layout, beside(layout, layout.counts.length, -1)) ?? from)
        : at(from.section, Math.min(countOf(layout, from.section), rowStart + layout.columns) - 1);
    default:
      return null;
  }
}

/** Moves down by `rows` (up if negative) in the same column, or to the last square of a shorter row. */
function byRows(layout: GridLayout, from: Slot, rows: number): Slot {
  const column = from.slot % layout.columns;
  let section = from.section;
  let row = Math.floor(from.slot / layout.columns) + rows;
  while (row < 0) {
    const above = beside(layout, section, -1);
    if (above === null) return at(section, Math.min(column, lastSlot(layout, section)));
    section = above;
    row += rowsOf(layout, section);
  }
  while (row >= rowsOf(layout, section)) {
    const below = beside(layout, section, 1);
    if (below === null) {
      row = rowsOf(layout, section) - 1;
      break;
    }
    row -= rowsOf(layout, section);
    section = below;
  }
  return at(section, Math.min(row * layout.columns + column, lastSlot(layout, section)));
}

/** Returns the next section with squares below (1) or above (-1) a section. Null: none. */
function beside(layout: GridLayout, section: number, by: 1 | -1): number | null {
  for (let index = section + by; index >= 0 && index < layout.counts.length; index += by) {
    if (countOf(layout, index) > 0) return index;
  }
  return null;
}

function firstOf(section: number | null): Slot | null {
  return section === null ? null : at(section, 0);
}

function lastOf(layout: GridLayout, section: number | null): Slot | null {
  return section === null ? null : at(section, lastSlot(layout, section));
}

function lastSlot(layout: GridLayout, section: number): number {
  return Math.max(0, countOf(layout, section) - 1);
}

function countOf(layout: GridLayout, section: number): number {
  return layout.counts[section] ?? 0;
}

function at(section: number, slot: number): Slot {
  return { section, slot };
}
