import assert from 'node:assert/strict';
import { caseProgress, failureIn, firstFailedIn, meaningOf } from '../../../../src/results';
import { summarise } from '../../../../src/records/mergePolicy';
import type { ResultAnswer } from '../../../../src/judges';
import type { Judge } from '../../../../src/judges/judge';
import type { Submission } from '../../../../src/judges/submission';
import { cses } from '../../../../src/judges/adapters/cses';
import { described } from '../../../support/profiles';
import { startCsesStandIn, type CsesOutcome, type CsesStandIn } from '../../../support/standIns/cses';
import { clientAt, credentialFor, failureOf, request } from '../clients';

describe('The CSES API', () => {
  let site: CsesStandIn;
  before(async () => {
    site = await startCsesStandIn();
  });
  after(() => site.stop());

  const judgeOf = (scope: string): Judge => described(cses, 'CSES', { url: site.apiUrl, scope });
  const setUp = (scope = 'problemset', token = site.issueToken()) => {
    const judge = judgeOf(scope);
    const credential = credentialFor(judge, token);
    const client = clientAt(judge, { credential: () => Promise.resolve(credential) });
    const offer = judge.submission ?? assert.fail();
    const submit = async (fields: Partial<Submission> = {}): Promise<string> => {
      const program: Submission = {
        problemId: scope === 'problemset' ? '1068' : 'B',
        place: null,
        language: 'auto',
        fileName: 'solution.cpp',
        code: 'int main() {}\n',
        optimise: false,
        trackId: 't',
        inputs: null,
        ...fields,
      };
      const submitted = await client.ask((http) => offer.submit(http, program));
      assert.ok(submitted.kind === 'accepted');
      return submitted.requestId;
    };
    return { judge, client, offer, submit };
  };
  const read = (judge: Judge, answer: ResultAnswer) => {
    assert.ok(answer.kind === 'result');
    const { envelope, about } = answer;
    const status = envelope.data?.judge?.status ?? null;
    return {
      short: meaningOf(judge.rules.statuses, status)?.short ?? status,
      progress: caseProgress(envelope, judge.rules),
      failed: {
        failed: failureIn(envelope, judge.rules).failed,
        total: summarise(envelope, judge.rules).cases,
        name: firstFailedIn(envelope, judge.rules)?.name,
      },
      compile: envelope.data?.compile ?? null,
      judgement: envelope.data?.judge ?? null,
      about,
    };
  };
  const outcome = async (end: CsesOutcome, scope = 'problemset') => {
    const { judge, client, submit } = setUp(scope);
    const id = await submit();
    site.finish(Number(id), end);
    return read(judge, await client.result(request(id)));
  };

  it('signs in and out with a token', async () => {
    const { judge, client } = setUp();
    assert.deepEqual(await client.ask(judge.checkAccount), { name: 'uolevi (mooc.fi)' });
    const { signIn } = judge;
    assert.ok(signIn.kind === 'browser');
    await client.ask(signIn.signOut);
    const { failure } = await failureOf(client.ask(judge.checkAccount));
    assert.ok(failure.kind === 'status');
    assert.deepEqual([failure.status, failure.error?.errorType], [401, 'invalid_api_key']);
  });

  it('accepts a program, reports its progress, and responds to a long poll when it has finished', async () => {
    const { judge, client, submit } = setUp();
    const id = await submit({ code: '// é\n' });
    assert.equal(site.sourceOf(Number(id)), '// é\n');
    const queued = read(judge, await client.result(request(id)));
    assert.deepEqual([queued.short, queued.about?.language], ['…', 'C++/C++17']);
    site.test(Number(id), 18, 71);
    const testing = read(judge, await client.result(request(id)));
    assert.deepEqual(testing.progress, { done: 18, total: 71 });
    const polling = client.poll(request(id));
    await site.untilPolls(1);
    site.finish(Number(id), 'wrongAnswer');
    const finished = read(judge, await polling);
    assert.deepEqual([finished.short, finished.progress.done, finished.judgement?.time], ['WA', 3, 120]);
    assert.equal(finished.about?.at, Date.parse('2026-11-24T10:00:00Z'));
  });

  it('reports each outcome', async () => {
    const shorts = async (scope: string, ...ends: readonly CsesOutcome[]) => {
      const all: unknown[] = [];
      for (const end of ends) all.push((await outcome(end, scope)).short);
      return all;
    };
    assert.deepEqual(
      await shorts('problemset', 'accepted', 'wrongAnswer', 'timeLimit', 'outputLimit', 'systemFailure'),
      ['AC', 'WA', 'TLE', 'OLE', 'UNKNOWN'],
    );
    assert.deepEqual(await shorts('101', 'accepted', 'wrongAnswer', 'partial'), ['AC', 'WA', 'PART']);
    const failed = await outcome('compileError');
    assert.deepEqual([failed.short, failed.compile?.success], ['CE', false]);
    assert.match(failed.compile?.message ?? '', /^input\/code\.cpp: In function/);
    const warned = await outcome('acceptedWithWarnings');
    assert.deepEqual([warned.short, warned.compile?.success], ['AC', null]);
    assert.match(warned.compile?.message ?? '', /unused variable/);
    const reported = await outcome('testReport');
    assert.deepEqual([reported.short, reported.judgement?.description], ['FAIL', 'Test failed:\n1 2\n']);
  });

  it('has groups with points in a contest', async () => {
    const { judgement, failed } = await outcome('partial', '101');
    assert.equal(judgement?.score, 40);
    // the first test belongs to both groups, and counts once
    assert.deepEqual(failed, { failed: 1, total: 3, name: '3' });
    assert.deepEqual(
      judgement.subtasks.map(({ id, score, cases }) => [id, score, cases.map((one) => one.id)]),
      [
        [1, 40, [1, 2]],
        [2, 0, [1, 3]],
      ],
    );
  });

  it('accepts known languages, and reports an unknown one in the result', async () => {
    const { judge, client, submit } = setUp();
    const languageOf = async (language: string, fileName: string) => {
      const id = await submit({ language, fileName });
      const { short, about } = read(judge, await client.result(request(id)));
      return [short, about?.language];
    };
    assert.deepEqual(await languageOf('Python3/PyPy3', 'x.py'), ['…', 'Python3/PyPy3']);
    assert.deepEqual(await languageOf('auto', 'x.rs'), ['…', 'Rust/2018']);
    assert.deepEqual(await languageOf('Haskell', 'x.hs'), ['REJ', 'Haskell']);
    const { failure } = await failureOf(submit({ fileName: 'x.asdf' }));
    assert.ok(failure.kind === 'status');
    assert.deepEqual([failure.status, failure.error?.errorType], [400, 'language_deduction_error']);
    assert.match(failure.error?.errorMessage ?? '', /doesn’t specify any available language/);
  });

  it('lists tasks and statements without a sign-in, and submissions to a task newest first', async () => {
    const { judge, client, submit, offer } = setUp();
    const guest = clientAt(judge);
    const found = await guest.ask((http) => offer.findProblems!(http, 'missing'));
    assert.deepEqual(found, [{ problemId: '1083', place: null, title: 'Missing Number' }]);
    const problem = { problemId: '1083', place: null };
    const form = await guest.ask((http) => offer.fetchForm!(http, problem));
    assert.deepEqual(
      [form.title, form.limits, form.samples],
      [
        'Missing Number',
        { time: 1000, memory: 524_288 },
        [{ input: '3\n', expected: '3 10 5 16 8 4 2 1\n' }],
      ],
    );
    const first = await submit({ problemId: '1083' });
    const other = await submit({ problemId: '1083' });
    site.finish(Number(first), 'accepted');
    const { submissions } = await client.ask((http) =>
      judge.problemSubmissions!.fetchPage(http, problem, null, null),
    );
    assert.deepEqual(
      submissions.map(({ requestId, status }) => [requestId, status]),
      [
        [other, null],
        [first, 'ACCEPTED'],
      ],
    );
    const unknown = await failureOf(
      client.ask((http) => offer.fetchForm!(http, { problemId: '1', place: null })),
    );
    assert.equal(unknown.failure.kind === 'status' && unknown.failure.status, 404);
  });

  it('limits requests with a message', async () => {
    const { client } = setUp();
    site.tooManyRequests = true;
    try {
      const { failure } = await failureOf(client.result(request('1')));
      assert.ok(failure.kind === 'status');
      assert.deepEqual([failure.status, failure.answered], [429, 400]);
    } finally {
      site.tooManyRequests = false;
    }
  });
});
