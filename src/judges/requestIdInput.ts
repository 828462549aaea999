import { parseJudgeUrl, parseUrl, pastedUrl, pathBelow, judgeIdentity } from './address';
import type { RequestIdInput } from './adapter';
import type { Judge } from './judge';
import { MAX_REQUESTS_IN_TEXT } from './limits';
import type { RequestName } from './requestName';

export function isRequestId(text: string): boolean {
  return /^[\w-]{1,128}$/.test(text);
}

/** Returns whether a text has the form of the judge's request IDs. Always true for judges whose form isn't known. */
export function isIdOf({ requestIdForm: form }: Pick<Judge, 'requestIdForm'>, text: string): boolean {
  switch (form?.kind) {
    case undefined:
      return true;
    case 'digits':
      return /^\d+$/.test(text) && text.length <= form.length;
    case 'hex':
      return /^[\da-f]+$/i.test(text) && text.length === form.length;
  }
}

export interface ReadRequest {
  readonly input: RequestIdInput;
  readonly judge: Judge;
}

/**
 * Parses a pasted text: a request ID, which belongs to the chosen judge (`current`), or a URL, which belongs to the
 * judge with that base URL.
 */
export function readRequest(text: string, current: Judge, judges: readonly Judge[]): ReadRequest {
  const trimmed = text.replace(/[\u200b-\u200d\u2060\ufeff]/g, '').trim();
  if (trimmed === '') return { input: { kind: 'nothing' }, judge: current };
  if (trimmed.length > 4096) return { input: { kind: 'notAnId' }, judge: current };
  if (!looksLikeAddress(trimmed)) return { input: withoutAddress(trimmed, current), judge: current };
  const all = [current, ...judges.filter(({ id }) => id !== current.id)] as const;
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? parseUrl(trimmed) : pastedUrl(trimmed);
  if (!url) return { input: { kind: 'notAnId' }, judge: current };
  if (url.host === ownLinks) return readOwnLink(url, all);
  const [nearest] = all
    .flatMap((judge) => {
      const input = judge.pages?.readAddress?.(trimmed);
      return input ? [{ input, judge }] : [];
    })
    // a base URL can be below another one
    .toSorted((a, b) => b.judge.baseUrl.length - a.judge.baseUrl.length);
  return nearest ?? { input: foreign(url), judge: current };
}

/**
 * Several requests that were pasted together, without duplicates. `wrong`: the words that aren't requests, unchanged.
 */
export interface ReadRequests {
  readonly valid: readonly (RequestName & { readonly judge: Judge })[];
  readonly wrong: readonly string[];
}

/**
 * Parses a list of IDs and URLs, separated by commas, whitespace or line breaks. Null: not a list, or too long. Words
 * separated only by spaces aren't a list, unless at least two of them are request IDs or URLs.
 */
export function readRequests(text: string, current: Judge, judges: readonly Judge[]): ReadRequests | null {
  if (text.length > 200 * MAX_REQUESTS_IN_TEXT) return null;
  const words = [...new Set(text.split(/[\s,;，、；]/).filter((word) => word !== ''))];
  if (words.length < 2 || words.length > MAX_REQUESTS_IN_TEXT) return null;
  const read = words.map((word) => ({ word, ...readRequest(word, current, judges) }));
  const requests = read.flatMap(({ input, judge }) =>
    input.kind === 'requestId' ? [{ judge, requestId: input.id, hint: input.hint ?? null }] : [],
  );
  if (requests.length < 2 && !/[\r\n,;，、；]/.test(text.trim())) return null;
  const wrong = read.filter(({ input }) => input.kind !== 'requestId');
  // a URL and the ID in it count as one
  const once = new Map(requests.map((request) => [`${request.judge.id}\n${request.requestId}`, request]));
  return { valid: [...once.values()], wrong: wrong.map(({ word }) => word) };
}

/**
 * Reads the request ID in a pasted URL: the first group of `pattern` in the path below `baseUrl`. Null: a URL of
 * another site.
 */
export function requestIdInPath(baseUrl: string, text: string, pattern: RegExp): RequestIdInput | null {
  const below = pathBelow(baseUrl, text);
  if (!below) return null;
  const id = pattern.exec(below.path)?.[1];
  return id === undefined ? { kind: 'addressWithoutId' } : { kind: 'requestId', id };
}

/** Reads the `id` in the query of a pasted URL below `baseUrl`. Null: a URL of another site. */
export function requestIdInQuery(baseUrl: string, text: string): RequestIdInput | null {
  const below = looksLikeAddress(text) ? pathBelow(baseUrl, text) : null;
  return below && idIn(below.query);
}

/**
 * Returns whether the text has a scheme or a host. A path below the judge's base URL can also be pasted without them.
 */
function looksLikeAddress(text: string): boolean {
  if (/\s/.test(text)) return false;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return true;
  const host = /^([^/?#]+)[/?#]/.exec(text)?.[1] ?? '';
  return host === 'localhost' || (!host.startsWith('.') && /[.:@]/.test(host));
}

/** Parses a request ID, or the part of a URL after its host. */
function withoutAddress(text: string, judge: Judge): RequestIdInput {
  const parsed = judge.pages?.readAddress?.(text);
  if (parsed) return parsed;
  if (isRequestId(text))
    return isIdOf(judge, text)
      ? { kind: 'requestId', id: text }
      : { kind: 'notAnId', form: judge.requestIdForm ?? null };
  const query = /\s/.test(text)
    ? undefined
    : (/^[^?#]*\?([^#]*)/.exec(text)?.[1] ?? /^id=.*/s.exec(text)?.[0]);
  if (query === undefined) return { kind: 'notAnId' };
  const input = idIn(new URLSearchParams(query));
  return (input.kind === 'requestId' && judge.pages?.readAddress?.(input.id)) || input;
}

function idIn(query: URLSearchParams): RequestIdInput {
  const id = query.get('id')?.trim() ?? '';
  if (id === '') return { kind: 'addressWithoutId' };
  return isRequestId(id) ? { kind: 'requestId', id } : { kind: 'notAnId' };
}

/** Host of links to this extension, in all editions of VS Code. */
const ownLinks = 'judge-results.judge-results';

/**
 * Parses a link to this extension. The link belongs to the judge whose name its `service` parameter contains, or to the
 * chosen judge, which is the first in `all`.
 */
function readOwnLink({ searchParams }: URL, all: readonly [Judge, ...Judge[]]): ReadRequest {
  const name = searchParams.get('service');
  const judge = name === null ? all[0] : all.find(({ id }) => judgeIdentity(id).name === name);
  return judge
    ? { input: idIn(searchParams), judge }
    : { input: { kind: 'foreign', host: name ?? '', judgeUrl: null }, judge: all[0] };
}

function foreign({ protocol, host, origin, pathname }: URL): RequestIdInput {
  const isResult = /\/judge\/result\/?$/.test(pathname);
  const base = parseJudgeUrl(isResult ? origin + pathname : origin);
  return { kind: 'foreign', host: host || protocol, judgeUrl: base.ok ? base.baseUrl : null };
}
