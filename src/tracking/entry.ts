import type { LastAnswer } from './pendingView';
import type { PendingRequest } from './ports';
import { shifted } from './transition';

/** One pending request in this window's memory. */
export interface Entry {
  request: PendingRequest;
  /** a person wants it now */
  byPerson: boolean;
  /** another window asks for it; looked at again then */
  elsewhereUntil: number;
  /** it is on disk and announced */
  ready: boolean;
  /** an answer of its own is going through the store's door: what the store tells meanwhile is that answer */
  taking: boolean;
  lastAnswer: LastAnswer | null;
}

export function newEntry(request: PendingRequest, given: Partial<Entry> = {}): Entry {
  return {
    request,
    byPerson: false,
    elsewhereUntil: -Infinity,
    ready: false,
    taking: false,
    lastAnswer: null,
    ...given,
  };
}

/** Asked at `time` at the latest. */
export function hurry(entry: Entry, time: number): void {
  entry.request = { ...entry.request, dueAt: Math.min(entry.request.dueAt, time) };
}

/** The clock was set back by `by` ms. */
export function shiftEntry(entry: Entry, by: number): void {
  entry.request = shifted(entry.request, by);
  entry.elsewhereUntil -= by;
}
