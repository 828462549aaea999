import { everything, type CaseFilter } from './caseFilter';
import type { PanelKeys, CaseIdentity } from './messages';

/** The part of the page’s state that VS Code keeps while the page is hidden, and across a reload of the window. */
export interface SavedState {
  readonly version: 3;
  /** the records shown; null: none yet */
  readonly keys: PanelKeys | null;
  readonly filter: CaseFilter;
  /** the case that has the focus or had it last; null: none */
  readonly place: CaseIdentity | null;
  /** the details of this case are shown */
  readonly open: boolean;
  /** the hidden cases that the user revealed, by `caseKey` */
  readonly revealed: readonly string[];
  /** whether the compiler output is expanded; null: unchanged by the user */
  readonly compileOpen: boolean | null;
  /** the facts under “More” are shown */
  readonly more: boolean;
  /** subtasks that the user folded (true) or unfolded (false), by their keys */
  readonly folds: Readonly<Record<string, boolean>>;
  /** scroll position, CSS pixels */
  readonly scroll: number;
}

export const nothingSaved: SavedState = {
  version: 3,
  keys: null,
  filter: everything,
  place: null,
  open: false,
  revealed: [],
  compileOpen: null,
  more: false,
  folds: {},
  scroll: 0,
};

/** Returns the saved state. Ignores a state that another version of the page saved. */
export function readSaved(state: unknown): SavedState {
  if (typeof state !== 'object' || state === null || !('version' in state)) return nothingSaved;
  return state.version === 3 ? (state as SavedState) : nothingSaved;
}

/** Returns the key of a case in `SavedState.revealed`. */
export function caseKey({ subtask, case: caseId }: CaseIdentity): string {
  return JSON.stringify([subtask, caseId]);
}

export function isRevealed(revealed: readonly string[], place: CaseIdentity): boolean {
  return revealed.includes(caseKey(place));
}
