import assert from 'node:assert/strict';
import { clics } from '../../../../src/judges/adapters/clics';
import { sitesIn } from '../../../../src/judges/adapters/clics/site';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { failing, on, requestsOf, run } from '../../../support/operations';
import { described } from '../../../support/profiles';
import { answer, page } from './answers';
import { capturedFromPc2 } from './captures';

const site = described(clics, 'finals', { url: 'https://judge.example.edu/domjudge/api', contest: 'nwerc' });
const notFound = page('<html>Not found', 404);
const urls = (text: string) => sitesIn(text).map(({ url }) => url);

describe('The URL of a CLICS server', () => {
  it('can be that of the API, of the site, of any of its pages, or of its host', () => {
    const host = 'https://judge.example.edu';
    const api = `${host}/domjudge/api`;
    const first: Readonly<Record<string, string>> = {
      [api]: api,
      [`${api}/`]: api,
      [`${api}/v4`]: `${api}/v4`,
      [`${api}/v4/contests/nwerc?strict=1`]: `${api}/v4`,
      [`${host}/domjudge`]: api,
      'judge.example.edu/domjudge/': api,
      [`${host}/domjudge/team/submission/7`]: api,
      [`${host}/domjudge/jury/contests/demo/submissions/7`]: api,
      [`${host}/domjudge/login`]: api,
      [`${host}/domjudge/public/`]: api,
      'http://10.0.0.5/team': 'http://10.0.0.5/api',
      'https://pc2.test:50443': 'https://pc2.test:50443/api',
    };
    for (const [text, expected] of Object.entries(first)) assert.equal(urls(text)[0], expected, text);
    assert.deepEqual(urls(host), [`${host}/api`, host, api]);
    assert.deepEqual(urls(`${host}/domjudge`), [api, `${host}/domjudge`, `${host}/api`]);
  });

  it('is returned unchanged if it isn’t a URL', () => {
    for (const text of ['', 'a b', 'ftp://judge.example.edu', 'https://a:b@judge.example.edu'])
      assert.deepEqual(sitesIn(text), [{ url: text }]);
  });

  it('also contains the contest', () => {
    const contestOf = (text: string) => sitesIn(text)[0].contest;
    assert.equal(
      contestOf('https://judge.example.edu/api/contests/nwerc.2026-x_1/problems'),
      'nwerc.2026-x_1',
    );
    assert.equal(contestOf('https://judge.example.edu/jury/contests/demo/submissions/7'), 'demo');
    assert.equal(contestOf('https://judge.example.edu/api/contests'), undefined);
    assert.equal(contestOf('https://judge.example.edu/api/contests/%20'), undefined);
  });

  it('is read in linear time', () => {
    const long = `https://h.test/${'x/'.repeat(250_000)}`;
    assert.ok(urls(`${long}api`)[0]?.startsWith('https://h.test/x'));
  });
});

describe('A CLICS server', () => {
  const check = (answers: Readonly<Record<string, PlainAnswer>>) =>
    run(on(site, clics.site!.checkSite), ({ path }) => answers[path] ?? notFound);

  it('is recognized without credentials', async () => {
    const info = { version: '2023-06', name: 'DOMjudge', domjudge: { apiversion: 4 } };
    assert.equal(await check({ '/info': answer(info) }), 'isThisType');
    const old = { api_version: 4, domjudge_version: '7.3.4', environment: 'prod' };
    assert.equal(await check({ '/info': answer(old) }), 'isThisType');
    assert.equal(await check({ '': capturedFromPc2('team1: information') }), 'isThisType');
    assert.equal(await check({ '/contests': answer([]) }), 'isThisType');
  });

  it('can’t be recognized if it refuses guests', async () => {
    const unauthorized: PlainAnswer = { status: 401, contentType: null, text: '' };
    assert.equal(await check({ '': unauthorized, '/contests': unauthorized }), 'closed');
  });

  it('isn’t another site', async () => {
    assert.equal(await check({}), 'another');
    const welcome = page('<html>Welcome');
    assert.equal(await check({ '/info': welcome, '': welcome, '/contests': welcome }), 'another');
    assert.equal(await check({ '/info': answer({ name: 'Hydro' }) }), 'another');
  });

  it('offers its contests with their usual names, other names, and times', async () => {
    const { field, fetchValues } = clics.listedField!;
    const question = on(site, fetchValues);
    const [request] = await requestsOf(question);
    assert.deepEqual([field, request?.path], ['contest', '/contests']);
    const listed = answer([
      {
        id: '1',
        name: 'NWERC',
        formal_name: 'NWERC 2026',
        shortname: 'nwerc',
        external_id: 'nwerc26',
        start_time: '2026-11-28T10:00:00Z',
        end_time: '2026-11-28T15:00:00Z',
      },
      { id: 'practice', name: 'Practice', formal_name: null, shortname: 'practice' },
      { id: '../x', name: 'Evil' },
      { name: 'Nothing' },
      7,
    ]);
    const times = {
      startsAt: Date.parse('2026-11-28T10:00:00Z'),
      endsAt: Date.parse('2026-11-28T15:00:00Z'),
    };
    assert.deepEqual(await run(question, () => listed), [
      { value: '1', name: 'NWERC 2026', otherNames: ['nwerc', 'nwerc26'], times },
      { value: 'practice', name: 'Practice' },
    ]);
    assert.equal(await failing(question, () => page('', 401)), '401');
  });
});
