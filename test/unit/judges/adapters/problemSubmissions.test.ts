import assert from 'node:assert/strict';
import type { SubmissionPage } from '../../../../src/judges/adapter';
import type { Judge } from '../../../../src/judges/judge';
import { clics } from '../../../../src/judges/adapters/clics';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { ejudge } from '../../../../src/judges/adapters/ejudge';
import { json } from '../../../../src/judges/adapters/json';
import { omegaup } from '../../../../src/judges/adapters/omegaup';
import { judge0 } from '../../../../src/judges/adapters/judge0';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { described, hydroSite } from '../../../support/profiles';
import { failing, on, requestsOf, run, type BoundOperation } from '../../../support/operations';
import { answer } from './answers';

interface Asked {
  readonly problem?: string;
  readonly place?: string | null;
  readonly page?: string | null;
  readonly account?: string | null;
}

/** Lists the submissions to a problem: `S5` by default. */
function listOf(judge: Judge, asked: Asked = {}): BoundOperation<SubmissionPage> {
  const { problem = 'S5', place = null, page = null, account = 'alice' } = asked;
  const { fetchPage } = judge.problemSubmissions ?? assert.fail();
  return on(judge, (http) => fetchPage(http, { problemId: problem, place }, page, account));
}

/** Returns the paths of all requests. */
async function pathsOf(
  list: BoundOperation<SubmissionPage>,
  reply?: (path: string) => PlainAnswer,
): Promise<readonly string[]> {
  const requests = await requestsOf(list, reply && (({ path }) => reply(path)));
  return requests.map(({ path }) => path);
}

/** Returns each submission as ID, status, score, time, language, and locator. */
function rowsOf({ submissions }: SubmissionPage): unknown[][] {
  return submissions.map(({ requestId, status, score, time, language, hint }) => [
    requestId,
    status,
    score,
    time,
    language,
    hint,
  ]);
}

const moment = 1_700_000_000;

describe('Submissions to a problem', () => {
  it('are records in a Hydro domain or contest, page by page', async () => {
    const site = hydroSite('https://hydro.example.edu');
    const id = (digit: number) => `6b0287ea08066e6dc6a7097${digit}`;
    const tid = 'a'.repeat(24);
    assert.equal(site.problemSubmissions?.needsAccount, true);
    assert.deepEqual(await pathsOf(listOf(site)), ['/record?uidOrName=alice&pid=S5&page=1']);
    assert.deepEqual(await pathsOf(listOf(site, { place: `class1#${tid}`, page: '3' })), [
      `/d/class1/record?uidOrName=alice&tid=${tid}&pid=S5&page=3`,
    ]);
    const record = (digit: number) => ({
      _id: id(digit),
      pid: 5,
      status: 1,
      score: 100,
      time: 15.5,
      lang: 'cc.cc17',
    });
    const pdict = { 5: { pid: 'S5', title: 'Sum' } };
    const digits = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
    const whole = await run(listOf(site), () => answer({ rdocs: digits.map(record), pdict }));
    assert.deepEqual(rowsOf(whole)[0], [id(9), 1, 100, 15.5, 'cc.cc17', null]);
    assert.deepEqual([whole.submissions.length, whole.next], [10, '2']);
    const last = await run(listOf(site, { page: '2' }), () => answer({ rdocs: [record(1)], pdict }));
    assert.deepEqual([last.submissions.length, last.next], [1, null]);
    assert.equal(last.submissions[0]?.problemTitle, 'Sum');
  });

  it('are those in a Codeforces problem’s contest with the same letter', async () => {
    const site = described(codeforces, 'cf', { handle: 'me' });
    const list = listOf(site, { problem: '1520A', account: null });
    assert.deepEqual(await pathsOf(list), ['/contest.status?contestId=1520&handle=me&from=1&count=100']);
    assert.deepEqual(await pathsOf(listOf(site, { problem: '1520A', page: '101' })), [
      '/contest.status?contestId=1520&handle=me&from=101&count=100',
    ]);
    assert.deepEqual(await pathsOf(listOf(site, { problem: '100' })), [
      '/user.status?handle=me&from=1&count=100',
    ]);
    const submission = (number: number, index: string) => ({
      id: number,
      contestId: 1520,
      creationTimeSeconds: moment,
      problem: { contestId: 1520, index, name: 'Sum' },
      programmingLanguage: 'C++20',
      verdict: 'OK',
      timeConsumedMillis: 46,
      memoryConsumedBytes: 1024,
    });
    const result = [submission(9, 'A'), submission(8, 'B'), submission(7, 'A')];
    const found = await run(list, () => answer({ status: 'OK', result }));
    assert.deepEqual(rowsOf(found), [
      ['9', 'OK', null, 46, 'C++20', '1520'],
      ['7', 'OK', null, 46, 'C++20', '1520'],
    ]);
    assert.equal(found.next, null);
    const many = Array.from({ length: 100 }, (_, at) => submission(200 - at, at % 2 ? 'A' : 'B'));
    const full = await run(list, () => answer({ status: 'OK', result: many }));
    assert.deepEqual([full.submissions.length, full.next], [50, '101']);
    const withKey = await run(listOf(site, { problem: '1520A' }), () => answer({ status: 'OK', result }));
    assert.deepEqual(
      withKey.submissions.map(({ hint }) => hint),
      ['own/1520', 'own/1520'],
    );
    const page = site.pages?.record?.({ requestId: '9', hint: 'own/1520' });
    assert.equal(page, 'https://codeforces.com/contest/1520/submission/9');
  });

  it('have source code at Codeforces even if they are older than the newest ones', async () => {
    const site = described(codeforces, 'cf', { handle: 'me' });
    const fetching = on(site, (http) => site.fetchResult(http, { requestId: '5', hint: 'own/1520' }));
    const submission = (id: number, more: object = {}) => ({ id, contestId: 1520, verdict: 'OK', ...more });
    const fetchFrom = async (older: readonly number[]) => {
      const paths: string[] = [];
      const result = await run(fetching, ({ path, ifSigned }) => {
        paths.push(`${path}${ifSigned ? ' with code' : ''}`);
        if (path.startsWith('/contest.status')) return answer({ status: 'OK', result: [submission(5)] });
        if (path.includes('count=1000'))
          return answer({ status: 'OK', result: older.map((id) => submission(id)) });
        const sourceBase64 = Buffer.from('old').toString('base64');
        const isOlder = path.includes('from=103&count=1');
        return answer({ status: 'OK', result: [submission(isOlder ? 5 : 900, { sourceBase64 })] });
      });
      return { code: result.kind === 'result' ? result.about?.code : undefined, paths };
    };
    assert.deepEqual(await fetchFrom([7, 6, 5]), {
      code: 'old',
      paths: [
        '/user.status?handle=me&from=1&count=100 with code',
        '/user.status?handle=me&from=101&count=1000',
        '/user.status?handle=me&from=103&count=1 with code',
      ],
    });
    assert.deepEqual(await fetchFrom([7, 6]), {
      code: null,
      paths: [
        '/user.status?handle=me&from=1&count=100 with code',
        '/user.status?handle=me&from=101&count=1000',
        '/contest.status?contestId=1520&handle=me&from=1&count=100',
      ],
    });
  });

  it('are requested from ejudge by the problem’s number', async () => {
    const url = 'https://ejudge.example.org/cgi-bin/new-client';
    const site = described(ejudge, 'algo', { url, contest: 7 });
    const ok = (result: object) => answer({ ok: true, server_time: moment, result });
    const problems = [{ id: 3, short_name: 'S5', long_name: 'Sum' }];
    const runs = [
      { run_id: 8, prob_id: 3, run_time: moment, status: 0, score: 100 },
      { run_id: 7, prob_id: 4, run_time: moment, status: 0 },
      { run_id: 0, prob_id: 3, run_time: moment, status: 5, score: -1 },
    ];
    const reply = (path: string) => ok(path.includes('list-runs') ? { runs } : { contest: {}, problems });
    assert.deepEqual(await pathsOf(listOf(site), reply), [
      '?action=contest-status-json&contest_id=7',
      '?action=list-runs-json&contest_id=7&prob_id=3',
      '?action=problem-status-json&contest_id=7&problem=3',
    ]);
    const found = await run(listOf(site), ({ path }) => reply(path));
    assert.deepEqual(rowsOf(found), [
      ['8', 0, 100, null, null, null],
      ['0', 5, null, null, null, null],
    ]);
    assert.equal(found.next, null);
    assert.deepEqual([found.submissions[0]?.problemId, found.submissions[0]?.problemTitle], ['S5', 'Sum']);
    assert.equal(await failing(listOf(site, { problem: 'X' }), ({ path }) => reply(path)), '404');
  });

  it('are all of the team’s submissions to a problem in a CLICS contest', async () => {
    const site = described(clics, 'finals', { url: 'https://dj.example.org/api', contest: 'nwerc' });
    const submission = (id: string, problem: string, team = 't3', minute = 0) => ({
      id,
      problem_id: problem,
      team_id: team,
      language_id: 'cpp',
      time: `2026-11-22T12:${String(10 + minute)}:00.000+01:00`,
    });
    const bodies: Readonly<Record<string, unknown>> = {
      submissions: [
        submission('1', 'S5'),
        submission('2', 'other'),
        submission('3', 'S5', 't9'),
        ...Array.from({ length: 60 }, (_, at) => submission(String(10 + at), 'other')),
        submission('4', 'S5', 't3', 5),
      ],
      judgements: [{ id: 'j1', submission_id: '1', judgement_type_id: 'WA', max_run_time: 0.5 }],
      user: { id: 'a', username: 'alice', team_id: 't3' },
    };
    const found = await run(listOf(site), ({ path }) => answer(bodies[path.split('/').at(-1) ?? ''] ?? {}));
    assert.deepEqual(rowsOf(found), [
      ['4', 'QUEUED', null, null, 'cpp', 'nwerc'],
      ['1', 'WA', null, 500, 'cpp', 'nwerc'],
    ]);
    assert.equal(found.next, null);
  });

  it('are the user’s runs for an omegaUp problem, newest first', async () => {
    const site = described(omegaup, 'omegaup', {});
    const guid = (digit: string) => digit.repeat(32);
    const runs = [
      {
        guid: guid('a'),
        time: moment,
        status: 'ready',
        verdict: 'PA',
        score: 0.5,
        runtime: 120,
        language: 'cpp17-gcc',
      },
      {
        guid: guid('b'),
        time: moment + 9,
        status: 'running',
        verdict: 'JE',
        score: 0,
        runtime: 0,
        language: 'py3',
      },
    ];
    assert.deepEqual(await pathsOf(listOf(site, { problem: 'sumas' })), [
      '/api/problem/runs/?problem_alias=sumas',
    ]);
    const found = await run(listOf(site, { problem: 'sumas' }), () => answer({ runs, status: 'ok' }));
    assert.deepEqual(rowsOf(found), [
      [guid('b'), 'running', null, null, 'py3', 'sumas'],
      [guid('a'), 'PA', 50, 120, 'cpp17-gcc', 'sumas'],
    ]);
  });

  it('are requested as the settings describe, until a page is empty', async () => {
    const fields = {
      url: 'https://judge.example.com',
      authentication: { scheme: 'none' },
      units: { time: 's' },
      result: { path: '/api/{id}', fields: { status: 'result', code: 'code' } },
      statusCodes: { 0: 'AC' },
      recent: {
        path: '/api/mine',
        problemPath: '/api/mine?problem={problem}&contest={contest}&page={page}',
        list: 'items',
        fields: {
          id: 'id',
          status: 'result',
          problem: 'pid',
          score: 'points',
          time: 'cpu',
          language: 'lang',
          at: 'at',
        },
      },
    };
    const site = described(json, 'site', fields);
    assert.equal(site.problemSubmissions?.code, 'returned');
    const list = listOf(site, { problem: 'a b', place: 'c1' });
    assert.deepEqual(await pathsOf(list), ['/api/mine?problem=a%20b&contest=c1&page=1']);
    const items = [
      { id: '7', result: 0, pid: 'a b', points: 5, cpu: 0.25, lang: 'C++', at: moment },
      { id: '?' },
    ];
    const found = await run(list, () => answer({ items }));
    assert.deepEqual(rowsOf(found), [['7', 0, 5, 250, 'C++', null]]);
    assert.equal(found.next, '2 2');
    const last = await run(listOf(site, { page: '2' }), () => answer({ items: [] }));
    assert.deepEqual([last.submissions, last.next], [[], null]);
    const plain = { ...fields.recent, problemPath: undefined };
    assert.equal(described(json, 'site', { ...fields, recent: plain }).problemSubmissions, undefined);
  });

  it('aren’t listed by Judge0, which has no problems', () => {
    assert.equal(
      described(judge0, 'local', { url: 'https://judge0.example.org' }).problemSubmissions,
      undefined,
    );
  });
});
