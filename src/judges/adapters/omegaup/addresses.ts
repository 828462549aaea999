import { pastedUrl } from '../../address';
import type { ProblemName } from '../../submission';
import type { RequestIdInput } from '../../adapter';
import { encoded } from '../shared/jsonValues';

/**
 * The contest or assignment in which a problem is solved. As text: `<contest>`, or `<course>/<assignment>`. A problem
 * outside of contests and courses has none.
 */
export type OmegaupPlace =
  | { readonly kind: 'contest'; readonly contest: string }
  | { readonly kind: 'assignment'; readonly course: string; readonly assignment: string };

/** Parses the text of a place. Null: not a place. */
export function readPlace(text: string | null): OmegaupPlace | null {
  const [, first, second] = /^([\w-]{1,100})(?:\/([\w-]{1,100}))?$/.exec(text ?? '') ?? [];
  if (first === undefined) return null;
  return second === undefined
    ? { kind: 'contest', contest: first }
    : { kind: 'assignment', course: first, assignment: second };
}

/** Returns the data that locates a run: `<problem>`, or `<problem>@<place>`. */
export function hintOf({ problemId, place }: ProblemName): string {
  return place === null ? problemId : `${problemId}@${place}`;
}

/** Reads the problem and the place of a hint. Null: the hint contains no problem. */
export function readHint(hint: string | null): ProblemName | null {
  const [problemId = '', place = null] = (hint ?? '').split('@');
  return problemId === '' ? null : { problemId, place };
}

/** Returns the page of a contest or an assignment, without the origin. */
export function placePage(place: OmegaupPlace): string {
  switch (place.kind) {
    case 'contest':
      return `/arena/${encoded(place.contest)}/`;
    case 'assignment':
      return `/course/${encoded(place.course)}/arena/${encoded(place.assignment)}/`;
  }
}

/** Returns the page of a contest or an assignment. `id`: as text */
export function contestPage(baseUrl: string, id: string): string {
  return `${baseUrl}${placePage(readPlace(id) ?? { kind: 'contest', contest: id })}`;
}

export function problemPage(baseUrl: string, { problemId, place: text }: ProblemName): string {
  const place = readPlace(text);
  const problem = encoded(problemId);
  return place === null
    ? `${baseUrl}/arena/problem/${problem}/`
    : `${baseUrl}${placePage(place)}#problems/${problem}`;
}

export function runPage(baseUrl: string, requestId: string, hint: string | null): string | null {
  const name = readHint(hint);
  if (!name) return null;
  const place = readPlace(name.place);
  const page = place === null ? `/arena/problem/${encoded(name.problemId)}/` : placePage(place);
  return `${baseUrl}${page}#problems/${encoded(name.problemId)}/show-run:${encoded(requestId)}`;
}

/** A page of the site about a problem, or about all problems of a contest or an assignment. */
interface PageContent {
  /** null: the page lists several problems */
  readonly problemId: string | null;
  readonly place: string | null;
}

/** Returns the problem that a page of the site shows. Null: none, or several. */
export function problemAt(baseUrl: string, address: string): ProblemName | null {
  const page = contentOf(baseUrl, address);
  return page === null || page.problemId === null ? null : { problemId: page.problemId, place: page.place };
}

/** Returns the contest or assignment that a page lists the problems of. Null: the page isn't one. */
export function contestAt(baseUrl: string, address: string): string | null {
  const page = contentOf(baseUrl, address);
  return page?.problemId === null ? page.place : null;
}

/** Returns whether a page shows this problem alone (true), together with others (null), or not at all (false). */
export function isProblemPage(baseUrl: string, address: string, problem: ProblemName): boolean | null {
  const page = contentOf(baseUrl, address);
  if (page === null || page.place !== problem.place) return false;
  return page.problemId === null ? null : page.problemId === problem.problemId;
}

/** Null: the address isn't a page of the site about problems. */
function contentOf(baseUrl: string, address: string): PageContent | null {
  const url = /^https?:/i.test(address) ? pastedUrl(address) : null;
  if (!url || url.origin !== new URL(baseUrl).origin) return null;
  const { pathname } = url;
  const inFragment = /^#problems\/([\w-]{1,100})(?:\/|$)/.exec(url.hash)?.[1] ?? null;
  const alone = /^\/arena\/problem\/([\w-]{1,100})(?:\/|$)/.exec(pathname)?.[1];
  if (alone !== undefined) return { problemId: alone, place: null };
  const [, course, assignment, inPath] =
    /^\/course\/([\w-]{1,100})\/(?:arena|assignment)\/([\w-]{1,100})(?:\/problem\/([\w-]{1,100}))?(?:\/|$)/.exec(
      pathname,
    ) ?? [];
  if (course !== undefined && assignment !== undefined) {
    return { problemId: inPath ?? inFragment, place: `${course}/${assignment}` };
  }
  const [, contest, rest = ''] = /^\/arena\/([\w-]{1,100})(\/[\w-]{1,20})?(?:\/|$)/.exec(pathname) ?? [];
  if (contest === undefined) return null;
  // an ended contest's problems are solved outside of it
  const isPractice = rest === '/practice';
  if (isPractice && inFragment === null) return null;
  return { problemId: inFragment, place: isPractice ? null : contest };
}

/** Reads a run's ID, problem, and place from the URL of its page. Null: another site, or not a URL. */
export function readRunAddress(baseUrl: string, text: string): RequestIdInput | null {
  const url = pastedUrl(text);
  if (!/^https?:/i.test(text) || url?.origin !== new URL(baseUrl).origin) return null;
  const id = /show-run:([0-9a-f]{32})(?![0-9a-f])/i.exec(url.hash)?.[1]?.toLowerCase();
  if (id === undefined) return { kind: 'addressWithoutId' };
  const problem = problemAt(baseUrl, text);
  return { kind: 'requestId', id, hint: problem && hintOf(problem) };
}
