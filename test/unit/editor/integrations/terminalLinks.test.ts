import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { submissionLinks } from '../../../../src/editor/integrations/terminalLinks';
import type { Extension } from '../../../../src/editor/extension';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { dmoj } from '../../../../src/judges/adapters/dmoj';
import { kattis } from '../../../../src/judges/adapters/kattis';
import { described } from '../../../support/profiles';
import { standIn } from '../../support/standIn';

const judges = [
  described(codeforces, 'cf', { handle: 'me' }),
  described(dmoj, 'club', { user: 'me' }),
  described(kattis, 'open', { url: 'https://open.kattis.com' }),
];

describe('Submission links in the terminal', () => {
  let reads: number;
  const extension = standIn<Extension>({
    judges: {
      all: async () => {
        reads += 1;
        return judges;
      },
    },
  });
  /** Returns each link as text, judge, ID, and locator. */
  const linksIn = async (line: string) =>
    (await submissionLinks(extension, line)).map(({ startIndex, length, request }) => [
      line.slice(startIndex, startIndex + length),
      request.judge.name,
      request.requestId,
      request.hint,
    ]);

  beforeEach(() => {
    speak('en');
    reads = 0;
  });

  it('include the URLs that command-line clients print, without surrounding punctuation', async () => {
    const run = 'https://codeforces.com/contest/1520/submission/123456789';
    assert.deepEqual(await linksIn(`[SUCCESS] result: ${run}`), [[run, 'cf', '123456789', '1520']]);
    const kattisRun = 'https://open.kattis.com/submissions/7654321';
    assert.deepEqual(await linksIn(`Submission received (${kattisRun}).`), [
      [kattisRun, 'open', '7654321', null],
    ]);
    const both = 'https://dmoj.ca/submission/4242';
    assert.deepEqual(await linksIn(`${run} "${both}"`), [
      [run, 'cf', '123456789', '1520'],
      [both, 'club', '4242', null],
    ]);
  });

  it('exclude other pages, and pages of judges that aren’t set up', async () => {
    for (const line of [
      'https://codeforces.com/contest/1520/problem/A',
      'https://example.com/submissions/7654321',
      'cd ~/https:/submissions/1',
      'https://',
    ])
      assert.deepEqual(await linksIn(line), [], line);
    reads = 0;
    assert.deepEqual(await linksIn('compiled 3 files'), []);
    assert.equal(reads, 0);
  });

  it('are found in long lines in linear time', async () => {
    const length = 1_000_000;
    for (const line of [
      'https://'.repeat(length / 8),
      `https://codeforces.com/${'.'.repeat(length)}`,
      'https://a '.repeat(length / 10),
    ])
      assert.deepEqual(await linksIn(line), []);
  });
});
