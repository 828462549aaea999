import { createHmac, timingSafeEqual } from 'node:crypto';

/** What is wrong with a signature. */
export type SignatureProblem = 'noDate' | 'stale' | 'wrong';

/** A callback's date may differ so much from our clock, ms. */
const FRESH = 5 * 60_000;
/** Signatures that are remembered; each is forgotten when its date is stale. */
const REMEMBERED = 10_000;

/** `\t`, `\n`, vertical tab, `\r`, space and NUL: what the service trims. */
const TRIMMED = new Set([0, 9, 10, 11, 13, 32]);

/**
 * Checks the signature of the public service: base64(HMAC-SHA256(key = token, data = trim(Date CRLF body))).
 * In constant time, as far as the signature itself is concerned. Null: it is right, and fresh at `now` (ms since 1970).
 */
export function signatureProblem(
  message: { readonly signature: string; readonly date: string | null; readonly body: Buffer },
  token: string,
  now: number,
): SignatureProblem | null {
  const { signature, date, body } = message;
  if (date === null) return 'noDate';
  const expected = createHmac('sha256', token).update(signedBytes(date, body)).digest();
  const given = Buffer.from(signature, 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'wrong';
  const sentAt = Date.parse(date);
  return Math.abs(now - sentAt) <= FRESH ? null : 'stale';
}

/** Remembers signed messages, so that each is taken once however often it is sent. */
export class Replays {
  private readonly seen = new Map<string, number>();

  /** True the first time. `now` in ms since 1970. */
  isNew(signature: string, now: number): boolean {
    this.forget(now);
    const key = Buffer.from(signature, 'base64').toString('base64');
    if (this.seen.has(key)) return false;
    this.seen.set(key, now);
    return true;
  }

  private forget(now: number): void {
    for (const [key, seenAt] of this.seen) {
      // A date may lie as far in the future as in the past: it stays fresh for twice the time.
      if (Math.abs(now - seenAt) <= 2 * FRESH && this.seen.size < REMEMBERED) return;
      this.seen.delete(key);
    }
  }
}

function signedBytes(date: string, body: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.from(`${date}\r\n`), body]);
  let [start, end] = [0, whole.length];
  while (start < end && TRIMMED.has(whole[start] ?? -1)) start += 1;
  while (end > start && TRIMMED.has(whole[end - 1] ?? -1)) end -= 1;
  return whole.subarray(start, end);
}
