/**
 * Guards of the local judge. The judge compiles and runs submitted programs as the user who started it, and is NOT a
 * sandbox. So it rejects requests unless they come from a program on this computer and contain the token of this
 * process. Web pages can also send requests to the loopback interface, but these are rejected: they contain `Origin` or
 * `Sec-Fetch-Site`, contain a rebound name in `Host`, and lack the token.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../errors';
import type { Role } from '../simulatedServices';

/** Returns a token in the format of the public service: `user:password`, with 128 random bits in each half. */
export function newToken(): string {
  return `${randomBytes(16).toString('hex')}:${randomBytes(16).toString('hex')}`;
}

/** Returns why the origin of a request isn't permitted, or null if it is. */
export function originRefusal(request: IncomingMessage, port: number): Refusal | null {
  const hosts = valuesOf(request, 'host');
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  if (hosts.length !== 1 || !loopback.includes((hosts[0] ?? '').toLowerCase())) {
    return new Refusal(403, 'Only requests to this machine by its loopback name are answered.');
  }
  if (valuesOf(request, 'origin').length > 0) {
    return new Refusal(403, 'Requests from web pages are not answered.');
  }
  if (valuesOf(request, 'sec-fetch-site').some((value) => value !== 'none')) {
    return new Refusal(403, 'Requests from web pages are not answered.');
  }
  return null;
}

/** Returns the credential in the headers of a request, or null. */
export function shownCredential(request: IncomingMessage, role: Role): string | null {
  const values = valuesOf(request, role.credentialHeader);
  const value = values[0];
  if (values.length !== 1 || value === undefined) return null;
  if (role.authentication === 'header') return value;
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(value)?.[1];
  return encoded === undefined ? null : Buffer.from(encoded, 'base64').toString('utf8');
}

/** Compares two secrets in constant time. */
export function sameSecret(secret: string, other: string): boolean {
  return timingSafeEqual(digest(secret), digest(other));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function valuesOf(request: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    if (request.rawHeaders[at]?.toLowerCase() === name) values.push(request.rawHeaders[at + 1] ?? '');
  }
  return values;
}
