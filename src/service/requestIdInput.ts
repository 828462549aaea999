import { parseUrl, pathBelow } from './address';
import type { RequestIdInput, ServiceProfile } from './profile';

/** A request ID is 1 to 128 letters, digits, `_` and `-`. */
export function isRequestId(text: string): boolean {
  return /^[\w-]{1,128}$/.test(text);
}

/** Understands what was pasted: an ID, an address with `id=` in it, or something that is neither. */
export function readRequestId(
  text: string,
  profile: Pick<ServiceProfile, 'readInput'> | null,
): RequestIdInput {
  const trimmed = text.replace(/[\u200b-\u200d\u2060\ufeff]/g, '').trim();
  if (trimmed === '') return { kind: 'nothing' };
  if (trimmed.length > 4096) return { kind: 'notAnId' };
  const own = profile?.readInput?.(trimmed);
  if (own) return own;
  if (isRequestId(trimmed)) return { kind: 'requestId', id: trimmed };
  const query = queryOf(trimmed);
  if (query === null) return { kind: 'notAnId' };
  const id = query.get('id')?.trim() ?? '';
  if (id === '') return { kind: 'addressWithoutId' };
  return profile?.readInput?.(id) ?? (isRequestId(id) ? { kind: 'requestId', id } : { kind: 'notAnId' });
}

/** The first group of `pattern` in the path of a pasted address below `baseUrl`. Null: it is no address of that site. */
export function requestIdInPath(baseUrl: string, text: string, pattern: RegExp): RequestIdInput | null {
  const below = pathBelow(baseUrl, text);
  if (!below) return null;
  const id = pattern.exec(below.path)?.[1];
  return id === undefined ? { kind: 'addressWithoutId' } : { kind: 'requestId', id };
}

/** The query of an address, a path with a query, or a query alone; null for anything else. */
function queryOf(text: string): URLSearchParams | null {
  if (/\s/.test(text)) return null;
  const query = /^[^?#]*\?([^#]*)/.exec(text)?.[1];
  if (query !== undefined) return new URLSearchParams(query);
  if (/^id=/.test(text)) return new URLSearchParams(text);
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text) && parseUrl(text) ? new URLSearchParams() : null;
}
