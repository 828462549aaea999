import { everything, type CaseFilter } from './filter';
import type { PanelKeys, CaseIdentity } from './messages';

/** What the page remembers while it is hidden, and after a reload of the window. */
export interface Saved {
  readonly version: 2;
  /** null: nothing was shown yet */
  readonly keys: PanelKeys | null;
  readonly filter: CaseFilter;
  /** the case that has the focus or had it last */
  readonly place: CaseIdentity | null;
  /** its details are shown */
  readonly open: boolean;
  /** the compile message is open; null: nobody has touched it */
  readonly compileOpen: boolean | null;
  /** the facts that few people ask for are shown */
  readonly more: boolean;
  /** subtasks that the person has folded or unfolded, by their identities */
  readonly folds: Readonly<Record<string, boolean>>;
  /** CSS pixels */
  readonly scroll: number;
}

export const nothingSaved: Saved = {
  version: 2,
  keys: null,
  filter: everything,
  place: null,
  open: false,
  compileOpen: null,
  more: false,
  folds: {},
  scroll: 0,
};

/** What was saved by this version of the page; anything else counts as nothing. */
export function readSaved(state: unknown): Saved {
  if (typeof state !== 'object' || state === null || !('version' in state)) return nothingSaved;
  return state.version === 2 ? (state as Saved) : nothingSaved;
}
