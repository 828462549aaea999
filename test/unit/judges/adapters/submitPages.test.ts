import assert from 'node:assert/strict';
import type { ProblemName } from '../../../../src/judges';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { dmoj } from '../../../../src/judges/adapters/dmoj';
import { json } from '../../../../src/judges/adapters/json';
import { described } from '../../../support/profiles';

const at = (problemId: string, place: string | null = null): ProblemName => ({ problemId, place });

const describedJson = (more: object) =>
  described(json, 'school', {
    url: 'https://oj.school.example/',
    authentication: 'none',
    result: { path: '/api/{id}', fields: { status: 'status' } },
    ...more,
  });
const recent = { path: '/api/mine', list: 'list', fields: { id: 'id', problem: 'problem' } };

describe('The submission page', () => {
  const site = described(codeforces, 'cf', { handle: 'me' }).browserSubmission;
  const mirror = described(codeforces, 'cf', { handle: 'me', url: 'http://127.0.0.1:81/api' });

  it('is the page of the contest, gym, group, problem set, or archive of a Codeforces problem', () => {
    const pages: readonly (readonly [ProblemName, string])[] = [
      [at('1520A'), '/contest/1520/submit/A'],
      [at('1520B1', '1520'), '/contest/1520/submit/B1'],
      [at('1520A', 'problemset'), '/problemset/submit/1520/A'],
      [at('104114C'), '/gym/104114/submit'],
      [at('326175B', 'group/aBc9'), '/group/aBc9/contest/326175/submit'],
      [at('100'), '/problemsets/acmsguru/submit'],
      [at('unknown'), '/problemset/submit'],
      [at('1520A', 'group/../../x'), '/contest/1520/submit/A'],
    ];
    for (const [problem, path] of pages) assert.equal(site?.page(problem), `https://codeforces.com${path}`);
    assert.equal(mirror.browserSubmission?.page(at('4A')), 'http://127.0.0.1:81/contest/4/submit/A');
  });

  it('is found by the page of the problem, also on mirrors', () => {
    const problems: readonly (readonly [string, ProblemName | null])[] = [
      ['https://codeforces.com/contest/1520/problem/A', at('1520A')],
      ['https://m1.codeforces.com/contest/1520/problem/a', at('1520A')],
      ['https://codeforces.com/problemset/problem/1520/A', at('1520A', 'problemset')],
      ['https://codeforces.com/gym/104114/problem/C', at('104114C')],
      ['https://codeforces.com/group/aBc9/contest/326175/problem/B', at('326175B', 'group/aBc9')],
      ['https://codeforces.com/problemsets/acmsguru/problem/99999/100', at('100')],
      ['https://codeforces.com/contest/1520', null],
      ['https://example.com/contest/1520/problem/A', null],
      ['1520A', null],
    ];
    for (const [address, problem] of problems) assert.deepEqual(site?.problemAt(address), problem, address);
  });

  it('shows the problem of a group in its contest', () => {
    assert.equal(
      described(codeforces, 'cf', { handle: 'me' }).pages?.problem?.(at('326175B', 'group/aBc9')),
      'https://codeforces.com/group/aBc9/contest/326175/problem/B',
    );
  });

  it('is below the problem at DMOJ', () => {
    const browserSubmission = described(dmoj, 'club', { url: 'https://club.example' }).browserSubmission;
    assert.equal(browserSubmission?.page(at('ccc17s1')), 'https://club.example/problem/ccc17s1/submit');
    for (const address of ['https://club.example/problem/ccc17s1', 'club.example/problem/ccc17s1/editorial'])
      assert.deepEqual(browserSubmission?.problemAt(address), at('ccc17s1'), address);
    assert.equal(browserSubmission?.problemAt('https://club.example/problems/'), null);
    assert.equal(browserSubmission?.problemAt('https://other.example/problem/ccc17s1'), null);
  });

  it('is the configured page of a custom judge, if its list contains problems', () => {
    const { browserSubmission } = describedJson({ recent, submitPage: '/p/{problem}/submit' });
    assert.equal(browserSubmission?.page(at('a b')), 'https://oj.school.example/p/a%20b/submit');
    assert.deepEqual(browserSubmission?.problemAt('https://oj.school.example/p/17/submit'), at('17'));
    assert.equal(describedJson({ recent }).browserSubmission, undefined);
    assert.equal(describedJson({ submitPage: '/p/{problem}/submit' }).browserSubmission, undefined);
    const fields = { id: 'id' };
    const noProblems = describedJson({ recent: { ...recent, fields }, submitPage: '/p/{problem}' });
    assert.equal(noProblems.browserSubmission, undefined);
    const submission = { path: '/submit', id: 'id', fields: { p: '{problem}', code: '{code}' } };
    const withApi = describedJson({ recent, submission, submitPage: '/p/{problem}' });
    assert.equal(withApi.browserSubmission, undefined);
  });

  for (const [file, problem] of [
    ['CCC17S1', 'ccc17s1'],
    ['ccc17s1-second-try', 'ccc17s1'],
    ['ccc17s1 (2)', 'ccc17s1'],
    ['ccc17s1_slow', 'ccc17s1'],
    ['dmoj.ccc17s1.v2', 'ccc17s1'],
    ['vnoi24_final_qual', 'vnoi24_final_qual'],
    ['P1001', 'p1001'],
    ['dmopc14c1p1 and ccc17s1', null],
    ['main2', null],
    ['test1', null],
    ['a', null],
    ['aplusb', 'aplusb'],
    ['aplusb_slow', 'aplusb'],
    ['hello world', null],
    ['src', null],
    ['x1', null],
    ['2017-05-12', null],
  ] as const) {
    it(`is ${problem ?? 'not'} guessed for a program ${file} on DMOJ`, () => {
      assert.equal(described(dmoj, 'club', {}).problemIdIn?.(file) ?? null, problem);
    });
  }
});
