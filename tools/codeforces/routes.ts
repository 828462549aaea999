import { createHash } from 'node:crypto';
import type { Reply } from '../service/http/reply';
import { objectOf, type CodeforcesSubmission } from './submission';

/** The part of the stand-in that the request handlers use. */
export interface CodeforcesSite {
  readonly handles: readonly string[];
  readonly contestId: number;
  readonly submissions: ReadonlyMap<number, CodeforcesSubmission>;
  /** The API key of the first handle. */
  readonly apiKey: { readonly key: string; readonly secret: string };
}

/** A failed request, with the API's error message. */
class Failed extends Error {}

/** Returns the response to a request of the API. */
export function answerTo(site: CodeforcesSite, url: URL): Reply {
  const method = /^\/api\/([\w.]+)$/.exec(url.pathname)?.[1];
  if (method === undefined) return page(404, 'Codeforces');
  try {
    return { status: 200, body: { status: 'OK', result: resultOf(site, method, url.searchParams) } };
  } catch (error) {
    if (error instanceof Failed) return failed(error.message, 400);
    throw error;
  }
}

export function failed(comment: string, status: number): Reply {
  return { status, body: { status: 'FAILED', comment } };
}

/** Returns an HTML page, such as the one of the bot check. */
export function page(status: number, title: string): Reply {
  return {
    status,
    body: `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body>${title}</body></html>`,
    headers: { 'Content-Type': 'text/html;charset=UTF-8' },
  };
}

function resultOf(site: CodeforcesSite, method: string, query: URLSearchParams): unknown {
  const signer = signerOf(site, method, query);
  switch (method) {
    case 'user.status':
      return userStatus(site, query, signer);
    case 'contest.status':
      return contestStatus(site, query);
    default:
      throw new Failed(`${method}: No such method`);
  }
}

/** Returns the handle whose key signed the request; null: the request isn't signed. */
function signerOf(
  { apiKey: { key, secret }, handles }: CodeforcesSite,
  method: string,
  query: URLSearchParams,
): string | null {
  const apiKey = query.get('apiKey');
  if (apiKey === null) return null;
  if (apiKey !== key) throw new Failed('apiKey: Incorrect API key');
  const signature = query.get('apiSig') ?? '';
  const parameters = [...query]
    .filter(([name]) => name !== 'apiSig')
    .map(([name, value]) => `${name}=${value}`);
  const text = `${signature.slice(0, 6)}/${method}?${parameters.sort().join('&')}#${secret}`;
  const isRight = createHash('sha512').update(text).digest('hex') === signature.slice(6);
  if (!isRight) throw new Failed('apiSig: Incorrect signature');
  return handles[0] ?? null;
}

function userStatus(site: CodeforcesSite, query: URLSearchParams, signer: string | null): object[] {
  const handle = knownHandle(site, required(query, 'handle'), 'handle');
  const includesSources = query.get('includeSources') === 'true';
  if (includesSources && handle !== signer)
    throw new Failed('includeSources: You can include sources only for your own submissions');
  return sliced(
    newestFirst(site, (submission) => submission.handle === handle),
    query,
    includesSources,
  );
}

function contestStatus(site: CodeforcesSite, query: URLSearchParams): object[] {
  const contestId = wholeNumber(required(query, 'contestId'), 'contestId');
  const isKnown = [...site.submissions.values()].some((submission) => submission.contestId === contestId);
  if (contestId !== site.contestId && !isKnown) {
    throw new Failed(`contestId: Contest with id ${contestId} not found`);
  }
  const requestedHandle = query.get('handle');
  const handle = requestedHandle === null ? null : knownHandle(site, requestedHandle, 'handle');
  const submissions = newestFirst(
    site,
    (submission) => submission.contestId === contestId && (handle === null || submission.handle === handle),
  );
  return sliced(submissions, query);
}

function newestFirst(
  { submissions }: CodeforcesSite,
  isAsked: (submission: CodeforcesSubmission) => boolean,
): CodeforcesSubmission[] {
  return [...submissions.values()].reverse().filter(isAsked);
}

/** Returns the requested range of the list. `from` is 1-based. Without `count`, returns all remaining entries. */
function sliced(
  submissions: readonly CodeforcesSubmission[],
  query: URLSearchParams,
  includesSources = false,
): object[] {
  const [from, count] = ['from', 'count'].map((name) => {
    const value = query.get(name);
    if (value === null) return null;
    const number = wholeNumber(value, name);
    if (number < 1) throw new Failed(`${name}: Should be at least 1`);
    return number;
  });
  const start = (from ?? 1) - 1;
  return submissions
    .slice(start, start + (count ?? submissions.length))
    .map((submission) => objectOf(submission, includesSources));
}

/** Returns the handle that matches, ignoring case. Throws `Failed` if there is none. */
function knownHandle({ handles }: CodeforcesSite, requestedHandle: string, name: string): string {
  const handle = handles.find((known) => known.toLowerCase() === requestedHandle.toLowerCase());
  if (handle === undefined) throw new Failed(`${name}: User with handle ${requestedHandle} not found`);
  return handle;
}

function required(query: URLSearchParams, name: string): string {
  const value = query.get(name) ?? '';
  if (value === '') throw new Failed(`${name}: Field should not be empty`);
  return value;
}

function wholeNumber(text: string, name: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw new Failed(`${name}: Field should contain long integer value`);
  return Number(text);
}
