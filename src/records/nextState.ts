import type { RecordState } from '../results';
import type { ResultOrigin } from './mergePolicy';
import type { KnownRecord, KnownState, RecordSummary } from './record';

export type StateEvent =
  /** The record was requested, possibly again. */
  | { readonly kind: 'requested' }
  /** A result replaced the known one, as decided by `decideMerge`. */
  | { readonly kind: 'result'; readonly summary: RecordSummary; readonly via: ResultOrigin }
  /** The judge evaluates a finished submission again. The known result stays until the new evaluation has finished. */
  | { readonly kind: 'rejudging' }
  /** The new evaluation returned the same result. */
  | { readonly kind: 'rejudged' }
  /** The known result was read with other rules. */
  | { readonly kind: 'interpreted'; readonly summary: RecordSummary }
  /** Polling determined the state without a result, or the user chose it. */
  | { readonly kind: 'stateSet'; readonly state: RecordState };

/**
 * Returns the state of a record after an event. No other function decides a state. The state is computed from the
 * stored record at the time of the write, because another window may have ended the record meanwhile. `before`: null if
 * the record is unknown.
 */
export function nextState(
  before: Pick<KnownRecord, 'state' | 'summary'> | null,
  event: StateEvent,
): KnownState {
  const { state = null, summary = null } = before ?? {};
  // Only the newer version may change its record.
  if (state?.kind === 'newer') return state;
  const isEnded = state?.kind === 'finished' && summary?.completion === 'finished';
  const pendingState: RecordState = summary ? { kind: 'judging' } : { kind: 'waiting' };
  switch (event.kind) {
    case 'requested':
      return state === null || isGivenUp(state) ? pendingState : state;
    case 'result':
      return afterResult(state, event.summary, event.via);
    case 'rejudging':
      // If the user stopped polling, the record stays stopped until a final result arrives.
      return state?.kind === 'stopped' ? state : { kind: 'judging' };
    case 'rejudged':
      return summary?.completion === 'finished' ? { kind: 'finished' } : (state ?? pendingState);
    case 'interpreted':
      return afterRules(state ?? pendingState, event.summary);
    case 'stateSet':
      if (isEnded) return state;
      // Polling starts again. If a result exists, the record is `judging`, not `waiting`.
      return event.state.kind === 'waiting' ? pendingState : event.state;
  }
}

/**
 * Returns the state after a result. A final result or a refresh replaces the states `stopped`, `failed`, and `expired`.
 * An import never starts polling.
 */
function afterResult(before: RecordState | null, summary: RecordSummary, via: ResultOrigin): RecordState {
  if (summary.completion === 'finished') return { kind: 'finished' };
  if (summary.completion === 'hidden') return { kind: 'settled' };
  if (before && isGivenUp(before)) return via === 'refresh' ? { kind: 'judging' } : before;
  if (before?.kind === 'waiting' || before?.kind === 'judging') return { kind: 'judging' };
  if (before?.kind === 'settled' && via === 'import' && summary.completion === 'unknown') return before;
  return { kind: via === 'import' ? 'stopped' : 'judging' };
}

function afterRules(before: RecordState, summary: RecordSummary): RecordState {
  if (before.kind === 'waiting' || isGivenUp(before)) return before;
  // A record that had ended is polled again only if its status code is unfinished.
  if (summary.completion === 'unknown' && before.kind !== 'judging') return { kind: 'settled' };
  return afterResult(before, summary, 'refresh');
}

function isGivenUp({ kind }: RecordState): boolean {
  return kind === 'failed' || kind === 'expired' || kind === 'stopped';
}
