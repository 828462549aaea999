import type { IncomingMessage } from 'node:http';
import { sameSecret } from '../service/http/guards';
import type { Reply } from '../service/http/reply';
import { codeOf, detailsOf, djangoDate, entryOf, type DmojSubmission, type DmojUser } from './submission';

/** The part of the stand-in that the request handlers use. */
export interface DmojSite {
  readonly users: readonly DmojUser[];
  readonly submissions: ReadonlyMap<number, DmojSubmission>;
  readonly oddities: { readonly partial: boolean; readonly shortCircuit: boolean; readonly pageSize: number };
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
export function answerTo(site: DmojSite, request: IncomingMessage, url: URL): Reply {
  const user = userOf(site, request);
  if ('status' in user) return user;
  const { method = 'GET' } = request;
  const [, name = '', key = null] = /^\/api\/v2\/([a-z]+)(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
  const data = dataOf(site, name, key, url.searchParams);
  if (!data) return page(404, '404 error');
  if (method !== 'GET') return page(405, '');
  const envelope = { api_version: '2.0', method: 'get', fetched: djangoDate(new Date()) };
  try {
    return { status: 200, body: { ...envelope, data: data(user.signedIn) } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message } = error;
    return { status, body: { ...envelope, error: { code: status, message } } };
  }
}

export function isSignedIn(site: DmojSite, request: IncomingMessage): boolean {
  const user = userOf(site, request);
  return 'signedIn' in user && user.signedIn !== null;
}

/** Returns the user of the request's token; null: no token. Returns an error response if the token is invalid. */
function userOf(
  { users }: DmojSite,
  { headers }: IncomingMessage,
): { readonly signedIn: DmojUser | null } | Reply {
  const { authorization = '' } = headers;
  if (authorization === '') return { signedIn: null };
  const token = /^Bearer ([a-zA-Z0-9_-]{48})$/.exec(authorization)?.[1];
  if (token === undefined) return page(400, 'Invalid authorization header');
  const user = users.find((candidate) => sameSecret(candidate.token, token));
  if (user) return { signedIn: user };
  const refused = page(401, 'Invalid token');
  return { ...refused, headers: { ...refused.headers, 'WWW-Authenticate': 'Bearer realm="API"' } };
}

function page(status: number, body: string): Reply {
  return { status, body, headers: { 'Content-Type': 'text/html; charset=utf-8' } };
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
    default:
      return null;
  }
}

function submission(site: DmojSite, id: number, user: DmojUser | null): object {
  if (!user) throw loginRequired();
  const submitted = site.submissions.get(id);
  if (!submitted) throw notFound();
  if (submitted.user !== user) throw permissionDenied();
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
    .filter(({ contest }) => isAsked('contest', contest));
  const isCounted = ['user', 'problem', 'contest'].some((name) => query.has(name));
  return paged(submissions.map(entryOf), query, site, isCounted);
}

/** Returns a page of a list. The page `last` exists only if the list is counted. */
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
