import assert from 'node:assert/strict';
import { ejudge } from '../../../../src/judges/adapters/ejudge';
import type { Judge } from '../../../../src/judges/judge';
import { startLocalJudge, type LocalJudge } from '../../../support/judges';
import { described } from '../../../support/profiles';
import { clientAt, credentialFor, failureOf, request } from '../clients';
import { statesAt } from '../../../support/operations';

describe('An ejudge site', () => {
  let site: LocalJudge;
  before(async () => {
    site = await startLocalJudge('ejudge');
  });
  after(() => site.stop());
  beforeEach(() => {
    site.runs.clear();
    site.isSuspended = false;
  });

  const judgeAt = (path: string): Judge => described(ejudge, 'algo', { url: site.url + path, contest: 7 });
  const clientOf = (judge: Judge, secret = site.secret) => {
    const credential = credentialFor(judge, secret);
    return clientAt(judge, { credential: () => Promise.resolve(credential) });
  };
  const setUp = () => {
    const judge = judgeAt('/cgi-bin/new-client');
    const client = clientOf(judge);
    const offer = judge.submission ?? assert.fail();
    const submit = async (problemId: string, code: string, language = 'g++') => {
      const program = { problemId, place: null, language, code, optimise: false, trackId: 't', inputs: null };
      const submitted = await client.ask((http) => offer.submit(http, program));
      assert.ok(submitted.kind === 'accepted');
      return submitted.requestId;
    };
    return { judge, client, offer, submit };
  };

  it('accepts a sign-in at each of its URLs', async () => {
    for (const path of [
      '/cgi-bin/new-client',
      '/cgi-bin/team',
      '/new-client',
      '/ej/client',
      '/ej/api/v1/client',
      '/ej/anything',
    ]) {
      const judge = judgeAt(path);
      const { contest } = await clientOf(judge).ask(judge.checkAccount);
      assert.equal(contest?.title, 'Algorithms', path);
    }
  });

  it('returns 401 for a wrong token, and for a request without a token', async () => {
    const judge = judgeAt('/cgi-bin/new-client');
    const { failure } = await failureOf(clientOf(judge, `AQAA${'x'.repeat(43)}`).ask(judge.checkAccount));
    assert.equal(failure.kind === 'status' && failure.status, 401);
    const unsigned = await failureOf(clientAt(judge).ask(judge.checkAccount));
    assert.ok(unsigned.failure.kind === 'status');
    assert.deepEqual(unsigned.failure.cause, { kind: 'lostCredential' });
  });

  it('has a submission form for each problem of the contest', async () => {
    const { client, offer } = setUp();
    const { problems: found } = await client.ask((http) => offer.problemList!.fetchAll(http));
    assert.deepEqual(
      found.map(({ problemId, title }) => [problemId, title]),
      [
        ['A', 'Sum'],
        ['B', 'Groups'],
      ],
    );
    const languages: (readonly string[])[] = [];
    const samples: unknown[] = [];
    const comparisons: unknown[] = [];
    for (const problem of found) {
      const form = await client.ask((http) => offer.fetchForm!(http, problem));
      assert.deepEqual(form.limits, { time: 1000, memory: 131_072 });
      languages.push(form.languages.map(({ id }) => id));
      samples.push(form.samples);
      comparisons.push(form.comparison);
    }
    assert.deepEqual(languages, [['gcc', 'g++', 'python3'], ['g++']]);
    assert.deepEqual(samples, [[{ input: '1 <\n', expected: '2' }], undefined]);
    const rule = { unit: 'tokens', tolerance: { absolute: 1e-4, relative: 0 } };
    assert.deepEqual(comparisons, [{ rule, source: 'statement' }, undefined]);
  });

  it('sends the statement of a problem as HTML that Markdown doesn’t change', async () => {
    const { client, offer } = setUp();
    const { fetchStatement } = offer;
    assert.ok(fetchStatement);
    const statement = await client.ask((http) => fetchStatement(http, { problemId: 'A', place: null }));
    const samples = ['<h4>Input</h4>', '<pre>1 &lt;\n</pre>', '<h4>Output</h4>', '<pre>2</pre>'];
    assert.deepEqual(statement, {
      title: 'Sum',
      texts: {
        '': [
          `<h3>Sum</h3><p>Add. An absolute error of at most 10<sup>-4</sup> is allowed.</p>${samples[0]}`,
          ...samples.slice(1),
        ].join('\n\n'),
      },
    });
    const { failure } = await failureOf(
      client.ask((http) => fetchStatement(http, { problemId: 'Z', place: null })),
    );
    assert.ok(failure.kind === 'status' && failure.status === 404);
  });

  it('returns the newest run of the same problem for a duplicate', async () => {
    const { submit } = setUp();
    assert.equal(await submit('A', 'one'), '0');
    assert.equal(await submit('B', 'one'), '1');
    assert.equal(await submit('A', 'one'), '0');
    assert.equal(await submit('1', 'one'), '0');
    // A program isn't a duplicate if another one was submitted after it, or in another language.
    assert.equal(await submit('A', 'two'), '2');
    assert.equal(await submit('A', 'one'), '3');
    assert.equal(await submit('A', 'one', 'gcc'), '4');
    assert.equal(site.runs.size, 5);
  });

  it('rejects an empty program, and a program for an unknown problem', async () => {
    const { submit } = setUp();
    for (const [problem, code, symbol] of [
      ['A', '', 'ERR_SUBMIT_EMPTY'],
      ['Z', 'one', 'ERR_INV_PROB_ID'],
    ] as const) {
      const { failure, sent } = await failureOf(submit(problem, code));
      assert.deepEqual([failure.kind === 'status' && failure.error?.errorType, sent], [symbol, 'no']);
    }
  });

  it('has pending results while testing is suspended, polled alone or in the list', async () => {
    const { judge, client, submit } = setUp();
    const ids = [await submit('A', 'one'), await submit('B', 'one')];
    site.isSuspended = true;
    const alone = await client.ask((http) => judge.fetchResult(http, request(ids[0] ?? '')));
    assert.equal(alone.kind === 'result' && alone.envelope.data?.judge?.status, 11);
    const batch = statesAt(judge, ids.map(request), null);
    assert.deepEqual(
      [...(await client.ask(batch))],
      ['1', '0'].map((id) => [id, { kind: 'notReady', isSuspended: true }]),
    );
    site.isSuspended = false;
    for (const run of site.runs.values()) run.done = run.cases;
    const ended = await client.ask((http) => judge.fetchResult(http, request(ids[1] ?? '')));
    assert.ok(ended.kind === 'result');
    assert.deepEqual(
      [ended.envelope.data?.judge?.status, ended.about?.problem],
      [5, { id: 'B', title: 'Groups', letter: 'B' }],
    );
  });
});
