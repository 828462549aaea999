import { randomInt } from 'node:crypto';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** A request ID that looks like the public service's: 22 characters in base 58. */
export function newRequestId(): string {
  return Array.from({ length: 22 }, () => base58[randomInt(base58.length)]).join('');
}

/** What is looked up at all; anything else is a mistake in the form, not an unknown request. */
export function isRequestId(text: string): boolean {
  return /^[\w-]{1,128}$/.test(text);
}
