import { meaningOf, type JudgeSemantics } from '../../../results';
import type { BatchAnswer, RecentSubmission } from '../../adapter';
import type { FoundProblem, Submitted } from '../../submission';

/** Creates an entry of the recent submissions. Unknown fields are null. */
export function recentOf(
  known: Pick<RecentSubmission, 'requestId'> & Partial<RecentSubmission>,
): RecentSubmission {
  return {
    hint: null,
    problem: null,
    problemId: null,
    problemTitle: null,
    status: null,
    score: null,
    at: null,
    ...known,
  };
}

/**
 * Converts listed submissions to batch states, for `fetchStates`. A pending code means that the result isn't ready.
 * `withoutCode`: state of a submission without a code.
 */
export function statesOf(
  submissions: readonly RecentSubmission[],
  { statuses }: JudgeSemantics,
  withoutCode: 'ended' | 'notReady' = 'notReady',
): ReadonlyMap<string, BatchAnswer> {
  return new Map(
    submissions.map(({ requestId, status }): [string, BatchAnswer] => {
      if (status === null) return [requestId, { kind: withoutCode }];
      const meaning = meaningOf(statuses, status);
      if (meaning?.suspended) return [requestId, { kind: 'notReady', isSuspended: true }];
      return [requestId, endedOrNotReady(meaning?.kind !== 'pending')];
    }),
  );
}

/** Creates the batch state of a listed submission without a result. */
export function endedOrNotReady(hasEnded: boolean): BatchAnswer {
  return { kind: hasEnded ? 'ended' : 'notReady' };
}

export function accepted(requestId: string, hint: string | null = null): Submitted {
  return { kind: 'accepted', requestId, hint };
}

/** Returns the problems whose ID or title contains the text. */
export function problemsLike(text: string, problems: readonly FoundProblem[]): readonly FoundProblem[] {
  const lowerCaseText = text.toLowerCase();
  return problems.filter(({ problemId, title }) =>
    `${problemId} ${title}`.toLowerCase().includes(lowerCaseText),
  );
}

export function inGroups<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return items.flatMap((_, at) => (at % size === 0 ? [items.slice(at, at + size)] : []));
}
