import assert from 'node:assert/strict';
import { meaningOf } from '../../../../src/results';
import type { ResultAnswer } from '../../../../src/judges';
import type { Submission } from '../../../../src/judges/submission';
import { yandexContest } from '../../../../src/judges/adapters/yandexContest';
import { described } from '../../../support/profiles';
import {
  startYandexContestStandIn,
  type YandexContestStandIn,
  type YandexOutcome,
} from '../../../support/standIns/yandexContest';
import { clientAt, credentialFor, failureOf, request } from '../clients';

describe('The Yandex Contest API', () => {
  let site: YandexContestStandIn;
  beforeEach(async () => {
    site = await startYandexContestStandIn();
  });
  afterEach(() => site.stop());

  const setUp = (token = site.token) => {
    const judge = described(yandexContest, 'Yandex', { url: site.apiUrl, contest: site.contestId });
    const credential = credentialFor(judge, token);
    const client = clientAt(judge, { credential: () => Promise.resolve(credential) });
    const offer = judge.submission ?? assert.fail();
    const submit = async (fields: Partial<Submission> = {}): Promise<string> => {
      const program: Submission = {
        problemId: 'A',
        place: null,
        language: 'gcc_docker2',
        code: 'int main() {}\n',
        optimise: false,
        trackId: 't',
        inputs: null,
        ...fields,
      };
      const submitted = await client.ask((http) => offer.submit(http, program));
      assert.ok(submitted.kind === 'accepted');
      assert.equal(submitted.hint, String(site.contestId));
      return submitted.requestId;
    };
    /** Submits a program, ends its judging, and fetches the result. */
    const resultOf = async (end: YandexOutcome, problemId = 'A') => {
      const id = await submit({ problemId, code: `// ${end}\n` });
      site.finish(Number(id), end);
      return read(await client.result(request(id)));
    };
    const read = (answer: ResultAnswer) => {
      assert.ok(answer.kind === 'result');
      const { envelope, about } = answer;
      const judgement = envelope.data?.judge ?? assert.fail();
      const meaning = meaningOf(judge.rules.statuses, judgement.status);
      const cases = judgement.subtasks.map((subtask) => subtask.cases);
      return { meaning, short: meaning?.short, judgement, cases, compile: envelope.data?.compile, about };
    };
    return { judge, client, offer, submit, resultOf, read };
  };

  it('checks the token, and reports an expired one as signed out', async () => {
    const { judge, client } = setUp();
    assert.deepEqual(await client.ask(judge.checkAccount), { name: null });
    const wrong = setUp('wrong');
    const statusOf = async (asking: Promise<unknown>) => {
      const { failure } = await failureOf(asking);
      return failure.kind === 'status' ? failure.status : failure.kind;
    };
    assert.equal(await statusOf(wrong.client.ask(judge.checkAccount)), 401);
    site.expireToken();
    assert.equal(await statusOf(client.ask(judge.checkAccount)), 401);
    assert.equal(await statusOf(client.result(request('1'))), 401);
  });

  it('reports each outcome', async () => {
    const { resultOf } = setUp();
    const shorts: unknown[] = [];
    for (const end of [
      'accepted',
      'wrongAnswer',
      'timeLimit',
      'idleness',
      'compileError',
      'precompileCheckFailed',
      'acceptedForTesting',
      'ignored',
      'systemFailure',
    ] as const)
      shorts.push((await resultOf(end)).short);
    assert.deepEqual(shorts, ['AC', 'WA', 'TLE', 'ILE', 'CE', 'CE', 'AFT', 'IGN', 'CRASH']);
  });

  it('reports outcomes in short forms alike', async () => {
    site.shortVerdicts = true;
    const { resultOf } = setUp();
    assert.equal((await resultOf('accepted')).short, 'AC');
    assert.equal((await resultOf('wrongAnswer')).short, 'WA');
    assert.equal((await resultOf('precompileCheckFailed')).short, 'CE');
    assert.equal((await resultOf('systemFailure')).short, 'CRASH');
  });

  it('has test sets, samples, texts, and a score', async () => {
    const { resultOf } = setUp();
    const { judgement, cases, about } = await resultOf('partial', 'B');
    assert.deepEqual(
      [judgement.score, judgement.time, judgement.memory, judgement.hidesCases],
      [40.5, 12, 1024, undefined],
    );
    assert.deepEqual(
      judgement.subtasks.map(({ id, status }) => [id, status]),
      [
        [0, 'OK'],
        [1, 'OK'],
        [2, 'WrongAnswer'],
      ],
    );
    const [sample] = cases[0] ?? [];
    assert.deepEqual(
      [sample?.description, sample?.extra?.['stdin'], sample?.extra?.['expected']],
      ['Sample: ok', '2 2\n', '4\n'],
    );
    assert.equal(cases[2]?.[0]?.extra?.['stdout'], '5\n');
    assert.deepEqual(about?.problem, { id: 'B', title: 'Groups' });
    assert.equal(about?.code, '// partial\n');
    assert.equal(about?.at, Date.parse('2026-11-24T10:00:00Z'));
  });

  it('may hide everything but the end of testing', async () => {
    for (const name of Object.keys(site.settings) as (keyof typeof site.settings)[])
      site.settings[name] = false;
    const { resultOf } = setUp();
    const { short, meaning, judgement } = await resultOf('wrongAnswer');
    assert.deepEqual([short, meaning?.kind, judgement.hidesCases], ['HIDDEN', 'error', true]);
    assert.deepEqual([judgement.score, judgement.time, judgement.subtasks], [null, null, []]);
  });

  it('has the compiler’s output, and the message of a failed check', async () => {
    const { resultOf } = setUp();
    assert.match((await resultOf('compileError')).compile?.message ?? '', /‘?undeclared/);
    assert.match((await resultOf('accepted')).compile?.message ?? '', /unused variable/);
    const { compile } = await resultOf('precompileCheckFailed');
    assert.deepEqual(
      [compile?.success, compile?.message],
      [false, 'Precompile check failed (Code style): Line 3 is longer than 80 characters'],
    );
  });

  it('returns the states of several runs in one response', async () => {
    const { judge, client, submit } = setUp();
    const ids = [await submit({ code: '1' }), await submit({ code: '2' }), await submit({ code: '3' })];
    site.test(Number(ids[1]), 2);
    site.finish(Number(ids[2]), 'accepted');
    const pending = [...ids, '5'].map(request);
    const sentBefore = site.sent.length;
    assert.ok(judge.batch?.covers(pending, null));
    const states = await client.ask((http) => judge.batch!.fetchStates(http, pending, null));
    assert.equal(site.sent.length, sentBefore + 1);
    assert.deepEqual(
      [...ids, '5'].map((id) => states.get(id)?.kind),
      ['result', 'result', 'ended', undefined],
    );
    const testing = states.get(ids[1] ?? '');
    assert.ok(testing?.kind === 'result');
    assert.deepEqual(testing.envelope.data?.judge?.subtasks.flatMap((set) => set.cases).length, 2);
  });

  it('offers problems and their compilers', async () => {
    const { client, offer } = setUp();
    const { problems: found } = await client.ask((http) => offer.problemList!.fetchAll(http));
    assert.deepEqual(
      found.map(({ problemId, place, title }) => [problemId, place, title]),
      [
        ['A', String(site.contestId), 'Sum'],
        ['B', String(site.contestId), 'Groups'],
      ],
    );
    const form = await client.ask((http) => offer.fetchForm!(http, { problemId: 'B', place: null }));
    assert.deepEqual(
      form.languages.map(({ id, name, editorLanguages }) => [id, name, editorLanguages]),
      [['gcc_docker2', 'GNU C++20 10.2', ['cpp']]],
    );
    assert.deepEqual([form.limits, form.title], [{ time: 1000, memory: 262_144 }, 'Groups']);
    site.phase = 'before';
    const { failure } = await failureOf(client.ask((http) => offer.problemList!.fetchAll(http)));
    assert.ok(failure.kind === 'status');
    assert.deepEqual([failure.status, failure.page], [403, `${site.url}/contest/${site.contestId}`]);
  });

  it('explains a duplicate, a contest that isn’t joined, and one that is over', async () => {
    const { submit } = setUp();
    await submit();
    const refused = async () => {
      const { failure, sent } = await failureOf(submit());
      assert.ok(failure.kind === 'status');
      assert.equal(sent, 'no');
      return failure;
    };
    assert.deepEqual((await refused()).cause, { kind: 'duplicate' });
    site.endContest();
    assert.equal((await refused()).status, 403);
    site.isParticipant = false;
    assert.deepEqual((await refused()).cause, { kind: 'notJoined' });
  });

  it('lists submissions to managers only, page by page', async () => {
    const { judge, client, submit } = setUp();
    const id = await submit();
    await submit({ problemId: 'B' });
    site.finish(Number(id), 'accepted');
    const listing = () =>
      client.ask((http) =>
        judge.problemSubmissions!.fetchPage(http, { problemId: 'A', place: null }, null, null),
      );
    const { failure } = await failureOf(listing());
    assert.deepEqual(failure.kind === 'status' && failure.cause, { kind: 'onlyForManagers' });
    site.isManager = true;
    const { submissions, next } = await listing();
    assert.deepEqual(
      [submissions.map(({ requestId, status }) => [requestId, status]), next],
      [[[id, 'OK']], null],
    );
  });
});
