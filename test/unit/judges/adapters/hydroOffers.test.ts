import assert from 'node:assert/strict';
import type { Judge, RecentSubmission } from '../../../../src/judges';
import { hydro } from '../../../../src/judges/adapters/hydro';
import {
  type BoundOperation,
  checkOf,
  failing,
  firstRequestOf,
  now,
  on,
  recentOf,
  requestsOf,
  resultAt,
  run,
  statesAt,
} from '../../../support/operations';
import { described, hydroSite } from '../../../support/profiles';
import { answer } from './answers';
import { listingOf } from '../../../../src/judges/judge';

const id = '6b0287ea08066e6dc6a70976';
const tid = '6b0287f308066e6dc6a709e1';
const selfTest = '0'.repeat(24);
const site = hydroSite('https://oj.example.org');
const inDomain = hydroSite('https://oj.example.org', { domain: ' dom1 ' });

/** Fetches alice's submissions in each selected contest. */
function inContests(places: readonly string[]): readonly BoundOperation<readonly RecentSubmission[]>[] {
  const contests = site.contests?.submissions;
  assert.ok(contests);
  return contests
    .select(places)
    .map((contest) => on(site, (http) => contests.fetchRecent(http, contest, 'alice')));
}

function openContestsOf(of: Judge): readonly BoundOperation<readonly string[]>[] {
  return (of.contests?.submissions?.fetchOpen ?? []).map((fetchOpen) => on(of, fetchOpen));
}

/** Returns the paths of the requests for submissions in a contest that hides its list. */
async function pathsOfHidden(recent: BoundOperation<unknown>): Promise<readonly string[]> {
  const hidden = answer({ error: { name: 'PermissionError' } }, 403);
  const requests = await requestsOf(recent, ({ path }) => (path.includes('/record?') ? hidden : answer({})));
  return requests.map(({ path }) => path);
}

describe('A Hydro site in the settings', () => {
  it('requires an address, and a domain unless the domain is the main one', () => {
    assert.deepEqual(hydro.promptedFields, [
      { field: 'url', defaultValue: null },
      { field: 'domain', defaultValue: '', whileEditing: true },
    ]);
    assert.deepEqual([hydro.followsSpecification, site.definesCodes, site.chineseName], [false, false, null]);
    assert.deepEqual([site.id, site.type], ['hydro https://oj.example.org school', 'hydro']);
    assert.deepEqual(site.authentication, { scheme: 'bearer' });
    assert.throws(() => described(hydro, 'a', {}), /empty/);
  });

  it('is polled at most every five seconds, and once a minute while push is live', () => {
    assert.deepEqual(site.pace, { interval: 5000, besidePush: 60_000 });
    assert.equal(site.batch?.interval, 5000);
    assert.deepEqual(
      [site.worksInBrowser, site.submission?.selfTest !== undefined, site.submission?.hasOptimisation],
      [false, true, undefined],
    );
  });

  it('recognizes IDs of 24 hexadecimal digits, and problems as letters and a number in file names', () => {
    for (const text of [id, id.toUpperCase()]) assert.ok(site.looksLikeRequestId(text), text);
    for (const text of [`${id}0`, id.slice(1), `x${id}`, 'z'.repeat(24), ''])
      assert.ok(!site.looksLikeRequestId(text), text);
    for (const [file, problem] of [
      ['P1001', 'P1001'],
      ['my-abc12.x', 'abc12'],
      ['a_S123456', 'S123456'],
      ['abcd1', null],
      ['S1234567', null],
      ['S1x', null],
      ['1S1', null],
      ['sum', null],
      ['12', null],
    ] as const) {
      assert.equal(site.problemIdIn?.(file), problem, file);
    }
  });

  it('has pages for problems, including those of a contest, and for records', () => {
    const page = (place: string | null, of = site) => of.pages?.problem?.({ problemId: 'a b', place });
    assert.equal(page(null), 'https://oj.example.org/p/a%20b');
    assert.equal(page(null, inDomain), 'https://oj.example.org/d/dom1/p/a%20b');
    assert.equal(page(`dom2#${tid}`), `https://oj.example.org/d/dom2/p/a%20b?tid=${tid}`);
    assert.equal(page(`#${tid}`, inDomain), `https://oj.example.org/d/dom1/p/a%20b?tid=${tid}`);
    assert.equal(page(`dom2#${selfTest}`), 'https://oj.example.org/d/dom2/p/a%20b');
    assert.equal(
      site.pages?.record?.({ requestId: id, hint: 'dom2' }),
      `https://oj.example.org/d/dom2/record/${id}`,
    );
  });

  it('recognizes pasted addresses of its own site, and no other address', () => {
    const read = (path: string) => site.pages?.readAddress?.(`https://oj.example.org${path}`);
    assert.deepEqual(read(`/record/${id.toUpperCase()}`), { kind: 'requestId', id, hint: null });
    for (const path of [
      '',
      '/',
      `/x/record/${id}`,
      `/record/${id}0`,
      `/record/${id}/x`,
      `/d/a.b/record/${id}`,
      '/record/7',
    ]) {
      assert.deepEqual(read(path), { kind: 'addressWithoutId' }, path);
    }
    assert.deepEqual(read(`/record/${id}?tid=x${tid}`), { kind: 'requestId', id, hint: null });
    assert.deepEqual(read(`/record/${id}?tid=${tid}0`), { kind: 'requestId', id, hint: null });
    assert.equal(site.pages?.readAddress?.(`https://other.org/record/${id}`), null);
    assert.equal(site.pages?.readAddress?.('two words'), null);
  });

  it('has one socket for all of a user’s records, which requires the user’s name', () => {
    assert.equal(site.push?.url(null), null);
    assert.equal(site.push?.url('a b'), 'wss://oj.example.org/record-conn?uidOrName=a%20b&noTemplate=true');
    assert.equal(
      inDomain.push?.url('a'),
      'wss://oj.example.org/d/dom1/record-conn?uidOrName=a&noTemplate=true',
    );
    assert.deepEqual(
      [site.push?.origin, site.push?.authentication, site.push?.limits],
      ['wss://oj.example.org', { kind: 'header' }, null],
    );
    assert.equal(hydroSite('http://127.0.0.1:81').push?.origin, 'ws://127.0.0.1:81');
  });

  it('has a separate socket for a record in another domain or a contest', () => {
    const detail = (hint: string | null, of = site) => of.push?.detail?.({ requestId: id, hint });
    const query = `record-detail-conn?rid=${id}&noTemplate=true`;
    for (const hint of [null, 'system']) assert.equal(detail(hint), null);
    for (const hint of [null, 'dom1']) assert.equal(detail(hint, inDomain), null);
    assert.equal(detail('dom2'), `wss://oj.example.org/d/dom2/${query}`);
    assert.equal(detail('system', inDomain), `wss://oj.example.org/d/system/${query}`);
    assert.equal(detail(`#${tid}`), `wss://oj.example.org/${query}`);
  });
});

describe('A Hydro site', () => {
  it('checks the signed-in user with its first page', async () => {
    const check = checkOf(inDomain);
    assert.deepEqual(await firstRequestOf(check), {
      method: 'GET',
      path: '/d/dom1/',
      headers: { 'x-hydro-inject': 'usercontext' },
    });
    assert.equal((await firstRequestOf(checkOf(site))).path, '/');
    const user = (_id: number) => answer({ UserContext: { _id, uname: 'alice' } });
    assert.deepEqual(await run(check, () => user(3)), { name: 'alice' });
    for (const guest of [0, 1]) assert.equal(await failing(check, () => user(guest)), '401');
    assert.equal(await failing(check, () => answer({})), 'UserContext: an object, not nothing');
    const unknown = { error: { name: 'NotFoundError', message: 'NotFoundError' } };
    assert.equal(await failing(check, () => answer(unknown, 404)), '404');
    assert.equal(await failing(check, () => answer(unknown, 400)), '404 NotFoundError');
  });

  it('requests a record in its domain', async () => {
    const request = (hint: string | null, of = site) =>
      firstRequestOf(resultAt(of, { requestId: 'a/b', hint }));
    const headers = { 'x-hydro-inject': 'usercontext' };
    assert.deepEqual(await request(null), { method: 'GET', path: '/record/a%2Fb', headers });
    assert.deepEqual(await request('dom2', inDomain), {
      method: 'GET',
      path: '/d/dom2/record/a%2Fb',
      headers,
    });
    const question = resultAt(site, { requestId: id, hint: null });
    const result = await run(question, () => answer({ rdoc: { status: 0 } }));
    assert.ok(result.kind === 'result');
    assert.equal(result.envelope.requestId, id);
  });

  it('polls all pending records with the user’s list, and a single record directly', async () => {
    const [one, other] = [
      { requestId: id, hint: null },
      { requestId: tid, hint: null },
    ];
    assert.equal(site.batch?.covers([one, other], null), false);
    assert.equal(site.batch?.covers([one], 'a b'), false);
    const question = statesAt(inDomain, [one, other], 'a b');
    assert.ok(question);
    assert.deepEqual(await firstRequestOf(question), {
      method: 'GET',
      path: '/d/dom1/record?uidOrName=a%20b',
    });
    const rdocs = [{ _id: 'a', status: 20 }, { _id: 'b', status: 1 }, { _id: 'c' }, { status: 0 }];
    const states = await run(question, () => answer({ rdocs }));
    assert.deepEqual(
      [...states],
      [
        ['a', { kind: 'notReady' }],
        ['b', { kind: 'ended' }],
        ['c', { kind: 'ended' }],
        ['', { kind: 'notReady' }],
      ],
    );
    const wrong = (body: unknown) => failing(question, () => answer(body));
    assert.equal(await wrong({ rdocs: 3 }), 'rdocs: a list, not 3');
    assert.equal(await wrong({ rdocs: [{ status: 'x' }] }), 'rdocs[0].status: a whole number, not "x"');
  });

  it('lists the user’s newest submissions with their times', async () => {
    assert.equal(listingOf(site, null), null);
    const question = recentOf(site, 'alice');
    assert.ok(question);
    assert.deepEqual(await firstRequestOf(question), { method: 'GET', path: '/record?uidOrName=alice' });
    const rdocs = [
      { _id: id, pid: 4, status: 2, score: 40, domainId: 'dom2', contest: tid },
      { _id: tid, pid: 5, status: 0 },
      { _id: `${id}0` },
      { _id: `x${id.slice(1)}` },
      { _id: `0${id}` },
    ];
    const pdict = { 4: { pid: 'S5', title: 'Sum' }, 5: null };
    const at = 0x6b0287ea * 1000;
    const sum = { problem: 'S5 Sum', problemId: 'S5', problemTitle: 'Sum' };
    const unnamed = { problem: null, problemId: null, problemTitle: null };
    const first = { requestId: id, ...sum, status: 2, score: 40, at };
    const second = { requestId: tid, ...unnamed, status: 0, score: null, at: 0x6b0287f3 * 1000 };
    assert.deepEqual(await run(question, () => answer({ rdocs, pdict })), [
      { ...first, hint: `dom2#${tid}` },
      { ...second, hint: null },
    ]);
    const ofDomain = recentOf(inDomain, 'alice');
    assert.deepEqual(await run(ofDomain, () => answer({ rdocs: [{ _id: tid, status: 0 }], pdict: null })), [
      { ...second, hint: 'dom1' },
    ]);
    const wrong = (raw: object) => failing(question, () => answer({ rdocs: [raw] }));
    assert.equal(await wrong({ status: 'x' }), 'rdocs[0].status: a whole number, not "x"');
    assert.equal(await wrong({ score: 'x' }), 'rdocs[0].score: a number, not "x"');
  });

  it('lists the submissions to the three newest contests once, from their lists or pages', async () => {
    const [other, third, fourth] = ['a', 'b', 'c'].map((digit) => digit.repeat(24));
    const places = ['class1', `#${tid}`, `system#${selfTest}`, `system#${tid}`, `dom2#${other}`];
    const contests = inContests([...places, `#${third}`, `#${fourth}`]);
    assert.deepEqual(await Promise.all(contests.map(pathsOfHidden)), [
      [
        `/d/system/record?uidOrName=alice&tid=${tid}`,
        `/d/system/contest/${tid}`,
        `/d/system/contest/${tid}/problems`,
      ],
      [
        `/d/dom2/record?uidOrName=alice&tid=${other}`,
        `/d/dom2/contest/${other}`,
        `/d/dom2/contest/${other}/problems`,
      ],
      [`/record?uidOrName=alice&tid=${third}`, `/contest/${third}`, `/contest/${third}/problems`],
    ]);
    const [, recent] = contests;
    assert.ok(recent);
    const hiddenList = answer({ error: { name: 'PermissionError' } }, 403);
    const onPage = (body: object) =>
      run(recent, ({ path }) => (path.includes('/record?') ? hiddenList : answer(body)));
    const tdoc = { title: 'Weekly contest', endAt: '2026-11-22T12:51:00.000Z' };
    const pdict = { 4: { pid: 'S5', title: 'Sum' }, 5: { title: 'No ID' } };
    const rdocs = [{ _id: id, pid: 4, status: 2, score: 40, contest: other, domainId: 'dom2' }];
    const contest = { id: `dom2#${other}`, title: 'Weekly contest', endsAt: Date.parse(tdoc.endAt) };
    const about = { hint: `dom2#${other}`, contest, at: 0x6b0287ea * 1000 };
    const sum = { problem: 'S5 Sum', problemId: 'S5', problemTitle: 'Sum' };
    const one = { ...about, ...sum, requestId: id, status: 2, score: 40 };
    const withoutId = { problem: 'No ID', problemId: null, problemTitle: 'No ID' };
    assert.deepEqual(await run(recent, () => answer({ rdocs, pdict, tdoc })), [one]);
    assert.deepEqual(await onPage({ rdocs, psdict: { 4: { rid: tid } }, pdict, tdoc }), [one]);
    // listing the problems would start the user's own time
    const running = { ...tdoc, endAt: new Date(now + 3_600_000).toISOString(), duration: 1 };
    const unstarted = await requestsOf(recent, ({ path }) =>
      path.includes('/record?') ? hiddenList : answer({ tdoc: running, tsdoc: { attend: 1 } }),
    );
    assert.equal(unstarted.at(-1)?.path, `/d/dom2/contest/${other}`);
    const failed = { ...rdocs[0], status: 7, score: 0 };
    assert.deepEqual(await run(recent, () => answer({ rdocs: [failed], pdict, tdoc })), [
      { ...one, status: 7, score: null },
    ]);
    // A contest that hides its results reports only the newest record of each problem.
    const psdict = { 4: { rid: id }, 5: { rid: `${id.slice(0, -1)}0` }, 6: {} };
    const rdict = { [id]: { _id: id }, [`${id.slice(0, -1)}0`]: { status: 1, score: 100 } };
    assert.deepEqual(await onPage({ rdocs: [], psdict, rdict, pdict, tdoc }), [
      { ...one, status: null, score: null },
      { ...one, ...withoutId, requestId: `${id.slice(0, -1)}0`, status: 1, score: 100 },
    ]);
    // A contest that doesn't exist has no page either.
    const unknown = answer({ error: { name: 'ContestNotFoundError', message: 'no such contest' } }, 404);
    assert.equal(await failing(recent, () => unknown), '404 no such contest');
    assert.equal((await requestsOf(recent, () => unknown)).length, 1);
  });

  it('lists the contests and homework that may have new submissions', async () => {
    const [contests, homework] = openContestsOf(site);
    assert.ok(contests && homework);
    assert.deepEqual(await Promise.all([contests, homework].map((question) => firstRequestOf(question))), [
      { method: 'GET', path: '/contest' },
      { method: 'GET', path: '/homework' },
    ]);
    const ofDomain = openContestsOf(inDomain)[1] ?? assert.fail();
    assert.equal((await firstRequestOf(ofDomain)).path, '/d/dom1/homework');
    const hour = 3_600_000;
    const [running, unopened, notAttended, over, long, future] = ['1', '2', '3', '4', '5', '6'].map((digit) =>
      digit.repeat(24),
    ) as [string, string, string, string, string, string];
    const tdoc = (docId: string, from: number, to: number) => ({
      docId,
      domainId: 'system',
      rule: 'oi',
      beginAt: new Date(now + from * hour).toISOString(),
      endAt: new Date(now + to * hour).toISOString(),
    });
    const tdocs = [
      tdoc(future, 1, 5),
      tdoc(running, -1, 4),
      tdoc(unopened, -1, 3),
      tdoc(notAttended, -1, 2),
      tdoc(over, -5, -23),
      tdoc(long, -90, -25),
      { docId: 'not an ID' },
      { docId: '7'.repeat(24) },
    ];
    const startAt = new Date(now).toISOString();
    const begun = { attend: 1, startAt };
    const tsdict = {
      [running]: begun,
      [unopened]: { attend: 1 },
      [notAttended]: null,
      [over]: begun,
      [long]: begun,
      [future]: begun,
      ['7'.repeat(24)]: begun,
    };
    assert.deepEqual(await run(contests, () => answer({ tdocs, tsdict })), [
      `system#${running}`,
      `system#${over}`,
      `#${'7'.repeat(24)}`,
    ]);
    assert.deepEqual(await run(homework, () => answer({ tdocs })), [
      `system#homework/${running}`,
      `system#homework/${unopened}`,
      `system#homework/${notAttended}`,
      `system#homework/${over}`,
      `#homework/${'7'.repeat(24)}`,
    ]);
    // in the order of the real list: latest end first
    const ended = { attend: 1, startAt: new Date(now - 3 * hour).toISOString() };
    const lists = {
      tdocs: [tdoc(running, -8, 9), tdoc(over, -2, 1)],
      tsdict: { [running]: ended, [over]: begun },
    };
    assert.deepEqual(await run(contests, () => answer(lists)), [`system#${over}`, `system#${running}`]);
    assert.deepEqual(await run(homework, () => answer({ tdocs: lists.tdocs })), [
      `system#homework/${over}`,
      `system#homework/${running}`,
    ]);
    for (const body of [{}, { tdocs: null }, { tdocs: [], tsdict: [] }, { tdocs, tsdict: 7 }])
      assert.deepEqual(await run(contests, () => answer(body)), [], JSON.stringify(body));
    const places = [`system#homework/${running}`];
    const recent = inContests(places);
    assert.deepEqual(await Promise.all(recent.map(pathsOfHidden)), [
      [`/d/system/record?uidOrName=alice&tid=${running}`, `/d/system/homework/${running}`],
    ]);
  });
});
