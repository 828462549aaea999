// Any response of a judge results in a value of the declared type, or in one `RequestFailed` with the cause.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RequestFailed } from '../../src/judges/requestFailed';
import { readQuotas, refusalIn, requestIdIn } from '../../src/judges/adapters/specification/responses';
import type { OutgoingRequest } from '../../src/judges/http/judgeHttp';
import type { HttpAnswer } from '../../src/judges/http/transport';
import { type BoundOperation, on, resultAt, run } from '../support/operations';
import { leastJudge } from '../support/profiles';
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
  location: fc.constant(null),
  language: fc.constant(null),
  mitigated: fc.constant(null),
  credentialId: fc.constant(null),
  notBefore: fc.constant(null),
});

const result = resultAt(leastJudge('judge'), { requestId: '7', hint: null });
const anything: OutgoingRequest = { method: 'GET', path: '/' };

export const answers = target('responses', answer, async (one) => {
  const read = await value(result, one);
  if (read?.kind === 'result') isEnvelope(read.envelope);
  const requestId = await value(async ({ send }) => requestIdIn(await send(anything)), one);
  if (requestId !== null) isLabel(requestId, 128);
  const quotas = await value(async ({ send }) => readQuotas(await send(anything)), one);
  for (const { available, ...others } of quotas ?? []) {
    assert.ok(Number.isFinite(available));
    for (const number of Object.values(others)) assert.ok(number === null || typeof number === 'number');
  }
  const isRefused =
    (await value(
      on({ refusalIn }, (http) => http.get('/')),
      one,
    )) === null;
  assert.equal(isRefused, one.status < 200 || one.status >= 300);
  untouchedPrototypes();
});

/** Returns the value; null if it was rejected with a valid `RequestFailed`. */
async function value<Value>(question: BoundOperation<Value>, reply: HttpAnswer): Promise<Value | null> {
  try {
    return await run(question, () => reply, now);
  } catch (error) {
    assert.ok(error instanceof RequestFailed, String(error));
    const { failure } = error;
    if (failure.kind === 'shape') [failure.path, failure.found].forEach((text) => isLabel(text, 1000));
    if (failure.kind === 'notJson') isLabel(failure.contentType ?? '', 100);
    if (failure.kind !== 'status') return null;
    const wait = failure.retryAfter ?? 0;
    assert.ok(Number.isFinite(wait) && wait >= 0, `${wait} ms`);
    return null;
  }
}
