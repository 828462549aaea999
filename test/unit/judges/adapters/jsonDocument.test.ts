import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { meaningOf } from '../../../../src/results';
import type { Judge } from '../../../../src/judges';
import { judgeNamed } from '../../../../src/judges/adapters';
import { answering, type Answering } from '../answering';
import { clientAt, credentialFor, failureOf, request } from '../clients';

const document = fs.readFileSync(path.join(__dirname, '../../../../docs/custom-judges.md'), 'utf8');

/** Returns an example of the document with another address. */
function example(name: string, url: string): Judge {
  const block = new RegExp(`^\`\`\`json\\n("${name}": \\{[^]*?)^\`\`\``, 'm').exec(document)?.[1];
  assert.ok(block, name);
  const described = JSON.parse(`{${block}}`) as Record<string, object>;
  const read = judgeNamed(name, { [name]: { ...described[name], url } });
  assert.ok(read.ok, JSON.stringify(read));
  return read.judge;
}

const token = 'a-token-of-somebody';
const id = 'a'.repeat(32);
const one = { test_case: '1', result: 0, cpu_time: 3, memory: 1048576, score: 50 };
const none = { results: [], total: 0 };

const problem = { id: 12, _id: 'oi-1', title: 'A plus B', languages: ['C++'] };

/** Responses of QDUOJ to the owner of an app key. It treats an unknown key as a guest and doesn't reject it. */
function qduoj(url: string, isKnown: boolean): object {
  const said = (error: string, data: string) => ({ error, data });
  switch (url) {
    case '/api/profile':
      return { error: null, data: isKnown ? { user: { id: 1, username: 'ann' } } : null };
    // Public, with or without “myself”.
    case '/api/submissions?limit=1&offset=0&myself=1':
    case '/api/submissions?limit=15&offset=0&myself=1':
      return { error: null, data: none };
    case `/api/submission?id=${id}`:
      if (!isKnown) return said('permission-denied', 'Please login first');
      return {
        error: null,
        data: {
          id,
          problem: '1001',
          language: 'C++',
          code: 'int main(){}',
          result: 8,
          username: 'ann',
          info: { err: null, data: [one] },
          statistic_info: { time_cost: 3, memory_cost: 2097152, score: 50 },
        },
      };
    case '/api/contest/problem?contest_id=7&problem_id=oi-1':
      return { error: null, data: problem };
    case '/api/submission':
      return { error: null, data: { submission_id: id } };
    default:
      return said(
        'error',
        url.startsWith('/api/problem') ? 'Problem does not exist' : 'Submission doesn’t exist',
      );
  }
}

const dmoj: Readonly<Record<string, unknown>> = {
  '/api/v2/submissions?id=0': { data: { objects: [] } },
  '/api/v2/submission/12': {
    data: {
      object: {
        id: 12,
        problem: 'aplusb',
        language: 'CPP17',
        result: 'TLE',
        points: 0,
        time: 2,
        memory: 3000,
        cases: [{ type: 'case', case_id: 1, status: 'TLE', time: 2, memory: 3000, points: 0 }],
      },
    },
  },
};

describe('A judge configured like a documented example', () => {
  let site: Answering;
  before(async () => {
    site = await answering(({ url = '', headers }, response) => {
      const isKnown = headers['appkey'] === token || headers.authorization === `Bearer ${token}`;
      const send = (status: number, body: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      };
      if (!url.startsWith('/api/v2/')) return send(200, qduoj(url, isKnown));
      if (!isKnown) return send(401, { message: 'who are you?' });
      return send(dmoj[url] === undefined ? 404 : 200, dmoj[url] ?? { message: 'nothing is here' });
    });
  });
  after(() => site.close());

  const as = (judge: Judge, secret: string) => {
    const credential = credentialFor(judge, secret);
    return clientAt(judge, { credential: async () => credential });
  };

  for (const [name, requestId, verdict, score, problemId] of [
    ['qduoj', id, 'PART', 50, undefined],
    ['dmoj-by-hand', '12', 'TLE', 0, 'aplusb'],
  ] as const)
    it(`signs in with its token and fetches a result: ${name}`, async () => {
      const judge = example(name, site.origin);
      const { failure } = await failureOf(as(judge, 'another').ask(judge.checkAccount));
      assert.equal(failure.kind === 'status' && failure.status, 401);
      await as(judge, token).ask(judge.checkAccount);
      const result = await as(judge, token).result(request(requestId));
      assert.ok(result.kind === 'result');
      const judged = result.envelope.data?.judge;
      const meaning = meaningOf(judge.rules.statuses, judged?.status ?? null);
      assert.deepEqual(
        [meaning?.short, judged?.score, result.about?.problem?.id],
        [verdict, score, problemId],
      );
    });

  it('submits a program for a problem of a contest: qduoj', async () => {
    const judge = example('qduoj', site.origin);
    const named = judge.submission!.problemAt!(`${site.origin}/contest/7/problem/oi-1`)!;
    const program = { ...named, language: 'C++', code: 'x', optimise: false, trackId: 't', inputs: null };
    const client = as(judge, token);
    const taken = await client.ask((http) => judge.submission!.submit(http, program));
    assert.deepEqual(taken, { kind: 'accepted', requestId: id, hint: null });
    const failed = await failureOf(
      client.ask((http) => judge.submission!.submit(http, { ...program, problemId: 'nothing', place: null })),
    );
    const { failure, sent } = failed;
    assert.ok(failure.kind === 'status');
    assert.deepEqual(
      [failure.status, failure.error?.errorMessage, sent],
      [404, 'Problem does not exist', 'no'],
    );
  });
});
