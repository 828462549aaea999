// Decides when the lists of judges are requested while programs are being submitted in the browser. All times have the
// same origin, in ms.
import type { RecordInBrowser } from '../../../records';
import { FIRST_POLLS_MS, LIST_INTERVAL_MS, MAX_SUBMISSION_WAIT_MS } from '../limits';

export interface ListState {
  /** time of the last request of the list; -Infinity: never */
  readonly lastAt: number;
  /** minimum time between two requests of the list, ms */
  readonly interval: number;
  /** time before which this window doesn't request the list, because another window does */
  readonly notBefore: number;
  /** whether the user came back to this window, or refreshed the record, since the last request */
  readonly isWanted: boolean;
  /** number of unfinished requests of this window; no poll starts before they finish */
  readonly requestsUnderWay: number;
}

export interface WaitingRecord<Key> {
  readonly key: Key;
  /** time when its submit page was opened */
  readonly since: number;
  /** time when its wait ends; Infinity: not before the judge can be reached again */
  readonly until: number;
  /** time of the next attempt to end the wait; -Infinity: none was made; Infinity: one is under way */
  readonly endAt: number;
}

export interface ListPlan<Key> {
  /** time of the next request of the list; Infinity: none, or after the unfinished ones */
  readonly listAt: number;
  /** when the wait of each record must be ended; Infinity: that is under way */
  readonly ends: readonly { readonly key: Key; readonly at: number }[];
}

/** Plans the requests of a judge's list, and the end of the records that wait for it. */
export function planList<Key>(
  state: ListState,
  records: readonly WaitingRecord<Key>[],
  now: number,
): ListPlan<Key> {
  const ends = records.map((record) => ({
    key: record.key,
    at: isOver(record, now) ? record.endAt : record.until,
  }));
  const waiting = records.filter((record) => !isOver(record, now));
  if (waiting.length === 0) return { listAt: Infinity, ends };
  const listAt = nextRequestAt(state, Math.max(...waiting.map(({ since }) => since)));
  // a request after the end of all waits would be useless
  const isUseful = listAt < Math.max(...waiting.map(({ until }) => until));
  return { listAt: isUseful ? listAt : Infinity, ends };
}

/** Returns whether a record has waited too long. A record from the future was stored before the clock was set back. */
function isOver({ since, until }: Pick<WaitingRecord<unknown>, 'since' | 'until'>, now: number): boolean {
  return now >= until || now < since - MAX_SUBMISSION_WAIT_MS;
}

/** Returns how long a record waits at most, ms. Only the time in which the judge can be reached counts. */
export function maximumWait({ unreachableSince, unreachableFor = 0 }: RecordInBrowser['state']): number {
  return unreachableSince === undefined ? MAX_SUBMISSION_WAIT_MS + unreachableFor : Infinity;
}

/**
 * Returns the state after a request of the list. The same object if nothing has changed. `isUnreachable`: the request didn't
 * reach the judge. `now`: ms since 1970
 */
export function afterRequest(
  state: RecordInBrowser['state'],
  isUnreachable: boolean,
  now: number,
): RecordInBrowser['state'] {
  const { unreachableSince, unreachableFor = 0, ...others } = state;
  if (isUnreachable === (unreachableSince !== undefined)) return state;
  if (unreachableSince === undefined) return { ...others, unreachableFor, unreachableSince: now };
  return { ...others, unreachableFor: unreachableFor + Math.max(0, now - unreachableSince) };
}

/**
 * Returns the time of the next request: some seconds after the submit page was opened, later at intervals, or as soon as
 * possible if the user came back. `since`: time when the last submit page was opened. Infinity: after the unfinished
 * requests.
 */
function nextRequestAt(
  { lastAt, interval, notBefore, isWanted, requestsUnderWay }: ListState,
  since: number,
): number {
  if (requestsUnderWay > 0) return Infinity;
  const planned = FIRST_POLLS_MS.map((delay) => since + delay).find((at) => at > lastAt);
  const wantedAt = isWanted ? -Infinity : (planned ?? lastAt + LIST_INTERVAL_MS);
  return Math.max(wantedAt, lastAt + interval, notBefore);
}
