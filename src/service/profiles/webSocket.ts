import * as v from 'valibot';
import { oneOf, optionalText, type FieldReader } from '../fields';
import type { Push, PushAuthentication, PushLimits } from '../profile';
import { readChannelFrame, readPushed } from './specification';

const framings = ['plain', 'channel'] as const;

export interface WebSocketPush {
  readonly url: URL;
  readonly framing: (typeof framings)[number];
  readonly authentication: PushAuthentication;
  readonly limits: PushLimits | null;
}

/** Push by WebSocket as the specification has it (section 4.2): frames are envelopes, behind a channel's name or not. */
export function webSocketPush({ url, framing, authentication, limits }: WebSocketPush): Push {
  // one channel asked for: its name is what a frame must begin with
  const asked = framing === 'channel' ? url.searchParams.get('channel') : null;
  const channel = asked === null || asked === '' || asked.includes(',') ? null : asked;
  return {
    origin: url.origin,
    url: () => url.href,
    authentication,
    limits,
    read: framing === 'plain' ? readPushed : (text) => readChannelFrame(text, channel),
    detail: null,
  };
}

/** What a description says of push: `{ webSocketUrl, framing, authentication }`. Null: nothing, or it is wrong. */
export function describedPush(fields: FieldReader, limits: PushLimits | null): Push | null {
  const push = fields.read(
    'push',
    v.nullish(
      v.object({
        webSocketUrl: optionalText,
        framing: v.nullish(oneOf(framings), 'plain'),
        authentication: optionalText,
      }),
    ),
    null,
  );
  const address = push?.webSocketUrl.trim() ?? '';
  if (!push || address === '') return null;
  const authentication = pushAuthentication(push.authentication.trim(), fields);
  const url = fields.webSocketAddress('push.webSocketUrl', address, authentication.kind !== 'none');
  return url && webSocketPush({ url, framing: push.framing, authentication, limits });
}

function pushAuthentication(text: string, fields: FieldReader): PushAuthentication {
  if (text === 'header') return { kind: 'header' };
  const parameter = /^query:([\w.~-]{1,64})$/.exec(text)?.[1];
  if (parameter !== undefined) return { kind: 'query', parameter };
  if (text !== '' && text !== 'none') fields.fault('push.authentication', { kind: 'pushAuthentication' });
  return { kind: 'none' };
}
