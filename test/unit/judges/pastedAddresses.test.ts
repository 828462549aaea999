import assert from 'node:assert/strict';
import { readRequest, type Judge } from '../../../src/judges';
import { codeforces } from '../../../src/judges/adapters/codeforces';
import { dmoj } from '../../../src/judges/adapters/dmoj';
import { judge0 } from '../../../src/judges/adapters/judge0';
import { described, hydroSite } from '../../support/profiles';

const rid = '6b0287ea08066e6dc6a70976';
const tid = '6b0287f308066e6dc6a709e1';
const token = 'd85cd024-1548-4165-96c7-7bc88673f194';

/** The ID and locator of an address, and equivalent addresses. */
type Row = readonly [address: string, id: string, hint: string | null];

function read(judge: Judge, rows: readonly Row[], others: readonly string[]): void {
  for (const [address, id, hint] of rows) {
    for (const text of [
      `https://${address}`,
      `http://${address}`,
      `https://www.${address}`,
      address,
      `HTTPS://${address}/`,
      `https://${address}?a=b`,
      `https://${address}#c`,
    ]) {
      const input = inputOf(text, judge);
      assert.ok(input.kind === 'requestId', text);
      assert.deepEqual([input.id, input.hint ?? null], [id, hint], text);
    }
  }
  for (const text of others) assert.match(inputOf(text, judge).kind, /^(?:addressWithoutId|foreign)$/, text);
}

function inputOf(text: string, judge: Judge) {
  return readRequest(text, judge, []).input;
}

describe('A pasted URL', () => {
  it('of a Hydro record contains record and domain', () => {
    read(
      hydroSite('https://oj.school.edu'),
      [
        [`oj.school.edu/record/${rid}`, rid, null],
        [`oj.school.edu/d/dom2/record/${rid}`, rid, 'dom2'],
      ],
      [
        'https://oj.school.edu/record?uidOrName=alice',
        'https://oj.school.edu/p/P1000',
        `https://other.school.edu/record/${rid}`,
      ],
    );
  });

  it('of a Hydro record in a contest contains the contest', () => {
    const site = hydroSite('https://oj.school.edu');
    const hintOf = (text: string) => {
      const input = inputOf(text, site);
      return input.kind === 'requestId' && input.hint;
    };
    assert.equal(hintOf(`https://oj.school.edu/record/${rid}?tid=${tid}`), `#${tid}`);
    assert.equal(hintOf(`https://oj.school.edu/d/dom2/record/${rid}?tid=${tid}`), `dom2#${tid}`);
  });

  it('without a domain belongs to “system” at a Hydro site with another domain', () => {
    const site = hydroSite('https://hydro.ac', { domain: 'cpp' });
    read(site, [[`hydro.ac/record/${rid}`, rid, 'system']], []);
    const problem = site.submission?.problemAt?.('https://hydro.ac/p/P1000');
    assert.deepEqual(problem, { problemId: 'P1000', place: 'system' });
    assert.equal(site.submission?.problemAt?.('https://hydro.ac/p/%zz'), null);
  });

  it('below a path belongs only to a site with that path', () => {
    const site = hydroSite('https://school.edu/oj');
    read(site, [[`school.edu/oj/record/${rid}`, rid, null]], [`https://school.edu/record/${rid}`]);
  });

  it('of a Codeforces submission contains the contest, whatever its kind', () => {
    read(
      described(codeforces, 'a', { handle: 'tourist' }),
      [
        ['codeforces.com/contest/1520/submission/116', '116', '1520'],
        ['codeforces.net/problemset/submission/1520/116', '116', '1520'],
        ['codeforces.com/gym/100001/submission/116', '116', '100001'],
        ['codeforces.com/group/aBcD1/contest/1520/submission/116', '116', '1520'],
        ['codeforces.com/edu/course/2/lesson/4/1/practice/contest/273169/submission/116', '116', '273169'],
      ],
      [
        'https://codeforces.com/contest/1520/my',
        'https://codeforces.com/submissions/tourist',
        'https://codeforces.com.evil.test/contest/1520/submission/116',
      ],
    );
    for (const mirror of ['m1', 'mirror']) {
      const text = `https://${mirror}.codeforces.com/contest/1520/submission/116`;
      assert.equal(inputOf(text, described(codeforces, 'a', { handle: 'tourist' })).kind, 'requestId');
    }
  });

  it('of a DMOJ submission can be its page, source, or data', () => {
    read(
      described(dmoj, 'a', {}),
      [
        ['dmoj.ca/submission/123', '123', null],
        ['dmoj.ca/src/123', '123', null],
        ['dmoj.ca/api/v2/submission/123', '123', null],
      ],
      ['https://dmoj.ca/problem/aplusb', 'https://notdmoj.ca/submission/123'],
    );
  });

  it('of a Judge0 submission contains its token', () => {
    read(
      described(judge0, 'a', { url: 'https://judge0.school.edu' }),
      [[`judge0.school.edu/submissions/${token}`, token, null]],
      ['https://judge0.school.edu/languages', 'https://judge0.school.edu/submissions/batch?tokens=a,b'],
    );
  });

  it('isn’t found in a bare ID', () => {
    for (const judge of [described(dmoj, 'a', {}), described(codeforces, 'a', { handle: 'tourist' })]) {
      assert.deepEqual(inputOf('123456', judge), { kind: 'requestId', id: '123456' });
    }
  });
});

describe('The URL of a Codeforces record', () => {
  it('uses /gym/ for contest IDs from 100000, and /contest/ below', () => {
    const { pages } = described(codeforces, 'a', { handle: 'tourist' });
    const site = 'https://codeforces.com';
    assert.equal(pages?.record?.({ requestId: '7', hint: '1520' }), `${site}/contest/1520/submission/7`);
    assert.equal(pages?.record?.({ requestId: '7', hint: '100001' }), `${site}/gym/100001/submission/7`);
    assert.equal(pages?.record?.({ requestId: '7', hint: null }), null);
    assert.equal(pages?.problem?.({ problemId: '100001B', place: null }), `${site}/gym/100001/problem/B`);
  });
});
