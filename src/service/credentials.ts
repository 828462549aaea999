import * as v from 'valibot';
import { fromBase64, toBase64 } from '../base/base64';
import { jsonIn } from '../judge';
import { isInPrivateNetwork, isPrivate } from './address';
import type { Authentication } from './authentication';
import type { Judge } from './judge';

/** A secret and where it belongs. The origins were fixed when it was saved; it goes nowhere else. */
export interface Credential {
  /** names this one among all that were ever saved; not secret */
  readonly id: string;
  /** `https://host`, `wss://host`: of the API and of its push address */
  readonly origins: readonly string[];
  readonly authentication: Exclude<Authentication, { scheme: 'none' }>;
  /** for `basic`: `user:password` in one string; for `own`: in the profile's own form */
  readonly secret: string;
  /** it may go unencrypted through a private network: its user has chosen that */
  readonly allowsPlainHttp?: boolean;
  /** what was entered as user name beside a password; absent: the secret itself was entered */
  readonly signedInAs?: string;
  /** the user's name at the service; null or absent: it has none, or doesn't tell */
  readonly account?: string | null;
}

const savedCredential: v.GenericSchema<unknown, Credential> = v.looseObject({
  id: v.string(),
  origins: v.array(v.string()),
  authentication: v.variant('scheme', [
    v.looseObject({ scheme: v.literal('basic') }),
    v.looseObject({ scheme: v.literal('bearer') }),
    v.looseObject({ scheme: v.literal('header'), headerName: v.string(), prefix: v.optional(v.string()) }),
    v.looseObject({ scheme: v.literal('own') }),
  ]),
  secret: v.string(),
  allowsPlainHttp: v.optional(v.boolean()),
  signedInAs: v.optional(v.string()),
  account: v.optional(v.nullable(v.string())),
});

/** A credential from the JSON value that it was saved as; null: it is none. */
export function readCredential(saved: unknown): Credential | null {
  const read = v.safeParse(savedCredential, saved);
  return read.success ? read.output : null;
}

/**
 * The IDs of services that credentials were saved for, from the text that they were saved as; none where that is
 * damaged. Null: a newer version has saved them in another form.
 */
export function readServiceList(text: string): readonly string[] | null {
  const json = jsonIn(text);
  if (json === undefined) return [];
  const read = v.safeParse(v.array(v.string()), json);
  return read.success ? read.output : null;
}

export type Carrying =
  { readonly ok: true } | { readonly ok: false; readonly why: 'plainHttp' | 'otherOrigin' };

/**
 * Whether a credential may go to an address: one of its origins, and encrypted, on this machine, or, where its user has
 * chosen that, in a private network.
 */
export function mayCarry(credential: Credential, url: URL): Carrying {
  if (!isAmong(credential.origins, url.origin)) return { ok: false, why: 'otherOrigin' };
  const isAllowed = isPrivate(url) || (credential.allowsPlainHttp === true && isInPrivateNetwork(url));
  return isAllowed ? { ok: true } : { ok: false, why: 'plainHttp' };
}

/** The header that shows a credential. Ask `mayCarry` first. */
export function credentialHeader(credential: Credential): Readonly<Record<string, string>> {
  const { authentication, secret } = credential;
  switch (authentication.scheme) {
    case 'basic':
      return { Authorization: `Basic ${toBase64(secret)}` };
    case 'bearer':
      return { Authorization: `Bearer ${secret}` };
    case 'header':
      return { [authentication.headerName]: (authentication.prefix ?? '') + secret };
    case 'own':
      return {};
  }
}

/** The origins that a credential saved for a profile now belongs to. */
export function originsOf({ origin, push }: Pick<Judge, 'origin' | 'push'>): string[] {
  return push && !isAmong([origin], push.origin) ? [origin, push.origin] : [origin];
}

/** A host’s WebSocket, at the same port and as well protected, is the same origin as its API. */
function isAmong(origins: readonly string[], origin: string): boolean {
  return origins.includes(origin) || origins.includes(origin.replace(/^ws(?=s?:)/, 'http'));
}

/** Whether a saved credential is still the one that a profile means: same origins, same way to show it. */
export function belongsTo(
  credential: Credential,
  profile: Pick<Judge, 'origin' | 'push' | 'authentication'>,
): boolean {
  return (
    originsOf(profile).every((origin) => isAmong(credential.origins, origin)) &&
    headerShape(credential.authentication) === headerShape(profile.authentication)
  );
}

/**
 * Returns the secret parts of a header's value that has a form of its own: `Bearer <token>`, `Basic <base 64>`,
 * `session=<ID>; csrf=<token>`.
 */
export function headerParts(secret: string): readonly string[] {
  const [, scheme = '', rest] = /^([A-Za-z][\w-]*) +(\S.*)$/.exec(secret) ?? [];
  const userAndPassword = scheme.toLowerCase() === 'basic' ? fromBase64(rest ?? '') : null;
  const values = [...secret.matchAll(/=\s*"?([^\s"=;,]+)/g)].map(([, value = '']) => value);
  return [rest, userAndPassword, ...values].filter((part) => typeof part === 'string');
}

/** What is wrong with a secret that a person typed. */
export type SecretProblem =
  | 'empty'
  /** a line break or another character that no header can hold */
  | 'character'
  /** Basic needs `user:password` */
  | 'noColon';

export function secretProblem(secret: string, scheme: Authentication['scheme']): SecretProblem | null {
  if (secret.trim() === '') return 'empty';
  if (scheme === 'basic') {
    if (/[\0-\x1f\x7f]/.test(secret)) return 'character';
    return secret.includes(':') ? null : 'noColon';
  }
  return /^[\x20-\x7e]+$/.test(secret) ? null : 'character';
}

const reservedHeaders = new Set(
  (
    'accept accept-encoding connection content-encoding content-length content-type cookie date expect host ' +
    'keep-alive origin proxy-authorization referer te trailer transfer-encoding upgrade user-agent via'
  ).split(' '),
);

/** A name that a credential's header may have: a token of HTTP that means nothing else. */
export function isCredentialHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]{1,64}$/.test(name) && !reservedHeaders.has(name.toLowerCase());
}

function headerShape(authentication: Authentication): string {
  if (authentication.scheme !== 'header') return authentication.scheme;
  const { scheme, headerName, prefix = '' } = authentication;
  return `${scheme} ${headerName.toLowerCase()} ${prefix}`.trimEnd();
}
