import * as v from 'valibot';
import type { Push, PushAuthentication, PushLimits } from '../../adapter';
import { oneOf, optionalText, type FieldReader } from '../../settingFields';
import { readChannelFrame, readPushed } from '../specification/responses';

const framings = ['plain', 'channel'] as const;

export interface WebSocketPush {
  readonly url: URL;
  readonly framing: (typeof framings)[number];
  readonly authentication: PushAuthentication;
  readonly limits: PushLimits | null;
}

/** Creates push by WebSocket (section 4.2). Each frame is an envelope, with or without the channel's name before it. */
export function webSocketPush({ url, framing, authentication, limits }: WebSocketPush): Push {
  // if the URL subscribes to a single channel, frames must begin with its name
  const subscribed = framing === 'channel' ? url.searchParams.get('channel') : null;
  const channel = subscribed === null || subscribed === '' || subscribed.includes(',') ? null : subscribed;
  return {
    origin: url.origin,
    url: () => url.href,
    authentication,
    limits,
    read: framing === 'plain' ? readPushed : (text) => readChannelFrame(text, channel),
    detail: null,
  };
}

export const pushFields = { webSocketUrl: optionalText, authentication: optionalText };

/** Reads `push`: `{ webSocketUrl, framing, authentication }`. Null: not configured, or invalid. */
export function describedPush(fields: FieldReader, limits: PushLimits | null): Push | null {
  const push = fields.read(
    'push',
    v.nullish(v.object({ ...pushFields, framing: v.nullish(oneOf(framings), 'plain') })),
    null,
  );
  const place = push ? pushPlace(fields, push) : null;
  return push && place ? webSocketPush({ ...place, framing: push.framing, limits }) : null;
}

/** Reads the URL of the WebSocket and its authentication. Null: not configured, or invalid. */
export function pushPlace(
  fields: FieldReader,
  push: v.InferOutput<v.ObjectSchema<typeof pushFields, undefined>>,
): Pick<WebSocketPush, 'url' | 'authentication'> | null {
  const address = push.webSocketUrl.trim();
  if (address === '') return null;
  const authentication = pushAuthentication(push.authentication.trim(), fields);
  const url = fields.webSocketAddress('push.webSocketUrl', address, authentication.kind !== 'none');
  return url && { url, authentication };
}

/** Reads the URL of server-sent events and their authentication. Null: not configured, or invalid. */
export function eventsPlace(
  fields: FieldReader,
  push: { readonly eventsUrl: string; readonly authentication: string },
): Pick<WebSocketPush, 'url' | 'authentication'> | null {
  const address = push.eventsUrl.trim();
  if (address === '') return null;
  const authentication = pushAuthentication(push.authentication.trim(), fields);
  const url = fields.eventsAddress('push.eventsUrl', address, authentication.kind !== 'none');
  return url && { url, authentication };
}

function pushAuthentication(text: string, fields: FieldReader): PushAuthentication {
  if (text === 'header') return { kind: 'header' };
  const parameter = /^query:([\w.~-]{1,64})$/.exec(text)?.[1];
  if (parameter !== undefined) return { kind: 'query', parameter };
  if (text !== '' && text !== 'none') fields.fault('push.authentication', { kind: 'pushAuthentication' });
  return { kind: 'none' };
}
