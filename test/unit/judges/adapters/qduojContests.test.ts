import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { RequestFailed, type Judge, type JudgeHttp } from '../../../../src/judges';
import {
  judgeFrom,
  playedClient,
  type PlayedAnswer,
  type PlayedRequest,
  type Reply,
} from '../../../support/playedJudge';
import { problemsAt, QuestionForUser, submitTo } from '../../../support/playedOperations';

const settings = { type: 'json', basedOn: 'qduoj', url: 'https://oj.example.edu' };
const folder = path.join(__dirname, '../../../fixtures/qduoj/contests');

/** During the contests of the responses. */
const NOW = Date.parse('2026-11-28T19:20:00Z');

const jsonAnswer = (text: string): PlayedAnswer => ({
  status: 200,
  contentType: 'application/json;charset=UTF-8',
  text,
  headers: { date: new Date(NOW).toUTCString() },
});
const said = (data: string): PlayedAnswer => jsonAnswer(JSON.stringify({ error: 'error', data }));
const recorded = (name: string): PlayedAnswer =>
  jsonAnswer(fs.readFileSync(path.join(folder, `${name}.json`), 'utf8'));

/** A contest whose times are those of `contest-2.json`. */
function contest(id: number, times: { readonly start?: string; readonly end?: string } = {}): PlayedAnswer {
  const { start = '2026-11-28T18:06:43Z', end = '2026-11-29T19:06:43Z' } = times;
  const data = { id, title: `Contest ${id}`, start_time: start, end_time: end };
  return jsonAnswer(JSON.stringify({ error: null, data }));
}

/** A site with the responses for these paths. Keeps the requests. */
function site(answers: Readonly<Record<string, PlayedAnswer>>): {
  readonly reply: Reply;
  readonly requests: PlayedRequest[];
} {
  const requests: PlayedRequest[] = [];
  return {
    requests,
    reply: (request) => {
      requests.push(request);
      return answers[`${request.method} ${request.path}`] ?? said(`No answer to ${request.path}`);
    },
  };
}

const contest1 = {
  'GET /api/contest?id=1': contest(1),
  'GET /api/contest/problem?contest_id=1': recorded('contest-problems-1'),
  'GET /api/contest/problem?contest_id=1&problem_id=A': recorded('problem-contest1-A'),
  'GET /api/contest_submissions?limit=15&offset=0&myself=1&contest_id=1': recorded('contest_submissions-1'),
};

function ask<Value>(
  judge: Judge,
  reply: Reply,
  operation: (http: JudgeHttp) => Promise<Value>,
): Promise<Value> {
  return playedClient(judge, reply, () => NOW).ask(operation);
}

describe('A contest of QDUOJ', () => {
  it('offers its problems for the URL of any of its pages', async () => {
    for (const page of ['contest/1', 'contest/1/problems', 'contest/1/rank?x=1']) {
      const offered = await problemsAt(settings, `https://oj.example.edu/${page}`, site(contest1).reply);
      assert.deepEqual(
        offered,
        [
          { problemId: 'A', place: '1', letter: null, title: 'Contest A ACM running' },
          { problemId: 'B1', place: '1', letter: null, title: 'Contest B ACM running' },
        ],
        page,
      );
    }
  });

  it('has no problems on other pages', () => {
    const contestAt = judgeFrom(settings).contests?.contestAt ?? assert.fail();
    for (const page of ['https://oj.example.edu/contest', 'oj.example.edu/problem/1001', 'contest/1', '1001'])
      assert.equal(contestAt(page), null, page);
    assert.equal(contestAt('oj.example.edu/contest/1/'), '1');
  });

  it('says when it begins before its problems are listed', async () => {
    const start = '2026-11-28T20:00:00Z';
    const { reply, requests } = site({ 'GET /api/contest?id=7': contest(7, { start }) });
    const fetchProblems = judgeFrom(settings).contests?.fetchProblems ?? assert.fail();
    const listed = await ask(judgeFrom(settings), reply, (http) => fetchProblems(http, '7', false));
    assert.deepEqual([listed.problems, listed.contest?.startsAt], [[], Date.parse(start)]);
    assert.equal(requests.length, 1);
  });

  it('receives a program for its problem, not for the public one with the same ID', async () => {
    const { reply, requests } = site({
      ...contest1,
      'POST /api/submission': jsonAnswer(
        '{"error":null,"data":{"submission_id":"41d4a768bbf86c4cbfc41c2df7871b5e"}}',
      ),
    });
    const problem = 'https://oj.example.edu/contest/1/problem/A';
    const program = { problem, language: 'C++', fileName: 'a.cpp', text: 'int main() {}' };
    const sent = await submitTo(settings, program, reply);
    assert.deepEqual(sent, { id: '41d4a768bbf86c4cbfc41c2df7871b5e', problemId: 'A', place: '1' });
    const { json } = requests.find(({ method }) => method === 'POST') ?? assert.fail();
    assert.deepEqual(json, { problem_id: 11, contest_id: 1, language: 'C++', code: 'int main() {}' });
  });

  it('names the contest, its end, the limits, and the samples before a submission', async () => {
    const judge = judgeFrom(settings);
    const fetchForm = judge.submission?.fetchForm ?? assert.fail();
    const form = await ask(judge, site(contest1).reply, (http) =>
      fetchForm(http, { problemId: 'A', place: '1' }),
    );
    assert.equal(form.title, 'Contest A ACM running');
    assert.deepEqual(form.limits, { time: 1000, memory: 256 * 1024 });
    assert.deepEqual(form.samples, [
      { input: '1 2', expected: '3' },
      { input: '10 20\n', expected: '30\n' },
    ]);
    assert.deepEqual(form.contest, {
      id: '1',
      title: 'Contest 1',
      startsAt: Date.parse('2026-11-28T18:06:43Z'),
      endsAt: Date.parse('2026-11-29T19:06:43Z'),
    });
    assert.equal(judge.submission?.formContainsSamples, true);
  });

  it('accepts programs although the site doesn’t show the contest', async () => {
    const { 'GET /api/contest?id=1': hidden, ...others } = contest1;
    assert.ok(hidden);
    const judge = judgeFrom(settings);
    const fetchForm = judge.submission?.fetchForm ?? assert.fail();
    const form = await ask(judge, site(others).reply, (http) =>
      fetchForm(http, { problemId: 'A', place: '1' }),
    );
    assert.deepEqual(form.contest, { id: '1', title: null, endsAt: null });
  });

  it('refuses a program before it begins, and says when it begins', async () => {
    const start = '2026-11-28T20:00:00Z';
    const { reply } = site({
      'GET /api/contest/problem?contest_id=7&problem_id=A': recorded('problem-contest7-A'),
      'GET /api/contest?id=7': contest(7, { start }),
    });
    const problem = 'https://oj.example.edu/contest/7/problem/A';
    const sending = submitTo(settings, { problem, language: 'C++', fileName: 'a.cpp', text: 'x' }, reply);
    await assert.rejects(sending, (error) => {
      assert.ok(error instanceof RequestFailed && error.failure.kind === 'status');
      const begin = { kind: 'closed', why: 'notBegun', startsAt: Date.parse(start) };
      assert.deepEqual([error.failure.cause, error.sent], [begin, 'no']);
      return true;
    });
  });

  it('refuses an unknown problem as unknown', async () => {
    const { reply } = site({
      'GET /api/contest/problem?contest_id=1&problem_id=Z': recorded('problem-contest1-Z'),
    });
    const problem = 'https://oj.example.edu/contest/1/problem/Z';
    const sending = submitTo(settings, { problem, language: 'C++', fileName: 'a.cpp', text: 'x' }, reply);
    await assert.rejects(
      sending,
      (error) =>
        error instanceof RequestFailed && error.failure.kind === 'status' && error.failure.status === 404,
    );
  });

  it('refuses a program in the site’s words if the contest asks for a password', async () => {
    const { reply } = site({
      'GET /api/contest/problem?contest_id=8&problem_id=A': recorded('problem-contest8-A'),
    });
    const problem = 'https://oj.example.edu/contest/8/problem/A';
    const sending = submitTo(settings, { problem, language: 'C++', fileName: 'a.cpp', text: 'x' }, reply);
    await assert.rejects(sending, (error) => {
      assert.ok(error instanceof RequestFailed && error.failure.kind === 'status');
      assert.equal(error.failure.error?.errorMessage, 'Wrong password or password expired');
      assert.equal(error.sent, 'no');
      return true;
    });
  });

  it('has an accepted submission without an ID while it hides its results', async () => {
    const { reply } = site({
      'GET /api/contest/problem?contest_id=2&problem_id=A': recorded('problem-contest1-A'),
      'GET /api/contest?id=2': recorded('contest-2'),
      'POST /api/submission': jsonAnswer('{"error":null,"data":null}'),
    });
    const problem = 'https://oj.example.edu/contest/2/problem/A';
    const sending = submitTo(settings, { problem, language: 'C++', fileName: 'a.cpp', text: 'x' }, reply);
    await assert.rejects(sending, (error) => error instanceof QuestionForUser && error.sent === 'maybe');
  });

  it('lists the submissions to its problem, not those to the public one with the same ID', async () => {
    const { reply, requests } = site({
      'GET /api/contest_submissions?limit=100&offset=0&myself=1&contest_id=1&problem_id=A':
        recorded('contest_submissions-1'),
    });
    const judge = judgeFrom(settings);
    const fetchPage = judge.problemSubmissions?.fetchPage ?? assert.fail();
    const { submissions, next } = await ask(judge, reply, (http) =>
      fetchPage(http, { problemId: 'A', place: '1' }, null, null),
    );
    assert.deepEqual(
      submissions.map(({ requestId, problemId, place, status, language }) => [
        requestId,
        problemId,
        place,
        status,
        language,
      ]),
      [
        ['41d4a768bbf86c4cbfc41c2df7871b5e', 'A', '1', -1, 'C++'],
        ['fefad89022171ba79cc5d03a9dd92b76', 'A', '1', 0, 'C++'],
      ],
    );
    assert.equal(next, null);
    assert.equal(requests.length, 1);
  });

  it('is followed while it runs', async () => {
    const { reply } = site({
      ...contest1,
      'GET /api/contests?limit=20&offset=0&status=0': recorded('contests-running'),
    });
    const judge = judgeFrom(settings);
    const { fetchOpen, select, fetchRecent } = judge.contests?.submissions ?? assert.fail();
    const [fetchRunning] = fetchOpen;
    assert.ok(fetchRunning);
    const running = await ask(judge, reply, fetchRunning);
    assert.deepEqual(running, ['10', '9', '8', '3', '2', '1']);
    assert.deepEqual(select(running), ['10', '9', '8']);
    const listed = await ask(judge, reply, (http) => fetchRecent(http, '1', 'alice'));
    assert.deepEqual(
      listed.map(({ requestId, hint, problemId, place, contest: ofRecord }) => [
        requestId,
        hint,
        problemId,
        place,
        ofRecord?.title,
      ]),
      [
        ['41d4a768bbf86c4cbfc41c2df7871b5e', null, 'A', '1', 'Contest 1'],
        ['fefad89022171ba79cc5d03a9dd92b76', null, 'A', '1', 'Contest 1'],
      ],
    );
  });

  it('has no list before it begins, while it hides its results, or without its password', async () => {
    const judge = judgeFrom(settings);
    const { fetchRecent } = judge.contests?.submissions ?? assert.fail();
    for (const name of ['contest_submissions-2', 'contest_submissions-6', 'contest_submissions-8']) {
      const { reply, requests } = site({
        'GET /api/contest_submissions?limit=15&offset=0&myself=1&contest_id=5': recorded(name),
      });
      assert.deepEqual(await ask(judge, reply, (http) => fetchRecent(http, '5', 'alice')), [], name);
      assert.equal(requests.length, 1);
    }
    const signedOut = site({
      'GET /api/contest_submissions?limit=15&offset=0&myself=1&contest_id=5': said('Please login first.'),
    });
    const listing = ask(judge, signedOut.reply, (http) => fetchRecent(http, '5', 'alice'));
    await assert.rejects(
      listing,
      (error) =>
        error instanceof RequestFailed && error.failure.kind === 'status' && error.failure.status === 401,
    );
  });

  it('is requested again for its end', async () => {
    const judge = judgeFrom(settings);
    const fetchContest = judge.contests?.fetch ?? assert.fail();
    const site2 = site({ 'GET /api/contest?id=2': recorded('contest-2') });
    assert.deepEqual(await ask(judge, site2.reply, (http) => fetchContest(http, '2')), {
      id: '2',
      title: 'OI running hidden',
      startsAt: Date.parse('2026-11-28T18:06:43.969936Z'),
      endsAt: Date.parse('2026-11-29T19:06:43.969936Z'),
    });
  });
});

describe('The problems of QDUOJ', () => {
  it('are found by a part of their ID or title', async () => {
    const { reply } = site({
      'GET /api/problem?limit=20&offset=0&keyword=A%2BB': recorded('problems-search'),
    });
    assert.deepEqual(await problemsAt(settings, 'A+B', reply), [
      { problemId: '1001', place: null, letter: null, title: 'A+B (ACM)' },
      { problemId: '1002', place: null, letter: null, title: 'A+B (OI)' },
    ]);
  });
});

describe('The submissions to a problem of QDUOJ', () => {
  it('continue where the last page ended', async () => {
    const page = (count: number): PlayedAnswer =>
      jsonAnswer(
        JSON.stringify({
          error: null,
          data: {
            total: 130,
            results: Array.from({ length: count }, (_, index) => ({
              id: String(index).padStart(32, '0'),
              problem: '1001',
              result: 0,
              language: 'C++',
              statistic_info: { time_cost: 1 },
              create_time: '2026-11-28T19:10:52Z',
            })),
          },
        }),
      );
    const list = '/api/submissions?limit=100&offset=';
    const { reply } = site({
      [`GET ${list}0&myself=1&problem_id=1001`]: page(100),
      [`GET ${list}100&myself=1&problem_id=1001`]: page(30),
    });
    const judge = judgeFrom(settings);
    const fetchPage = judge.problemSubmissions?.fetchPage ?? assert.fail();
    const problem = { problemId: '1001', place: null };
    const first = await ask(judge, reply, (http) => fetchPage(http, problem, null, null));
    assert.equal(first.submissions.length, 100);
    const second = await ask(judge, reply, (http) => fetchPage(http, problem, first.next, null));
    assert.deepEqual([second.submissions.length, second.next], [30, null]);
  });
});
