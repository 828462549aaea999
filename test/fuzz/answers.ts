// Whatever a service answers: a value of the promised shape, or one `ServiceFailed` that says what was wrong.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ServiceFailed } from '../../src/service/failure';
import { question, quotasOf, readResult, requestIdOf } from '../../src/service/profiles/specification';
import type { HttpAnswer } from '../../src/service/transport';
import { isEnvelope, isLabel, untouchedPrototypes } from './envelopes';
import { anyBody } from './envelopeText';
import { anyJson, anyText, damaged, listOf, numberLike, objectOf } from './json';
import { target } from './target';

const now = Date.parse('2026-11-21T12:00:00Z');
const quoted = anyText.map((text) => JSON.stringify(text));
const maybe = (text: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 8, arbitrary: text },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: anyJson },
  );

const field = objectOf({ name: maybe(quoted), value: maybe(anyJson), message: maybe(quoted) });
const errorData = objectOf({
  platformFormError: maybe(fc.constantFrom('1', '"1"', 'true', '0')),
  submitted: maybe(fc.constant('true')),
  valid: maybe(fc.constant('false')),
  fields: maybe(listOf(field, 3)),
});
const error = objectOf({
  errorCode: maybe(numberLike),
  errorType: maybe(fc.oneof(quoted, fc.constant('"App\\\\FormErrorException"'))),
  errorMessage: maybe(fc.oneof(quoted, numberLike)),
  errorData: maybe(errorData),
});
const points = objectOf({ max: maybe(numberLike), used: maybe(numberLike) });
const quota = objectOf({
  availablePoints: maybe(numberLike),
  points: maybe(points),
  validAfter: maybe(numberLike),
  expireTime: maybe(numberLike),
});
const quotas = objectOf({ quotas: maybe(listOf(quota, 3)) });
const submitted = objectOf({ requestId: maybe(quoted) });
const page = fc.constantFrom('<!doctype html><p>Sign in', ' <html>', '', '\ufeff{}', '{"errorCode":', '%PDF');

const answer: fc.Arbitrary<HttpAnswer> = fc.record({
  status: fc.oneof(
    fc.constantFrom(200, 200, 200, 204, 400, 401, 402, 403, 404, 405, 429, 500, 503, 407),
    fc.integer({ min: 100, max: 599 }),
  ),
  contentType: fc.option(fc.oneof(fc.constantFrom('application/json', 'text/html; charset=x'), anyText)),
  retryAfter: fc.option(
    fc.oneof(fc.constantFrom('3', '-1', '1e9', new Date(now).toUTCString(), '99999999999999999999'), anyText),
  ),
  date: fc.option(fc.oneof(fc.constantFrom(new Date(now).toUTCString(), 'soon'), anyText)),
  text: fc.oneof(anyBody, error, quotas, submitted, damaged(error), page, anyJson),
  cookies: fc.constant(null),
  mitigated: fc.constant(null),
  credentialId: fc.constant(null),
  restsUntil: fc.constant(null),
});

export const answers = target('answers', answer, (one) => {
  const result = value(() => readResult(one, now));
  if (result?.kind === 'result') isEnvelope(result.envelope);
  const requestId = value(() => requestIdOf(one));
  if (requestId !== null) isLabel(requestId, 128);
  for (const { available, ...others } of value(() => quotasOf(one)) ?? []) {
    assert.ok(Number.isFinite(available));
    for (const number of Object.values(others)) assert.ok(number === null || typeof number === 'number');
  }
  const anything = question({ method: 'GET', path: '/' }, () => true);
  const isRefused = value(() => anything.read(one, now)) === null;
  assert.equal(isRefused, one.status < 200 || one.status >= 300);
  untouchedPrototypes();
});

/** Null where it was refused, in the one way that is allowed. */
function value<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    assert.ok(error instanceof ServiceFailed, String(error));
    const { failure } = error;
    if (failure.kind === 'shape') [failure.path, failure.found].forEach((text) => isLabel(text, 1000));
    if (failure.kind === 'notJson') isLabel(failure.contentType ?? '', 100);
    if (failure.kind !== 'status') return null;
    const wait = failure.retryAfter ?? 0;
    assert.ok(Number.isFinite(wait) && wait >= 0, `${wait} ms`);
    return null;
  }
}
