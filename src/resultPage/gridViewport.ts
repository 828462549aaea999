import { everything, sameFilter } from './caseFilter';
import {
  countOf,
  layOut,
  rowsBetween,
  rowsOf,
  sectionsBetween,
  takesSpace,
  topOf,
  type GridLayout,
  type Slot,
} from './gridLayout';
import type { PageState } from './pageState';
import { squareSizes } from './squareSizes';

/** The visible part of the grid, and the sizes that its layout depends on. In CSS pixels. */
export interface Viewport {
  readonly width: number;
  /** distance of the visible part from the top of the grid; negative while something above the grid is visible */
  readonly top: number;
  readonly height: number;
  /** font size */
  readonly em: number;
  /** false while the page scrolls to its start position: squares are built only after that */
  readonly buildsSquares: boolean;
}

/** The viewport before the first measurement. */
export const noViewport: Viewport = { width: 0, top: 0, height: 0, em: 13, buildsSquares: false };

export function gridLayout(state: PageState, { width, em }: Viewport): GridLayout {
  const { sections, saved, squares, longestNumber } = state;
  // a single subtask has no heading
  const hasHeadings = sections.length > 1;
  return layOut(
    sections.map(countOf),
    width,
    squareSizes(squares, longestNumber, hasHeadings, em),
    hasHeadings && sameFilter(saved.filter, everything),
  );
}

/** Height of the areas above and below the visible area in which rows are also built, in CSS pixels. */
const MARGIN = 300;

export interface BuiltSection {
  readonly section: number;
  /** ascending */
  readonly rows: readonly number[];
}

/** Returns the rows to build: those in or near the visible area, and the row of the active square. */
export function builtSections(
  layout: GridLayout,
  { top, height, buildsSquares }: Viewport,
  active: Slot | null,
): readonly BuiltSection[] {
  if (!buildsSquares) return [];
  const [from, to] = [top - MARGIN, top + height + MARGIN];
  const visible = sectionsBetween(layout, from, to);
  const built: BuiltSection[] = [];
  for (let section = 0; section < layout.counts.length; section += 1) {
    const isVisible = section >= visible.from && section < visible.to;
    const activeRow = active?.section === section ? Math.floor(active.slot / layout.columns) : null;
    if ((!isVisible && activeRow === null) || !takesSpace(layout, section)) continue;
    const span = isVisible ? rowsBetween(layout, section, from, to) : { from: 0, to: 0 };
    const rows = new Set<number>();
    for (let row = span.from; row < span.to; row += 1) rows.add(row);
    if (activeRow !== null && activeRow < rowsOf(layout, section)) rows.add(activeRow);
    built.push({ section, rows: [...rows].sort((a, b) => a - b) });
  }
  return built;
}

/**
 * Returns the square in the tab order: the active square, or else the first square that is built. Null: no square is
 * built.
 */
export function tabStop(
  built: readonly BuiltSection[],
  { columns }: GridLayout,
  active: Slot | null,
): Slot | null {
  if (active) return active;
  const first = built.find(({ rows }) => rows.length > 0);
  const row = first?.rows[0];
  return first && row !== undefined ? { section: first.section, slot: row * columns } : null;
}

/**
 * Returns the square that shouldn't move when the number of columns changes: the active one if it is visible, else the
 * first visible one. Null: the top of the page is visible and doesn't move.
 */
export function anchorOf(layout: GridLayout, { top, height }: Viewport, active: Slot | null): Slot | null {
  const bottom = top + height;
  if (active) {
    const place = topOf(layout, active);
    if (place >= top && place < bottom) return active;
  }
  if (top <= 0) return null;
  const section = sectionsBetween(layout, top, bottom).from;
  const row = rowsBetween(layout, section, top, bottom).from;
  return { section, slot: row * layout.columns };
}

/**
 * Returns the distance to scroll until a square is at the top, in CSS pixels. The heading of a subtask stays above its
 * first row. `covered`: height of the sticky verdict.
 */
export function scrollToTop(layout: GridLayout, { top }: Viewport, slot: Slot, covered: number): number {
  const { headingHeight, gap } = layout.sizes;
  const heading = slot.slot < layout.columns ? headingHeight : 0;
  return topOf(layout, slot) - heading - gap - covered - top;
}

/** Returns the smallest distance to scroll until a square is visible, in CSS pixels. */
export function scrollToReveal(layout: GridLayout, viewport: Viewport, slot: Slot, covered: number): number {
  const toTop = scrollToTop(layout, viewport, slot, covered);
  if (toTop < 0) return toTop;
  const { squareHeight, gap } = layout.sizes;
  const bottom = topOf(layout, slot) + squareHeight + gap;
  return Math.max(0, bottom - (viewport.top + viewport.height));
}
