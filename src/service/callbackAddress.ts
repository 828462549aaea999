import { hasUserInformation, parseUrl } from './address';

/** 128 random bits for the path of the callback address: made once, kept as a secret. */
export function newCallbackSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The path at which callbacks are taken. */
export function callbackPath(secret: string): string {
  return `/callback/${secret}`;
}

/**
 * The address to give to a service: the person's tunnel with our path. Null where there is no tunnel, or what was
 * given is no http address.
 */
export function callbackAddress(publicUrl: string, secret: string): string | null {
  const url = parseUrl(publicUrl.trim());
  if (!url || !['http:', 'https:'].includes(url.protocol) || hasUserInformation(url)) return null;
  return url.origin + url.pathname.replace(/\/+$/, '') + callbackPath(secret);
}
