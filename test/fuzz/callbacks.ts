// Any request to the callback URL: invalid ones are rejected, unsigned ones aren’t trusted, and none is accepted twice.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { callbackPath } from '../../src/judges/settingFields';
import { readCallback, refusalOf, Replays } from '../../src/judges/push/callbackRequest';
import { isEnvelope, isLabel, untouchedPrototypes } from './envelopes';
import { anyBody } from './envelopeText';
import { anyText } from './json';
import { target } from './target';

const secret = 'abcdef0123456789abcdef0123456789';
const token = 'user:w1MmbjBCsDYjXpgS';
const header = 'Luogu-API-Callback-Sign';
const now = Date.parse('2026-11-21T12:00:00Z');
const limit = 1000;

interface Posted {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const or = <Value>(right: Value, ...others: readonly Value[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(right) },
    { weight: 2, arbitrary: fc.constantFrom(...others) },
  );
const odd = <Value>(right: Value, ...others: readonly Value[]): fc.Arbitrary<Value | string> =>
  fc.oneof({ weight: 12, arbitrary: or(right, ...others) }, { weight: 1, arbitrary: anyText });

const path = callbackPath(secret);
const request: fc.Arbitrary<Posted> = fc.record({
  url: odd(
    path,
    `${path}?a=b`,
    `${path}/`,
    path.slice(0, -1),
    path.toUpperCase(),
    `/hook${path}`,
    '/',
    '',
    `//${path}`,
  ),
  method: odd('POST', 'GET', 'PUT', 'post', 'OPTIONS'),
  headers: fc.record({
    host: odd<string | undefined>(
      'localhost:4321',
      ...['127.0.0.1', '[::1]:4321', 'tunnel.example', 'evil.example', undefined, 'localhost@evil.example'],
      ...['tunnel.example.evil', 'localhost/..', '127.0.0.1.evil.example', ''],
    ),
    origin: or<string | undefined>(undefined, 'null', 'https://evil.example', ''),
    'content-type': odd<string | undefined>(
      'application/json',
      ...[
        'application/json; charset=utf-8',
        'Application/JSON',
        undefined,
        'text/plain',
        'application/jsonx',
      ],
    ),
    'content-encoding': or<string | undefined>(undefined, 'gzip', 'identity'),
    'content-length': odd<string | undefined>(
      '20',
      '1001',
      '-1',
      '1e9',
      undefined,
      'NaN',
      '99999999999999999999',
    ),
  }),
});

export const guards = target('callback guards', request, (posted) => {
  const { url, method, headers } = posted;
  const rules = { secret, publicUrl: 'https://tunnel.example/hook/', signatureHeader: header };
  const refusal = refusalOf({ url, method, headers } as unknown as IncomingMessage, rules, limit);
  if (refusal) {
    isLabel(refusal.message, 100);
    return;
  }
  assert.equal(method, 'POST');
  assert.ok([path, `/hook${path}`].includes(url.split('?')[0] ?? ''), url);
  assert.equal(headers['origin'], undefined);
  assert.equal(headers['content-encoding'], undefined);
  assert.match(String(headers['content-type']), /^\s*application\/json\s*(?:;|$)/i);
  assert.match(
    String(headers['host']),
    /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|tunnel\.example)\.?(?::\d*)?$/i,
  );
  assert.ok(!(Number(headers['content-length'] ?? 0) > limit));
});

const bytes = fc.oneof(
  { weight: 8, arbitrary: anyBody.map((body) => Buffer.from(body)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((all) => Buffer.from(all)) },
);
const dates = odd<string | undefined>(
  new Date(now).toUTCString(),
  ...[new Date(now - 3_600_000).toUTCString(), undefined, 'soon', '', new Date(now + 299_000).toUTCString()],
);
const signing = fc.constantFrom('right', 'right', 'wrong', 'none', 'twice', 'empty');

export const callbacks = target(
  'callbacks',
  fc.tuple(bytes, dates, signing, anyText),
  ([body, date, how, text]) => {
    const right = createHmac('sha256', token)
      .update(trimmed(`${date ?? ''}\r\n`, body))
      .digest('base64');
    const signature = { right, wrong: text, none: undefined, twice: [right, right], empty: '' }[how];
    const headers = { date, [header.toLowerCase()]: signature } as IncomingMessage['headers'];
    const rules = { secret, publicUrl: '', signatureHeader: header };
    const replays = new Replays();
    const read = () => readCallback({ headers }, body, { rules, token, replays, now });
    const first = read();
    untouchedPrototypes();
    if (first.kind === 'refused') isLabel(first.refusal.message, 1100);
    if (first.kind !== 'result') return;
    assert.equal(how, 'right');
    assert.ok(Math.abs(Date.parse(date ?? '') - now) <= 5 * 60_000, date);
    isEnvelope(first.envelope);
    assert.equal(first.requestId, first.envelope.requestId);
    assert.equal(read().kind, 'nothing', 'a repeated request is ignored');
  },
);

/** A second implementation of the judge’s trimming. */
function trimmed(start: string, body: Buffer): Buffer {
  const text = Buffer.concat([Buffer.from(start), body]).toString('latin1');
  return Buffer.from(text.replace(/^[\t\n\v\r \0]+/, '').replace(/[\t\n\v\r \0]+$/, ''), 'latin1');
}
