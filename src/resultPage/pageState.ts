import { sameJson } from '../base/sameJson';
import {
  caseAt,
  findCase,
  identityOf,
  longestNumber,
  slotOf,
  squareKind,
  type ChosenCase,
  type SquareKind,
} from './cases';
import { everything, shownCases, type CaseFilter } from './caseFilter';
import { canFoldSubtasks, isFolded } from './foldedSubtasks';
import { countOf, nearestShown, type ShownSection, type Slot } from './gridLayout';
import type { CaseIdentity, Side, ToPage } from './messages';
import { caseKey, nothingSaved, type SavedState } from './savedState';
import type { PageContent } from './pageContent';

/** State of the page that depends on messages and user actions. Scroll geometry is in `Viewport`. */
export interface PageState {
  /** the content that the extension sent last; null: nothing yet */
  readonly shown: PageContent | null;
  /** the user’s choices and the scroll position, which survive a reload */
  readonly saved: SavedState;
  /** whole descriptions that the extension sent, by `descriptionKey` */
  readonly whole: ReadonlyMap<string, string>;
  /** the subtasks with the cases that neither the filter nor a fold hides */
  readonly sections: readonly ShownSection[];
  /** whether subtasks can be folded; if so, `shown` is empty for a folded section and null for any other */
  readonly canFold: boolean;
  readonly squares: SquareKind;
  /** length of the longest case number, in characters */
  readonly longestNumber: number;
}

/** A message of the extension, or an action of the user. */
export type PageEvent =
  | ToPage
  /** a key or a pointer moved to a square; `focus`: its element doesn't have the focus yet */
  | { readonly type: 'point'; readonly slot: Slot; readonly focus: boolean }
  | { readonly type: 'openDetails'; readonly slot: Slot }
  | { readonly type: 'closeDetails' }
  /** the user wants to see the data of a hidden case */
  | ({ readonly type: 'reveal' } & CaseIdentity)
  /** `isGridFocused`: a square has the focus; if the filter hides it, another square gets the focus */
  | { readonly type: 'filter'; readonly filter: CaseFilter; readonly isGridFocused: boolean }
  | { readonly type: 'toggleFold'; readonly subtask: string }
  | { readonly type: 'toggleFacts'; readonly isOpen: boolean }
  | { readonly type: 'toggleCompilerOutput'; readonly isOpen: boolean }
  /** `top`: CSS pixels */
  | { readonly type: 'scroll'; readonly top: number };

export type Dispatch = (event: PageEvent) => void;

/** A change of the scroll position or the focus, made after the new state is drawn. */
export type Move =
  /** `top`: CSS pixels */
  | { readonly kind: 'scrollTo'; readonly top: number }
  /**
   * `reveal` scrolls only as far as needed to show the square; `focus` also focuses it; `toTop` scrolls it to the top
   */
  | { readonly kind: 'reveal' | 'focus' | 'toTop'; readonly slot: Slot }
  | { readonly kind: 'focusFirstButton' }
  /** the button that had the focus is gone */
  | { readonly kind: 'focusDetails' };

export interface Update {
  readonly state: PageState;
  /** made in this order */
  readonly moves: readonly Move[];
}

export function initialState(saved: SavedState): PageState {
  return {
    shown: null,
    saved,
    whole: new Map(),
    sections: [],
    canFold: false,
    squares: 'plain',
    longestNumber: 0,
  };
}

/** Returns the state after an event, and the moves to make after drawing it. Pure. */
export function update(state: PageState, event: PageEvent): Update {
  switch (event.type) {
    case 'show':
      return show(state, event);
    case 'description': {
      const whole = new Map(state.whole).set(descriptionKey(event.side, event), event.text);
      return { state: { ...state, whole }, moves: [] };
    }
    case 'choose':
      return choose(state, { subtask: event.subtask, case: event.case }, event.focus ? 'focus' : 'reveal');
    case 'focus': {
      const slot = activeSlot(state) ?? startSlot(state);
      return { state, moves: [slot ? { kind: 'focus', slot } : { kind: 'focusFirstButton' }] };
    }
    case 'point': {
      const chosen = caseAt(state.sections, event.slot);
      if (!chosen) return { state, moves: [] };
      const moves: Move[] = event.focus ? [{ kind: 'focus', slot: event.slot }] : [];
      return { state: withSaved(state, { place: identityOf(chosen) }), moves };
    }
    case 'openDetails': {
      const chosen = caseAt(state.sections, event.slot);
      if (!chosen) return { state, moves: [] };
      const opened = withSaved(state, { place: identityOf(chosen), open: true });
      return { state: opened, moves: [{ kind: 'reveal', slot: event.slot }] };
    }
    case 'closeDetails': {
      const slot = activeSlot(state);
      return { state: withSaved(state, { open: false }), moves: slot ? [{ kind: 'focus', slot }] : [] };
    }
    case 'reveal': {
      const key = caseKey(event);
      const revealed = [...state.saved.revealed.filter((other) => other !== key), key];
      return { state: withSaved(state, { revealed }), moves: [{ kind: 'focusDetails' }] };
    }
    case 'filter':
      return filterCases(state, event.filter, event.isGridFocused);
    case 'toggleFold':
      return { state: toggleFold(state, event.subtask), moves: [] };
    case 'toggleFacts':
      return { state: withSaved(state, { more: event.isOpen }), moves: [] };
    case 'toggleCompilerOutput':
      return { state: withSaved(state, { compileOpen: event.isOpen }), moves: [] };
    case 'scroll':
      return { state: withSaved(state, { scroll: event.top }), moves: [] };
  }
}

/**
 * Shows the content that the extension sent. A different record starts at its top. A restored one starts at its saved
 * position.
 */
function show(state: PageState, shown: PageContent): Update {
  const isSameRecord = sameJson(state.saved.keys, shown.keys);
  const next = arranged({
    ...state,
    shown,
    saved: { ...(isSameRecord ? state.saved : nothingSaved), keys: shown.keys },
    whole: isSameRecord ? state.whole : new Map(),
    squares: squareKind(shown),
    longestNumber: longestNumber(shown),
  });
  const moves = state.shown === null || !isSameRecord ? startMoves(next, shown) : [];
  const first = firstOfOwnRun(next, shown);
  if (!first) return { state: next, moves };
  const chosen = choose(next, identityOf(first), 'reveal');
  return { state: chosen.state, moves: [...moves, ...chosen.moves] };
}

/** Scrolls to the saved position. In a new record with very many cases, scrolls to the first failed one. */
function startMoves({ saved, sections, squares }: PageState, shown: PageContent): Move[] {
  const moves: Move[] = [{ kind: 'scrollTo', top: saved.scroll }];
  if (saved.scroll > 0 || saved.place !== null || squares !== 'small') return moves;
  const slot = firstFailedSlot(sections, shown);
  return slot ? [...moves, { kind: 'toTop', slot }] : moves;
}

/**
 * Returns the first case of a run with the user’s own input. Null for any other record, in a comparison, or if a case
 * was already chosen.
 */
function firstOfOwnRun(
  { saved }: PageState,
  { record, subtasks, comparison }: PageContent,
): ChosenCase | null {
  if (!record.isOwnRun || comparison || saved.place !== null) return null;
  const [subtask] = subtasks;
  const firstCase = subtask?.cases[0];
  return subtask && firstCase ? { subtask, case: firstCase, index: 0 } : null;
}

/** Opens a case. Resets the filter and unfolds its subtask if they hide it. */
function choose(state: PageState, place: CaseIdentity, kind: 'focus' | 'reveal'): Update {
  let next = withSaved(state, { place, open: true });
  if (!activeSlot(next)) {
    const folds = { ...next.saved.folds, [place.subtask]: false };
    next = arranged(withSaved(next, { filter: everything, folds }));
  }
  const slot = activeSlot(next);
  return { state: next, moves: slot ? [{ kind, slot }] : [] };
}

function filterCases(state: PageState, filter: CaseFilter, isGridFocused: boolean): Update {
  const next = arranged(withSaved(state, { filter }));
  const active = activeCase(state);
  if (!isGridFocused || !active || activeSlot(next)) return { state: next, moves: [] };
  const slot = nearestShown(next.sections, active);
  const chosen = slot && caseAt(next.sections, slot);
  if (!chosen) return { state: next, moves: [] };
  return { state: withSaved(next, { place: identityOf(chosen) }), moves: [{ kind: 'focus', slot }] };
}

function toggleFold(state: PageState, key: string): PageState {
  const { shown, saved } = state;
  const subtask = shown?.subtasks.find((view) => view.key === key);
  if (!shown || !subtask || !state.canFold) return state;
  const folds = { ...saved.folds, [key]: !isFolded(shown, saved, subtask) };
  return arranged(withSaved(state, { folds }));
}

/** Recomputes the visible cases of each subtask. */
function arranged(state: PageState): PageState {
  const { shown, saved, squares } = state;
  if (!shown) return state;
  const canFold = canFoldSubtasks(shown, saved.filter, squares);
  const sections = shown.subtasks.map((subtask) => ({
    subtask,
    shown: canFold && isFolded(shown, saved, subtask) ? [] : shownCases(subtask, saved.filter, shown.record),
  }));
  return { ...state, canFold, sections };
}

function withSaved(state: PageState, change: Partial<SavedState>): PageState {
  return { ...state, saved: { ...state.saved, ...change } };
}

/** Returns the case that has the focus or had it last; null if the record doesn't have it anymore. */
export function activeCase({ shown, saved }: PageState): ChosenCase | null {
  return shown && findCase(shown, saved.place);
}

/** Returns the square of the active case; null if no case is active, or if the filter or a fold hides it. */
export function activeSlot(state: PageState): Slot | null {
  return slotOf(state.sections, activeCase(state));
}

/** Returns the square where keyboard navigation starts: that of the first failed case, or else the first square. */
function startSlot({ shown, sections }: PageState): Slot | null {
  const slot = shown && firstFailedSlot(sections, shown);
  if (slot) return slot;
  const section = sections.findIndex((candidate) => countOf(candidate) > 0);
  return section < 0 ? null : { section, slot: 0 };
}

/** Returns the square of the first failed case; null if no case failed, or if a filter or fold hides it. */
function firstFailedSlot(sections: readonly ShownSection[], shown: PageContent): Slot | null {
  const { first } = shown.record;
  return first?.kind === 'case' ? slotOf(sections, findCase(shown, first.place)) : null;
}

/** Returns the key of a case’s description in `PageState.whole`. */
export function descriptionKey(side: Side, place: CaseIdentity): string {
  return JSON.stringify([side, place.subtask, place.case]);
}
