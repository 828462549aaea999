import assert from 'node:assert/strict';
import type { ListedBefore } from '../../../../../src/judges/adapter';
import { listingOf } from '../../../../../src/judges/judge';
import { clics } from '../../../../../src/judges/adapters/clics';
import { fetchByIds } from '../../../../../src/judges/adapters/clics/submissionStates';
import type { RequestFailed } from '../../../../../src/judges';
import { described } from '../../../../support/profiles';
import { now, on, run, statesAt } from '../../../../support/operations';
import { answer } from '../answers';
import type { OutgoingRequest } from '../../../../../src/judges/http/judgeHttp';
import type { PlainAnswer } from '../../../../../src/judges/adapters/shared/makeResult';

const site = described(clics, 'finals', { url: 'https://judge.example.edu/domjudge/api', contest: 'demo' });
const minute = 60_000;
const at = (offset: number) => new Date(now + offset).toISOString();
const missing = answer({ code: 404, message: 'One or more objects not found' }, 404);

const submission = (id: string, more: object = {}) => ({
  id,
  problem_id: 'hello',
  language_id: 'cpp',
  team_id: 't1',
  time: at(Number(id) * 1000 - 60 * minute),
  ...more,
});
const judgement = (id: string, more: object = {}) => ({
  id: `j${id}`,
  submission_id: id,
  valid: true,
  judgement_type_id: 'WA',
  start_time: at(Number(id) * 1000 - 59 * minute),
  end_time: at(Number(id) * 1000 - 58 * minute),
  max_run_time: 0.004,
  ...more,
});
const contest = { id: 'demo', name: 'Demo', end_time: at(60 * minute) };
const team = { username: 'alice', type: 'team', roles: ['team'], team_id: 't1' };

/** A contest with these submissions and judgements of all teams. */
function contestWith({
  submissions = [],
  judgements = [],
  account = team,
  ofContest = contest,
}: {
  readonly submissions?: readonly ReturnType<typeof submission>[];
  readonly judgements?: readonly ReturnType<typeof judgement>[];
  readonly account?: object;
  readonly ofContest?: object;
}) {
  const asked: string[] = [];
  const constants: Readonly<Record<string, PlainAnswer>> = {
    '/user': answer(account),
    'judgement-types': answer([{ id: 'WA', name: 'wrong answer' }]),
    '/contests/demo': answer(ofContest),
    languages: answer([{ id: 'cpp', name: 'C++' }]),
    problems: answer([{ id: 'hello', label: 'A', name: 'Hello' }]),
    '/config': answer({}),
  };
  const reply = ({ path }: OutgoingRequest): PlainAnswer => {
    const name = path.replace(/^\/contests\/demo\//, '');
    const constant = constants[name];
    if (constant) return constant;
    asked.push(decodeURIComponent(name));
    const query = new URL(path, 'https://x').searchParams;
    const ids = query.getAll('ids[]');
    if (name.startsWith('submissions')) {
      const found = submissions.filter(({ id }) => ids.length === 0 || ids.includes(id));
      return ids.length > found.length ? missing : answer(found);
    }
    const id = query.get('submission_id');
    return answer(judgements.filter((one) => id === null || one.submission_id === id));
  };
  return { asked, reply };
}

const recent = async (
  { asked, reply }: ReturnType<typeof contestWith>,
  before: ListedBefore | null,
): Promise<{ readonly rows: readonly unknown[]; readonly asked: readonly string[] }> => {
  const listing = listingOf(site, 'alice', before);
  assert.ok(listing);
  const listed = await run(on(site, listing), reply);
  return {
    rows: listed.map(({ requestId, status, problem, score }) => [requestId, status, problem, score]),
    asked,
  };
};
const knownBefore = (...known: readonly string[]): ListedBefore => ({ known: new Set(known), pending: [] });

describe('The list of submissions at DOMjudge', () => {
  const all = {
    submissions: [submission('1'), submission('2', { team_id: 't2' }), submission('3'), submission('4')],
    judgements: [judgement('1'), judgement('3', { judgement_type_id: 'AC' })],
  };

  it('requests only submissions that aren’t known', async () => {
    const { rows, asked } = await recent(contestWith(all), knownBefore('1'));
    assert.deepEqual(asked, ['judgements', 'submissions?ids[]=3']);
    // the verdict of a known one may have changed
    assert.deepEqual(rows, [
      ['3', 'AC', 'A – Hello', null],
      ['1', 'WA', null, null],
    ]);
  });

  it('is one request if there is nothing new', async () => {
    const { rows, asked } = await recent(contestWith(all), knownBefore('1', '3'));
    assert.deepEqual(rows, [
      ['1', 'WA', null, null],
      ['3', 'AC', null, null],
    ]);
    assert.deepEqual(asked, ['judgements']);
  });

  it('contains what is pending elsewhere if the user needs it', async () => {
    const { rows, asked } = await recent(contestWith(all), null);
    assert.deepEqual(asked, ['submissions', 'judgements']);
    assert.deepEqual(rows, [
      ['4', 'QUEUED', 'A – Hello', null],
      ['3', 'AC', 'A – Hello', null],
      ['1', 'WA', 'A – Hello', null],
    ]);
  });

  it('is complete for a jury with a team, whose judgements are of all teams', async () => {
    const account = { username: 'jury1', type: 'judge', roles: ['jury', 'team'], team_id: 't1' };
    const { asked } = await recent(contestWith({ ...all, account }), knownBefore('1'));
    assert.deepEqual(asked, ['submissions', 'judgements']);
  });

  it('needs no request without a team', async () => {
    const account = { username: 'jury1', type: 'judge', roles: ['jury'], team_id: null };
    const { rows, asked } = await recent(contestWith({ ...all, account }), null);
    assert.deepEqual([rows, asked], [[], []]);
  });

  it('has points in a contest that counts them', async () => {
    const ofContest = { ...contest, scoreboard_type: 'score' };
    const judgements = [judgement('1', { score: '74.420000000', judgement_type_id: 'AC' })];
    const { rows } = await recent(contestWith({ ...all, judgements, ofContest }), knownBefore());
    assert.deepEqual(rows, [['1', 'AC', 'A – Hello', 74.42]]);
  });

  it('omits a submission that the jury ignores, and requests the halves of its group', async () => {
    const judgements = ['1', '3', '4', '9'].map((id) => judgement(id));
    const { rows, asked } = await recent(contestWith({ ...all, judgements }), knownBefore());
    assert.equal(rows.length, 3);
    assert.deepEqual(asked, [
      'judgements',
      'submissions?ids[]=9&ids[]=4&ids[]=3&ids[]=1',
      'submissions?ids[]=9&ids[]=4',
      'submissions?ids[]=9',
      'submissions?ids[]=4',
      'submissions?ids[]=3&ids[]=1',
    ]);
  });

  it('requests IDs in groups that fit in a path', async () => {
    const ids = Array.from({ length: 620 }, (_, index) => `1${String(index).padStart(5, '0')}`);
    const { asked, reply } = contestWith({ submissions: ids.map((id) => submission(id)) });
    const found = await run(
      on(site, (http) => fetchByIds(http, 'demo', ids)),
      reply,
    );
    assert.equal(found.length, 620);
    assert.equal(asked.length, 2);
  });
});

describe('The pending submissions at DOMjudge', () => {
  const pending = (...ids: readonly string[]) => ids.map((requestId) => ({ requestId, hint: null }));

  it('have ended with the verdict that the list contains', async () => {
    const { asked, reply } = contestWith({
      judgements: [judgement('1'), judgement('2', { end_time: null })],
    });
    const states = await run(statesAt(site, pending('1', '2', '3'), null), reply);
    assert.deepEqual(asked, ['judgements']);
    const [first, second, third] = ['1', '2', '3'].map((id) => states.get(id));
    assert.ok(first?.kind === 'ended' && second?.kind === 'result');
    const judge = first.known?.envelope.data?.judge;
    assert.deepEqual([judge?.status, judge?.time, judge?.isPreliminary], ['WA', 4, true]);
    assert.equal(second.envelope.data?.judge?.isPreliminary, true);
    assert.equal(third?.kind, 'notReady');
  });

  it('are polled again if the server is too busy to send the verdicts of the contest', async () => {
    const { reply } = contestWith({ judgements: [judgement('1')] });
    const busy = answer({ code: 429, message: 'Too many requests' }, 429);
    const states = run(statesAt(site, pending('1'), null), (request) =>
      request.path.endsWith('judgement-types') ? busy : reply(request),
    );
    await assert.rejects(
      states,
      ({ failure }: RequestFailed) => 'status' in failure && failure.status === 429,
    );
  });

  it('are requested one by one by a jury', async () => {
    const account = { username: 'jury1', type: 'judge', roles: ['jury'], team_id: null };
    const { asked, reply } = contestWith({ judgements: [judgement('1')], account });
    const states = await run(statesAt(site, pending('1', '2'), null), reply);
    assert.deepEqual(asked, ['judgements?submission_id=1', 'judgements?submission_id=2']);
    assert.deepEqual(
      [...states.values()].map(({ kind }) => kind),
      ['ended', 'notReady'],
    );
  });

  it('have ended if they were too late', async () => {
    const ofContest = { ...contest, end_time: at(-59 * minute) };
    const submissions = [submission('10'), submission('90')];
    const { asked, reply } = contestWith({ submissions, ofContest });
    const states = await run(statesAt(site, pending('10', '90'), null), reply);
    assert.deepEqual(asked, ['judgements', 'submissions?ids[]=10&ids[]=90']);
    assert.deepEqual(
      [...states.values()].map(({ kind }) => kind),
      ['notReady', 'ended'],
    );
  });
});

describe('A submission whose response was lost', () => {
  it('is found by its problem, language, team, and time', async () => {
    const submissions = [
      submission('1'),
      submission('2', { team_id: 't2' }),
      submission('3'),
      submission('4', { language_id: 'c' }),
      submission('5', { problem_id: 'bye' }),
      submission('6'),
      submission('7'),
    ];
    const { reply } = contestWith({ submissions });
    const program = { language: 'cpp', optimise: false, code: '', trackId: 't', inputs: null };
    const sentAt = { from: now + 3_000 - 60 * minute, to: now + 6_000 - 60 * minute };
    const found = await run(
      on(site, (http) =>
        site.submission!.findSent!(http, { ...program, problemId: 'hello', place: null }, sentAt),
      ),
      reply,
    );
    assert.deepEqual(
      found.map(({ requestId }) => requestId),
      ['3', '6'],
    );
  });
});

describe('The pages of a submission at DOMjudge', () => {
  const pages = async (answers: Readonly<Record<string, unknown>>, requestId = '9') =>
    run(
      on(site, (http) => site.pages!.fetchRecord!(http, { requestId, hint: null })),
      ({ path }) => answer(answers[path] ?? {}),
    );
  const base = 'https://judge.example.edu/domjudge';
  const juryAccount = { roles: ['jury'], team_id: null };

  it('depend on the account, the version, and the number of contests', async () => {
    const two = { '/user': team, '/contests': [contest, { id: 'other' }] };
    assert.deepEqual(await pages({ '/user': team, '/contests': [contest] }), [`${base}/team/submission/9`]);
    assert.deepEqual(await pages({ ...two, '/contests/demo': { ...contest, cid: 52 } }), [
      `${base}/team/change-contest/52`,
      `${base}/team/submission/9`,
    ]);
    assert.deepEqual(await pages({ '/user': juryAccount, '/info': { domjudge: { version: '9.0.0' } } }), [
      `${base}/jury/submissions/9`,
    ]);
    assert.deepEqual(await pages({ '/user': juryAccount, '/info': { domjudge: { version: '10.0.0DEV' } } }), [
      `${base}/jury/contests/demo/submissions/9`,
    ]);
    // the roles as Symfony calls them
    const symfony = { '/user': { roles: ['ROLE_JURY'], team_id: 't1' } };
    assert.deepEqual(await pages(symfony), [`${base}/jury/submissions/9`]);
    assert.deepEqual(await pages({ '/user': team }, 'icpc-7'), [`${base}/team`]);
  });

  it('are read in any form', () => {
    const read = (text: string) => site.pages!.readAddress!(text);
    const id = (value: string, hint?: string) => ({
      kind: 'requestId',
      id: value,
      ...(hint ? { hint } : {}),
    });
    assert.deepEqual(read(`${base}/team/submission/9`), id('9'));
    assert.deepEqual(read(`${base}/jury/submissions/9/source`), id('9'));
    assert.deepEqual(read(`${base}/jury/contests/other/submissions/9`), id('9', 'other'));
    assert.deepEqual(read(`${base}/api/v4/contests/other/submissions/9`), id('9', 'other'));
    assert.deepEqual(read('s68'), id('68'));
    assert.equal(read('68'), null);
    assert.equal(read('https://elsewhere.example.org/team/submission/9'), null);
    for (const page of [
      '/jury/submissions/by-judging-id/9',
      '/jury/contests/demo/submissions/by-external-id/9',
      '/team',
    ])
      assert.deepEqual(read(base + page), { kind: 'addressWithoutId' });
  });
});
