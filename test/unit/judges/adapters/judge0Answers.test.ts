import assert from 'node:assert/strict';
import { decodeResult } from '../../../support/profiles';
import { RequestFailed } from '../../../../src/judges/requestFailed';

const answerOf = (status: number, body: unknown) => ({
  status,
  contentType: 'application/json',
  text: JSON.stringify(body),
});

async function read(body: unknown) {
  const result = await decodeResult('judge0', answerOf(200, body), 'x');
  assert.ok(result.kind === 'result');
  return result;
}

async function failure(status: number, body: unknown) {
  const error: unknown = await decodeResult('judge0', answerOf(status, body), 'x').then(
    () => assert.fail('it was read as a result'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RequestFailed && error.failure.kind === 'status');
  return error.failure;
}

describe('A Judge0 submission’s texts', () => {
  const plain = { source_code: 'int main(){}', stdout: '1234\n', stderr: 'abcd', compile_output: 'warn' };
  const encoded = Object.fromEntries(
    Object.entries(plain).map(([name, text]) => [name, `${Buffer.from(text).toString('base64')}\n`]),
  );
  const crashed = { status: { id: 11, description: 'Runtime Error (NZEC)' } };
  const message = 'Exited with error status 1';

  it('are the same whether the host encodes all texts, no text, or all texts except the message', async () => {
    const encodedMessage = `${Buffer.from(message).toString('base64')}\n`;
    for (const texts of [
      { ...encoded, message: encodedMessage },
      { ...plain, message },
      { ...encoded, message },
    ]) {
      const { envelope, about } = await read({ ...crashed, ...texts });
      const [one] = envelope.data!.judge!.subtasks[0]!.cases;
      assert.deepEqual(one!.extra, { stdout: '1234\n', stderr: 'abcd' });
      assert.equal(one!.description, message);
      assert.equal(envelope.data?.compile?.message, 'warn');
      assert.equal(about?.code, 'int main(){}');
    }
  });
});

describe('A Judge0 error', () => {
  it('means “unknown ID” if a host finds none of a batch’s tokens', async () => {
    assert.equal((await failure(200, { submissions: [null, null] })).status, 404);
  });

  it('contains the message of a server in front of the host', async () => {
    const { status, error } = await failure(429, { message: 'You have exceeded the rate limit' });
    assert.equal(status, 429);
    assert.equal(error?.errorMessage, 'You have exceeded the rate limit');
    assert.equal(error.form, null);
  });
});
