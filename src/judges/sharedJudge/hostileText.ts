import { isObject, withoutInvisible } from '../../results';
import { MAX_DEPTH } from './limits';

/** Fields that contain credentials, in lower case and without `-`, `_`, and `.`. */
const credentialNames = new Set([
  'accesskey',
  'accesstoken',
  'apikey',
  'apisecret',
  'apitoken',
  'appkey',
  'auth',
  'authorization',
  'authtoken',
  'bearer',
  'clientsecret',
  'cookie',
  'credential',
  'credentials',
  'jwt',
  'key',
  'passphrase',
  'passwd',
  'password',
  'privatekey',
  'pwd',
  'secret',
  'session',
  'sessionid',
  'sid',
  'token',
]);

/** Fields that map codes of the judge to other values. Their keys aren't fields, and are never sent. */
const tablesOfCodes = new Set(['statusCodes', 'status', 'languages']);

/** Why a description must be rejected. */
export interface HostileText {
  readonly kind: 'deceptive' | 'credential' | 'pathAbove' | 'tooDeep';
  /** dotted path of the field */
  readonly at: string;
}

/**
 * Finds a credential, a control, bidirectional, or invisible character, or a path that leads out of its beginning, in the
 * keys and values of a description. Also rejects objects that are nested too deeply. Null: none was found. `at`: dotted
 * path of `value`; empty: the whole description.
 */
export function hostileTextIn(value: unknown, at = '', depth = 0): HostileText | null {
  if (depth > MAX_DEPTH) return { kind: 'tooDeep', at };
  if (typeof value === 'string') {
    if (isDeceptive(value)) return { kind: 'deceptive', at };
    if (hasDotSegment(value)) return { kind: 'pathAbove', at };
    return containsCredential(value, at) ? { kind: 'credential', at } : null;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly unknown[]).entries()) {
      const found = hostileTextIn(item, pathOf(at, String(index)), depth + 1);
      if (found) return found;
    }
    return null;
  }
  if (!isObject(value)) return null;
  const isTable = tablesOfCodes.has(at.split('.').at(-1) ?? '');
  for (const [name, field] of Object.entries(value)) {
    const path = pathOf(at, name);
    if (isDeceptive(name)) return { kind: 'deceptive', at: path };
    if (!isTable && isCredential(name, field)) return { kind: 'credential', at: path };
    const found = hostileTextIn(field, path, depth + 1);
    if (found) return found;
  }
  return null;
}

function pathOf(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

/** Returns whether a text contains characters that hide a part of it, or change its order. */
function isDeceptive(text: string): boolean {
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(text) || withoutInvisible(text) !== text;
}

/**
 * Returns whether a text is a path with a segment `.` or `..`, so that it can lead out of the URL that is shown. URLs may
 * also contain `%2e` and backslashes.
 */
function hasDotSegment(text: string): boolean {
  return text
    .split(/[?#]/, 1)
    .some((path) => path.split(/[/\\]/).some((part) => /^(?:\.|%2e){1,2}$/i.test(part)));
}

/** Returns whether a field with that name contains a credential. A placeholder or an empty text isn't one. */
function isCredential(name: string, value: unknown): boolean {
  if (!credentialNames.has(name.toLowerCase().replace(/[-_.]/g, ''))) return false;
  return typeof value === 'number' || (typeof value === 'string' && isLiteral(value));
}

/** Returns whether a text is neither empty nor a placeholder such as `{token}`. */
function isLiteral(text: string): boolean {
  return text.trim() !== '' && !/^\{[^{}]*\}$/.test(text);
}

/**
 * Returns whether a text contains a credential in a query, or, in a field that is sent, the value of an `Authorization`
 * header.
 */
function containsCredential(text: string, at: string): boolean {
  const isSent = /^(?:constants|submission\.fields)\./.test(at);
  if (isSent && /^\s*(?:basic|bearer)\s+\S/i.test(text)) return true;
  const query = text.indexOf('?');
  if (query === -1) return false;
  return [...new URLSearchParams(text.slice(query + 1))].some(([name, value]) => isCredential(name, value));
}
