import assert from 'node:assert/strict';
import { RequestFailed } from '../../../../../src/judges';
import { judgeFrom, playedClient, type PlayedRequest } from '../../../../support/playedJudge';
import { problemsAt, QuestionForUser, submitTo } from '../../../../support/profiles';

const settings = { type: 'ejudge', url: 'https://ejudge.example.org/ej/client', contest: '7' };
const NOW = 1_795_894_000;
const START = NOW + 600;

const contest = { id: 7, name: 'Autumn', score_system: 1, is_started: true, is_stopped: false };
const compilers = [{ id: 3, short_name: 'g++', long_name: 'GNU C++', src_sfx: '.cpp' }];
const problems = [
  { id: 1, short_name: 'A', long_name: 'Sum' },
  { id: 4, short_name: 'T', long_name: 'Text answer' },
];

const run = (id: number, more: object = {}) => ({
  run: {
    run_id: id,
    prob_id: 1,
    run_time: NOW,
    lang_id: 3,
    status: 7,
    is_score_available: true,
    score: 40,
    score_str: '40',
    ...more,
  },
});

/** Responds to each action with a result, or with the error of that symbol. */
function site(results: Readonly<Record<string, object | string>>) {
  const asked: string[] = [];
  const all: Readonly<Record<string, object | string>> = {
    'contest-status-json': { contest, compilers, problems },
    ...results,
  };
  const reply = ({ path }: PlayedRequest) => {
    const query = new URLSearchParams(path);
    const action = query.get('action') ?? '';
    asked.push(action);
    const result = all[`${action} ${query.get('problem') ?? ''}`] ?? all[action];
    const error = { num: 1, symbol: result ?? 'ERR_INV_PROB_ID', message: 'Said' };
    const body =
      typeof result === 'object'
        ? { ok: true, server_time: NOW, result }
        : { ok: false, server_time: NOW, error };
    return { status: 200, contentType: 'application/json', text: JSON.stringify(body) };
  };
  return { asked, reply };
}

const program = { language: 'g++', fileName: 'A.cpp', text: 'int main() {}' };

describe('A contest of ejudge', () => {
  it('offers its problems by letter, file name, and title, in its own letter case', async () => {
    const { reply } = site({});
    const named = async (text: string): Promise<readonly string[]> =>
      (await problemsAt(settings, text, reply)).map(({ problemId, title }) => `${problemId} ${title}`);
    assert.deepEqual(await named(''), ['A Sum', 'T Text answer']);
    assert.deepEqual(await named('a'), ['A Sum']);
    assert.deepEqual(await named('A.cpp'), ['A Sum']);
    assert.deepEqual(await named('answer'), ['T Text answer']);
    assert.deepEqual(await named('e'), []);
  });

  it('reports when it begins, and rejects a submission before', async () => {
    const before = { ...contest, is_started: false, scheduled_start_time: START };
    const { reply } = site({ 'contest-status-json': { contest: before } });
    const judge = judgeFrom(settings);
    const client = playedClient(judge, reply, Date.now);
    const { problemList, fetchForm } = judge.submission ?? {};
    assert.ok(problemList && fetchForm);
    const listed = await client.ask((http) => problemList.fetchAll(http));
    assert.deepEqual([listed.problems, listed.contest?.startsAt], [[], START * 1000]);
    assert.equal((await client.ask(judge.checkAccount)).contest?.startsAt, START * 1000);
    await assert.rejects(
      client.ask((http) => fetchForm(http, { problemId: 'A', place: null })),
      (error) =>
        error instanceof RequestFailed &&
        error.sent === 'no' &&
        error.failure.kind === 'status' &&
        error.failure.cause?.kind === 'closed' &&
        error.failure.cause.why === 'notBegun' &&
        error.failure.cause.startsAt === START * 1000,
    );
  });

  it('has no planned start if the time has passed', async () => {
    const late = { ...contest, is_started: false, scheduled_start_time: NOW - 60 };
    const judge = judgeFrom(settings);
    const client = playedClient(judge, site({ 'contest-status-json': { contest: late } }).reply, Date.now);
    const { problemList } = judge.submission ?? {};
    assert.ok(problemList);
    const { contest: listed } = await client.ask((http) => problemList.fetchAll(http));
    assert.deepEqual([listed?.startsAt, listed?.hasBegun], [undefined, false]);
  });

  it('recognizes problems that take an answer instead of a program', async () => {
    for (const [type, takesAnswer] of [
      [0, undefined],
      [1, true],
      [2, true],
      [3, true],
    ] as const) {
      const { reply } = site({ 'problem-status-json': { problem: { id: 4, type }, problem_status: {} } });
      const judge = judgeFrom(settings);
      const { fetchForm } = judge.submission ?? {};
      assert.ok(fetchForm);
      const client = playedClient(judge, reply, Date.now);
      const form = await client.ask((http) => fetchForm(http, { problemId: 'T', place: null }));
      assert.equal(form.takesAnswer, takesAnswer, String(type));
    }
  });

  it('sends no program to a problem that takes an answer', async () => {
    const { reply, asked } = site({ 'problem-status-json': { problem: { id: 4, type: 3 } } });
    await assert.rejects(submitTo(settings, { ...program, problem: 'T' }, reply), QuestionForUser);
    assert.ok(!asked.includes('submit-run'));
  });

  it('is requested once for several results, as is the highest score of a problem', async () => {
    const { reply, asked } = site({
      'run-status-json': run(1),
      'problem-status-json': { problem: { id: 1, full_score: 50 } },
    });
    const client = playedClient(judgeFrom(settings), reply, Date.now);
    const results = [];
    for (const requestId of ['1', '2', '3']) results.push(await client.result({ requestId, hint: null }));
    const judgements = results.map((result) => result.kind === 'result' && result.envelope.data?.judge);
    assert.deepEqual(
      judgements.map((judge) => judge && [judge.score, judge.maximum]),
      [
        [40, 50],
        [40, 50],
        [40, 50],
      ],
    );
    assert.equal(asked.filter((action) => action === 'contest-status-json').length, 1);
    assert.equal(asked.filter((action) => action === 'problem-status-json').length, 1);
  });

  it('lists runs with the highest scores of their problems', async () => {
    const runs = [
      { run_id: 2, prob_id: 1, run_time: NOW, status: 0, score: 50 },
      { run_id: 1, prob_id: 4, run_time: NOW, status: 1 },
    ];
    const { reply, asked } = site({
      'list-runs-json': { runs },
      'problem-status-json': { problem: { id: 1, full_score: 50 } },
    });
    const judge = judgeFrom(settings);
    const client = playedClient(judge, reply, Date.now);
    const { listing } = judge;
    assert.ok(listing && !listing.needsAccount);
    const listed = await client.ask((http) => listing.fetchRecent(http, null, null));
    assert.deepEqual(
      listed.map(({ requestId, score, maximum }) => [requestId, score, maximum]),
      [
        ['2', 50, 50],
        ['1', null, undefined],
      ],
    );
    assert.equal(asked.filter((action) => action === 'problem-status-json').length, 1);
  });

  it('explains a penalty by the calculation of the score', async () => {
    const described = async (scoreText: string): Promise<string | undefined> => {
      const { reply } = site({ 'run-status-json': run(1, { score: 49, score_str: scoreText }) });
      const client = playedClient(judgeFrom(settings), reply, Date.now);
      const result = await client.result({ requestId: '1', hint: null });
      return result.kind === 'result' ? result.envelope.data?.judge?.description : undefined;
    };
    assert.equal(await described('49=50-1*1'), '49=50-1*1');
    assert.equal(await described('<b>49</b>=50-1*1'), '49=50-1*1');
    assert.equal(await described('49'), undefined);
    assert.equal(await described(`49=${'1-'.repeat(500_000)}`), undefined);
  });

  it('has the program of a run', async () => {
    const { reply } = site({ 'run-status-json': run(1, { is_src_enabled: true, src_sfx: '.cpp' }) });
    const withSource = (request: PlayedRequest) =>
      request.path.includes('action=download-run')
        ? { status: 200, contentType: 'text/plain', text: 'int main() {}\n' }
        : reply(request);
    for (const [played, code] of [
      [withSource, 'int main() {}\n'],
      [reply, null],
    ] as const) {
      const client = playedClient(judgeFrom(settings), played, Date.now);
      const result = await client.result({ requestId: '1', hint: null });
      assert.equal(result.kind === 'result' && result.about?.code, code);
    }
  });

  it('distinguishes why it rejects a submission', async () => {
    for (const [symbol, expected] of [
      ['ERR_CONTEST_NOT_STARTED', { cause: { kind: 'closed', why: 'notBegun' } }],
      ['ERR_CONTEST_ALREADY_FINISHED', { cause: { kind: 'closed', why: 'ended' } }],
      ['ERR_PROB_DEADLINE_EXPIRED', { cause: { kind: 'closed', why: 'deadline' } }],
      ['ERR_PROB_TOO_MANY_ATTEMPTS', { cause: { kind: 'closed', why: 'attempts' } }],
      ['ERR_CLIENTS_SUSPENDED', { cause: { kind: 'closed', why: 'suspended' } }],
      ['ERR_LANG_NOT_AVAIL_FOR_PROBLEM', { cause: { kind: 'language' } }],
      ['ERR_PERMISSION_DENIED', { cause: { kind: 'deniedInContest' }, page: '?contest_id=7' }],
    ] as const) {
      const { reply } = site({ 'problem-status-json': { problem: { id: 1 } }, 'submit-run': symbol });
      await assert.rejects(submitTo(settings, { ...program, problem: 'A' }, reply), (error) => {
        assert.ok(error instanceof RequestFailed && error.failure.kind === 'status', symbol);
        assert.equal(error.sent, 'no', symbol);
        assert.deepEqual({ ...error.failure, ...expected }, error.failure, symbol);
        return true;
      });
    }
  });
});
