import * as v from 'valibot';
import { pastedUrl, pathBelow } from '../address';
import type { FieldReader } from '../fields';
import type { SiteFields } from './kind';

/** Where a Kattis site signs in, takes programs, and has its submissions, below its address. */
export interface KattisPaths {
  readonly loginPath: string;
  readonly submitPath: string;
  readonly submissionsPath: string;
}

/** Where nothing else is said. */
const usual: KattisPaths = { loginPath: '/login', submitPath: '/submit', submissionsPath: '/submissions' };

/** What the file calls them. */
const entries = {
  loginPath: 'loginurl',
  submitPath: 'submissionurl',
  submissionsPath: 'submissionsurl',
} as const satisfies Record<keyof KattisPaths, string>;

/** Folders and a name, of which none leads upwards. */
const path = /^(?:\/[\w-][\w.-]{0,63}){1,8}$/;

/** Those of a description. */
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

/** `user:token` in the text of a `.kattisrc`, or as it was typed; `user:password:…` where it has no token. */
export function secretIn(text: string): string {
  const [user, token, password] = ['username', 'token', 'password'].map((key) => valueIn(text, key));
  if (!user) return /^[^\s:=[\]]{1,100}:\S{1,300}$/.test(text) ? text : '';
  return token ? `${user}:${token}` : password ? `${user}:password:${password}` : '';
}

/** The token or the password of a credential. */
export function secretParts(secret: string): readonly string[] {
  const proof = secret.slice(secret.indexOf(':') + 1);
  return [proof.replace(/^password:/, '')];
}

/**
 * The site in the text of a `.kattisrc`, with the paths that aren't the usual ones; null: it names none. An address on
 * another host, or with a query, is passed over.
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

/** What stands before `/login`, or else the host. */
function addressIn(text: string): string | null {
  const signIn = pastedUrl(valueIn(text, 'loginurl') ?? '');
  if (signIn) return signIn.origin + (/^(.*)\/login\/?$/.exec(signIn.pathname)?.[1] ?? '');
  const host = valueIn(text, 'hostname');
  return host !== null && pastedUrl(host) ? `https://${host}` : null;
}

/** Lines may have become one where the text was pasted. */
function valueIn(text: string, key: string): string | null {
  return new RegExp(String.raw`(?:^|\s)${key}\s{0,8}[:=]\s{0,8}([^\s:=]\S{0,300})`).exec(text)?.[1] ?? null;
}
