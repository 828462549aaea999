import type { Answer, JudgeHttp, RecentSubmission } from '../../adapter';
import type { ReadResult } from '../shared/makeResult';
import { CODEFORCES_LISTED_SUBMISSIONS, CODEFORCES_OLDER_SUBMISSIONS } from '../limits';
import { recentOf } from '../shared/listedSubmissions';
import { refusal } from '../shared/refusals';
import { readSubmissions } from './result';

/** Requests the user's source code, which Codeforces sends only in the user's own list and only for signed requests. */
export const withSources = { ifSigned: { includeSources: 'true' } } as const;

/** Returns a submission from a list. Throws the failure 404 if the list doesn't contain it. */
export function submissionIn(answer: Answer, requestId: string): ReadResult {
  const result = readSubmissions(answer).get(requestId);
  if (!result) throw refusal(answer, { status: 404 });
  return result;
}

/**
 * Fetches a submission with its source code. If it isn't one of the newest, searches a list without source code first,
 * because that is much smaller. Null: it is even older.
 */
export async function fetchWithCode(
  http: JudgeHttp,
  handle: string,
  requestId: string,
): Promise<ReadResult | null> {
  const newest = await http.get(listOfUser(handle, CODEFORCES_LISTED_SUBMISSIONS), withSources);
  const result = readSubmissions(newest).get(requestId);
  if (result) return result;
  const from = CODEFORCES_LISTED_SUBMISSIONS + 1;
  const older = readSubmissions(await http.get(listOfUser(handle, CODEFORCES_OLDER_SUBMISSIONS, from)));
  const at = [...older.keys()].indexOf(requestId);
  if (at < 0) return null;
  const answer = await http.get(listOfUser(handle, 1, from + at), withSources);
  return readSubmissions(answer).get(requestId) ?? null;
}

export function listOfUser(handle: string, count: number, from = 1): string {
  return `/user.status?handle=${handle}&from=${from}&count=${count}`;
}

export function listInContest(contest: string, handle: string, count: number, from = 1): string {
  return `/contest.status?contestId=${contest}&handle=${handle}&from=${from}&count=${count}`;
}

/**
 * Converts a result to a list entry. If the user is signed in, leaves the contest out, because only the user's own list
 * contains source code.
 */
export function recentIn({ envelope, about }: ReadResult, isSignedIn: boolean): RecentSubmission {
  const judge = envelope.data?.judge;
  const { id, title } = about?.problem ?? {};
  return recentOf({
    requestId: envelope.requestId ?? '',
    hint: isSignedIn ? null : (about?.hint ?? null),
    problem: [id, title].filter(Boolean).join(' ') || null,
    problemId: id ?? null,
    problemTitle: title || null,
    status: judge?.status ?? 'SUBMITTED',
    score: judge?.score ?? null,
    at: about?.at ?? null,
    ...(about?.contest ? { contest: about.contest } : {}),
  });
}
