import { jsonIn } from '../base/json';
import { decodeEnvelope } from '../judge';
import type { Envelope } from '../judge';
import type { WebSocketPush } from './profile';

/** What one text frame of a push socket holds. */
export type PushFrame =
  | { readonly kind: 'result'; readonly envelope: Envelope; readonly raw: string }
  /** the service's greeting, or a channel that holds no results */
  | { readonly kind: 'other' }
  | { readonly kind: 'unreadable' };

/** Sent by the public service after connecting, without being asked for. */
const WELCOME = 'AUTH_WELCOME';

/** Reads a frame in the framing of the profile. Never throws. */
export function readFrame(text: string, push: Pick<WebSocketPush, 'framing' | 'channel'>): PushFrame {
  switch (push.framing) {
    case 'plain':
      return readMessage(text);
    case 'channel': {
      const end = text.indexOf('\0');
      if (end < 0) return { kind: 'unreadable' };
      const channel = text.slice(0, end);
      const expected = push.channel === null ? channel !== WELCOME : channel === push.channel;
      return expected ? readMessage(text.slice(end + 1)) : { kind: 'other' };
    }
  }
}

function readMessage(raw: string): PushFrame {
  const decoded = decodeEnvelope(jsonIn(raw));
  return decoded.ok ? { kind: 'result', envelope: decoded.envelope, raw } : { kind: 'unreadable' };
}
