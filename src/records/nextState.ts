import type { RecordState } from '../judge';
import type { ResultOrigin } from './mergePolicy';
import type { KnownRecord, KnownState, RecordSummary } from './record';

/** What may change where a record stands. */
export type Happening =
  /** somebody asks for it, maybe again */
  | { readonly kind: 'asked' }
  /** a result was taken: `decideMerge` let it in */
  | { readonly kind: 'result'; readonly summary: RecordSummary; readonly via: ResultOrigin }
  /** the service judges again what had ended; the result of before stays until that has ended */
  | { readonly kind: 'rejudging' }
  /** it has judged again, and says the same */
  | { readonly kind: 'rejudged' }
  /** its result is read by other rules */
  | { readonly kind: 'interpreted'; readonly summary: RecordSummary }
  /** what polling has found without a result, or a person has decided */
  | { readonly kind: 'told'; readonly state: RecordState };

/**
 * The one place that decides where a record stands, whoever has brought what happened. Pure: it is computed from what is
 * stored at that moment, for another window may have ended the record since. `before`: null where it isn't known yet.
 */
export function nextState(
  before: Pick<KnownRecord, 'state' | 'summary'> | null,
  what: Happening,
): KnownState {
  const { state = null, summary = null } = before ?? {};
  // only that version may change it
  if (state?.kind === 'newer') return state;
  const isEnded = state?.kind === 'finished' && summary?.completion === 'finished';
  const underWay: RecordState = summary ? { kind: 'judging' } : { kind: 'waiting' };
  switch (what.kind) {
    case 'asked':
      return state === null || isGivenUp(state) ? underWay : state;
    case 'result':
      return afterResult(state, what.summary, what.via);
    case 'rejudging':
      // a person's stop holds until a final result comes
      return state?.kind === 'stopped' ? state : { kind: 'judging' };
    case 'rejudged':
      return summary?.completion === 'finished' ? { kind: 'finished' } : (state ?? underWay);
    case 'interpreted':
      return afterRules(state ?? underWay, what.summary);
    case 'told':
      if (isEnded) return state;
      // polling begins anew, and what is known of a judging under way is more
      return what.state.kind === 'waiting' ? underWay : what.state;
  }
}

/** A stop or a failure ends with the last result, or by a refresh; an import makes nobody ask. */
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
  // what had ended goes on only where its code says so
  if (summary.completion === 'unknown' && before.kind !== 'judging') return { kind: 'settled' };
  return afterResult(before, summary, 'refresh');
}

function isGivenUp({ kind }: RecordState): boolean {
  return kind === 'failed' || kind === 'expired' || kind === 'stopped';
}
