import assert from 'node:assert/strict';
import { judgeOfUrl, looksLikeUrl, urlsToTry } from '../../../../src/judges/adapters/judgeOfUrl';

describe('The judge of a pasted URL', () => {
  const found = (text: string): unknown => {
    const judge = judgeOfUrl(text);
    switch (judge?.kind) {
      case undefined:
        return null;
      case 'unsupported':
        return judge.website;
      case 'ready':
        return judge.ready.id;
      case 'type':
        return [judge.type, judge.fields];
    }
  };

  it('is known by the host of a public judge', () => {
    const expected: Readonly<Record<string, unknown>> = {
      'https://codeforces.com/contest/1850/problem/A': ['codeforces', {}],
      'codeforces.com': ['codeforces', {}],
      'https://dmoj.ca/problem/aplusb': ['dmoj', {}],
      'https://www.dmoj.ca/': ['dmoj', {}],
      'https://omegaup.com/arena/problem/sumas/': ['omegaup', {}],
      'https://cses.fi/problemset/task/1068': ['cses', { scope: 'problemset' }],
      'https://open.kattis.com/problems/hello': ['kattis', { url: 'https://open.kattis.com' }],
      'https://nus.kattis.com/': ['kattis', { url: 'https://nus.kattis.com' }],
      'https://contest.yandex.com/contest/3/problems/A/': ['yandex-contest', { contest: '3' }],
      'https://judge.yosupo.jp/problem/aplusb': 'library-checker',
      'https://kilonova.ro/problems/1': 'kilonova',
    };
    for (const [url, judge] of Object.entries(expected)) assert.deepEqual(found(url), judge, url);
  });

  it('is known by the form of the URL of an ejudge contest, and of a space of Eolymp', () => {
    assert.deepEqual(found('https://ej.example.edu/cgi-bin/new-client?contest_id=000012'), [
      'ejudge',
      { url: 'https://ej.example.edu/cgi-bin/new-client', contest: '12' },
    ]);
    const [type] = found('https://basecamp.eolymp.com/en/problems/1') as readonly string[];
    assert.equal(type, 'eolymp');
  });

  it('isn’t known by a path that several types have', () => {
    for (const url of [
      'https://judge.example.edu/team/problems',
      'https://judge.example.edu/client',
      'https://oj.example.edu/spaces/x',
      'https://oj.example.edu/problem/A',
      'https://notcodeforces.com',
      'https://codeforces.com.example.edu',
    ])
      assert.equal(found(url), null, url);
  });

  it('is unsupported if many people look for it in vain', () => {
    assert.equal(found('https://atcoder.jp/contests/abc300/tasks/abc300_a'), 'AtCoder');
    assert.equal(found('leetcode.cn/problems/two-sum'), 'LeetCode');
    assert.equal(found('https://www.luogu.com.cn/problem/P1001'), 'Luogu');
    assert.equal(found('https://myatcoder.jp'), null);
  });

  it('is looked for with https, without it only in private networks', () => {
    assert.deepEqual(urlsToTry('judge.example.edu/x'), [
      'https://judge.example.edu/x',
      'http://judge.example.edu/x',
    ]);
    assert.deepEqual(urlsToTry('192.168.1.5:8080'), ['https://192.168.1.5:8080', 'http://192.168.1.5:8080']);
    assert.deepEqual(urlsToTry('8.8.8.8'), ['https://8.8.8.8']);
    assert.deepEqual(urlsToTry('http://8.8.8.8/a'), ['https://8.8.8.8/a']);
    assert.deepEqual(urlsToTry('http://192.168.1.5/a'), ['http://192.168.1.5/a']);
    assert.deepEqual(urlsToTry('http://localhost:9130'), ['http://localhost:9130']);
    assert.deepEqual(urlsToTry('https://judge.lan'), ['https://judge.lan']);
  });

  it('isn’t looked for if a text is a word', () => {
    for (const url of [
      'judge.example.edu',
      'localhost:9130',
      '10.0.0.1',
      'https://x',
      'oj.a.edu/p/1',
      '[::1]:80',
    ])
      assert.equal(looksLikeUrl(url), true, url);
    for (const word of [
      'codeforces',
      'C++',
      'a b.example',
      '',
      'ftp://x.example',
      'Type: json',
      'x@y',
      `${'a.'.repeat(2_000)}b`,
    ])
      assert.equal(looksLikeUrl(word), false, word);
  });
});
