import { everything, sameFilter } from './filter';
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
} from './layout';
import type { PageState } from './pageState';
import { squareSizes } from './squareSizes';

/** The part of the grid in sight, and what its layout depends on. In CSS pixels. */
export interface Viewport {
  readonly width: number;
  /** from the top of the grid; negative while something above the grid is in sight */
  readonly top: number;
  readonly height: number;
  /** size of the font */
  readonly em: number;
  /** False while the page scrolls to its start position, so that squares are built only once it is there */
  readonly buildsSquares: boolean;
}

/** Nothing was measured yet. */
export const noViewport: Viewport = { width: 0, top: 0, height: 0, em: 13, buildsSquares: false };

export function gridLayout(state: PageState, { width, em }: Viewport): GridLayout {
  const { sections, saved, squares, longestNumber } = state;
  // several subtasks have a heading each
  const hasHeadings = sections.length > 1;
  return layOut(
    sections.map(countOf),
    width,
    squareSizes(squares, longestNumber, hasHeadings, em),
    hasHeadings && sameFilter(saved.filter, everything),
  );
}

/** Height of the rows that are built above and below the visible ones, in CSS pixels. */
const MARGIN = 300;

/** A section of the grid, and which of its rows are built. */
export interface BuiltSection {
  readonly section: number;
  /** ascending */
  readonly rows: readonly number[];
}

/** Returns the rows to build: those in sight, and that of the active square, which may have the focus. */
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

/** Returns the square that Tab leads to: the active one, else the first that is built. Null: there is no square. */
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
 * Returns the square that stays in place when the columns change: the active one if it is in sight, else the first one
 * that is. Null: the top of the page is in sight and stays.
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
 * Returns by how much to scroll until a square is at the top, in CSS pixels. The first row of a subtask has its heading
 * above it. `covered`: height of what covers the top of the viewport.
 */
export function scrollToTop(layout: GridLayout, { top }: Viewport, slot: Slot, covered: number): number {
  const { headingHeight, gap } = layout.sizes;
  const heading = slot.slot < layout.columns ? headingHeight : 0;
  return topOf(layout, slot) - heading - gap - covered - top;
}

/** Returns by how much to scroll to see a square, in CSS pixels: no more than needed. */
export function scrollToReveal(layout: GridLayout, viewport: Viewport, slot: Slot, covered: number): number {
  const toTop = scrollToTop(layout, viewport, slot, covered);
  if (toTop < 0) return toTop;
  const { squareHeight, gap } = layout.sizes;
  const bottom = topOf(layout, slot) + squareHeight + gap;
  return Math.max(0, bottom - (viewport.top + viewport.height));
}
