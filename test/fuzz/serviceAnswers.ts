// Whatever Judge0, DMOJ, or Codeforces answers: an envelope that is stored and read again, or one `ServiceFailed`.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeEnvelope } from '../../src/judge';
import { encodeEnvelope } from '../../src/judge/encode';
import { ServiceFailed } from '../../src/service/failure';
import { codeforces } from '../../src/service/profiles/codeforces';
import { dmoj } from '../../src/service/profiles/dmoj';
import { judge0 } from '../../src/service/profiles/judge0';
import type { ServiceKind } from '../../src/service/profiles/kind';
import { isEnvelope, isLabel, untouchedPrototypes } from './envelopes';
import { anyJson, anyText, damaged, listOf, numberLike, objectOf } from './json';
import { target, type Target } from './target';

const quoted = anyText.map((text) => JSON.stringify(text));
const usually = (text: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 8, arbitrary: text },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: anyJson },
  );
const oneOf = (...texts: readonly string[]) => fc.constantFrom(...texts.map((text) => JSON.stringify(text)));
const base64 = fc.oneof(
  anyText.map((text) =>
    JSON.stringify(
      Buffer.from(text)
        .toString('base64')
        .replace(/.{1,60}/g, '$&\n'),
    ),
  ),
  quoted,
);

const judge0Submission = objectOf({
  token: usually(quoted),
  status: usually(objectOf({ id: usually(numberLike), description: usually(quoted) })),
  time: usually(fc.oneof(oneOf('0.002', '1.0', '1e9'), numberLike)),
  memory: usually(numberLike),
  exit_code: usually(numberLike),
  exit_signal: usually(numberLike),
  stdout: usually(base64),
  stderr: usually(base64),
  compile_output: usually(base64),
  message: usually(base64),
  expected_output: usually(base64),
  source_code: usually(base64),
  language: usually(objectOf({ name: usually(quoted) })),
});
const judge0Body = fc.oneof(
  judge0Submission,
  objectOf({ submissions: usually(listOf(fc.oneof(judge0Submission, fc.constant('null')), 4)) }),
  objectOf({ error: usually(quoted) }),
  objectOf({ language_id: usually(listOf(quoted, 3)) }),
);

const dmojCase = objectOf({
  type: usually(oneOf('case', 'batch')),
  case_id: usually(numberLike),
  batch_id: usually(numberLike),
  status: usually(oneOf('AC', 'WA', 'SC', '?')),
  time: usually(numberLike),
  memory: usually(numberLike),
  points: usually(numberLike),
  total: usually(numberLike),
});
const dmojBatch = objectOf({ type: usually(oneOf('batch')), cases: usually(listOf(dmojCase, 3)) });
const dmojSubmission = objectOf({
  id: usually(numberLike),
  problem: usually(quoted),
  language: usually(quoted),
  status: usually(oneOf('QU', 'P', 'G', 'D', 'CE')),
  result: usually(oneOf('AC', 'WA', 'IE')),
  case_points: usually(numberLike),
  case_total: usually(numberLike),
  cases: usually(listOf(fc.oneof(dmojCase, dmojBatch), 4)),
});
const dmojBody = objectOf({
  data: usually(objectOf({ object: usually(dmojSubmission) })),
  error: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: objectOf({ code: usually(numberLike), message: usually(quoted) }) },
  ),
});

const codeforcesSubmission = objectOf({
  id: usually(fc.oneof(fc.constant('7'), numberLike)),
  contestId: usually(numberLike),
  creationTimeSeconds: usually(numberLike),
  verdict: usually(oneOf('OK', 'WRONG_ANSWER', 'TESTING', 'COMPILATION_ERROR', 'NEW')),
  passedTestCount: usually(numberLike),
  timeConsumedMillis: usually(numberLike),
  memoryConsumedBytes: usually(numberLike),
  points: usually(numberLike),
  problem: usually(
    objectOf({ contestId: usually(numberLike), index: usually(quoted), name: usually(quoted) }),
  ),
});
const codeforcesBody = objectOf({
  status: usually(oneOf('OK', 'FAILED')),
  comment: usually(fc.oneof(oneOf('Call limit exceeded'), quoted)),
  result: usually(listOf(codeforcesSubmission, 4)),
});

export const serviceAnswers: readonly Target[] = [
  answersOf('judge0', judge0, judge0Body),
  answersOf('dmoj', dmoj, dmojBody),
  answersOf('codeforces', codeforces, codeforcesBody),
];

function answersOf(name: string, { readResult }: ServiceKind, body: fc.Arbitrary<string>): Target {
  const answer = fc.record({
    status: fc.oneof(fc.constantFrom(200, 200, 200, 400, 401, 403, 404, 422, 429, 503), fc.integer()),
    contentType: fc.option(fc.constantFrom('application/json', 'text/html')),
    text: fc.oneof({ weight: 6, arbitrary: body }, damaged(body), anyJson, fc.constant('<!doctype html>')),
  });
  return target(`answers of ${name}`, answer, (one) => {
    try {
      const result = readResult(one, '7', 0);
      if (result.kind === 'notReady') return;
      isEnvelope(result.envelope);
      const again = decodeEnvelope(JSON.parse(encodeEnvelope(result.envelope)), 'stored');
      assert.ok(again.ok, 'what was decoded is written so that it can be read');
      assert.deepEqual(
        JSON.parse(encodeEnvelope(again.envelope)),
        JSON.parse(encodeEnvelope(result.envelope)),
      );
    } catch (error) {
      if (!(error instanceof ServiceFailed)) throw error;
      const { failure } = error;
      if (failure.kind === 'shape') [failure.path, failure.found].forEach((text) => isLabel(text, 1000));
    }
    untouchedPrototypes();
  });
}
