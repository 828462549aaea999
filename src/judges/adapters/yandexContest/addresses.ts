import { pastedUrl } from '../../address';
import type { RequestIdInput } from '../../adapter';
import type { ProblemName } from '../../submission';
import { encoded } from '../shared/jsonValues';

export const publicUrl = 'https://api.contest.yandex.net/api/public/v2';

/** Returns the URL of the website that belongs to an API. Only the public API is on another host than its website. */
export function siteOf(baseUrl: string): string {
  return baseUrl === publicUrl ? 'https://contest.yandex.ru' : new URL(baseUrl).origin;
}

/** Returns the contest in the URL of a page of Yandex Contest. Null: another page. */
export function fieldsIn(text: string): Readonly<Record<string, string>> | null {
  const contest = contestIn(pathAt(text.trim(), publicUrl) ?? '');
  return contest === null ? null : { contest };
}

export function contestPage(contest: string): string {
  return `/contest/${encoded(contest)}`;
}

/** Parses the URL of a run's report: `/contest/123/run-report/456`. Null: a URL of another site. */
export function runAt(text: string, baseUrl: string): RequestIdInput | null {
  const path = pathAt(text, baseUrl);
  if (path === null) return null;
  const [, contest, id] = /^\/contest\/(\d{1,9})\/run-report\/(\d{1,18})\/*$/.exec(path) ?? [];
  if (contest === undefined || id === undefined) return { kind: 'addressWithoutId' };
  return { kind: 'requestId', id, hint: contest };
}

/** Returns the problem on a page: `/contest/123/problems/A`. Null: another page. */
export function problemAt(address: string, baseUrl: string): ProblemName | null {
  const path = pathAt(address, baseUrl) ?? '';
  const [, contest, problemId] = /^\/contest\/(\d{1,9})\/problems\/([\w.-]{1,64})\/*$/.exec(path) ?? [];
  return contest === undefined || problemId === undefined ? null : { problemId, place: contest };
}

/** Returns the contest of a page that isn't about one problem or run: `/contest/123/standings`. Null: another page. */
export function contestAt(address: string, baseUrl: string): string | null {
  return /^\/contest\/(\d{1,9})(?:\/[a-z-]{1,20})?\/*$/.exec(pathAt(address, baseUrl) ?? '')?.[1] ?? null;
}

function contestIn(path: string): string | null {
  return /^\/contest\/(\d{1,9})(?:\/|$)/.exec(path)?.[1] ?? null;
}

/** Returns the path of a URL on the website, which has several domains. Null: a URL of another site. */
function pathAt(text: string, baseUrl: string): string | null {
  const url = pastedUrl(text);
  if (!url) return null;
  const isPublic = /^contest\.yandex\.(?:[a-z]{2,3}|com\.[a-z]{2})$/.test(url.host);
  return isPublic || url.host === new URL(siteOf(baseUrl)).host ? url.pathname : null;
}
