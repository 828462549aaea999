import type { RequestIdInput } from '../../adapter';
import { hasUserInformation, pastedUrl, pathBelow } from '../../address';
import type { ProblemName } from '../../submission';
import { encoded } from '../shared/jsonValues';
import type { SiteFields } from '../judgeType';

/** First path segments of a contest's own pages. The name of the contest, if the URL contains one, precedes them. */
const pages = new Set(
  'api communication documentation login logout notifications question register start tasks testing'.split(
    ' ',
  ),
);

/**
 * Returns the contest URLs that the URL of a page may mean, the likeliest first: `/testing` is a page, or a contest with
 * that name. Returns only the text if it isn't a URL.
 */
export function contestsIn(text: string): readonly [SiteFields, ...SiteFields[]] {
  const url = pastedUrl(text.trim());
  if (!url || hasUserInformation(url)) return [{ url: text.trim() }];
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const page = parts.findIndex((part, index) => pages.has(part) && !isContestBefore(part, parts[index + 1]));
  const siteAt = (length: number): SiteFields => ({ url: [url.origin, ...parts.slice(0, length)].join('/') });
  return page < 0 ? [siteAt(parts.length)] : [siteAt(page), siteAt(page + 1)];
}

/**
 * Returns whether the segment is a contest with the name of a page, because another page follows: `/testing/tasks`. Only
 * these two pages have further segments.
 */
function isContestBefore(part: string, next: string | undefined): boolean {
  return part !== 'tasks' && part !== 'api' && next !== undefined && pages.has(next);
}

export function isTaskName(text: string | null): text is string {
  return text !== null && /^[\w-][\w.-]{0,99}$/.test(text);
}

/** Returns whether the text can be the ID of a submission, a random number of at most 63 bits. */
export function isSubmissionId(text: string): boolean {
  return /^[1-9]\d{0,18}$/.test(text);
}

export const TASK_LIST = '/api/task_list';

export function submissionsPagePath(task: string): string {
  return `/tasks/${encoded(task)}/submissions`;
}

export function submissionPath(task: string, requestId: string): string {
  return `${submissionsPagePath(task)}/${encoded(requestId)}`;
}

export function listPath(task: string): string {
  return `/api/${encoded(task)}/submission_list`;
}

/** Returns the task whose page the URL shows. Null: another page. */
export function taskAt(baseUrl: string, address: string): ProblemName | null {
  const path = pathBelow(baseUrl, address)?.path ?? '';
  const name = /^\/tasks\/([\w.-]{1,100})(?:\/|$)/.exec(path)?.[1] ?? null;
  return isTaskName(name) ? { problemId: name, place: null } : null;
}

/**
 * Reads a submission's URL, which contains its task: that of the API, or the page of the task's submissions with the ID
 * as the fragment. Null: a URL of another site.
 */
export function submissionAt(baseUrl: string, text: string): RequestIdInput | null {
  const below = pathBelow(baseUrl, text);
  if (!below) return null;
  const path = below.path + (pastedUrl(text)?.hash ?? '');
  const id = /^\/tasks\/[\w.-]{1,100}\/submissions[/#]([1-9]\d{0,18})(?:[/#]|$)/.exec(path)?.[1];
  const task = taskAt(baseUrl, text)?.problemId;
  return id === undefined || task === undefined
    ? { kind: 'addressWithoutId' }
    : { kind: 'requestId', id, hint: task };
}
