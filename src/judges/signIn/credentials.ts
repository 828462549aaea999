import * as v from 'valibot';
import { fromBase64, toBase64 } from '../../base/base64';
import { jsonIn } from '../../results';
import { isPrivate, mayBeInPrivateNetwork } from '../address';
import type { Authentication } from './authentication';
import type { Judge } from '../judge';

/** A secret and the origins it may be sent to. The origins were determined when it was saved. */
export interface Credential {
  /** identifies the credential; unique among all that were ever saved; not secret */
  readonly id: string;
  /** `https://host` of the API, `wss://host` of its push socket */
  readonly origins: readonly string[];
  readonly authentication: Exclude<Authentication, { scheme: 'none' }>;
  /**
   * for `basic`: `user:password`; for `own`: in the adapter's own format; empty: the judge recognizes the user without
   * one
   */
  readonly secret: string;
  /** the user allowed unencrypted requests in a private network */
  readonly allowsPlainHttp?: boolean;
  /** user name that was entered together with a password; absent: the secret itself was entered */
  readonly signedInAs?: string;
  /** the user's name at the judge; null or absent: the judge doesn't return one */
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

/** Parses a saved credential from its JSON value; null: invalid. */
export function readCredential(saved: unknown): Credential | null {
  const read = v.safeParse(savedCredential, saved);
  return read.success ? read.output : null;
}

/**
 * Parses the saved list of judges with credentials. Returns an empty list if the text is damaged. Null: a newer
 * version saved it in another form.
 */
export function readJudgeList(text: string): readonly string[] | null {
  const json = jsonIn(text);
  if (json === undefined) return [];
  const read = v.safeParse(v.array(v.string()), json);
  return read.success ? read.output : null;
}

export type Carrying =
  { readonly ok: true } | { readonly ok: false; readonly why: 'plainHttp' | 'otherOrigin' };

/**
 * Decides whether a credential may be sent to a URL. The URL must have one of its origins, and must be encrypted, on this
 * computer, or, if the user allowed that, in a private network. Host names that may be in a private network must also be
 * looked up, see `useOfUrl`.
 */
export function mayCarry(credential: Credential, url: URL): Carrying {
  if (!isAmong(credential.origins, url.origin)) return { ok: false, why: 'otherOrigin' };
  const isAllowed = isPrivate(url) || (credential.allowsPlainHttp === true && mayBeInPrivateNetwork(url));
  return isAllowed ? { ok: true } : { ok: false, why: 'plainHttp' };
}

/** Returns the header with the credential. Call `mayCarry` first. */
export function credentialHeader(credential: Credential): Readonly<Record<string, string>> {
  const { authentication, secret } = credential;
  if (secret === '') return {};
  switch (authentication.scheme) {
    case 'basic':
      return { Authorization: `Basic ${toBase64(secret)}` };
    case 'bearer':
      return { Authorization: `Bearer ${secret}` };
    case 'header':
      return { [authentication.headerName]: withPrefix(secret, authentication.prefix ?? '') };
    case 'own':
      return {};
  }
}

/** Users also copy the prefix: `token 0123abcd`. */
function withPrefix(secret: string, prefix: string): string {
  return secret.toLowerCase().startsWith(prefix.toLowerCase()) ? secret : prefix + secret;
}

/** Returns the origins that a new credential of this judge may be sent to. */
export function originsOf({ origin, push }: Pick<Judge, 'origin' | 'push'>): string[] {
  return push && !isAmong([origin], push.origin) ? [origin, push.origin] : [origin];
}

/**
 * Returns whether the origins contain this one. A WebSocket counts as the API's origin if it has the same host and
 * port, and is encrypted like the API.
 */
function isAmong(origins: readonly string[], origin: string): boolean {
  return origins.includes(origin) || origins.includes(origin.replace(/^ws(?=s?:)/, 'http'));
}

/** Returns whether a saved credential still fits the judge: same origins, same authentication. */
export function belongsTo(
  credential: Credential,
  judge: Pick<Judge, 'origin' | 'push' | 'authentication'>,
): boolean {
  return (
    originsOf(judge).every((origin) => isAmong(credential.origins, origin)) &&
    headerShape(credential.authentication) === headerShape(judge.authentication)
  );
}

/**
 * Returns the secret parts of a header value such as `Bearer <token>`, `Basic <base 64>`, or `session=<ID>;
 * csrf=<token>`.
 */
export function headerParts(secret: string): readonly string[] {
  const [, scheme = '', rest] = /^([A-Za-z][\w-]*) +(\S.*)$/.exec(secret) ?? [];
  const userAndPassword = scheme.toLowerCase() === 'basic' ? fromBase64(rest ?? '') : null;
  const values = [...secret.matchAll(/=\s*"?([^\s"=;,]+)/g)].map(([, value = '']) => value);
  return [rest, userAndPassword, ...values].filter((part) => typeof part === 'string');
}

/** Why an entered secret is rejected. */
export type SecretProblem =
  | 'empty'
  /** contains a line break or another character that isn't allowed in headers */
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

/** Returns whether a header may carry a credential: it is a valid HTTP token, and has no standard meaning. */
export function isCredentialHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]{1,64}$/.test(name) && !reservedHeaders.has(name.toLowerCase());
}

function headerShape(authentication: Authentication): string {
  if (authentication.scheme !== 'header') return authentication.scheme;
  const { scheme, headerName, prefix = '' } = authentication;
  return `${scheme} ${headerName.toLowerCase()} ${prefix}`.trimEnd();
}
