import type { SubtaskView } from './messages';

/** Sizes of the grid, in CSS pixels. */
export interface Sizes {
  readonly squareWidth: number;
  readonly squareHeight: number;
  readonly gap: number;
  /** height of a subtask’s heading; 0: no headings are shown */
  readonly headingHeight: number;
  /** space below the last row of a subtask; omitted between two folded subtasks */
  readonly sectionGap: number;
}

/** Positions of all squares, in CSS pixels from the top of the grid. */
export interface GridLayout {
  readonly sizes: Sizes;
  /** squares in a row, at least 1 */
  readonly columns: number;
  /** number of squares in each section */
  readonly counts: readonly number[];
  /** top of each section, then the height of the grid */
  readonly tops: Float64Array;
}

/** A square: the index of its section, and its index among the squares that the section shows. */
export interface Slot {
  readonly section: number;
  readonly slot: number;
}

/** A range of indexes; `to` is exclusive. */
export interface IndexRange {
  readonly from: number;
  readonly to: number;
}

/** Computes the layout. `keepEmpty`: sections without squares still have their heading. */
export function layOut(
  counts: readonly number[],
  width: number,
  sizes: Sizes,
  keepEmpty: boolean,
): GridLayout {
  const columns = Math.max(1, Math.floor((width + sizes.gap) / (sizes.squareWidth + sizes.gap)));
  const tops = new Float64Array(counts.length + 1);
  counts.forEach((count, section) => {
    const rows = Math.ceil(count / columns);
    const isFolded = count === 0 && (counts[section + 1] ?? 1) === 0;
    const height =
      count === 0 && !keepEmpty
        ? 0
        : sizes.headingHeight + rows * (sizes.squareHeight + sizes.gap) + (isFolded ? 0 : sizes.sectionGap);
    tops[section + 1] = (tops[section] ?? 0) + height;
  });
  return { sizes, columns, counts, tops };
}

export function heightOf({ tops }: GridLayout): number {
  return tops.at(-1) ?? 0;
}

/** Returns whether a section has a height; false if the section doesn't exist. */
export function takesSpace({ tops }: GridLayout, section: number): boolean {
  return (tops[section + 1] ?? 0) > (tops[section] ?? 0);
}

export function rowsOf({ counts, columns }: GridLayout, section: number): number {
  return Math.ceil((counts[section] ?? 0) / columns);
}

/** Returns the top of a row, from the top of its section. */
export function topOfRow({ sizes }: GridLayout, row: number): number {
  return sizes.headingHeight + row * (sizes.squareHeight + sizes.gap);
}

/** Returns the sections that overlap the pixels `[top, bottom)`. */
export function sectionsBetween({ tops, counts }: GridLayout, top: number, bottom: number): IndexRange {
  return {
    from: Math.min(counts.length, Math.max(0, tops.filter((begin) => begin <= top).length - 1)),
    to: Math.min(counts.length, tops.filter((begin) => begin < bottom).length),
  };
}

/** Returns the rows of a section that overlap the pixels `[top, bottom)`. */
export function rowsBetween(layout: GridLayout, section: number, top: number, bottom: number): IndexRange {
  const { sizes } = layout;
  const start = (layout.tops[section] ?? 0) + sizes.headingHeight;
  const height = sizes.squareHeight + sizes.gap;
  const rows = rowsOf(layout, section);
  const from = Math.min(rows, Math.max(0, Math.floor((top - start) / height)));
  return { from, to: Math.max(from, Math.min(rows, Math.ceil((bottom - start) / height))) };
}

/** Returns the top of a square, from the top of the grid. */
export function topOf(layout: GridLayout, { section, slot }: Slot): number {
  return (layout.tops[section] ?? 0) + topOfRow(layout, Math.floor(slot / layout.columns));
}

export function sameSlot(a: Slot, b: Slot | null): boolean {
  return b !== null && a.section === b.section && a.slot === b.slot;
}

/** A section of the grid: a subtask, and the indexes of its shown cases, ascending (null: all). */
export interface ShownSection {
  readonly subtask: SubtaskView;
  readonly shown: readonly number[] | null;
}

/** Returns the shown square that is nearest to a hidden case, in the order of the page. Null: no square is shown. */
export function nearestShown(
  sections: readonly ShownSection[],
  { subtask, index }: { readonly subtask: SubtaskView; readonly index: number },
): Slot | null {
  const section = sections.findIndex((shownSection) => shownSection.subtask === subtask);
  const shown = sections[section]?.shown ?? [];
  const behind = shown.findIndex((shownIndex) => shownIndex > index);
  const before = (behind < 0 ? shown.length : behind) - 1;
  if (behind >= 0 && (before < 0 || (shown[behind] ?? 0) - index <= index - (shown[before] ?? 0)))
    return { section, slot: behind };
  if (before >= 0) return { section, slot: before };
  const isShown = (section: ShownSection): boolean => countOf(section) > 0;
  const next = sections.findIndex((candidate, at) => at > section && isShown(candidate));
  if (next >= 0) return { section: next, slot: 0 };
  const last = sections.findLastIndex((candidate, at) => at < section && isShown(candidate));
  const final = sections[last];
  return final ? { section: last, slot: countOf(final) - 1 } : null;
}

export function countOf({ subtask, shown }: ShownSection): number {
  return shown?.length ?? subtask.cases.length;
}
