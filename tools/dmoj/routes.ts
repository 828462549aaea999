import type { IncomingMessage } from 'node:http';
import { sameSecret } from '../service/http/guards';
import type { Reply } from '../service/http/reply';
import { readForm } from '../service/http/bodies';
import type { Problem } from '../service/problems/problem';
import { problems } from '../service/problems';
import {
  contestPoints,
  htmlPage,
  listPage,
  messagePage,
  problemPage,
  rowOf,
  submitPage,
  testCasesOf,
  type ShownSite,
} from './pages';
import {
  codeOf,
  detailsOf,
  djangoDate,
  entryOf,
  type DmojContest,
  type DmojLanguage,
  type DmojSubmission,
  type DmojUser,
} from './submission';

/** The part of the stand-in that the request handlers use. */
export interface DmojSite extends ShownSite {
  readonly users: readonly DmojUser[];
  readonly contests: ReadonlyMap<string, DmojContest>;
  readonly languages: readonly DmojLanguage[];
  /** Codes of the problems that only their contests contain. */
  readonly contestOnly: ReadonlySet<string>;
  /** Adds a program to the queue. */
  submit(program: {
    readonly user: DmojUser;
    readonly problem: string;
    readonly language: string;
    readonly code: string;
    readonly contest?: string;
  }): DmojSubmission;
  readonly submissions: ReadonlyMap<number, DmojSubmission>;
  readonly oddities: {
    readonly partial: boolean;
    readonly shortCircuit: boolean;
    readonly pageSize: number;
    readonly hasPages: boolean;
    readonly showsAll: boolean;
  };
}

/** An error response of the API. */
class ApiError extends Error {
  constructor(
    readonly status: 400 | 403 | 404,
    message: string,
  ) {
    super(message);
  }
}

const loginRequired = () => new ApiError(403, 'login required');
const permissionDenied = () => new ApiError(403, 'permission denied');
const notFound = () => new ApiError(404, 'page/object not found');
const invalidFilter = () => new ApiError(400, 'invalid filter value type');

/** Returns the response to a request. */
export async function answerTo(site: DmojSite, request: IncomingMessage, url: URL): Promise<Reply> {
  const user = userOf(site, request);
  if ('status' in user) return user;
  const { method = 'GET' } = request;
  if (!url.pathname.startsWith('/api/')) return pageAt(site, request, url, user.signedIn);
  const [, name = '', key = null] = /^\/api\/v2\/([a-z]+)(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
  const data = dataOf(site, name, key, url.searchParams);
  if (!data) return htmlPage(404, '404 error');
  if (method !== 'GET') return htmlPage(405, '');
  const envelope = { api_version: '2.0', method: 'get', fetched: djangoDate(new Date()) };
  try {
    return { status: 200, body: { ...envelope, data: data(user.signedIn) } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message } = error;
    return { status, body: { ...envelope, error: { code: status, message } } };
  }
}

/** Returns the user of the request's token; null: none, or it is invalid. */
export function signedInUser(site: DmojSite, request: IncomingMessage): DmojUser | null {
  const user = userOf(site, request);
  return 'signedIn' in user ? user.signedIn : null;
}

/** Returns the user of the request's token; null: no token. Returns an error response if the token is invalid. */
function userOf(
  { users }: DmojSite,
  { headers }: IncomingMessage,
): { readonly signedIn: DmojUser | null } | Reply {
  const { authorization = '' } = headers;
  if (authorization === '') return { signedIn: null };
  const token = /^Bearer ([a-zA-Z0-9_-]{48})$/.exec(authorization)?.[1];
  if (token === undefined) return htmlPage(400, 'Invalid authorization header');
  const user = users.find((candidate) => sameSecret(candidate.token, token));
  if (user) return { signedIn: user };
  const refused = htmlPage(401, 'Invalid token');
  return { ...refused, headers: { ...refused.headers, 'WWW-Authenticate': 'Bearer realm="API"' } };
}

/** Returns the handler of a path; null if the path doesn't exist. The handler may throw `ApiError`. */
function dataOf(
  site: DmojSite,
  name: string,
  key: string | null,
  query: URLSearchParams,
): ((user: DmojUser | null) => object) | null {
  switch (key === null ? name : `${name}/<key>`) {
    case 'submission/<key>':
      return /^\d+$/.test(key ?? '') ? (user) => ({ object: submission(site, Number(key), user) }) : null;
    case 'submissions':
      return () => submissionList(site, query);
    case 'contests':
      return () => ({ objects: [...site.contests.values()].map((contest) => contestEntry(contest)) });
    case 'contest/<key>':
      return (user) => ({ object: contestDetails(site, key ?? '', user) });
    default:
      return null;
  }
}

function submission(site: DmojSite, id: number, user: DmojUser | null): object {
  if (!user) throw loginRequired();
  const submitted = site.submissions.get(id);
  if (!submitted) throw notFound();
  if (submitted.user !== user && !site.oddities.showsAll) throw permissionDenied();
  return detailsOf(submitted);
}

/** Returns the submissions of all users, oldest first. */
function submissionList(site: DmojSite, query: URLSearchParams): object {
  const ids = query.getAll('id');
  if (ids.some((id) => !/^\d+$/.test(id))) throw invalidFilter();
  const isAsked = (name: string, value: string | null) =>
    !query.has(name) || query.getAll(name).some((item) => item === value);
  const submissions = [...site.submissions.values()]
    .filter(({ id }) => ids.length === 0 || ids.some((item) => Number(item) === id))
    .filter(({ user, problem }) => isAsked('user', user.username) && isAsked('problem', codeOf(problem)))
    .filter(({ language, result }) => isAsked('language', language) && isAsked('result', result))
    .filter(({ contest }) => isAsked('contest', contest))
    // the API lists nothing of a problem that only a contest contains, not even to its participants
    .filter(({ problem }) => !site.contestOnly.has(codeOf(problem)));
  const isCounted = ['user', 'problem', 'contest'].some((name) => query.has(name));
  const entries = submissions.map((one) => {
    const contest = site.contests.get(one.contest ?? '');
    return entryOf(one, contest ? contestPoints(contest, one) : 0);
  });
  return paged(entries, query, site, isCounted);
}

/** Returns a page of a list. The page `last` can be requested only if the list is counted. */
function paged(
  objects: readonly object[],
  query: URLSearchParams,
  { oddities: { pageSize } }: DmojSite,
  isCounted: boolean,
): object {
  const pages = Math.max(1, Math.ceil(objects.length / pageSize));
  const page = query.get('page') ?? '1';
  const number = isCounted && page === 'last' ? pages : Number(page);
  if (!Number.isInteger(number) || number < 1 || number > pages) throw notFound();
  const shown = objects.slice((number - 1) * pageSize, number * pageSize);
  return {
    current_object_count: shown.length,
    objects_per_page: pageSize,
    page_index: number,
    has_more: number < pages,
    objects: shown,
    ...(isCounted ? { total_objects: objects.length, total_pages: pages } : {}),
  };
}

function contestEntry({ key, name, startsAt, endsAt }: DmojContest): object {
  return { key, name, start_time: djangoDate(new Date(startsAt)), end_time: djangoDate(new Date(endsAt)) };
}

/** Returns a contest. Only participants see its problems before the end. */
function contestDetails(site: DmojSite, key: string, user: DmojUser | null): object {
  const contest = site.contests.get(key);
  if (!contest) throw notFound();
  const { problems: codes, points, isPretested, maxSubmissions, endsAt } = contest;
  const showsProblems = user?.contest === key || endsAt < Date.now();
  return {
    ...contestEntry(contest),
    problems: showsProblems
      ? codes.map((code, index) => ({
          points,
          partial: true,
          is_pretested: isPretested,
          max_submissions: maxSubmissions,
          label: String(index + 1),
          code,
        }))
      : [],
  };
}

/** Maximum size of a form, bytes. */
const FORM_LIMIT = 1024 * 1024;

/** Returns the page of a path. */
async function pageAt(
  site: DmojSite,
  request: IncomingMessage,
  url: URL,
  user: DmojUser | null,
): Promise<Reply> {
  const { pathname, searchParams } = url;
  if (!site.oddities.hasPages) return htmlPage(403, '<!DOCTYPE html><html><body>Blocked.</body></html>');
  if (!user) {
    if (request.method === 'POST') return htmlPage(403, '<h1>403 Forbidden</h1>');
    return { status: 302, headers: { Location: `/accounts/login/?next=${pathname}` } };
  }
  const widget = /^\/widgets\/(submission_testcases|single_submission)$/.exec(pathname)?.[1];
  if (widget !== undefined) {
    const submitted = site.submissions.get(Number(searchParams.get('id')));
    if (!submitted) return htmlPage(404, '<h1>404 error</h1>');
    if (submitted.user !== user && !site.oddities.showsAll) return htmlPage(403, '<h1>403 Forbidden</h1>');
    return htmlPage(
      200,
      widget === 'single_submission' ? rowOf(site, user, submitted) : testCasesOf(site, user, submitted),
    );
  }
  const source = /^\/src\/(\d+)\/raw$/.exec(pathname)?.[1];
  if (source !== undefined) {
    const one = site.submissions.get(Number(source));
    if (one?.user !== user) return htmlPage(403, '<h1>403 Forbidden</h1>');
    return { status: 200, body: one.code ?? '', headers: { 'Content-Type': 'text/plain' } };
  }
  const own = /^\/submissions\/(?:user\/([^/]+)\/)?(\d*)$/.exec(pathname);
  if (own) return pageOfList(site, user, { username: own[1] ?? null, code: null, page: own[2] ?? '' });
  const [, code = '', rest = ''] = /^\/problem\/([a-z\d]+)(\/.*)?$/.exec(pathname) ?? [];
  const problem = [...problems.values()].find((one) => codeOf(one) === code);
  if (!problem || !isVisible(site, user, code))
    return request.method === 'POST'
      ? htmlPage(403, '<h1>Do you want me to ban you?</h1>')
      : htmlPage(404, '<h1>404 error</h1>');
  const [, username, page = ''] = /^\/submissions\/([^/]+)\/(\d*)$/.exec(rest) ?? [];
  if (username !== undefined) return pageOfList(site, user, { username, code, page });
  if (rest === '') return problemPage(site, user, problem);
  if (rest !== '/submit') return htmlPage(404, '<h1>404 error</h1>');
  if (request.method !== 'POST')
    return submitPage(site, user, problem, { left: submissionsLeft(site, user, code) });
  const { fields } = await readForm(request, FORM_LIMIT);
  return submitted(site, user, problem, fields);
}

/** Returns whether the user can see a problem: it is public, or in the contest that the user is in. */
function isVisible(site: DmojSite, user: DmojUser, code: string): boolean {
  return !site.contestOnly.has(code) || contestWith(site, user, code) !== null;
}

/** Returns the contest that the user is in if it contains the problem. */
function contestWith(site: DmojSite, user: DmojUser, code: string): DmojContest | null {
  const contest = site.contests.get(user.contest ?? '');
  return contest?.problems.includes(code) ? contest : null;
}

function submissionsLeft(site: DmojSite, user: DmojUser, code: string): number | null {
  const contest = contestWith(site, user, code);
  if (!contest || contest.maxSubmissions === null) return null;
  const made = [...site.submissions.values()].filter(
    (one) => one.user === user && one.contest === contest.key && codeOf(one.problem) === code,
  );
  return Math.max(0, contest.maxSubmissions - made.length);
}

/** Number of submissions on a page of the site's lists. */
const PAGE_SIZE = 50;

/** Returns a list of submissions, the newest first. In a contest, it contains only the contest's submissions. */
function pageOfList(
  site: DmojSite,
  user: DmojUser,
  { username, code, page }: { username: string | null; code: string | null; page: string },
): Reply {
  const all = [...site.submissions.values()]
    .filter((one) => username === null || one.user.username === username)
    .filter(({ problem }) => code === null || codeOf(problem) === code)
    .filter(({ contest, problem }) =>
      user.contest === null ? !site.contestOnly.has(codeOf(problem)) : contest === user.contest,
    )
    .toReversed();
  const number = Number(page || '1');
  const pages = Math.max(1, Math.ceil(all.length / PAGE_SIZE));
  if (number < 1 || number > pages) return htmlPage(404, '<h1>404 error</h1>');
  const shown = all.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE);
  return listPage(site, user, shown, { page: number, pages, base: '.', showsProblem: code === null });
}

/** Returns the response to a program: a redirect to its submission, or a page with the reason why it wasn't accepted. */
function submitted(
  site: DmojSite,
  user: DmojUser,
  problem: Problem,
  fields: Readonly<Record<string, unknown>>,
): Reply {
  const source = typeof fields['source'] === 'string' ? fields['source'] : '';
  const language = site.languages.find(({ id }) => String(id) === fields['language']);
  const code = codeOf(problem);
  if (source.trim() === '') return submitPage(site, user, problem, { errors: ['This field is required.'] });
  if (source.length > 65_536)
    return submitPage(site, user, problem, {
      errors: [`Ensure this value has at most 65536 characters (it has ${source.length}).`],
    });
  if (!language)
    return submitPage(site, user, problem, {
      errors: ['Select a valid choice. That choice is not one of the available choices.'],
    });
  const unfinished = [...site.submissions.values()].filter(
    (one) => one.user === user && ['QU', 'P', 'G'].includes(one.status),
  );
  if (unfinished.length >= 2) return htmlPage(429, '<h1>You submitted too many submissions.</h1>');
  if (submissionsLeft(site, user, code) === 0)
    return messagePage(
      site,
      user,
      'Too many submissions',
      'You have exceeded the submission limit for this problem.',
    );
  const contest = contestWith(site, user, code);
  const submission = site.submit({
    user,
    problem: code,
    language: language.key,
    code: source,
    ...(contest ? { contest: contest.key } : {}),
  });
  return { status: 302, headers: { Location: `/submission/${submission.id}` } };
}
