import http from 'node:http';
import { Refusal } from '../errors';
import type { Role } from '../simulatedServices';
import { callbackSignature } from './signature';

export interface CallbackOptions {
  /**
   * Headers that are replaced, or removed (null), before sending, for example to send a wrong signature, an old date,
   * or another content type.
   */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Body that is sent and signed instead of the envelope's JSON. */
  readonly body?: string;
  readonly method?: string;
  /** Time in the `Date` header. */
  readonly date?: Date;
}

/**
 * Posts an envelope to a callback URL on this computer. Resolves to the status of the response; null: none. Doesn't
 * retry.
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

/** Sends a request. Resolves to the status of the response; null: none arrived before `signal` was aborted. */
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

/** Parses a callback URL. Throws a `Refusal` if it isn't a URL of this computer. */
export function loopbackAddress(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : null;
  if (target?.protocol !== 'http:' || !['127.0.0.1', 'localhost'].includes(target.hostname)) {
    throw new Refusal(400, 'Callback URLs must start with http://127.0.0.1 or http://localhost.');
  }
  return target;
}
