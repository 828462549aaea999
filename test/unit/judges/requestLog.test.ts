import assert from 'node:assert/strict';
import type { Fetch } from '../../../src/judges/http/fetch';
import { specifiedJudge } from '../../support/profiles';
import { clientAt, failureOf, request } from './clients';

const judge = specifiedJudge({ url: 'https://judge.test' });

/** Returns the log entry for a request with this status; null: no response. */
async function logged(status: number | null): Promise<readonly string[]> {
  const told: string[] = [];
  const fetch: Fetch = async () => {
    if (status === null) throw new Error('the connection broke');
    return { status, headers: { get: () => null }, body: null };
  };
  const client = clientAt(judge, {
    fetch,
    onRequest: (text, isFailure) => told.push(`${isFailure ? 'info' : 'debug'} ${text}`),
  });
  const asking = client.result(request('a'));
  if (status === 204) await asking;
  else await failureOf(asking);
  return told;
}

describe('The request log', () => {
  it('contains method, URL without query, and status, with failures at a level that is always kept', async () => {
    assert.deepEqual(await logged(204), ['debug GET https://judge.test/judge/result: 204']);
    assert.deepEqual(await logged(404), ['info GET https://judge.test/judge/result: 404']);
    assert.deepEqual(await logged(null), ['info GET https://judge.test/judge/result: network']);
  });
});
