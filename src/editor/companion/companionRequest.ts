import type { IncomingMessage } from 'node:http';
import { isLoopback, parseUrl } from '../../judges';

export interface Refusal {
  readonly status: 400 | 403 | 404 | 405 | 408 | 413 | 415 | 503;
  readonly reason: string;
}

/**
 * Checks a request before its body is read. Accepts requests of browser extensions and of programs on this computer, but
 * not those of web pages: a page can send JSON to another host only after a request with the method `OPTIONS`, which is
 * refused. Null: acceptable.
 *
 * @param bodyLimit bytes
 */
export function refusalOf(
  { headers, method, url }: Pick<IncomingMessage, 'headers' | 'method' | 'url'>,
  port: number,
  bodyLimit: number,
): Refusal | null {
  if (!isHostOf(headers.host, port)) return { status: 403, reason: 'unknown host' };
  if (!isOriginOfExtension(headers.origin)) return { status: 403, reason: 'sent by a web page' };
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined && mode !== 'cors') return { status: 403, reason: 'sent by a web page' };
  if (url !== '/') return { status: 404, reason: 'unknown path' };
  if (method !== 'POST') return { status: 405, reason: 'only POST is supported' };
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json' || headers['content-encoding'] !== undefined)
    return { status: 415, reason: 'only JSON is supported' };
  return Number(headers['content-length'] ?? 0) > bodyLimit
    ? { status: 413, reason: 'the problem is too large' }
    : null;
}

/** Returns false for any other host name, because it may belong to a web page whose host name resolves to this computer. */
export function isHostOf(host: string | undefined, port: number): boolean {
  const url = host === undefined || /[/@?#\\\s]/.test(host) ? null : parseUrl(`http://${host}`);
  return url !== null && isLoopback(url) && (url.port || '80') === String(port);
}

/** Firefox sends `null`. Web pages without an origin also send it, but they can’t send JSON. */
function isOriginOfExtension(origin: string | undefined): boolean {
  return origin === undefined || origin === 'null' || /^[a-z]+(?:-[a-z]+)*-extension:\/\//.test(origin);
}
