import { plainText } from '../../results';
import { RequestFailed } from '../requestFailed';
import { blockedByBrowser } from './browserFetch';
import type { Sent, RequestFailure } from '../requestFailed';

export interface FailedRequest {
  readonly url: URL;
  /** time since it began, ms */
  readonly elapsed: number;
  /** the headers of the response had arrived */
  readonly answered: boolean;
}

/** Converts an error of `fetch` or of a stream to a typed failure. */
export function networkFailure(error: unknown, request: FailedRequest): RequestFailed {
  const { code, message } = causeOf(error);
  const reason = reasonOf(message);
  const failure = failureOf(code, reason, request);
  return new RequestFailed(failure, { sent: request.answered ? 'maybe' : sentAfter(failure, code) });
}

function failureOf(code: string, message: string, { url, elapsed }: FailedRequest): RequestFailure {
  const proxy = proxyReason(code, message, url);
  if (proxy !== null) return { kind: 'proxy', reason: proxy };
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NODATA':
    case 'EAI_NONAME':
      return { kind: 'dns', host: url.hostname };
    case 'ECONNREFUSED':
      return { kind: 'refused', host: url.host };
    case 'ECONNRESET':
    case 'ECONNABORTED':
    case 'EPIPE':
    case 'ERR_STREAM_PREMATURE_CLOSE':
    case 'UND_ERR_SOCKET':
    case 'Z_BUF_ERROR': // a compressed body that ends too early
      return { kind: 'reset' };
    case 'ETIMEDOUT':
    case 'ESOCKETTIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return { kind: 'timeout', limit: elapsed };
    case blockedByBrowser:
      return { kind: 'browser' };
    case 'EPROTO':
      return { kind: 'tls', reason: opensslReason(message) ?? code };
    default:
      if (isTlsCode(code)) return { kind: 'tls', reason: code };
      return { kind: 'network', reason: code || plainText(message, 100) };
  }
}

/** Returns `no` for failures that occur before the request is sent, and `maybe` for all others. */
function sentAfter(failure: RequestFailure, code: string): Sent {
  if (failure.kind === 'tls') return code === 'EPROTO' ? 'maybe' : 'no';
  if (['dns', 'refused', 'proxy'].includes(failure.kind)) return 'no';
  return ['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'].includes(code) ? 'no' : 'maybe';
}

/**
 * Returns why the proxy failed; null: no proxy was involved. A proxy was involved if the connection attempt used
 * another host or port than the URL, or if the message mentions a proxy.
 */
function proxyReason(code: string, message: string, url: URL): string | null {
  if (/\bproxy\b|tunneling socket/i.test(message) && !url.hostname.includes('proxy'))
    return code || 'CONNECT';
  const named = /getaddrinfo \w+ (\S+)$/.exec(message)?.[1];
  if (named !== undefined && named !== url.hostname) return code;
  const port = /connect \w+ \S+:(\d+)(?:\s|$)/.exec(message)?.[1];
  return port !== undefined && port !== portOf(url) ? code : null;
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

function isTlsCode(code: string): boolean {
  return /^(?:CERT_|CRL_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA|PATH_LENGTH|HOSTNAME_MISMATCH|ERROR_IN_)/.test(
    code,
  );
}

/** Extracts the reason from OpenSSL's message: `…:ssl3_get_record:wrong version number:…` → `wrong version number`. */
function opensslReason(message: string): string | null {
  const reason = /:SSL routines:[^:]*:([^:]+):/.exec(message)?.[1];
  return reason === undefined ? null : plainText(reason, 100);
}

/** Removes URLs from the message. `fetch` includes them, and they can contain credentials. */
function reasonOf(message: string): string {
  return (/, reason: (.+)$/s.exec(message)?.[1] ?? message).replace(/\b\w+:\/\/\S+/g, '…');
}

/** Returns the innermost error code and its message. */
function causeOf(error: unknown): { code: string; message: string } {
  let innermost = { code: '', message: '' };
  for (let depth = 0, at = error; depth < 5 && at instanceof Error; depth += 1, at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    if (code !== '' || innermost.message === '')
      innermost = { code: code || innermost.code, message: at.message };
  }
  return innermost;
}
