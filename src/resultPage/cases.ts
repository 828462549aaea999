import type { ShownSection, Slot } from './gridLayout';
import type { CaseIdentity, ComparedCase, SubtaskView } from './messages';
import { statusOf, type PageContent } from './pageContent';

export interface ChosenCase {
  readonly subtask: SubtaskView;
  readonly case: ComparedCase;
  /** index of the case in its subtask */
  readonly index: number;
}

/** Finds a case by its identity; null if the record doesn't have it. */
export function findCase({ subtasks }: PageContent, place: CaseIdentity | null): ChosenCase | null {
  const subtask = subtasks.find(({ key }) => key === place?.subtask);
  if (!subtask || !place) return null;
  const index = subtask.cases.findIndex(({ key }) => key === place.case);
  const comparedCase = subtask.cases[index];
  return comparedCase ? { subtask, case: comparedCase, index } : null;
}

/** Returns the square of a case; null if the filter or a fold hides it. */
export function slotOf(sections: readonly ShownSection[], chosen: ChosenCase | null): Slot | null {
  if (!chosen) return null;
  const section = sections.findIndex(({ subtask }) => subtask === chosen.subtask);
  const shown = sections[section]?.shown;
  const slot = shown ? shown.indexOf(chosen.index) : chosen.index;
  return section < 0 || slot < 0 ? null : { section, slot };
}

/** Returns the case of a square; null if the square doesn't exist. */
export function caseAt(sections: readonly ShownSection[], { section, slot }: Slot): ChosenCase | null {
  const shownSection = sections[section];
  const index = shownSection?.shown ? shownSection.shown[slot] : slot;
  const comparedCase = shownSection?.subtask.cases[index ?? -1];
  return shownSection && comparedCase && index !== undefined
    ? { subtask: shownSection.subtask, case: comparedCase, index }
    : null;
}

export function identityOf(chosen: ChosenCase): CaseIdentity {
  return { subtask: chosen.subtask.key, case: chosen.case.key };
}

/**
 * Returns the next failed case after `from`, or the first failed case if `from` is null. Null: there is none, or two
 * records are compared.
 */
export function nextFailed(shown: PageContent, from: ChosenCase | null): ChosenCase | null {
  if (shown.comparison) return null;
  let isBehind = from === null;
  for (const subtask of shown.subtasks) {
    for (const [index, comparedCase] of subtask.cases.entries()) {
      if (isBehind && statusOf(shown.record, comparedCase.status)?.trouble)
        return { subtask, case: comparedCase, index };
      isBehind ||= comparedCase === from?.case;
    }
  }
  return null;
}

/** How cases are drawn: with code and time, as a number alone, or as two results. */
export type SquareKind = 'plain' | 'small' | 'pair';

/** If a record has more cases than this, they are drawn as small squares. */
const MAX_PLAIN_SQUARES = 100;

export function squareKind({ subtasks, comparison }: PageContent): SquareKind {
  if (comparison) return 'pair';
  const count = subtasks.reduce((sum, { cases }) => sum + cases.length, 0);
  return count > MAX_PLAIN_SQUARES ? 'small' : 'plain';
}

/** Returns `6` for the case `4-6` of subtask 4, whose heading shows the rest. */
export function numberWithoutSubtask({ id }: SubtaskView, name: string): string {
  const start = `${id}-`;
  return id !== null && name.startsWith(start) ? name.slice(start.length) : name;
}

/** Returns the length of the longest case number, in characters. */
export function longestNumber({ subtasks }: PageContent): number {
  let longest = 0;
  for (const subtask of subtasks) {
    for (const { name } of subtask.cases)
      longest = Math.max(longest, numberWithoutSubtask(subtask, name).length);
  }
  return longest;
}
