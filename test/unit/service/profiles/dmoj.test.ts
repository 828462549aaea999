import assert from 'node:assert/strict';
import type { Judge } from '../../../../src/service';
import { dmoj } from '../../../../src/service/profiles/dmoj';
import { described } from '../../../support/profiles';
import {
  checkOf,
  failing,
  firstRequestOf,
  recentOf,
  resultAt,
  run,
  statesAt,
} from '../../../support/operations';
import { answer } from './answers';

const site = described(dmoj, 'mine', {});
const school = described(dmoj, 'school', { url: 'https://dmoj.school.edu/', user: ' alice ' });
const name = (requestId: string) => ({ requestId, hint: null });
const list = (...objects: object[]) => answer({ data: { objects } });

describe('A DMOJ site in the settings', () => {
  it('has the address dmoj.ca by default, and follows no submissions without a user', () => {
    assert.deepEqual(
      [site.id, site.baseUrl, site.name],
      ['dmoj https://dmoj.ca mine', 'https://dmoj.ca', 'mine'],
    );
    assert.deepEqual(dmoj.promptedFields, [
      { field: 'url', defaultValue: 'https://dmoj.ca' },
      { field: 'user', defaultValue: '' },
    ]);
    assert.equal(site.listing, undefined);
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

  it('has pages for problems and submissions, but no push, submission, or quota', () => {
    assert.equal(
      school.pages?.problem?.({ problemId: 'a b', place: null }),
      'https://dmoj.school.edu/problem/a%20b',
    );
    assert.equal(school.pages?.record?.(name('7')), 'https://dmoj.school.edu/submission/7');
    const { push, callback, submission, samples, quota, resultLifetime } = school;
    const missing = [push, callback, submission, samples, quota, resultLifetime];
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
  it('checks the token with an empty list, because even public lists reject a wrong token', async () => {
    assert.deepEqual(await firstRequestOf(checkOf(school)), {
      method: 'GET',
      path: '/api/v2/submissions?id=0',
    });
    assert.deepEqual(await run(checkOf(school), () => list()), { name: 'alice' });
    assert.deepEqual(await run(checkOf(site), () => list()), { name: null });
    // Django rejects a token of another form.
    const refused = { status: 400, contentType: null, text: 'Invalid header' };
    assert.equal(await failing(checkOf(school), () => refused), '401');
    assert.equal(await failing(checkOf(school), () => ({ status: 500, contentType: null, text: '' })), '500');
  });

  it('requests a submission by its number', async () => {
    const question = resultAt(site, name('a/b'));
    assert.deepEqual(await firstRequestOf(question), { method: 'GET', path: '/api/v2/submission/a%2Fb' });
    const result = await run(question, () => answer({ data: { object: { status: 'QU' } } }));
    assert.ok(result.kind === 'result');
    // Without an ID in the response, it is the requested one.
    assert.equal(result.envelope.requestId, 'a/b');
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

  it('lists the user’s newest submissions from the end of the last page', async () => {
    const question = recentOf(school, null);
    assert.ok(question);
    assert.deepEqual(await firstRequestOf(question), {
      method: 'GET',
      path: '/api/v2/submissions?user=alice&page=last',
    });
    const listed = await run(question, () =>
      list(
        { id: 1, problem: 'aplusb', result: 'WA', points: 3, date: '2026-11-22T06:00:00Z' },
        { id: 2, problem: null, result: null, points: null, date: 'yesterday' },
        { id: 3 },
      ),
    );
    const unnamed = { problem: null, problemId: null, problemTitle: null };
    const untold = { hint: null, ...unnamed, status: 'QU', score: null, at: null };
    assert.deepEqual(listed, [
      { ...untold, requestId: '3' },
      { ...untold, requestId: '2' },
      {
        requestId: '1',
        hint: null,
        problem: 'aplusb',
        problemId: 'aplusb',
        problemTitle: null,
        status: 'WA',
        score: 3,
        at: Date.parse('2026-11-22T06:00:00Z'),
      },
    ]);
  });

  it('reports the path of an invalid field in a list', async () => {
    const question = recentOf(school, null);
    assert.ok(question);
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
    });
    assert.equal((await read({ status: 'D', result: 'AC' })).envelope.data?.compile, null);
  });

  it('has all figures of a case, with its maximum points', async () => {
    const cases = [{ case_id: 4, ...scored('RTE', { time: 0.0575, memory: 3200, points: 1.5, total: 5 }) }];
    const [subtask] = (await read({ status: 'D', result: 'RTE', cases })).envelope.data!.judge!.subtasks;
    assert.deepEqual(subtask, {
      id: null,
      status: 'RTE',
      score: null,
      time: 57.5,
      memory: 3200,
      cases: [
        {
          id: 4,
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
      const [subtask, ...others] = (await read({ status: 'G', cases: [batch] })).envelope.data!.judge!
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
    assert.deepEqual(told, { problem: { id: 'aplusb', title: null }, code: null, language: 'CPP17' });
    assert.deepEqual((await read({ status: 'QU' })).about, { problem: null, code: null, language: null });
  });

  it('is rejected with the path of an invalid field', async () => {
    const wrong = (object: unknown) => failing(resultAt(site, name('7')), () => answer({ data: { object } }));
    assert.equal(await wrong(undefined), 'data.object: an object, not nothing');
    assert.equal(await wrong({ status: 3 }), 'data.object.status: text, not 3');
    assert.equal(await wrong({ id: 'x' }), 'data.object.id: a whole number, not "x"');
    assert.equal(await wrong({ time: {} }), 'data.object.time: a number, not an object');
    assert.equal(await wrong({ memory: {} }), 'data.object.memory: a number, not an object');
    assert.equal(await wrong({ points: {} }), 'data.object.points: a number, not an object');
    assert.equal(await wrong({ status: 'D', result: 1 }), 'data.object.result: text, not 1');
    const inCase = async (one: object) => (await wrong({ cases: [one] })).replace('data.object.cases[0]', '');
    assert.equal(await inCase({ case_id: 'x' }), '.case_id: a whole number, not "x"');
    assert.equal(await inCase({ status: 1 }), '.status: text, not 1');
    assert.equal(await inCase({ points: [] }), '.points: a number, not a list');
    assert.equal(await inCase({ total: [] }), '.total: a number, not a list');
    assert.equal(await inCase({ time: [] }), '.time: a number, not a list');
    assert.equal(await inCase({ memory: [] }), '.memory: a number, not a list');
    assert.equal(await inCase({ type: 'batch', batch_id: 'x' }), '.batch_id: a whole number, not "x"');
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
