import * as v from 'valibot';
import type { StatusKind, VerdictStyle, StatusTable } from '../../../results';
import { isCredentialHeaderName } from '../../signIn/credentials';
import { oneOf, optionalText, statusKinds, type FieldReader } from '../../settingFields';
import type { Authentication, SignIn } from '../../signIn/authentication';
import type { Push, PushAuthentication, PushLimits } from '../../adapter';
import { place } from './dottedPaths';
import {
  statusTable,
  codeOf,
  verdictNames,
  verdicts,
  type StatusRow,
  type Verdict,
} from '../shared/commonVerdicts';
import { readChannelFrame, readPushed } from '../specification/responses';

const schemes = ['basic', 'bearer', 'header', 'none'] as const;
const authenticationObject = v.object({
  scheme: v.nullish(oneOf(schemes), 'none'),
  headerName: optionalText,
});
/** `"bearer"` is short for `{ "scheme": "bearer" }`. */
const authenticationFields = v.nullish(
  v.lazy((value) =>
    typeof value === 'string'
      ? v.pipe(
          oneOf(schemes),
          v.transform((scheme) => ({ scheme, headerName: '' })),
        )
      : authenticationObject,
  ),
);

/** Reads how requests are authenticated. */
export function describedAuthentication(fields: FieldReader): Authentication {
  const { scheme, headerName } = fields.read('authentication', authenticationFields, null) ?? {
    scheme: 'none',
    headerName: '',
  };
  if (scheme !== 'header') return { scheme };
  const name = headerName.trim();
  if (!isCredentialHeaderName(name)) fields.fault('authentication.headerName', { kind: 'headerName' });
  return { scheme, headerName: name };
}

/** Returns how the user signs in: with the secret that requests carry. */
export function signInBy({ scheme }: Authentication): Exclude<SignIn, { kind: 'password' }> {
  if (scheme === 'none') return { kind: 'none' };
  const secret = scheme === 'basic' ? 'userAndPassword' : 'any';
  return { kind: 'secret', secret, page: null, isOptional: false };
}

const nonEmptyText = v.pipe(v.string(), v.trim(), v.minLength(1));
const definition = v.object({ name: nonEmptyText, kind: oneOf(statusKinds), short: optionalText });
const noList = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && !Array.isArray(value),
);
/** A status code must be a whole number, or a text that fits in a row of the list. */
const statusCode = v.pipe(v.string(), v.regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u));

/** The score determines the verdict. `full`: the full score, or the dotted path of a response field that contains it. */
const byScore = v.strictObject({
  full: v.lazy((value) =>
    typeof value === 'number'
      ? v.pipe(v.number(), v.minValue(Number.MIN_VALUE), v.finite())
      : v.pipe(place, v.minLength(1)),
  ),
});

function codesWith<Meaning extends v.GenericSchema>(meaning: (value: unknown) => Meaning) {
  return v.nullish(v.pipe(noList, v.record(statusCode, v.lazy(meaning))), {});
}

/** Maps status codes to a verdict's short name, or to a definition. */
export const describedCodes = codesWith((value) =>
  typeof value === 'string' ? oneOf(verdictNames) : definition,
);

/** Like `describedCodes`. A verdict can also depend on the score. */
export const describedCodesOrScores = codesWith((value) => {
  if (typeof value === 'string') return oneOf(verdictNames);
  return typeof value === 'object' && value !== null && 'full' in value ? byScore : definition;
});

type Definition = v.InferOutput<typeof definition>;
type VerdictByScore = v.InferOutput<typeof byScore>;

/** The full score of each status code whose verdict depends on the score: a number, or the path of a response field. */
export type FullScores = ReadonlyMap<string, number | string>;

export function tableOf(codes: Readonly<Record<string, Definition | Verdict | VerdictByScore>>): StatusTable {
  const named: [string, Verdict][] = [];
  const defined: [string, Definition][] = [];
  const scored: StatusRow[] = [];
  for (const [code, meaning] of Object.entries(codes)) {
    if (typeof meaning === 'string') named.push([code, meaning]);
    else if ('full' in meaning)
      // shown if the response contains no score
      scored.push([codeOf(code), 'partial', 'wrongAnswer', 'Scored', '已评分', 'SCORED']);
    else defined.push([code, meaning]);
  }
  return {
    ...verdicts('', Object.fromEntries(named)),
    ...definedCodes(Object.fromEntries(defined)),
    ...statusTable(scored),
  };
}

export function fullScoresOf(
  codes: Readonly<Record<string, Definition | Verdict | VerdictByScore>>,
): FullScores {
  return new Map(
    Object.entries(codes).flatMap(([code, meaning]) =>
      typeof meaning !== 'string' && 'full' in meaning ? [[code, meaning.full] as const] : [],
    ),
  );
}

function definedCodes(codes: Readonly<Record<string, Definition>>): StatusTable {
  const pending = Object.keys(codes).filter((key) => codes[key]?.kind === 'pending');
  // if there are several pending codes, assumes that the highest one means “judging” and the others “waiting”
  const numbers = pending.map(codeOf).filter((code) => typeof code === 'number');
  const running = numbers.length > 1 ? Math.max(...numbers) : null;
  return statusTable(
    Object.entries(codes).map(([key, { name, kind, short }]) => [
      codeOf(key),
      kind,
      lookOf(kind, short),
      name,
      null,
      short || name,
      codeOf(key) === running ? 'running' : undefined,
    ]),
  );
}

/** Chooses the style of a verdict by its kind. Only failed verdicts have several styles, chosen by the short name. */
function lookOf(kind: StatusKind, short: string): VerdictStyle {
  switch (kind) {
    case 'pending':
      return 'pending';
    case 'accepted':
      return 'accepted';
    case 'error':
      return 'serviceError';
    case 'partial':
    case 'failed': {
      const upper = short.toUpperCase();
      if (/^(?:RE|RTE)$/.test(upper)) return 'runtimeError';
      if (/^[A-Z]LE$/.test(upper)) return 'limitExceeded';
      return upper === 'CE' ? 'compileError' : 'wrongAnswer';
    }
  }
}

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
