// Any frame of a push socket: only envelopes in the configured framing and channel are accepted.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeEnvelope } from '../../src/results';
import { readChannelFrame, readPushed } from '../../src/judges/adapters/specification/responses';
import { isEnvelope, untouchedPrototypes } from './envelopes';
import { anyBody } from './envelopeText';
import { anyText } from './json';
import { target } from './target';

const channels = fc.constantFrom(
  'judge.result',
  'AUTH_WELCOME',
  '',
  'judge.other',
  'judge.result ',
  '__proto__',
);

export const frameText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: anyBody },
  { weight: 5, arbitrary: fc.tuple(channels, anyBody).map(([channel, body]) => `${channel}\0${body}`) },
  { weight: 1, arbitrary: fc.tuple(anyText, anyBody, anyText).map((parts) => parts.join('\0')) },
  { weight: 1, arbitrary: anyText },
);

const push = fc.record({
  framing: fc.constantFrom('plain' as const, 'channel' as const),
  channel: fc.constantFrom('judge.result', null),
});

export const frames = target('frames', fc.tuple(frameText, push), ([text, { framing, channel }]) => {
  const frame = framing === 'plain' ? readPushed(text) : readChannelFrame(text, channel);
  untouchedPrototypes();
  if (frame.kind !== 'result') return;
  const { envelope, raw } = frame.answer;
  assert.ok(raw !== null);
  isEnvelope(envelope);
  assert.ok(text.endsWith(raw));
  const decoded = decodeEnvelope(JSON.parse(raw));
  assert.ok(decoded.ok);
  assert.equal(JSON.stringify(decoded.envelope), JSON.stringify(envelope));
  const before = text.slice(0, text.length - raw.length);
  if (framing === 'plain') assert.equal(before, '');
  else if (channel !== null) assert.equal(before, `${channel}\0`);
  else assert.ok(before.endsWith('\0') && before !== 'AUTH_WELCOME\0');
});
