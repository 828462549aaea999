import * as v from 'valibot';
import { pastedUrl, pathBelow } from '../address';
import type { FieldReader } from '../fields';
import type { SiteFields } from './serviceKind';

/** Paths of a Kattis site for signing in, for submitting, and of its submissions, below the base URL. */
export interface KattisPaths {
  readonly loginPath: string;
  readonly submitPath: string;
  readonly submissionsPath: string;
}

/** Default paths, which most sites use. */
const usual: KattisPaths = { loginPath: '/login', submitPath: '/submit', submissionsPath: '/submissions' };

/** Keys of the paths in a `.kattisrc`. */
const entries = {
  loginPath: 'loginurl',
  submitPath: 'submissionurl',
  submissionsPath: 'submissionsurl',
} as const satisfies Record<keyof KattisPaths, string>;

/** Matches paths without segments that could lead to a parent folder. */
const path = /^(?:\/[\w-][\w.-]{0,63}){1,8}$/;

/** Reads the paths from the settings. */
export function pathsIn(fields: FieldReader): KattisPaths {
  const isPath = v.pipe(
    v.string(),
    v.check((text) => path.test(text)),
  );
  const read = (field: keyof KattisPaths): string =>
    fields.read(field, v.optional(isPath, usual[field]), usual[field]);
  return {
    loginPath: read('loginPath'),
    submitPath: read('submitPath'),
    submissionsPath: read('submissionsPath'),
  };
}

/** Reads `user:token` from a `.kattisrc`, or from the typed text; `user:password:…` if the file contains no token. */
export function secretIn(text: string): string {
  const [user, token, password] = ['username', 'token', 'password'].map((key) => valueIn(text, key));
  if (!user) return /^[^\s:=[\]]{1,100}:\S{1,300}$/.test(text) ? text : '';
  return token ? `${user}:${token}` : password ? `${user}:password:${password}` : '';
}

/** Returns the token or the password in a credential. */
export function secretParts(secret: string): readonly string[] {
  const proof = secret.slice(secret.indexOf(':') + 1);
  return [proof.replace(/^password:/, '')];
}

/**
 * Reads the site and its nonstandard paths from a `.kattisrc`; null: it contains no site. Ignores URLs with a query or
 * on another host.
 */
export function siteIn(text: string): (SiteFields & Partial<KattisPaths>) | null {
  const url = addressIn(text);
  if (url === null) return null;
  const others = Object.entries(entries).flatMap(([field, key]) => {
    const below = pathBelow(url, valueIn(text, key) ?? '');
    const isTaken = below !== null && below.query.size === 0 && path.test(below.path);
    return isTaken && below.path !== usual[field as keyof KattisPaths] ? [[field, below.path]] : [];
  });
  return { url, ...(Object.fromEntries(others) as Partial<KattisPaths>) };
}

/** Returns the part of the sign-in URL before `/login`, or else the URL of the host. Null if there is neither. */
function addressIn(text: string): string | null {
  const signIn = pastedUrl(valueIn(text, 'loginurl') ?? '');
  if (signIn) return signIn.origin + (/^(.*)\/login\/?$/.exec(signIn.pathname)?.[1] ?? '');
  const host = valueIn(text, 'hostname');
  return host !== null && pastedUrl(host) ? `https://${host}` : null;
}

/** Reads a value. Pasting may have joined the lines of the file. */
function valueIn(text: string, key: string): string | null {
  return new RegExp(String.raw`(?:^|\s)${key}\s{0,8}[:=]\s{0,8}([^\s:=]\S{0,300})`).exec(text)?.[1] ?? null;
}
