import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { jsonIn, decodeEnvelope, type Envelope } from '../../results';
import { isLoopback, parseUrl, trimmedPath } from '../address';
import { callbackPath } from '../settingFields';
import { MAX_CALLBACK_AGE_MS, MAX_REMEMBERED_SIGNATURES } from '../limits';

/** Characters that the judge trims: NUL, `\t`, `\n`, vertical tab, `\r`, space. */
const TRIMMED = new Set([0, 9, 10, 11, 13, 32]);

export type CallbackMessage =
  /** signed by the judge: as trustworthy as a polled response */
  | { readonly kind: 'result'; readonly requestId: string; readonly envelope: Envelope; readonly raw: string }
  /** unsigned, anyone may have sent it: causes a poll, its content isn't trusted */
  | { readonly kind: 'nudge'; readonly requestId: string }
  /** ignored: a replay, or without a request ID */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** An error in the format of the specification (section 7). */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 413 | 415 | 503;
  readonly type: string;
  readonly message: string;
}

export interface CallbackRules {
  readonly secret: string;
  /** URL of the tunnel; empty: none */
  readonly publicUrl: string;
  /** header with the judge's signature; null: the judge doesn't sign */
  readonly signatureHeader: string | null;
}

/** Checks a request before its body is read. Returns null if it is acceptable. */
export function refusalOf(request: IncomingMessage, rules: CallbackRules, bodyLimit: number): Refusal | null {
  const { headers, method } = request;
  if (!isOurHost(headers.host, rules.publicUrl)) {
    return { status: 403, type: 'Host', message: 'Unknown host.' };
  }
  if (headers.origin !== undefined) {
    return { status: 403, type: 'Origin', message: 'Requests from web pages are not allowed.' };
  }
  if (!isOurPath(request.url ?? '', rules)) {
    return { status: 404, type: 'NotFound', message: 'Not found.' };
  }
  if (method !== 'POST') {
    return { status: 405, type: 'MethodNotAllowed', message: 'Method not allowed; use POST.' };
  }
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json' || headers['content-encoding'] !== undefined) {
    return {
      status: 415,
      type: 'UnsupportedMediaType',
      message: 'Unsupported media type; use application/json.',
    };
  }
  return Number(headers['content-length'] ?? 0) > bodyLimit ? TOO_LARGE : null;
}

export const TOO_LARGE: Refusal = { status: 413, type: 'TooLarge', message: 'The body is too large.' };
export const CUT_OFF: Refusal = { status: 400, type: 'BadRequest', message: 'The body is incomplete.' };
export const BUSY: Refusal = {
  status: 503,
  type: 'Busy',
  message: 'Too many bodies at once; try again later.',
};
export const TOO_SLOW: Refusal = { status: 408, type: 'Timeout', message: 'Timed out reading the body.' };

/** Parses a callback. `token`: key of the signature; null: none, so the callback only causes a poll. */
export function readCallback(
  { headers }: Pick<IncomingMessage, 'headers'>,
  body: Buffer,
  given: {
    readonly rules: CallbackRules;
    readonly token: string | null;
    readonly replays: Replays;
    readonly now: number;
  },
): CallbackMessage {
  const { rules, token, replays, now } = given;
  const header = rules.signatureHeader === null ? undefined : headers[rules.signatureHeader.toLowerCase()];
  const signature = typeof header === 'string' && token !== null ? header : null;
  if (signature !== null && token !== null) {
    const problem = signatureProblem({ signature, date: headers.date ?? null, body }, token, now);
    if (problem !== null) {
      const message = signatureProblems[problem];
      return { kind: 'refused', refusal: { status: 401, type: 'Signature', message } };
    }
  }
  const raw = body.toString('utf8');
  const decoded = decodeEnvelope(jsonIn(raw));
  if (!decoded.ok) {
    const message = `${decoded.path}: expected ${decoded.expected}`;
    return { kind: 'refused', refusal: { status: 400, type: 'BadRequest', message } };
  }
  const { envelope } = decoded;
  const { requestId } = envelope;
  if (requestId === null) return { kind: 'nothing' };
  if (signature === null) return { kind: 'nudge', requestId };
  return replays.isNew(signature, now) ? { kind: 'result', requestId, envelope, raw } : { kind: 'nothing' };
}

/** Returns whether a URL has the secret path. Compares in constant time, to protect the secret. */
function isOurPath(url: string, { secret, publicUrl }: CallbackRules): boolean {
  const path = Buffer.from(url.split('?')[0] ?? '');
  // A tunnel may serve us below its own path, and may or may not forward that path.
  const tunnel = parseUrl(publicUrl);
  const prefix = tunnel ? trimmedPath(tunnel) : '';
  const ours = [callbackPath(secret), prefix + callbackPath(secret)].map((candidate) =>
    Buffer.from(candidate),
  );
  return ours.some((accepted) => accepted.length === path.length && timingSafeEqual(accepted, path));
}

/**
 * Returns whether the `Host` header contains a loopback name or the tunnel's host. Any other name may belong to a web
 * page whose host name resolves to this computer.
 */
function isOurHost(host: string | undefined, publicUrl: string): boolean {
  const url = host === undefined || /[/@?#\\]/.test(host) ? null : parseUrl(`http://${host}`);
  if (!url) return false;
  return isLoopback(url) || url.hostname === parseUrl(publicUrl)?.hostname;
}

const signatureProblems = {
  noDate: 'Missing Date header.',
  stale: 'The Date header is out of range.',
  wrong: 'Invalid signature.',
} as const;

/**
 * Checks the signature of the public judge: base64(HMAC-SHA256(key = token, data = trim(Date CRLF body))). Compares
 * in constant time. `now`: ms since 1970. Null: the signature is correct and recent.
 */
export function signatureProblem(
  message: { readonly signature: string; readonly date: string | null; readonly body: Buffer },
  token: string,
  now: number,
): keyof typeof signatureProblems | null {
  const { signature, date, body } = message;
  if (date === null) return 'noDate';
  const expected = createHmac('sha256', token).update(signedBytes(date, body)).digest();
  const given = Buffer.from(signature, 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'wrong';
  const sentAt = Date.parse(date);
  return Math.abs(now - sentAt) <= MAX_CALLBACK_AGE_MS ? null : 'stale';
}

/** Remembers signatures, so that a replayed message is accepted only once. */
export class Replays {
  private readonly seen = new Map<string, number>();

  /** Returns whether the signature is seen for the first time. `now`: ms since 1970. */
  isNew(signature: string, now: number): boolean {
    this.forget(now);
    const key = Buffer.from(signature, 'base64').toString('base64');
    if (this.seen.has(key)) return false;
    this.seen.set(key, now);
    return true;
  }

  private forget(now: number): void {
    for (const [key, seenAt] of this.seen) {
      // The date of a message may be this far in the past or in the future, so a signature stays valid for twice as
      // long.
      if (Math.abs(now - seenAt) <= 2 * MAX_CALLBACK_AGE_MS && this.seen.size < MAX_REMEMBERED_SIGNATURES)
        return;
      this.seen.delete(key);
    }
  }
}

function signedBytes(date: string, body: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.from(`${date}\r\n`), body]);
  let [start, end] = [0, whole.length];
  while (start < end && TRIMMED.has(whole[start] ?? -1)) start += 1;
  while (end > start && TRIMMED.has(whole[end - 1] ?? -1)) end -= 1;
  return whole.subarray(start, end);
}
