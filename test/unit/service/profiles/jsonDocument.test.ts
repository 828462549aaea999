import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { meaningOf } from '../../../../src/judge';
import type { ServiceProfile } from '../../../../src/service';
import { profileNamed } from '../../../../src/service/profiles';
import { answering, type Answering } from '../answering';
import { clientAt, credentialFor, failureOf, request } from '../clients';

const document = fs.readFileSync(path.join(__dirname, '../../../../docs/services.md'), 'utf8');

/** A description of the document, as it stands there, but at another address. */
function example(name: string, url: string): ServiceProfile {
  const block = new RegExp(`^\`\`\`json\\n("${name}": \\{[^]*?)^\`\`\``, 'm').exec(document)?.[1];
  assert.ok(block, name);
  const described = JSON.parse(`{${block}}`) as Record<string, object>;
  const read = profileNamed(name, { [name]: { ...described[name], url } });
  assert.ok(read.ok, JSON.stringify(read));
  return read.profile;
}

const token = 'a-token-of-somebody';
const id = 'a'.repeat(32);
const one = { test_case: '1', result: 0, cpu_time: 3, memory: 1048576, score: 50 };

const answers: Readonly<Record<string, unknown>> = {
  '/api/submissions?limit=1&offset=0&myself=1': { error: null, data: { results: [], total: 0 } },
  [`/api/submission?id=${id}`]: {
    error: null,
    data: {
      ...{ id, problem: '1001', language: 'C++', code: 'int main(){}', result: 8, username: 'ann' },
      info: { err: null, data: [one] },
      statistic_info: { time_cost: 3, memory_cost: 2097152, score: 50 },
    },
  },
  '/api/v2/submissions?id=0': { data: { objects: [] } },
  '/api/v2/submission/12': {
    data: {
      object: {
        ...{ id: 12, problem: 'aplusb', language: 'CPP17', result: 'TLE', points: 0, time: 2, memory: 3000 },
        cases: [{ type: 'case', case_id: 1, status: 'TLE', time: 2, memory: 3000, points: 0 }],
      },
    },
  },
};

describe('a service by a description of the document', () => {
  let site: Answering;
  before(async () => {
    site = await answering(({ url = '', headers }, response) => {
      const isKnown = headers['appkey'] === token || headers.authorization === `Bearer ${token}`;
      const status = !isKnown ? 401 : answers[url] === undefined ? 404 : 200;
      const body = answers[url] ?? { message: 'nothing is here' };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isKnown ? body : { message: 'who are you?' }));
    });
  });
  after(() => site.close());

  for (const [name, requestId, verdict, score, problem] of [
    ['qduoj', id, 'PART', 50, '1001'],
    ['dmoj-by-hand', '12', 'TLE', 0, 'aplusb'],
  ] as const)
    it(`is signed in to with its token, and has a result fetched: ${name}`, async () => {
      const profile = example(name, site.origin);
      const as = (secret: string) => {
        const credential = credentialFor(profile, secret);
        return clientAt(profile, { credential: async () => credential });
      };
      const { failure } = await failureOf(as('another').ask(profile.check));
      assert.equal(failure.kind === 'status' && failure.status, 401);
      await as(token).ask(profile.check);
      const result = await as(token).result(request(requestId));
      assert.ok(result.kind === 'result');
      const { judge } = result.envelope.data ?? {};
      const meaning = meaningOf(profile.rules.statuses, judge?.status ?? null);
      assert.deepEqual([meaning?.short, judge?.score, result.about?.problem?.id], [verdict, score, problem]);
    });
});
