import assert from 'node:assert/strict';
import { pageWith } from '../bench/page';
import type { Row } from '../bench/row';

describe('The benchmarks page', () => {
  const row = (headline: string, ours: string): Row => ({
    measure: headline,
    headline,
    ours,
    peer: 'a peer 2 ms',
    ratio: 0.5,
    budget: '≤ 1',
    met: true,
  });
  const write = (page: string, benchmark: string, rows: readonly Row[], date: string) =>
    pageWith(page, benchmark, rows, date, 'This machine.');
  const linesOf = (page: string) => page.split('\n').filter((line) => /^[|-] `/.test(line));

  it('replaces the rows of one benchmark without changing those of others', () => {
    const first = write('', 'size', [row('package', '1 kB'), row('old figure', '2 kB')], '2026-01-01');
    const second = write(first, 'startup', [row('activation', '1 ms')], '2026-01-02');
    const third = write(second, 'size', [row('package', '3 kB')], '2026-01-03');
    assert.deepEqual(linesOf(third), [
      '| `size` | package | 3 kB | a peer 2 ms | 0.50 | ≤ 1 | 2026-01-03 |',
      '| `startup` | activation | 1 ms | a peer 2 ms | 0.50 | ≤ 1 | 2026-01-02 |',
    ]);
  });

  it('lists rows in benchmark order', () => {
    const soak = write('', 'soak', [row('checks that passed', '16 of 16')], '2026-01-01');
    const both = write(soak, 'decode', [row('decoding', '1 ms')], '2026-01-01');
    assert.deepEqual(
      linesOf(both).map((line) => line.split('`')[1]),
      ['decode', 'soak'],
    );
  });

  it('lists only figures that have a name for this page', () => {
    const detail: Row = { measure: 'a detail', ours: '1 ms', peer: '', budget: '', met: undefined };
    assert.deepEqual(linesOf(write('', 'decode', [detail], '2026-01-01')), []);
  });

  it('explains a missed budget until a later run meets it', () => {
    const missed: Row = { ...row('decoding', '9 ms'), met: false, ifMissed: 'A reason.' };
    const page = write('', 'decode', [missed], '2026-01-01');
    assert.deepEqual(linesOf(page), [
      '| `decode` | decoding | 9 ms | a peer 2 ms | 0.50 | ≤ 1 (**not met**) | 2026-01-01 |',
      '- `decode`: decoding: 9 ms (≤ 1). A reason.',
    ]);
    assert.equal(linesOf(write(page, 'decode', [row('decoding', '1 ms')], '2026-01-02')).length, 1);
  });

  it('escapes vertical bars in cells', () => {
    const [line] = linesOf(write('', 'decode', [row('a | b', '1 ms')], '2026-01-01'));
    assert.match(line ?? '', /a \\\| b/);
  });
});
