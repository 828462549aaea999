import assert from 'node:assert/strict';
import { judgeNamed } from '../../../../src/judges';
import { nodeFetch } from '../../../../src/judges/http/nodeFetch';
import { isHydro, siteIn } from '../../../../src/judges/adapters/hydro';
import { startLocalHydro, type LocalHydro } from '../../../../tools/hydro/hydro';
import { playedPrograms } from '../../../support/playedPrograms';
import { on, run } from '../../../support/operations';
import { hydroSite } from '../../../support/profiles';
import { clientAt } from '../clients';

describe('A Hydro site’s URL', () => {
  for (const [text, url, domain] of [
    ['oj.school.edu', 'https://oj.school.edu', undefined],
    [' https://oj.school.edu/ ', 'https://oj.school.edu', undefined],
    ['http://192.168.1.10:8888/p/P1001', 'http://192.168.1.10:8888', undefined],
    ['https://oj.school.edu/p/P1001?tid=6b0287f308066e6dc6a709e0', 'https://oj.school.edu', undefined],
    ['https://oj.school.edu/record/6b0287ea08066e6dc6a70976', 'https://oj.school.edu', undefined],
    ['https://oj.school.edu/contest/6b02/problems', 'https://oj.school.edu', undefined],
    ['oj.school.edu/homework#top', 'https://oj.school.edu', undefined],
    ['https://oj.school.edu/d/class1', 'https://oj.school.edu', 'class1'],
    ['https://oj.school.edu/d/class1/p/D1', 'https://oj.school.edu', 'class1'],
    ['https://oj.school.edu/d/system/p/D1', 'https://oj.school.edu', undefined],
    ['https://school.edu/oj/login', 'https://school.edu/oj', undefined],
    ['https://oj.school.edu/d', 'https://oj.school.edu/d', undefined],
    // Unchanged, so that the settings can report what is wrong.
    ['https://alice:pw@oj.school.edu/p/1', 'https://alice:pw@oj.school.edu/p/1', undefined],
    ['not an address', 'not an address', undefined],
    ['', '', undefined],
  ] as const) {
    it(`in ${JSON.stringify(text)} is ${JSON.stringify(url)}${domain ? `, domain ${domain}` : ''}`, () => {
      assert.deepEqual(siteIn(text), { url, ...(domain ? { domain } : {}) });
    });
  }

  it('is found as fast in a long text as in a short one', () => {
    assert.equal(siteIn(`https://h.test/${'d/'.repeat(50_000)}`).url, 'https://h.test');
    assert.match(siteIn(`https://h.test/${'x/'.repeat(50_000)}`).url, /^https:\/\/h\.test\/x/);
  });
});

describe('isHydro', () => {
  const isOne = (text: string, status = 200): Promise<boolean> =>
    run(on({ refusalIn: () => null }, isHydro), () => ({ status, contentType: null, text }));

  it('accepts the first page, a redirect to sign-in, or an error in Hydro’s form', async () => {
    assert.equal(await isOne('{"contents":[],"UserContext":{"_id":0,"uname":"Guest"}}'), true);
    assert.equal(await isOne('{"url":"/login?redirect=%2F"}'), true);
    assert.equal(await isOne('{"url":"/d/class1/domain/join?target=class1"}'), true);
    assert.equal(
      await isOne('{"error":{"message":"","stack":"","params":[],"name":"AggregateError"}}', 500),
      true,
    );
    assert.equal(await isOne('{"error":{"message":"","stack":"…","name":"AggregateError"}}', 500), true);
  });

  it('rejects a page, other JSON, and an empty response', async () => {
    for (const text of [
      '<!doctype html><title>404</title>',
      '{"url":"/"}',
      '{"error":"no"}',
      '[]',
      'null',
      '',
    ]) {
      assert.equal(await isOne(text), false, text);
    }
  });

  it('accepts a site over the network', async function () {
    this.timeout(20_000);
    const site: LocalHydro = await startLocalHydro({ programs: playedPrograms });
    try {
      const client = clientAt(hydroSite(site.url), {
        credential: () => Promise.resolve(null),
        fetch: nodeFetch,
      });
      assert.equal(await client.ask(isHydro), true);
    } finally {
      await site.stop();
    }
  });
});

describe('A Hydro site without encryption', () => {
  const read = (fields: object) => judgeNamed('school', { school: { type: 'hydro', ...fields } });
  const problems = (fields: object) => {
    const judge = read(fields);
    return judge.ok ? [] : judge.problems.map(({ at, what }) => [at, what.kind]);
  };

  it('is allowed in a private network if the user has agreed', () => {
    const judge = read({ url: 'http://192.168.1.10', allowPlainHttp: true });
    assert.ok(judge.ok && judge.judge.allowsPlainHttp);
    assert.deepEqual(problems({ url: 'http://192.168.1.10' }), [['school.url', 'plainHttp']]);
    assert.deepEqual(problems({ url: 'http://192.168.1.10', allowPlainHttp: false }), [
      ['school.url', 'plainHttp'],
    ]);
  });

  it('is rejected anywhere else, even if the user has agreed', () => {
    for (const url of ['http://8.8.8.8', 'http://[2001:db8::1]']) {
      assert.deepEqual(problems({ url, allowPlainHttp: true }), [['school.url', 'plainHttp']]);
    }
    // a name is looked up before each request
    assert.deepEqual(problems({ url: 'http://oj.school.edu', allowPlainHttp: true }), []);
    assert.deepEqual(
      judgeNamed('x', { x: { type: 'dmoj', url: 'http://192.168.1.10', allowPlainHttp: true } }).ok,
      false,
    );
  });

  it('is allowed only if the setting is a Boolean', () => {
    assert.deepEqual(problems({ url: 'https://h.test', allowPlainHttp: 'yes' }), [
      ['school.allowPlainHttp', 'oneOf'],
    ]);
  });
});
