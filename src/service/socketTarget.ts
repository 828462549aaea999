import { hasUserInformation, parseUrl } from './address';
import { credentialHeader, mayCarry } from './credentials';
import type { Credential } from './credentials';
import type { ServiceFailure } from './failure';
import type { WebSocketPush } from './profile';

/** Why no connection is tried: a credential is missing, or nothing may be sent to this address. */
export type NoTarget =
  { readonly kind: 'noCredential' } | { readonly kind: 'failure'; readonly failure: ServiceFailure };

export type SocketTarget =
  | { readonly ok: true; readonly url: URL; readonly headers: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly why: NoTarget };

/** Where to connect and with what. The address may hold the secret: it goes to the connection and nowhere else. */
export function socketTarget(push: WebSocketPush, credential: Credential | null): SocketTarget {
  const url = parseUrl(push.url);
  if (!url || !['ws:', 'wss:'].includes(url.protocol) || hasUserInformation(url)) {
    return refused({ kind: 'network', reason: 'ERR_INVALID_URL' });
  }
  url.hash = '';
  if (push.authentication.kind === 'none') return { ok: true, url, headers: {} };
  if (!credential) return { ok: false, why: { kind: 'noCredential' } };
  const carrying = mayCarry(credential, url);
  if (!carrying.ok) return refused({ kind: 'insecure', origin: url.origin, why: carrying.why });
  if (push.authentication.kind === 'header') return { ok: true, url, headers: credentialHeader(credential) };
  url.searchParams.set(push.authentication.parameter, credential.secret);
  return { ok: true, url, headers: {} };
}

function refused(failure: ServiceFailure): SocketTarget {
  return { ok: false, why: { kind: 'failure', failure } };
}
