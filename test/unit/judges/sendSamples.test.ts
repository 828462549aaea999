import assert from 'node:assert/strict';
import type { Fetch } from '../../../src/judges';
import { judge0 } from '../../../src/judges/adapters/judge0';
import { sendSamples } from '../../../src/judges/sendSamples';
import { described } from '../../support/profiles';
import { clientAt, failureOf } from './clients';

/**
 * Runs `count` samples at a host. `answers`: the response to each batch: a status, errors of its first samples, or null
 * for a token for each sample. A controller cancels during that batch.
 */
function send(
  count: number,
  ...answers: readonly (number | Error | AbortController | readonly object[] | null)[]
) {
  const judge = described(judge0, 'class', { url: 'https://judge.example' });
  const left = [...answers];
  const fetch: Fetch = async (_url, { body: sent }) => {
    const answer = sent === undefined ? 200 : (left.shift() ?? null);
    if (answer instanceof Error) throw answer;
    if (answer instanceof AbortController) {
      answer.abort();
      throw answer.signal.reason;
    }
    const { submissions = [{}] } = JSON.parse(sent ?? '{}') as { submissions?: readonly object[] };
    const said = typeof answer === 'number' ? [] : (answer ?? []);
    const tokens = submissions.map((_, index) => said[index] ?? { token: `t${left.length}${index}` });
    const text = JSON.stringify(typeof answer === 'number' ? {} : tokens.length > 1 ? tokens : tokens[0]);
    const body = (async function* () {
      yield text;
    })();
    return {
      status: typeof answer === 'number' ? answer : 201,
      headers: { get: () => 'application/json' },
      body,
    };
  };
  const { samples } = judge;
  assert.ok(samples);
  const all = Array.from({ length: count }, (_, index) => ({ input: String(index), expected: '' }));
  const run = { language: '63', code: '1', samples: all, time: null, memory: null };
  const cancelling = answers.find((answer) => answer instanceof AbortController);
  return sendSamples(clientAt(judge, { fetch }), samples, run, cancelling?.signal);
}

describe('Samples in several batches', () => {
  it('become one record', async () => {
    const { hint, taken, failure } = await send(25);
    assert.deepEqual(
      hint.split(';').map((part) => part.split(',').length),
      [20, 5],
    );
    assert.deepEqual([taken, failure], [25, null]);
  });

  it('are tracked up to the last accepted batch, whatever the error of a later batch', async () => {
    for (const refusal of [503, 422, 400, new TypeError('reset')]) {
      const { hint, taken, failure } = await send(45, null, refusal);
      assert.deepEqual([hint.split(/[,;]/).length, taken], [20, 20], String(refusal));
      if (typeof refusal === 'number')
        assert.equal(failure?.failure.kind === 'status' && failure.failure.status, refusal);
      else assert.ok(failure);
    }
  });

  it('are tracked from the first accepted batch on, with the host’s error for the other samples', async () => {
    const refusal = { stdin: ['is too long'] };
    const first = await send(3, [refusal]);
    assert.deepEqual([first.taken, first.hint], [2, 't01,t02']);
    const { hint, taken, failure } = await send(45, null, [{ token: 'one' }, refusal]);
    assert.deepEqual([hint.split(';').map((part) => part.split(',').length), taken], [[20, 19], 39]);
    assert.ok(failure?.failure.kind === 'status');
    assert.deepEqual(failure.failure.error?.form?.fields, [
      { name: 'stdin', value: null, message: 'is too long' },
    ]);
  });

  it('are tracked up to the last accepted batch when the user cancels', async () => {
    const { hint, taken, failure } = await send(45, null, new AbortController());
    assert.deepEqual([hint.split(/[,;]/).length, taken, failure?.failure.kind], [20, 20, 'cancelled']);
    const first = await failureOf(send(45, new AbortController()));
    assert.equal(first.failure.kind, 'cancelled');
  });

  it('fail if no batch was accepted', async () => {
    const rejected = { stdin: ['is too long'] };
    for (const refusal of [422, [rejected, rejected]]) {
      const { failure, sent } = await failureOf(send(2, refusal));
      assert.deepEqual([failure.kind === 'status' && failure.status, sent], [422, 'no']);
    }
  });
});
