import assert from 'node:assert/strict';
import type { Contest } from '../../../../src/results';
import type { Judge } from '../../../../src/judges/judge';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { clics } from '../../../../src/judges/adapters/clics';
import { cms } from '../../../../src/judges/adapters/cms';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { ejudge } from '../../../../src/judges/adapters/ejudge';
import { failing, on, recentOf, requestsOf, resultAt, run, statesAt } from '../../../support/operations';
import { described, hydroSite } from '../../../support/profiles';
import { answer, page } from './answers';
import { capturedFromEjudge, capturedFromPc2 } from './captures';

type Responses = (request: OutgoingRequest) => PlainAnswer;

async function contestOfResult(
  judge: Judge,
  requestId: string,
  responses: Responses,
  hint: string | null = null,
): Promise<Contest | undefined> {
  const result = await run(resultAt(judge, { requestId, hint }), responses);
  assert.ok(result.kind === 'result');
  return result.about?.contest;
}

function fetchOf(judge: Judge, id: string) {
  const fetchContest = judge.contests?.fetch;
  assert.ok(fetchContest);
  return on(judge, (http) => fetchContest(http, id));
}

async function contestOfForm(judge: Judge, problemId: string, responses: Responses): Promise<unknown> {
  const form = on(judge, (http) => {
    assert.ok(judge.submission?.fetchForm);
    return judge.submission.fetchForm(http, { problemId, place: null });
  });
  return (await run(form, responses)).contest;
}

const tid = 'a'.repeat(24);
const rid = 'b'.repeat(24);
const end = '2026-11-22T12:51:00.000Z';

describe('The contest of a Hydro record', () => {
  const site = hydroSite('https://oj.example.org');
  const tdoc = { docId: tid, domainId: 'class1', title: 'Weekly contest', rule: 'acm', endAt: end };
  const contest = { title: 'Weekly contest', endsAt: Date.parse(end), id: `class1#${tid}` };
  const record = (own: object | null) => () =>
    answer({
      rdoc: { _id: rid, status: 1, domainId: 'class1', contest: tid },
      pdoc: { pid: 'A' },
      tdoc: own,
    });

  it('is in its result, in lists of the contest, and in the submission form', async () => {
    assert.deepEqual(await contestOfResult(site, rid, record(tdoc)), contest);
    const contests = site.contests?.submissions;
    assert.ok(contests);
    const listed = on(site, (http) => contests.fetchRecent(http, `class1#${tid}`, 'alice'));
    const rdocs = [{ _id: rid, status: 1, pid: 4 }];
    const [recent] = await run(listed, () => answer({ rdocs, pdict: {}, tdoc }));
    assert.deepEqual(recent?.contest, contest);
    const form = () => answer({ pdoc: {}, tdoc });
    assert.deepEqual(await contestOfForm(site, 'A', form), contest);
  });

  it('is absent outside of contests, and marked as homework in homework', async () => {
    assert.equal(await contestOfResult(site, rid, record(null)), undefined);
    const homework = { ...tdoc, rule: 'homework' };
    assert.deepEqual(await contestOfResult(site, rid, record(homework)), {
      ...contest,
      id: `class1#homework/${tid}`,
      isHomework: true,
    });
  });

  it('can be requested by its ID', async () => {
    const sent = await requestsOf(fetchOf(site, `class1#${tid}`), () => answer({ tdoc }));
    assert.deepEqual(
      sent.map(({ path }) => path),
      [`/d/class1/contest/${tid}`],
    );
    assert.deepEqual(await run(fetchOf(site, `class1#${tid}`), () => answer({ tdoc })), contest);
    assert.equal(await failing(fetchOf(site, `class1#${tid}`), () => answer({ tdoc: null })), '404');
  });
});

describe('The contest of an ejudge run', () => {
  const site = described(ejudge, 'algo', { url: 'https://ejudge.example.org/ej/client', contest: '2' });
  const status = (contest: object) => answer({ ok: true, result: { contest } });
  const finished = capturedFromEjudge('run: wrong answer');
  const responses =
    (contest: PlainAnswer): Responses =>
    ({ path }) =>
      path.includes('contest-status-json') ? contest : finished;
  const withEnd = capturedFromEjudge('contest 2: ends after five hours');
  const startsAt = 1_795_634_550_000;
  const contest = {
    title: 'Test contest 2',
    endsAt: 1_795_652_550_000,
    id: '2',
    startsAt,
    freezesAt: 1_795_648_950_000,
  };

  it('is in its result, in the run list, and in the submission form', async () => {
    assert.deepEqual(await contestOfResult(site, '1', responses(withEnd)), contest);
    const runs = capturedFromEjudge('runs of contest 5');
    const listed = await run(recentOf(site, null), ({ path }) =>
      path.includes('contest-status-json') ? withEnd : runs,
    );
    assert.deepEqual(listed[0]?.contest, contest);
    assert.deepEqual(await contestOfForm(site, 'A', responses(withEnd)), contest);
    assert.deepEqual(await run(fetchOf(site, '2'), () => withEnd), contest);
  });

  it('has no end if it is unlimited or the request was rejected', async () => {
    const endless = capturedFromEjudge('contest');
    assert.deepEqual(await contestOfResult(site, '1', responses(endless)), {
      title: 'Test contest 1',
      endsAt: null,
      id: '2',
      startsAt,
    });
    const rejected = capturedFromEjudge('contest: unknown number');
    const unknown = { title: null, endsAt: null, id: '2' };
    assert.deepEqual(await contestOfResult(site, '1', responses(rejected)), unknown);
  });

  it('is over after it was stopped, and during upsolving', async () => {
    const known = { name: 'Finals', is_started: true };
    const over = { title: 'Finals', endsAt: null, id: '2', isOver: true };
    for (const state of [{ is_stopped: true }, { is_stopped: false, is_upsolving: true }]) {
      const stopped = responses(status({ ...known, ...state }));
      assert.deepEqual(await contestOfResult(site, '1', stopped), over);
    }
  });
});

describe('The contest of a CLICS submission', () => {
  const finals = described(clics, 'finals', { url: 'https://judge.example.edu/api/v4', contest: 'nwerc' });
  const times = { id: 'nwerc', formal_name: 'NWERC 2026', end_time: end };
  const contest = { title: 'NWERC 2026', endsAt: Date.parse(end), id: 'nwerc' };
  const submission = { id: '9', problem_id: 'hello', language_id: 'cpp', team_id: '1', time: end };
  const judgement = { id: '71', submission_id: '9', judgement_type_id: 'WA', valid: true };
  const responses =
    (of: PlainAnswer): Responses =>
    ({ path }) => {
      if (path.endsWith('/contests/nwerc')) return of;
      if (path.endsWith('/submissions')) return answer([submission]);
      if (path.endsWith('/submissions/9')) return answer(submission);
      if (path.includes('/judgements')) return answer([judgement]);
      if (path.endsWith('/user')) return answer({ username: 'team', team_id: '1' });
      return answer([]);
    };

  it('is in its result, in the list of submissions, and in the submission form', async () => {
    assert.deepEqual(await contestOfResult(finals, '9', responses(answer(times))), contest);
    const [listed] = await run(recentOf(finals, 'team'), responses(answer(times)));
    assert.deepEqual(listed?.contest, contest);
    assert.deepEqual(await contestOfForm(finals, 'hello', responses(answer(times))), contest);
    assert.deepEqual(await run(fetchOf(finals, 'nwerc'), () => answer(times)), contest);
  });

  it('has the computed end at PC²', async () => {
    const { endsAt } =
      (await contestOfResult(finals, '9', responses(capturedFromPc2('team1: contest')))) ?? {};
    assert.equal(endsAt, Date.parse('2026-11-26T00:17:21.522Z'));
  });

  it('has no end if the request was rejected or the start was taken back', async () => {
    const unknown = { title: null, endsAt: null, id: 'nwerc' };
    assert.deepEqual(await contestOfResult(finals, '9', responses(page('no', 403))), unknown);
    const paused = { id: 'nwerc', formal_name: 'NWERC 2026', start_time: null, duration: '5:00:00' };
    assert.deepEqual(await contestOfResult(finals, '9', responses(answer(paused))), {
      ...contest,
      endsAt: null,
      hasBegun: false,
    });
  });
});

describe('The contest of a CMS submission', () => {
  const url = 'https://cms.example.org/ioi';
  const site = described(cms, 'ioi', { url });
  const id = '8123456789012345678';
  const tasks = answer({ tasks: [{ name: 'sum', submission_format: ['sum.%l'] }] });
  const responses: Responses = ({ path }) => {
    if (path === '/api/task_list') return tasks;
    if (path === '/api/sum/submission_list') return answer({ list: [{ id }] });
    return path === `/tasks/sum/submissions/${id}` ? answer({ status: 5 }) : page('no', 404);
  };
  const contest = { title: null, endsAt: null, id: url };
  const over = { ...contest, isOver: true };
  const frontPage = page('<!DOCTYPE html><link href="/ioi/static/cws_style.css"><h1>IOI</h1>');

  it('is that of the entry, in results, lists, and the submission form', async () => {
    assert.deepEqual(await contestOfResult(site, id, responses, 'sum'), contest);
    const [recent] = await run(recentOf(site, null), responses);
    assert.deepEqual(recent?.contest, contest);
    const { problemSubmissions } = site;
    assert.ok(problemSubmissions);
    const listed = on(site, (http) =>
      problemSubmissions.fetchPage(http, { problemId: 'sum', place: null }, null, null),
    );
    assert.deepEqual((await run(listed, responses)).submissions[0]?.contest, contest);
    assert.deepEqual(await contestOfForm(site, 'sum', responses), contest);
  });

  it('is requested with the list of tasks and its page, and runs while CMS sends the list', async () => {
    const sent = await requestsOf(fetchOf(site, url), responses);
    assert.deepEqual(
      sent.map(({ path }) => path),
      ['/api/task_list', ''],
    );
    assert.deepEqual(await run(fetchOf(site, url), responses), contest);
    assert.deepEqual(await run(fetchOf(site, url), () => answer({ tasks: [] })), contest);
  });

  it('is over if CMS reports that it isn’t open, or redirects to the front page of the contest', async () => {
    const closed = [
      answer({ error: 'The contest is not open' }, 403),
      answer({ error: 'The contest has ended.' }, 403),
      frontPage,
    ];
    for (const response of closed)
      assert.deepEqual(await run(fetchOf(site, url), () => response), over, response.text);
  });

  it('isn’t known to be over after any other response', async () => {
    const unclear = [
      answer({ error: 'An authenticated user is required' }, 403),
      answer({ error: 'The contest is not open yet' }, 403),
      answer({ error: 'The contest has not ended' }, 403),
      answer({ error: 'You do not participate in this contest' }, 403),
      page('<html>Forbidden: the contest is not open</html>', 403),
      page('<!DOCTYPE html><link href="/static/cws_style.css"><div class="contest-list">'),
      page('<html>The Contest Management System is being updated</html>'),
      { ...frontPage, status: 503 },
      page('<html>Sign in to the network</html>'),
      answer({ error: 'Not found' }, 404),
      answer({}),
      answer([]),
    ];
    for (const response of unclear) await failing(fetchOf(site, url), () => response);
  });
});

describe('The contest of a Codeforces submission', () => {
  const judge = described(codeforces, 'mine', { handle: 'tourist' });
  const creationTimeSeconds = Date.parse('2026-11-22T06:00:00Z') / 1000;
  const submission = (participantType: string | undefined, more: object = {}) => ({
    id: 7,
    contestId: 1520,
    creationTimeSeconds,
    relativeTimeSeconds: 900,
    problem: { contestId: 1520, index: 'A', name: 'Sum' },
    author: { contestId: 1520, participantType },
    verdict: 'OK',
    ...more,
  });
  const list = (of: object) => () => answer({ status: 'OK', result: [of] });
  const during = { title: null, endsAt: null, id: '1520' };

  it('is in results and lists without its end if the submission was made during it', async () => {
    for (const type of ['CONTESTANT', 'OUT_OF_COMPETITION', undefined]) {
      assert.deepEqual(await contestOfResult(judge, '7', list(submission(type))), during, type);
    }
    const [listed] = await run(recentOf(judge, null), list(submission('CONTESTANT')));
    assert.deepEqual(listed?.contest, during);
    const states = await run(
      statesAt(judge, [{ requestId: '7', hint: null }], null),
      list(submission('CONTESTANT')),
    );
    const state = states.get('7');
    assert.ok(state?.kind === 'result');
    assert.deepEqual(state.about?.contest, during);
  });

  it('is absent for practice, virtual participation, old submissions, and problems without a contest', async () => {
    const absent = [
      submission('PRACTICE'),
      submission('VIRTUAL'),
      submission('MANAGER'),
      submission(undefined, { relativeTimeSeconds: 2_147_483_647 }),
      submission(undefined, { relativeTimeSeconds: undefined }),
      submission('CONTESTANT', { creationTimeSeconds: creationTimeSeconds - 31 * 86_400 }),
      submission('CONTESTANT', { contestId: undefined }),
    ];
    for (const of of absent) {
      assert.equal(await contestOfResult(judge, '7', list(of)), undefined, JSON.stringify(of));
    }
  });

  const standings = (contest: object) => () =>
    answer({ status: 'OK', result: { contest, problems: [], rows: [] } });
  const round = { id: 1520, name: 'Round', startTimeSeconds: creationTimeSeconds, durationSeconds: 7200 };

  it('is requested with one row of its standings', async () => {
    const sent = await requestsOf(fetchOf(judge, '1520'), standings({ ...round, phase: 'CODING' }));
    assert.deepEqual(
      sent.map(({ path }) => path),
      ['/contest.standings?contestId=1520&from=1&count=1'],
    );
    const startsAt = creationTimeSeconds * 1000;
    const known = { title: 'Round', startsAt, endsAt: startsAt + 7_200_000, id: '1520' };
    assert.deepEqual(await run(fetchOf(judge, '1520'), standings({ ...round, phase: 'CODING' })), known);
    for (const phase of ['PENDING_SYSTEM_TEST', 'SYSTEM_TEST', 'FINISHED']) {
      assert.deepEqual(await run(fetchOf(judge, '1520'), standings({ ...round, phase })), {
        ...known,
        isOver: true,
      });
    }
    const unknown = await run(fetchOf(judge, '1520'), standings({ name: 'Gym', phase: 'CODING' }));
    assert.deepEqual(unknown, { title: 'Gym', endsAt: null, id: '1520' });
  });
});
