import { parseServiceUrl, parseUrl, pastedUrl, pathBelow, serviceIdentity } from './address';
import type { RequestIdInput } from './adapter';
import type { Judge } from './judge';
import type { RequestName } from './requestName';

/** A request ID is 1 to 128 letters, digits, `_` and `-`. */
export function isRequestId(text: string): boolean {
  return /^[\w-]{1,128}$/.test(text);
}

/** Whether a text has the form of the request IDs of a service. Of most services the form isn't known. */
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

/** What was meant, and the service that it is about. */
export interface ReadRequest {
  readonly input: RequestIdInput;
  readonly profile: Judge;
}

/**
 * Understands what was pasted: an ID, which the service in use (`current`) has given, or an address, which belongs to
 * whichever of the services it stands below.
 */
export function readRequest(text: string, current: Judge, services: readonly Judge[]): ReadRequest {
  const trimmed = text.replace(/[\u200b-\u200d\u2060\ufeff]/g, '').trim();
  if (trimmed === '') return { input: { kind: 'nothing' }, profile: current };
  if (trimmed.length > 4096) return { input: { kind: 'notAnId' }, profile: current };
  if (!looksLikeAddress(trimmed)) return { input: withoutAddress(trimmed, current), profile: current };
  const all = [current, ...services.filter(({ id }) => id !== current.id)] as const;
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? parseUrl(trimmed) : pastedUrl(trimmed);
  if (!url) return { input: { kind: 'notAnId' }, profile: current };
  if (url.host === ownLinks) return readOwnLink(url, all);
  const [nearest] = all
    .flatMap((profile) => {
      const input = profile.pages?.readAddress?.(trimmed);
      return input ? [{ input, profile }] : [];
    })
    // one may be below another
    .toSorted((one, other) => other.profile.baseUrl.length - one.profile.baseUrl.length);
  return nearest ?? { input: foreign(url), profile: current };
}

/** Several requests in one text, each once, and what of it names none, as it stands there. */
export interface ReadRequests {
  readonly found: readonly (RequestName & { readonly profile: Judge })[];
  readonly wrong: readonly string[];
}

/** Most that are read out of one text. */
const mostAtOnce = 100;

/**
 * Understands a list: IDs and addresses, with commas, blanks or line ends between them. Null: it is no list, or one that
 * is too long. With blanks alone it is a list only if it has two IDs, else it is one odd ID.
 */
export function readRequests(text: string, current: Judge, services: readonly Judge[]): ReadRequests | null {
  if (text.length > 200 * mostAtOnce) return null;
  const words = [...new Set(text.split(/[\s,;，、；]/).filter((word) => word !== ''))];
  if (words.length < 2 || words.length > mostAtOnce) return null;
  const read = words.map((word) => ({ word, ...readRequest(word, current, services) }));
  const found = read.flatMap(({ input, profile }) =>
    input.kind === 'requestId' ? [{ profile, requestId: input.id, hint: input.hint ?? null }] : [],
  );
  if (found.length < 2 && !/[\r\n,;，、；]/.test(text.trim())) return null;
  const wrong = read.filter(({ input }) => input.kind !== 'requestId');
  // an address and the ID in it are one
  const once = new Map(found.map((one) => [`${one.profile.id}\n${one.requestId}`, one]));
  return { found: [...once.values()], wrong: wrong.map(({ word }) => word) };
}

/** The first group of `pattern` in the path of a pasted address below `baseUrl`. Null: it is no address of that site. */
export function requestIdInPath(baseUrl: string, text: string, pattern: RegExp): RequestIdInput | null {
  const below = pathBelow(baseUrl, text);
  if (!below) return null;
  const id = pattern.exec(below.path)?.[1];
  return id === undefined ? { kind: 'addressWithoutId' } : { kind: 'requestId', id };
}

/** The `id` in the query of a pasted address below `baseUrl`. Null: it is no address of that site. */
export function requestIdInQuery(baseUrl: string, text: string): RequestIdInput | null {
  const below = looksLikeAddress(text) ? pathBelow(baseUrl, text) : null;
  return below && idIn(below.query);
}

/** With a scheme or a host, which what stands below a service's address may be pasted without. */
function looksLikeAddress(text: string): boolean {
  if (/\s/.test(text)) return false;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return true;
  const host = /^([^/?#]+)[/?#]/.exec(text)?.[1] ?? '';
  return host === 'localhost' || (!host.startsWith('.') && /[.:@]/.test(host));
}

/** An ID, or what stands behind the host of an address. */
function withoutAddress(text: string, profile: Judge): RequestIdInput {
  const own = profile.pages?.readAddress?.(text);
  if (own) return own;
  if (isRequestId(text))
    return isIdOf(profile, text)
      ? { kind: 'requestId', id: text }
      : { kind: 'notAnId', form: profile.requestIdForm ?? null };
  const query = /\s/.test(text)
    ? undefined
    : (/^[^?#]*\?([^#]*)/.exec(text)?.[1] ?? /^id=.*/s.exec(text)?.[0]);
  if (query === undefined) return { kind: 'notAnId' };
  const input = idIn(new URLSearchParams(query));
  return (input.kind === 'requestId' && profile.pages?.readAddress?.(input.id)) || input;
}

function idIn(query: URLSearchParams): RequestIdInput {
  const id = query.get('id')?.trim() ?? '';
  if (id === '') return { kind: 'addressWithoutId' };
  return isRequestId(id) ? { kind: 'requestId', id } : { kind: 'notAnId' };
}

/** Where links to this extension lead, whatever the editor is called. */
const ownLinks = 'judge-results.judge-results';

/** A link to this extension names one of the services, or means the one in use, which is the first. */
function readOwnLink({ searchParams }: URL, all: readonly [Judge, ...Judge[]]): ReadRequest {
  const name = searchParams.get('service');
  const profile = name === null ? all[0] : all.find(({ id }) => serviceIdentity(id).name === name);
  return profile
    ? { input: idIn(searchParams), profile }
    : { input: { kind: 'foreign', host: name ?? '', serviceUrl: null }, profile: all[0] };
}

function foreign({ protocol, host, origin, pathname }: URL): RequestIdInput {
  const isResult = /\/judge\/result\/?$/.test(pathname);
  const base = parseServiceUrl(isResult ? origin + pathname : origin);
  return { kind: 'foreign', host: host || protocol, serviceUrl: base.ok ? base.baseUrl : null };
}
