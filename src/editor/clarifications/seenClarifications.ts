import type { Contest } from '../../results';
import type { Clarification, JudgeId } from '../../judges';
import { MAX_STORED_CLARIFICATIONS } from './limits';

/** Stored data about a contest and its clarifications, for all windows. Their texts aren't stored. */
export interface SeenClarifications {
  readonly contest: Contest;
  /** when the contest was fetched, ms since 1970 */
  readonly fetchedAt: number;
  /** IDs that a window has announced, the newest first */
  readonly announced: readonly string[];
  /** announced IDs that the user never opened */
  readonly unread: readonly string[];
  /** number of all clarifications, with the user's own questions */
  readonly count: number;
}

export interface SeenStorage {
  /** Null: nothing is stored. */
  of(service: JudgeId, contest: string): SeenClarifications | null;
  set(service: JudgeId, contest: string, seen: SeenClarifications): Promise<void>;
}

/** Returns the data to store after the contest was fetched. `before`: null: nothing was stored */
export function withContest(
  before: SeenClarifications | null,
  contest: Contest,
  fetchedAt: number,
): SeenClarifications {
  return { ...(before ?? { announced: [], unread: [], count: 0 }), contest, fetchedAt };
}

/**
 * Finds the clarifications that no window has announced. `all`: newest first. The user's own questions aren't news.
 */
export function seenAfter(
  before: SeenClarifications,
  all: readonly Clarification[],
): { readonly seen: SeenClarifications; readonly fresh: readonly Clarification[] } {
  const known = new Set(before.announced);
  const fresh = all.filter(({ id, kind }) => kind !== 'sent' && !known.has(id));
  const ids = fresh.map(({ id }) => id);
  const listed = new Set(all.map(({ id }) => id));
  const unread = before.unread.filter((id) => listed.has(id));
  return {
    fresh,
    seen: {
      ...before,
      announced: [...ids, ...before.announced].slice(0, MAX_STORED_CLARIFICATIONS),
      unread: [...ids, ...unread].slice(0, MAX_STORED_CLARIFICATIONS),
      count: all.length,
    },
  };
}

/** Returns the data to store after the user has read these clarifications. */
export function withRead(before: SeenClarifications, read: readonly Clarification[]): SeenClarifications {
  const { announced } = seenAfter(before, read).seen;
  const ids = new Set(read.map(({ id }) => id));
  return {
    ...before,
    announced,
    unread: before.unread.filter((id) => !ids.has(id)),
    count: Math.max(before.count, read.length),
  };
}
