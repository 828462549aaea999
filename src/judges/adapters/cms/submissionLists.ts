import type { JudgeHttp, ListedSubmission, RecentSubmission, SubmissionPage } from '../../adapter';
import { RequestFailed } from '../../requestFailed';
import { wholeOf } from '../shared/jsonValues';
import { recentOf } from '../shared/listedSubmissions';
import { CMS_LIST_PAGE, MAX_CMS_RECENT_SUBMISSIONS, MAX_CMS_TASKS } from '../limits';
import { contestOfEntry } from './contest';
import { fetchStatus, verdictIn } from './result';
import { fetchIds, fetchTasks } from './tasks';

/**
 * Lists the user's newest submissions to all tasks. CMS sends only IDs, so the order of submissions to different tasks is
 * unknown. The list starts with the newest submission to each task, followed by the second newest to each task.
 * `baseUrl`: URL of the contest.
 */
export async function fetchRecent(http: JudgeHttp, baseUrl: string): Promise<readonly RecentSubmission[]> {
  const byTask: { readonly task: string; readonly ids: readonly string[] }[] = [];
  for (const { name: task } of (await fetchTasks(http)).slice(0, MAX_CMS_TASKS)) {
    byTask.push({ task, ids: await fetchIds(http, task, MAX_CMS_RECENT_SUBMISSIONS) });
  }
  const ranks = Array.from({ length: MAX_CMS_RECENT_SUBMISSIONS }, (_, rank) => rank);
  return ranks.flatMap((rank) =>
    byTask.flatMap(({ task, ids }) => {
      const requestId = ids[rank];
      return requestId === undefined ? [] : [entryOf(baseUrl, task, requestId)];
    }),
  );
}

/**
 * Fetches one page of the user's submissions to a task, with the score of each. `page`: index of its first entry;
 * `baseUrl`: URL of the contest
 */
export async function fetchPage(
  http: JudgeHttp,
  task: string,
  page: string | null,
  baseUrl: string,
): Promise<SubmissionPage> {
  const ids = await fetchIds(http, task, 1);
  const start = Math.max(0, wholeOf(Number(page)) ?? 0);
  const end = start + CMS_LIST_PAGE;
  const submissions: ListedSubmission[] = [];
  for (const requestId of ids.slice(start, end)) {
    submissions.push(await fetchListed(http, task, entryOf(baseUrl, task, requestId)));
  }
  return { submissions, next: end < ids.length ? String(end) : null };
}

function entryOf(baseUrl: string, task: string, requestId: string): RecentSubmission {
  return recentOf({
    requestId,
    hint: task,
    problem: task,
    problemId: task,
    contest: contestOfEntry(baseUrl),
  });
}

async function fetchListed(
  http: JudgeHttp,
  task: string,
  listed: RecentSubmission,
): Promise<ListedSubmission> {
  const entry = { ...listed, time: null, language: null };
  try {
    const { code, score, maximum } = verdictIn(await fetchStatus(http, task, listed.requestId));
    return { ...entry, status: code, score, ...(maximum === undefined ? {} : { maximum }) };
  } catch (error) {
    // one submission without a state must not hide the others
    const isMissing =
      error instanceof RequestFailed && error.failure.kind === 'status' && error.failure.status === 404;
    if (isMissing) return entry;
    throw error;
  }
}
