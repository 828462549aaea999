import http from 'node:http';
import { Refusal } from '../errors';
import type { Role } from '../roles';
import { callbackSignature } from './signature';

export interface CallbackOptions {
  /** changes the headers before they are sent: a wrong signature, a stale date, another type */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** sent instead of the envelope's JSON, signed as it is */
  readonly body?: string;
  readonly method?: string;
  /** the moment that the `Date` header tells */
  readonly date?: Date;
}

/**
 * Posts an envelope to a callback address on this machine. Resolves with the status answered, or null where the
 * address did not answer: a push is not guaranteed, and is not repeated.
 */
export function postCallback(
  role: Role,
  token: string,
  url: string,
  envelope: unknown,
  options: CallbackOptions = {},
): Promise<number | null> {
  const target = loopbackAddress(url);
  const body = options.body ?? JSON.stringify(envelope);
  const date = (options.date ?? new Date()).toUTCString();
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Date: date,
  };
  if (role.callbackSignatureHeader)
    headers[role.callbackSignatureHeader] = callbackSignature(token, date, body);
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value === null) delete headers[name];
    else headers[name] = value;
  }
  return sendToLoopback(target, options.method ?? 'POST', headers, body, AbortSignal.timeout(10_000));
}

/** Resolves with the status answered, or null where the address did not answer before `signal`. */
export function sendToLoopback(
  target: URL,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<number | null> {
  return new Promise((resolve) => {
    const request = http.request(target, { method, headers, agent: false, signal }, (response) => {
      response.resume();
      response.once('close', () => resolve(response.statusCode ?? null));
    });
    request.once('error', () => resolve(null));
    request.end(body);
  });
}

/** A callback goes to this machine and nowhere else, whatever it was told. Throws a `Refusal`. */
export function loopbackAddress(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : null;
  if (target?.protocol !== 'http:' || !['127.0.0.1', 'localhost'].includes(target.hostname)) {
    throw new Refusal(400, 'Callback URLs must start with http://127.0.0.1 or http://localhost.');
  }
  return target;
}
