import type { Clock } from '../base/ports';
import type { ListedSubmission } from './adapter';
import { RequestFailed } from './requestFailed';
import type { Judge } from './judge';
import type { JudgeHttp, Operation } from './http/judgeHttp';
import type { Submission } from './submission';

/** When a submission was sent whose response was lost, ms since 1970 by this computer's clock. */
export interface SendingTimes {
  /** start of the request that submits */
  readonly start: number;
  /** when the response was lost, or the user canceled */
  readonly end: number;
}

/** Data in the judge's list about a submission whose response was lost. */
export type LostSubmission =
  /** The list contains exactly one new submission from that time. */
  | { readonly kind: 'found'; readonly submission: ListedSubmission }
  /** There are several new submissions, or one from a later or an unknown time. The user has to choose. */
  | { readonly kind: 'unclear'; readonly submissions: readonly ListedSubmission[] }
  /** The list contains no new submission. */
  | { readonly kind: 'notListed' }
  /** The list couldn't be fetched, or the user canceled the search. */
  | { readonly kind: 'unknown' };

export interface SearchedList {
  /** Fetches the user's submissions of that problem and language since `from`, by the judge's clock. Rejects on failure. */
  fetchSent(sentAt: { readonly from: number; readonly to: number }): Promise<readonly ListedSubmission[]>;
  isKnown(submission: ListedSubmission): boolean;
}

/** Times after the lost response at which the list is fetched, ms. A proxy may deliver the request late. */
const SEARCH_TIMES_MS = [0, 5_000, 20_000, 60_000] as const;

/** Amount by which the list may date a submission earlier than we sent it, ms: the clocks have only whole seconds. */
const EARLIEST_MS = 1_500;

/** Amount by which the list may date a submission later than we lost the response, ms. */
const LATEST_MS = 2_000;

/**
 * Searches the judge's list for a submission whose response was lost: immediately, and until 60 s after the loss.
 * `clockLead`: how far the judge's clock is ahead of this computer's clock, ms.
 */
export async function findLostSubmission(
  list: SearchedList,
  { start, end }: SendingTimes,
  clockLead: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<LostSubmission> {
  const sentAt = { from: start + clockLead - EARLIEST_MS, to: end + clockLead + LATEST_MS };
  let outcome: LostSubmission = { kind: 'unknown' };
  for (const [index, time] of SEARCH_TIMES_MS.entries()) {
    const next = SEARCH_TIMES_MS[index + 1] ?? Infinity;
    // if several searches are due, makes only the last one
    if (end + next <= clock.now()) continue;
    await waitUntil(end + time, clock, signal);
    if (signal.aborted) return outcome;
    outcome = (await searchOnce(list, sentAt)) ?? outcome;
    if (outcome.kind === 'found' || outcome.kind === 'unclear') return outcome;
  }
  return outcome;
}

/** Resolves to null if the list couldn't be fetched. */
async function searchOnce(
  list: SearchedList,
  sentAt: { readonly from: number; readonly to: number },
): Promise<LostSubmission | null> {
  try {
    // also reports a later one
    const listed = await list.fetchSent({ from: sentAt.from, to: Infinity });
    return lostSubmissionAmong(
      listed.filter((submission) => !list.isKnown(submission)),
      sentAt,
    );
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    return null; // the judge may be reachable again at the next search
  }
}

/**
 * Decides which of these new submissions is the lost one. A later one can be another person's: a teammate may have sent
 * the same problem. One without a time can be the lost one, or an older one from the website.
 */
function lostSubmissionAmong(
  submissions: readonly ListedSubmission[],
  { from, to }: { readonly from: number; readonly to: number },
): LostSubmission {
  const recent = submissions.filter(({ at }) => at === null || at >= from);
  const [first, ...others] = recent;
  if (!first) return { kind: 'notListed' };
  const isClear = others.length === 0 && first.at !== null && first.at <= to;
  return isClear ? { kind: 'found', submission: first } : { kind: 'unclear', submissions: recent };
}

/**
 * Returns the function that fetches the user's submissions of a problem in a language. Null: the judge doesn't list
 * them with their languages and times. `account`: the user's name; null: unknown.
 */
export function sentSubmissionsOf(
  judge: Pick<Judge, 'submission' | 'problemSubmissions'>,
  submission: Submission,
  account: string | null,
):
  | ((sentAt: { readonly from: number; readonly to: number }) => Operation<readonly ListedSubmission[]>)
  | null {
  const findSent = judge.submission?.findSent;
  if (findSent) return (sentAt) => (http) => findSent(http, submission, sentAt);
  const { problemSubmissions } = judge;
  if (!problemSubmissions || (problemSubmissions.needsAccount && account === null)) return null;
  return () => async (http) => {
    const { submissions } = await problemSubmissions.fetchPage(http, submission, null, account);
    return submissions
      .filter(({ language }) => language === null || isSameText(language, submission.language))
      .toReversed();
  };
}

function isSameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Notes when the first request that isn't a GET request is sent. */
export class PostTimer {
  private startedAt: number | null = null;

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** Time of that request, ms since 1970; null: none was sent */
  get start(): number | null {
    return this.startedAt;
  }

  /** Runs an operation, and notes the time of its first request that submits something. */
  timed<Value>(operation: Operation<Value>): Operation<Value> {
    return (http) => operation(this.timedHttp(http));
  }

  private timedHttp(http: JudgeHttp): JudgeHttp {
    const note = (): void => {
      this.startedAt ??= this.clock.now();
    };
    return {
      get: (path, options) => http.get(path, options),
      sendAll: (requests) => http.sendAll(requests),
      send: (request) => {
        if (request.method !== 'GET') note();
        return http.send(request);
      },
      postForm: (path, form) => {
        note();
        return http.postForm(path, form);
      },
      postJson: (path, body) => {
        note();
        return http.postJson(path, body);
      },
    };
  }
}

/** Resolves at that time, or immediately when `signal` fires. */
function waitUntil(time: number, clock: Clock, signal: AbortSignal): Promise<void> {
  if (signal.aborted || time <= clock.now()) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      timer.dispose();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = clock.after(time - clock.now(), finish);
    signal.addEventListener('abort', finish, { once: true });
  });
}
