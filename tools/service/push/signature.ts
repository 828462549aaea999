import { createHmac } from 'node:crypto';

/** How the public service signs a callback: base64(HMAC-SHA256(token, trim(Date CRLF body))). */
export function callbackSignature(token: string, date: string, body: string): string {
  return createHmac('sha256', token).update(`${date}\r\n${body}`.trim()).digest('base64');
}
