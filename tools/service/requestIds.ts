import { randomInt } from 'node:crypto';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Returns a request ID in the format of the public service: 22 characters in Base58. */
export function newRequestId(): string {
  return Array.from({ length: 22 }, () => base58[randomInt(base58.length)]).join('');
}

/**
 * Returns whether the ID is well-formed. Requests with a malformed ID are form errors, and not requests for an unknown
 * ID.
 */
export function isRequestId(text: string): boolean {
  return /^[\w-]{1,128}$/.test(text);
}
