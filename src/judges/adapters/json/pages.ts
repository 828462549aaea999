import type { RequestIdInput } from '../../adapter';
import { pathBelow } from '../../address';
import { isRequestId } from '../../requestIdInput';
import type { ProblemName } from '../../submission';
import { placeholdersIn } from '../described/pathTemplate';
import type { JsonDescription } from './description';

/** Returns the problem that a page shows, with its contest if any; null for other pages. */
export function problemAt(
  { websiteUrl, problemPage, contestProblemPage, submitPage }: JsonDescription,
  text: string,
): ProblemName | null {
  const page = pageBelow(websiteUrl, text);
  if (page === null) return null;
  for (const template of [contestProblemPage, problemPage, submitPage]) {
    const values = template === null ? null : valuesOnPage(template, page);
    const problemId = values?.get('problem');
    if (problemId !== undefined) return { problemId, place: values?.get('contest') ?? null };
  }
  return null;
}

/** Returns the contest of a page, or of a page below it; null for other pages. `template`: undefined if unknown. */
export function contestOfPage(websiteUrl: string, template: string | undefined, text: string): string | null {
  const page = template === undefined ? null : pageBelow(websiteUrl, text);
  if (template === undefined || page === null) return null;
  const steps = page.path.split('/').slice(0, template.split('/').length);
  return valuesOnPage(template, { ...page, path: steps.join('/') })?.get('contest') ?? null;
}

/** Path and query of a page, percent-encoded. */
interface Page {
  readonly path: string;
  /** with `?`; empty: none */
  readonly query: string;
}

/** Returns the path and the query of a URL below the base URL, with or without a scheme; null for other texts. */
function pageBelow(baseUrl: string, text: string): Page | null {
  const below = pathBelow(baseUrl, text);
  if (!below) return null;
  const query = [...below.query].map((pair) => pair.map(encodeURIComponent).join('='));
  return { path: below.path, query: query.length === 0 ? '' : `?${query.join('&')}` };
}

/** Returns the values on a page. A query is ignored if the template has none. */
function valuesOnPage(template: string, { path, query }: Page): ReadonlyMap<string, string> | null {
  return valuesIn(template, template.includes('?') ? path + query : path);
}

/**
 * Returns the values of `{problem}` and `{contest}` if the path matches the template; null if it doesn't. A repeated
 * placeholder must have the same value, which also limits the time of a search to two groups.
 */
function valuesIn(template: string, path: string): ReadonlyMap<string, string> | null {
  const names = [...new Set(placeholdersIn(template))];
  const found = new Set<string>();
  const pattern = template.replace(/\{(\w+)\}|[^\w/-]/g, (part, name: string | undefined) => {
    if (name === undefined || !names.includes(name)) return part.replace(/[^\w/-]/g, '\\$&');
    if (found.has(name)) return `\\k<${name}>`;
    found.add(name);
    return `(?<${name}>[^/?#&]{1,300})`;
  });
  const groups = new RegExp(`^${pattern}/?$`).exec(path)?.groups;
  if (!groups) return null;
  const values = names.map((name): [string, string | null] => [name, decoded(groups[name] ?? '')]);
  const valid = values.filter((pair): pair is [string, string] => pair[1] !== null);
  return valid.length === values.length ? new Map(valid) : null;
}

/** Decodes a part of a path: `%E9%A2%981` is `题1`. Null: not valid, or too long for an ID. */
function decoded(part: string): string | null {
  try {
    const text = decodeURIComponent(part);
    return text.length <= 100 ? text : null;
  } catch {
    return null;
  }
}

/**
 * Reads the request ID in a URL at the position of `{id}`, and the problem if it is before the ID. Null: not a URL of
 * this judge.
 */
export function idAt(websiteUrl: string, template: string, text: string): RequestIdInput | null {
  const page = pageBelow(websiteUrl, text);
  if (page === null) return null;
  const whole = page.path + page.query;
  const [beforeId = ''] = template.split('{id}');
  const [start = '', ...afterProblem] = beforeId.split('{problem}');
  const none: RequestIdInput = { kind: 'addressWithoutId' };
  if (!whole.startsWith(start)) return none;
  let rest = whole.slice(start.length);
  let problem: string | null = null;
  for (const fixed of afterProblem) {
    const part = /^[^/?#&]{1,300}/.exec(rest)?.[0] ?? '';
    problem = decoded(part);
    if (part === '' || problem === null || !rest.startsWith(fixed, part.length)) return none;
    rest = rest.slice(part.length + fixed.length);
  }
  const id = /^[\w-]*/.exec(rest)?.[0] ?? '';
  if (!isRequestId(id)) return none;
  return problem === null ? { kind: 'requestId', id } : { kind: 'requestId', id, hint: problem };
}
