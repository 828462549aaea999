import type { SubtaskView } from './messages';
import type { Slot } from './layout';

/** A section of the grid: a subtask, and the indexes of its shown cases, in their order (null: all). */
export interface ShownSection {
  readonly subtask: SubtaskView;
  readonly shown: readonly number[] | null;
}

/** The shown square that is nearest to a case which is not shown, in the order of the page; null: none is shown. */
export function nearestShown(
  sections: readonly ShownSection[],
  { subtask, index }: { readonly subtask: SubtaskView; readonly index: number },
): Slot | null {
  const section = sections.findIndex((one) => one.subtask === subtask);
  const shown = sections[section]?.shown ?? [];
  const behind = shown.findIndex((one) => one > index);
  const before = (behind < 0 ? shown.length : behind) - 1;
  if (behind >= 0 && (before < 0 || (shown[behind] ?? 0) - index <= index - (shown[before] ?? 0)))
    return { section, slot: behind };
  if (before >= 0) return { section, slot: before };
  const isShown = (one: ShownSection): boolean => countOf(one) > 0;
  const next = sections.findIndex((one, at) => at > section && isShown(one));
  if (next >= 0) return { section: next, slot: 0 };
  const last = sections.findLastIndex((one, at) => at < section && isShown(one));
  const final = sections[last];
  return final ? { section: last, slot: countOf(final) - 1 } : null;
}

export function countOf({ subtask, shown }: ShownSection): number {
  return shown?.length ?? subtask.cases.length;
}
