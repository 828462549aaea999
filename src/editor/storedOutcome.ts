import { isRejudging } from '../records/record';
import type { KnownRecord } from '../records';
import type { StoredOutcome } from '../tracking';

/** What the store has after a result went into it: an old partial that was not let in says nothing. */
export function storedOutcome(record: KnownRecord, changed: boolean): StoredOutcome {
  const { summary } = record;
  return {
    completion: isRejudging(record) ? 'unfinished' : (summary?.completion ?? 'unfinished'),
    progress: summary?.progress ?? { done: 0, total: null },
    compiled: summary?.compiled ?? null,
    changed,
  };
}
