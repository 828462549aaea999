/**
 * Who may talk to the local service. It compiles and runs what it is sent, and it is NOT a sandbox: the programs run
 * as the person who started it. So a request is turned away unless it comes from a program on this machine that was
 * given the token of this start. A web page, which can reach loopback too, has no way through:
 * its requests carry `Origin` or `Sec-Fetch-Site`, a rebound name shows in `Host`, and it doesn't know the token.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../errors';
import type { Role } from '../roles';

/** A token like the public service's own: `user:password`, 128 random bits in each half. */
export function newToken(): string {
  return `${randomBytes(16).toString('hex')}:${randomBytes(16).toString('hex')}`;
}

/** What is wrong with where a request comes from, or null. */
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

/** The credential that a request shows in its headers, or null. */
export function shownCredential(request: IncomingMessage, role: Role): string | null {
  const values = valuesOf(request, role.credentialHeader);
  const value = values[0];
  if (values.length !== 1 || value === undefined) return null;
  if (role.authentication === 'header') return value;
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(value)?.[1];
  return encoded === undefined ? null : Buffer.from(encoded, 'base64').toString('utf8');
}

/** Compares two secrets in a time that tells nothing about them. */
export function sameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
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
