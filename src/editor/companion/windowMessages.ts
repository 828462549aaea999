// How two windows on this computer communicate: lines of JSON on one connection.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import * as v from 'valibot';
import { jsonIn } from '../../results';
import { MAX_MESSAGE_LENGTH } from './limits';

/** Name of the protocol in the header `Upgrade`, and path of its requests. */
export const PROTOCOL = 'judge-results-window';
export const WINDOW_PATH = '/window';

/** Headers with a random text, and with the proof that its receiver has the secret of the windows. */
export const NONCE_HEADER = 'judge-results-nonce';
export const PROOF_HEADER = 'judge-results-proof';

export function newNonce(): string {
  return randomBytes(16).toString('hex');
}

/** Returns the proof that a side has the secret. The proofs of both sides differ, so that neither can return the other’s. */
export function proofOf(secret: string, side: 'owner' | 'window', port: number, nonce: string): string {
  return createHmac('sha256', secret).update(`${side} ${port} ${nonce}`).digest('hex');
}

/** Compares in constant time, to protect the secret. */
export function isProof(given: unknown, expected: string): boolean {
  if (typeof given !== 'string' || given.length !== expected.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

const messageToOwner = v.variant('kind', [
  v.object({ kind: v.literal('hello'), proof: v.string(), focusedAt: v.number() }),
  v.object({ kind: v.literal('focus'), at: v.number() }),
  v.object({ kind: v.literal('received'), id: v.number() }),
  v.object({ kind: v.literal('off') }),
]);
const messageToWindow = v.variant('kind', [
  v.object({ kind: v.literal('problem'), id: v.number(), body: v.string() }),
  v.object({ kind: v.literal('rank'), rank: v.number(), others: v.number() }),
  v.object({ kind: v.literal('off') }),
]);

/** A message of a window that waits. `focusedAt`, `at`: time at which it got the focus, ms since 1970; 0: never */
export type MessageToOwner = v.InferOutput<typeof messageToOwner>;

/**
 * A message of the window that owns the port. `rank`: 0 for the window that had the focus last, except for the owner.
 * `others`: number of the other windows that wait. `off`: the user doesn’t want to receive problems anymore.
 */
export type MessageToWindow = v.InferOutput<typeof messageToWindow>;

/** Reads a message of a window that waits. Null: it has another format. */
export function readMessageToOwner(line: string): MessageToOwner | null {
  const read = v.safeParse(messageToOwner, jsonIn(line));
  return read.success ? read.output : null;
}

/** Reads a message of the owner. Null: it has another format. */
export function readMessageToWindow(line: string): MessageToWindow | null {
  const read = v.safeParse(messageToWindow, jsonIn(line));
  return read.success ? read.output : null;
}

export function sendMessage(socket: Socket, message: MessageToOwner | MessageToWindow): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
}

/** Calls `onLine` for each line. Closes the connection if a line is too long. `head`: the data that was already read */
export function readLines(socket: Socket, head: Buffer, onLine: (line: string) => void): void {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  const take = (chunk: Buffer): void => {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    parts.push(first);
    length += first.length;
    for (const next of others) {
      onLine(parts.join(''));
      parts = [next];
      ({ length } = next);
    }
    if (length > MAX_MESSAGE_LENGTH) socket.destroy();
  };
  if (head.length > 0) take(head);
  socket.on('data', take);
}
