import type { KnownRecord } from '../records';
import type { Standing } from '../tracking';

/** What stands after the door: an old partial that was not let in says nothing. */
export function standingOf({ summary }: KnownRecord, changed: boolean): Standing {
  return {
    completion: summary?.completion ?? 'unfinished',
    progress: summary?.progress ?? { done: 0, total: null },
    compiled: summary?.compiled ?? null,
    changed,
  };
}
