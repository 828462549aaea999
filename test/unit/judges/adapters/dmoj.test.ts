import assert from 'node:assert/strict';
import type { Judge } from '../../../../src/judges';
import { dmoj } from '../../../../src/judges/adapters/dmoj';
import { described } from '../../../support/profiles';
import {
  checkOf,
  failing,
  firstRequestOf,
  on,
  recentOf,
  resultAt,
  run,
  statesAt,
} from '../../../support/operations';
import { answer } from './answers';

const site = described(dmoj, 'mine', {});
const school = described(dmoj, 'school', { url: 'https://dmoj.school.edu/' });
const name = (requestId: string) => ({ requestId, hint: null });
const list = (...objects: object[]) => answer({ data: { objects } });

describe('A DMOJ site in the settings', () => {
  it('has the address dmoj.ca by default, and doesn’t ask for the user’s name, which the token identifies', () => {
    assert.deepEqual(
      [site.id, site.baseUrl, site.name],
      ['dmoj https://dmoj.ca mine', 'https://dmoj.ca', 'mine'],
    );
    assert.deepEqual(dmoj.promptedFields, [{ field: 'url', defaultValue: 'https://dmoj.ca' }]);
    assert.equal(site.listing?.needsAccount, false);
  });

  it('takes the site from the URL of any of its pages', () => {
    const site = (text: string) => dmoj.fieldsIn?.(text);
    assert.deepEqual(site('https://dmoj.ca/problem/ccc17s1'), {});
    assert.deepEqual(site('oj.example.org/submissions/user/alice/?language=CPP17'), {
      url: 'https://oj.example.org',
    });
    assert.deepEqual(site('http://127.0.0.1:8000/edit/profile/#api'), { url: 'http://127.0.0.1:8000' });
    assert.deepEqual(site('https://oj.example.org/?next=/'), { url: 'https://oj.example.org' });
    assert.deepEqual(site('https://oj.example.org/below/contest/live'), {
      url: 'https://oj.example.org/below',
    });
    for (const text of [
      'https://oj.example.org',
      'oj.example.org/',
      'https://a:b@oj.example.org/problems/',
      '',
    ])
      assert.equal(site(text), null, text);
  });

  it('reads the number of a submission as the site writes it, and in its URLs', () => {
    const read = (text: string) => school.pages?.readAddress?.(text);
    for (const text of ['#7', 'https://dmoj.school.edu/submission/7', 'https://dmoj.school.edu/src/7/raw'])
      assert.deepEqual(read(text), { kind: 'requestId', id: '7' }, text);
    assert.deepEqual(read('https://dmoj.school.edu/problem/7'), { kind: 'addressWithoutId' });
    assert.equal(read('#x'), null);
  });

  it('accepts a token from the user’s own page and sends it as a bearer token', () => {
    assert.deepEqual(school.signIn, {
      kind: 'secret',
      secret: 'apiToken',
      isOptional: false,
      page: 'https://dmoj.school.edu/edit/profile/',
    });
    assert.deepEqual(school.authentication, { scheme: 'bearer' });
  });

  it('has pages for problems and submissions, but no push or quota', () => {
    assert.equal(
      school.pages?.problem?.({ problemId: 'a b', place: null }),
      'https://dmoj.school.edu/problem/a%20b',
    );
    assert.equal(school.pages?.record?.(name('7')), 'https://dmoj.school.edu/submission/7');
    const { push, callback, samples, quota, resultLifetime } = school;
    const missing = [push, callback, samples, quota, resultLifetime];
    assert.deepEqual([...new Set(missing)], [undefined]);
    assert.equal(school.chineseName, null);
    assert.deepEqual([dmoj.followsSpecification, school.definesCodes], [false, false]);
  });

  it('is polled at most every two seconds', () => {
    assert.deepEqual(school.pace, { interval: 2000 });
    assert.equal(school.batch?.interval, 2000);
  });

  it('recognizes numeric request IDs', () => {
    for (const text of ['1234', '123456789012']) assert.ok(site.looksLikeRequestId(text), text);
    for (const text of ['123', '1234567890123', '1234x', 'x1234', ''])
      assert.ok(!site.looksLikeRequestId(text), text);
  });
});

describe('A DMOJ site', () => {
  const pages = (paths: Readonly<Record<string, string>>) => (request: { readonly path: string }) => {
    const text = paths[request.path];
    return text === undefined
      ? { status: 404, contentType: 'text/html', text: '<h1>404 error</h1>' }
      : { status: 200, contentType: 'text/html', text };
  };

  it('checks the token with an empty list, because even public lists reject a wrong token', async () => {
    assert.deepEqual(await firstRequestOf(checkOf(school)), {
      method: 'GET',
      path: '/api/v2/submissions?id=0',
    });
    // Django rejects a token of another form.
    const refused = { status: 400, contentType: null, text: 'Invalid header' };
    assert.equal(await failing(checkOf(school), () => refused), '401');
    assert.equal(await failing(checkOf(school), () => ({ status: 500, contentType: null, text: '' })), '500');
  });

  it('reads the user’s name from a page, which knows it by the token', async () => {
    const nameOn = async (page: string) => {
      const replies = { '/api/v2/submissions?id=0': '{"data":{"objects":[]}}', '/submissions/': page };
      return (await run(checkOf(school), pages(replies))).name;
    };
    assert.equal(await nameOn('<a href="/submissions/user/al.ice/"><i></i> Mine</a>'), 'al.ice');
    assert.equal(await nameOn('<a href="/user"><span>Hello, <strong>alice</strong>.</span></a>'), 'alice');
    assert.equal(await nameOn('<a href="/user/bob">bob</a> <a href="/accounts/login/">Log in</a>'), null);
    assert.equal((await run(checkOf(school), () => list())).name, null);
  });

  it('requests a submission by its number', async () => {
    const question = resultAt(site, name('a/b'));
    assert.deepEqual(await firstRequestOf(question), { method: 'GET', path: '/api/v2/submission/a%2Fb' });
    const result = await run(question, () => answer({ data: { object: { status: 'QU' } } }));
    assert.ok(result.kind === 'result');
    // Without an ID in the response, it is the requested one.
    assert.equal(result.envelope.requestId, 'a/b');
  });

  it('is fetched again later if the site is too busy to send the page of the cases', async () => {
    const question = resultAt(site, name('7'));
    const reply =
      (status: number) =>
      ({ path }: { readonly path: string }) =>
        path.startsWith('/api/')
          ? answer({ data: { object: { status: 'D', result: 'AC' } } })
          : { status, contentType: 'text/html', text: '<h1>Busy</h1>' };
    assert.equal(await failing(question, reply(503)), '503');
    assert.equal((await run(question, reply(403))).kind, 'result');
  });

  it('polls all pending submissions together, and treats submissions with a result as ended', async () => {
    const question = statesAt(site, [name('1'), name('2')], null);
    assert.ok(question);
    assert.deepEqual(await firstRequestOf(question), {
      method: 'GET',
      path: '/api/v2/submissions?id=1&id=2',
    });
    const seen = await run(question, () => list({ id: 1, result: null }, { id: 2, result: 'AC' }));
    assert.deepEqual(
      [...seen],
      [
        ['1', { kind: 'notReady' }],
        ['2', { kind: 'ended' }],
      ],
    );
  });

  const row = (id: number, status: string, score: string, more = '') =>
    `<div class="submission-row" id="${id}"><div class="sub-result"><div class="score">${score}</div>
    <div class="state"><span class="status">${status}</span> | <span class="language">C++17</span></div></div>
    <div class="sub-main"><div class="name"><a href="/problem/aplusb">A Plus B</a></div>
    <a href="/user/alice">alice</a> <span data-iso="2026-11-22T06:00:00+00:00">now</span>${more}</div>
    <div class="sub-usage"><div title="0.25s" class="time">0.25s</div><div class="memory">1 MB</div></div></div>`;
  const inTable = (rows: string) => `<main><div id="submissions-table">${rows}</div></main>`;
  const ofContest = { id: 'live', title: 'Live - round 1', endsAt: null };

  it('lists the user’s newest submissions from the site’s page, which has maxima and submissions in contests', async () => {
    const contest = '<a href="/contest/past" class="submission-contest"><i title="Past &amp; gone"></i></a>';
    const page = inTable(row(9, 'QU', '') + row(8, 'AC', '14 / 20', contest) + row(7, 'CE', '---'));
    const listed = await run(recentOf(school, 'alice'), pages({ '/submissions/user/alice/': page }));
    assert.deepEqual(
      listed.map(({ requestId, hint, status, score, maximum }) => [requestId, hint, status, score, maximum]),
      [
        ['9', null, 'QU', null, undefined],
        ['8', 'past', 'PARTIAL', 14, 20],
        ['7', null, 'CE', null, undefined],
      ],
    );
    const [first, second] = listed;
    assert.deepEqual(
      [first?.problem, first?.problemId, first?.problemTitle, first?.at, first?.contest],
      ['aplusb', 'aplusb', 'A Plus B', Date.parse('2026-11-22T06:00:00Z'), undefined],
    );
    assert.deepEqual(second?.contest, { id: 'past', title: 'Past & gone', endsAt: null });
  });

  it('names the contest that the user is in with each listed submission', async () => {
    const box =
      '<div id="contest-info"><a href="/contest/live">Live - round 1 -\n<div>0:30:00</div></a></div>';
    const page = box + inTable(row(9, 'AC', '20 / 20'));
    const [listed] = await run(recentOf(school, 'alice'), pages({ '/submissions/user/alice/': page }));
    assert.deepEqual([listed?.hint, listed?.contest], ['live', ofContest]);
  });

  it('asks the site for the user’s name if it isn’t known', async () => {
    const replies = {
      '/submissions/': '<a href="/submissions/user/bob/">Mine</a>',
      '/submissions/user/bob/': inTable(row(9, 'AC', '20 / 20')),
    };
    assert.equal((await run(recentOf(school, null), pages(replies))).length, 1);
    assert.equal(await failing(recentOf(school, null), pages({})), '404');
  });

  it('lists from the API if the site’s front doesn’t send the page, and adds the page before a short last one', async () => {
    const objects = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: from + index, result: 'AC' }));
    const replies = {
      '/api/v2/submissions?user=alice&page=last': JSON.stringify({
        data: {
          page_index: 4,
          objects: [
            ...objects(31, 3),
            { id: 34, result: 'WA', points: 3.75, contest: { key: 'live', points: 37.5 } },
            { id: 35, result: 'AB', points: 0 },
          ],
        },
      }),
      '/api/v2/submissions?user=alice&page=3': JSON.stringify({
        data: { page_index: 3, objects: objects(21, 10) },
      }),
    };
    const listed = await run(recentOf(school, 'alice'), pages(replies));
    assert.deepEqual(
      listed.map(({ requestId }) => requestId),
      [35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21].map(String),
    );
    const [aborted, inContest] = listed;
    assert.deepEqual([aborted?.score, inContest?.score, inContest?.hint], [null, 37.5, 'live']);
  });

  it('lists the submissions to a problem page by page', async () => {
    const bar =
      '<ul class="pagination"><li class="active-page"><a href=".">1</a></li><li><a href="2">2</a></li></ul>';
    const paths = {
      '/problem/aplusb/submissions/alice/': bar + inTable(row(9, 'AC', '20 / 20')),
      '/problem/aplusb/submissions/alice/2': inTable(row(8, 'WA', '5 / 20')),
    };
    const pageOf = (page: string | null) =>
      run(
        on(school, (http) => {
          assert.ok(school.problemSubmissions);
          return school.problemSubmissions.fetchPage(
            http,
            { problemId: 'aplusb', place: null },
            page,
            'alice',
          );
        }),
        pages(paths),
      );
    const first = await pageOf(null);
    assert.deepEqual(
      first.submissions.map(({ requestId, time, language }) => [requestId, time, language]),
      [['9', 250, 'C++17']],
    );
    assert.equal(first.next, '2');
    const second = await pageOf('2');
    assert.deepEqual([second.submissions[0]?.requestId, second.next], ['8', null]);
  });

  it('lists the submissions to a problem from the end of the API’s list if the site’s front refuses', async () => {
    const data = (index: number) =>
      JSON.stringify({ data: { page_index: index, objects: [{ id: 1 }, { id: 2 }] } });
    const query = '/api/v2/submissions?user=alice&problem=aplusb&page=';
    const paths = { [`${query}last`]: data(2), [`${query}1`]: data(1) };
    const pageOf = (page: string | null) =>
      run(
        on(school, (http) => {
          assert.ok(school.problemSubmissions);
          return school.problemSubmissions.fetchPage(
            http,
            { problemId: 'aplusb', place: null },
            page,
            'alice',
          );
        }),
        pages(paths),
      );
    const first = await pageOf(null);
    assert.deepEqual(
      first.submissions.map(({ requestId }) => requestId),
      ['2', '1'],
    );
    assert.equal((await pageOf(first.next)).next, null);
  });

  it('reports the path of an invalid field in a list', async () => {
    const question = recentOf(school, 'alice');
    const read = (body: unknown) => failing(question, () => answer(body));
    assert.equal(await read({}), 'data: an object, not nothing');
    assert.equal(await read({ data: { objects: 3 } }), 'data.objects: a list, not 3');
    assert.equal(
      await read({ data: { objects: [{ id: 'x' }] } }),
      'data.objects[0].id: a whole number, not "x"',
    );
    assert.equal(
      await read({ data: { objects: [{ points: {} }] } }),
      'data.objects[0].points: a number, not an object',
    );
    assert.equal(
      await read({ error: { code: 404, message: 'page/object not found' } }),
      '404 page/object not found',
    );
  });
});

describe('A submission at DMOJ', () => {
  const read = async (object: object, judge: Judge = site) => {
    const result = await run(resultAt(judge, name('7')), () => answer({ data: { object } }));
    assert.ok(result.kind === 'result');
    return result;
  };
  const scored = (status: string, more: object = {}) => ({ type: 'case', status, ...more });

  it('has its verdict after completion, and is pending before', async () => {
    const status = async (object: object) => (await read(object)).envelope.data?.judge?.status;
    assert.equal(await status({ status: 'D', result: 'AC' }), 'AC');
    assert.equal(await status({ status: 'D', result: null }), 'D');
    assert.equal(await status({ status: 'G', result: 'AC' }), 'G');
  });

  it('has a compilation result only after a failed compilation', async () => {
    assert.deepEqual((await read({ status: 'CE' })).envelope.data?.compile, {
      success: false,
      message: null,
      opt2: null,
      // the site didn't send its page
      extra: { isOnPage: true },
    });
    assert.equal((await read({ status: 'D', result: 'AC' })).envelope.data?.compile, null);
  });

  it('has all figures of a case, with its maximum points', async () => {
    const cases = [{ case_id: 4, ...scored('RTE', { time: 0.0575, memory: 3200, points: 1.5, total: 5 }) }];
    const [subtask] = (await read({ status: 'D', result: 'RTE', cases })).envelope.data!.judge!.subtasks;
    assert.deepEqual(subtask, {
      id: null,
      status: null,
      score: null,
      time: 57.5,
      memory: 3200,
      cases: [
        {
          id: 1,
          status: 'RTE',
          score: 1.5,
          time: 57.5,
          memory: 3200,
          signal: null,
          exitCode: null,
          description: null,
          extra: { total: 5 },
        },
      ],
    });
    const [bare] = (await read({ status: 'G', cases: [scored('AC')] })).envelope.data!.judge!.subtasks;
    assert.equal(bare?.cases[0]?.extra, undefined);
  });

  it('gives each batch its first verdict that is neither accepted nor skipped, otherwise its first case’s verdict', async () => {
    const verdict = async (...codes: string[]) => {
      const batch = { type: 'batch', batch_id: 2, cases: codes.map((code) => scored(code)) };
      const [subtask, ...others] = (await read({ status: 'D', cases: [batch] })).envelope.data!.judge!
        .subtasks;
      assert.deepEqual(others, []);
      return subtask?.status;
    };
    assert.equal(await verdict('AC', 'SC', 'WA', 'TLE'), 'WA');
    assert.equal(await verdict('AC', 'SC'), 'AC');
    assert.equal(await verdict('SC', 'SC'), 'SC');
    assert.equal(await verdict(), null);
  });

  it('contains problem and language if the response contains them', async () => {
    const told = (await read({ status: 'QU', problem: 'aplusb', language: 'CPP17' })).about;
    assert.deepEqual(told, {
      hint: null,
      problem: { id: 'aplusb', title: null },
      code: null,
      language: 'CPP17',
      at: null,
    });
    assert.deepEqual((await read({ status: 'QU' })).about, {
      hint: null,
      problem: null,
      code: null,
      language: null,
      at: null,
    });
  });

  it('is rejected with the path of an invalid field', async () => {
    const wrong = (object: unknown) => failing(resultAt(site, name('7')), () => answer({ data: { object } }));
    assert.equal(await wrong(undefined), 'data.object: an object, not nothing');
    assert.equal(await wrong({ status: 3 }), 'data.object.status: text, not 3');
    assert.equal(await wrong({ id: 'x' }), 'data.object.id: a whole number, not "x"');
    assert.equal(await wrong({ time: {} }), 'data.object.time: a number, not an object');
    assert.equal(await wrong({ memory: {} }), 'data.object.memory: a number, not an object');
    assert.equal(
      await wrong({ status: 'D', case_points: {} }),
      'data.object.case_points: a number, not an object',
    );
    assert.equal(await wrong({ status: 'D', result: 1 }), 'data.object.result: text, not 1');
    const inCase = async (one: object) => (await wrong({ cases: [one] })).replace('data.object.cases[0]', '');
    assert.equal(await inCase({ status: 1 }), '.status: text, not 1');
    assert.equal(await inCase({ points: [] }), '.points: a number, not a list');
    assert.equal(await inCase({ total: [] }), '.total: a number, not a list');
    assert.equal(await inCase({ time: [] }), '.time: a number, not a list');
    assert.equal(await inCase({ memory: [] }), '.memory: a number, not a list');
    assert.equal(await inCase({ type: 'batch', points: [] }), '.points: a number, not a list');
    assert.equal(await inCase({ type: 'batch', cases: 1 }), '.cases: a list, not 1');
  });
});

describe('A DMOJ error', () => {
  const refusal = (body: unknown, status: number, contentType: string | null = null) =>
    failing(resultAt(site, name('7')), () => ({
      status,
      contentType,
      text: typeof body === 'string' ? body : JSON.stringify(body),
    }));

  it('contains its own message, and the response’s status unless that is 200', async () => {
    assert.equal(
      await refusal({ error: { code: 403, message: 'permission denied' } }, 404),
      '404 permission denied',
    );
    assert.equal(
      await refusal({ error: { code: 403, message: 'permission denied' } }, 200),
      '403 permission denied',
    );
    assert.equal(await refusal({ error: {} }, 200), '500');
    assert.equal(
      await refusal({ error: { code: 403, message: 'login required' } }, 200),
      '401 login required',
    );
    assert.equal(
      await refusal({ error: { code: 404, message: 'login required' } }, 404),
      '404 login required',
    );
  });

  it('means “not signed in” if a page or line requires signing in, with 200 or 403 only', async () => {
    for (const text of ['<a href="/accounts/login/">', 'login required']) {
      assert.equal(await refusal(text, 200), '401', text);
      assert.equal(await refusal(text, 403), '401', text);
      assert.equal(await refusal(text, 500), '500', text);
    }
    assert.equal(await refusal('no login required', 403), '403');
    assert.equal(await refusal('<a href="/accounts/logins">', 200), 'notJson');
    // The same text inside a submission has no meaning.
    assert.equal(
      await refusal({ data: { object: { status: 1, x: '/accounts/login/' } } }, 200),
      'data.object.status: text, not 1',
    );
  });

  it('is recognized by its status if nothing else is known', async () => {
    assert.equal(await refusal({}, 400), '400');
    assert.equal(await refusal({ error: null }, 502), '502');
    assert.equal(await refusal('null', 404), '404');
    assert.equal(await refusal('null', 200), ': an object, not null');
  });
});
