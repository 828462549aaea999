import { createHmac } from 'node:crypto';

/** Returns the public service's signature of a callback: base64(HMAC-SHA256(token, trim(Date CRLF body))). */
export function callbackSignature(token: string, date: string, body: string): string {
  return createHmac('sha256', token).update(`${date}\r\n${body}`.trim()).digest('base64');
}
