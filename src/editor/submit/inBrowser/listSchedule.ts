// Decides when the lists of judges are requested while programs are being submitted in the browser. All times are ms
// since 1970.
import { FIRST_POLLS_MS, LIST_INTERVAL_MS, MAX_SUBMISSION_WAIT_MS } from '../limits';

/** State of the requests to a judge. */
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

/** A record that waits for its submission. */
export interface WaitingRecord<Key> {
  readonly key: Key;
  /** time when its submit page was opened */
  readonly since: number;
  /** time of the next attempt to end the wait; -Infinity: none was made; Infinity: one is under way */
  readonly endAt: number;
}

export interface WaitingAtJudge<Service, Key> {
  readonly service: Service;
  readonly state: ListState;
  readonly records: readonly WaitingRecord<Key>[];
}

export interface ListPlan<Service, Key> {
  /** judges whose list must be requested now */
  readonly due: readonly Service[];
  /** records whose wait must be ended now */
  readonly over: readonly Key[];
  /** time when a new plan is needed; Infinity: only after a change */
  readonly nextAt: number;
}

/** Plans the requests of all judges, and the end of records that waited too long. */
export function planLists<Service, Key>(
  judges: readonly WaitingAtJudge<Service, Key>[],
  now: number,
): ListPlan<Service, Key> {
  const due: Service[] = [];
  const over: Key[] = [];
  const times: number[] = [];
  for (const { service, state, records } of judges) {
    for (const { key, since, endAt } of records) {
      if (!isOver(since, now)) times.push(since + MAX_SUBMISSION_WAIT_MS);
      else if (endAt <= now) over.push(key);
      else times.push(endAt);
    }
    const waiting = records.map(({ since }) => since).filter((since) => !isOver(since, now));
    if (waiting.length === 0) continue;
    const requestAt = nextRequestAt(state, Math.max(...waiting));
    if (requestAt <= now) due.push(service);
    // a request after the end of all waits would be useless
    else if (requestAt < Math.max(...waiting) + MAX_SUBMISSION_WAIT_MS) times.push(requestAt);
  }
  return { due, over, nextAt: Math.min(Infinity, ...times) };
}

/** Returns whether a record has waited too long. A record from the future was stored before the clock was set back. */
function isOver(since: number, now: number): boolean {
  return now >= since + MAX_SUBMISSION_WAIT_MS || now < since - MAX_SUBMISSION_WAIT_MS;
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
