import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { contestState, type ContestState } from '../../../../src/results';
import type { Judge, ListedProblems, PlainAnswer } from '../../../../src/judges';
import { judgeFrom } from '../../../support/playedJudge';
import { on, run } from '../../../support/operations';
import { answer, page } from './answers';
import { capturedFromEjudge } from './captures';
import { answerOf, capturedIn } from './omegaup/captured';

// What each type of judge reports about a contest, from responses of real servers unless a comment says otherwise.

type Responses = Readonly<Record<string, PlainAnswer>>;

const folder = path.join('test', 'fixtures', 'services');

function fixture(name: string): PlainAnswer {
  const text = fs.readFileSync(path.join(folder, name), 'utf8');
  return { status: 200, contentType: 'application/json', text };
}

function omegaup(name: string): PlainAnswer {
  const found = capturedIn('problems').get(name);
  assert.ok(found, name);
  return answerOf(found);
}

/** Fetches a contest of a site that has only these pages. `responses`: by the beginnings of their paths */
async function contestOf(judge: Judge, id: string, responses: Responses): Promise<ListedProblems> {
  const { fetch, fetchProblems } = judge.contests ?? {};
  assert.ok(fetch && fetchProblems);
  const beginnings = Object.keys(responses).sort((one, other) => other.length - one.length);
  const respond = ({ path: requested }: { readonly path: string }): PlainAnswer => {
    const beginning = beginnings.find((text) =>
      text === '' ? requested === '' : requested.startsWith(text),
    );
    return beginning === undefined ? page('no', 404) : (responses[beginning] ?? assert.fail());
  };
  const listed = await run(
    on(judge, (http) => fetchProblems(http, id, false)),
    respond,
  );
  const contest = await run(
    on(judge, (http) => fetch(http, id)),
    respond,
  );
  assert.deepEqual(listed.contest, contest);
  return listed;
}

/** Title, start, freeze, end, and the problems: label, ID, title, time limit in ms. */
function shown({ contest, problems }: ListedProblems): readonly string[] {
  const time = (at: number | null | undefined): string =>
    typeof at === 'number' ? new Date(at).toISOString().slice(0, 16) : '-';
  return [
    [contest?.title ?? '-', time(contest?.startsAt), time(contest?.freezesAt), time(contest?.endsAt)].join(
      ' ',
    ),
    ...problems.map(({ letter = '-', problemId, title, limits }) =>
      [letter, problemId, title, limits?.time ?? '-'].join(' '),
    ),
  ];
}

/** The state an hour after `at`. */
function stateAfter({ contest }: ListedProblems, at: string): ContestState {
  assert.ok(contest);
  return contestState(contest, Date.parse(at) + 3_600_000);
}

describe('A contest', () => {
  it('of DOMjudge has its times, its freeze, and its problems with limits', async () => {
    const judge = judgeFrom({ type: 'clics', url: 'https://judge.example.edu/api', contest: 'demo' });
    assert.equal(judge.contests?.only, 'demo');
    const listed = await contestOf(judge, 'demo', {
      '/contests/demo': fixture('domjudge/10/team-contests-demo.json'),
      '/contests/demo/problems': answer([
        { id: 'hello', label: 'A', short_name: 'A', name: 'Hello World', time_limit: 5.0 },
      ]),
    });
    assert.deepEqual(shown(listed), [
      'Demo contest 2026-11-28T20:42 2026-11-29T00:42 2026-11-29T01:42',
      'A hello Hello World 5000',
    ]);
    assert.equal(stateAfter(listed, '2026-11-29T00:00:00Z'), 'frozen');
  });

  // the template of the front page, with the values of one contest
  it('of CMS has the title and the times of its page, and its tasks with limits', async () => {
    const judge = judgeFrom({ type: 'cms', url: 'https://cms.example.org/ioi' });
    assert.equal(judge.contests?.only, 'https://cms.example.org/ioi');
    const front = (times: string) =>
      page(`<!DOCTYPE html>
<html><head><title>
    Olympiad 2026
</title><script src="/static/cws_utils.js"></script><script>
var utils = new CMS.CWSUtils("..", "../ioi", "ioi",
                             1795903200.1,
                             1795906800.1,
                             ${times});
</script></head><body>
<div id="navigation_bar" class="navbar"><a class="brand" href="../ioi">Olympiad 2026</a></div>
<table><thead><tr><th>Task</th></tr></thead><tbody>
<tr><th>sum</th><td>Sum of Two</td><td>1.500 seconds</td><td>256 MiB</td><td>Batch</td><td>sum[.cpp]</td></tr>
</tbody></table></body></html>`);
    const tasks = answer({ tasks: [{ name: 'sum', submission_format: ['sum.%l'] }] });
    const contestIn = (times: string) =>
      contestOf(judge, 'https://cms.example.org/ioi', { '/api/task_list': tasks, '': front(times) });
    const running = await contestIn('1795896000.0,\n 1795914000.0,\n 0');
    assert.deepEqual(shown(running), [
      'Olympiad 2026 2026-11-28T20:00 - 2026-11-29T01:00',
      '- sum Sum of Two 1500',
    ]);
    const stateIn = async (times: string) => stateAfter(await contestIn(times), '2026-11-28T20:00:00Z');
    assert.equal(await stateIn('0, 1795914000.0, -2'), 'notBegun');
    assert.equal(await stateIn('1795896000.0, 1795914000.0, 0'), 'running');
    for (const phase of [1, 2, 3, 4])
      assert.equal(await stateIn(`1795896000.0, 1795914000.0, ${phase}`), 'ended');
    // a page without times, as guests see it
    assert.equal(await stateIn('0, 0, 0'), 'running');
  });

  it('of ejudge has its times, its freeze, and its problems', async () => {
    const judge = judgeFrom({ type: 'ejudge', url: 'https://ejudge.example.org/ej/client', contest: '2' });
    assert.equal(judge.contests?.only, '2');
    const status = capturedFromEjudge('contest 2: ends after five hours');
    const listed = await contestOf(judge, '2', { '?action=contest-status-json': status });
    assert.equal(shown(listed)[0], 'Test contest 2 2026-11-25T19:22 2026-11-25T23:22 2026-11-26T00:22');
    assert.equal(stateAfter(listed, '2026-11-25T22:30:00Z'), 'frozen');
  });

  it('of DMOJ has its times, and its problems with labels', async () => {
    const judge = judgeFrom({ type: 'dmoj', url: 'https://oj.example.org' });
    const listed = await contestOf(judge, 'past', {
      '/api/v2/contest/past': fixture('dmoj/contest-past.json'),
    });
    assert.deepEqual(shown(listed), [
      'Past contest 2026-11-26T19:06 - 2026-11-27T19:06',
      '1 ctonly Contest only -',
      '2 batches Batches -',
    ]);
  });

  it('of omegaUp has its times, its freeze, and its problems with letters', async () => {
    const judge = judgeFrom({ type: 'omegaup' });
    const details = omegaup('contest-publicDetails');
    const body = JSON.parse(details.text) as object;
    const problems = [{ letter: 'A', alias: 'sumas', title: 'Sumas' }];
    const contestWith = (more: object) =>
      contestOf(judge, 'c-det', {
        '/api/contest/publicDetails/': answer({ ...body, ...more }),
        '/api/contest/details/': answer({ ...body, ...more, problems }),
      });
    assert.deepEqual(shown(await contestWith({})), [
      'Concurso c-det 2026-11-28T20:03 - 2026-11-29T03:03',
      'A sumas Sumas -',
    ]);
    const frozen = await contestWith({ scoreboard: 80 });
    assert.equal(shown(frozen)[0], 'Concurso c-det 2026-11-28T20:03 2026-11-29T01:39 2026-11-29T03:03');
    assert.equal(frozen.contest?.freezesAt, frozen.contest?.endsAt && frozen.contest.endsAt - 5_040_000);
    for (const scoreboard of [0, 100]) {
      assert.equal((await contestWith({ scoreboard })).contest?.freezesAt, undefined);
    }
  });

  // fields of its source, see `lockAt` there
  it('of Hydro has its times, its freeze, and its problems with letters', async () => {
    const judge = judgeFrom({ type: 'hydro', url: 'https://oj.example.org' });
    const tid = 'c'.repeat(24);
    const tdoc = {
      docId: tid,
      domainId: 'system',
      title: 'Weekly',
      rule: 'acm',
      beginAt: '2020-11-28T20:00:00.000Z',
      lockAt: '2020-11-28T21:00:00.000Z',
      endAt: '2020-11-28T22:00:00.000Z',
      pids: [2, 1],
    };
    const pdict = { 1: { docId: 1, pid: 'P1001', title: 'A+B' }, 2: { docId: 2, title: 'Sort' } };
    const listed = await contestOf(judge, `#${tid}`, { [`/contest/${tid}`]: answer({ tdoc, pdict }) });
    assert.deepEqual(shown(listed), [
      'Weekly 2020-11-28T20:00 2020-11-28T21:00 2020-11-28T22:00',
      'A 2 Sort -',
      'B P1001 A+B -',
    ]);
  });

  // the form of the API’s documentation
  it('of Codeforces has its times, its freeze, and its problems', async () => {
    const judge = judgeFrom({ type: 'codeforces', handle: 'alice' });
    const contest = {
      id: 1520,
      name: 'Round',
      type: 'ICPC',
      phase: 'CODING',
      frozen: false,
      durationSeconds: 7_200,
      freezeDurationSeconds: 1_800,
      startTimeSeconds: 1_795_896_000,
    };
    const problems = [{ contestId: 1520, index: 'A', name: 'Do Not Be Distracted!', type: 'PROGRAMMING' }];
    const standings = answer({ status: 'OK', result: { contest, problems, rows: [] } });
    const listed = await contestOf(judge, '1520', { '/contest.standings': standings });
    assert.deepEqual(shown(listed), [
      'Round 2026-11-28T20:00 2026-11-28T21:30 2026-11-28T22:00',
      'A 1520A Do Not Be Distracted! -',
    ]);
    const over = { ...contest, phase: 'SYSTEM_TEST' };
    const ended = await contestOf(judge, '1520', {
      '/contest.standings': answer({ status: 'OK', result: { contest: over, problems, rows: [] } }),
    });
    assert.equal(stateAfter(ended, '2026-11-28T20:00:00Z'), 'ended');
  });

  // the form of the API’s documentation
  it('of Yandex Contest has its times, its freeze, and its problems with limits', async () => {
    const judge = judgeFrom({ type: 'yandex-contest', contest: '123' });
    assert.equal(judge.contests?.only, '123');
    const description = {
      name: 'Qualification',
      startTime: '2026-11-28T20:00:00.000Z',
      duration: 18_000,
      freezeTime: 14_400,
      type: 'CONTEST',
    };
    const problems = [
      {
        id: '1',
        alias: 'A',
        name: 'Sum',
        limits: [{ compilerName: 'g++', timeLimit: 1_000, memoryLimit: 1 }],
      },
    ];
    const contestWith = (more: object) =>
      contestOf(judge, '123', {
        '/contests/123': answer({ ...description, ...more }),
        '/contests/123/problems': answer({ problems }),
      });
    assert.deepEqual(shown(await contestWith({})), [
      'Qualification 2026-11-28T20:00 2026-11-29T00:00 2026-11-29T01:00',
      'A A Sum 1000',
    ]);
    const endless = await contestWith({ duration: 0, freezeTime: undefined });
    assert.deepEqual([endless.contest?.endsAt, endless.contest?.freezesAt], [null, null]);
  });
});
