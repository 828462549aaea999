import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import {
  endWords,
  leftWords,
  submissionsLeftWords,
  timeUntilNextWords,
} from '../../../../src/editor/labels/remainingTime';

const now = Date.parse('2026-11-22T10:00:00Z');
const [second, minute, hour] = [1000, 60_000, 3_600_000];

describe('Labels for the remaining time and submissions', () => {
  afterEach(() => speak('en'));

  const end = (left: number | null) =>
    endWords({ endsAt: left === null ? null : now + left, submissions: null }, now);
  const left = (submissions: number | null) => submissionsLeftWords({ endsAt: null, submissions });

  it('are rounded down in the last two hours, so that they never promise too much time', () => {
    const spans = [12 * minute, 13 * minute - 1, minute - 1, 1, 2 * hour - 1];
    assert.deepEqual(spans.map(end), [
      'ends in 12 min',
      'ends in 12 min',
      'ends in 59 s',
      'ends in 1 s',
      'ends in 119 min',
    ]);
  });

  it('are the nearest hours or days if more time is left', () => {
    const spans = [5 * hour - 1, 4.5 * hour, 4.5 * hour - 1, 2 * hour, 72 * hour - 1, 95 * hour, 73 * hour];
    assert.deepEqual(spans.map(leftWords), [
      '5 h left',
      '5 h left',
      '4 h left',
      '2 h left',
      '3 d left',
      '4 d left',
      '3 d left',
    ]);
  });

  it('stay the same for as long as they say', () => {
    const spans = [59.5 * second, 90 * second, 2 * hour, 2.2 * hour, 2.7 * hour, 5 * hour, 100 * hour];
    for (const span of spans) {
      const time = timeUntilNextWords(span);
      assert.equal(leftWords(span - time + 1), leftWords(span));
      assert.ok(leftWords(span - time) !== leftWords(span), String(span));
    }
  });

  it('show “ended” after the end', () => {
    assert.deepEqual([0, -second, -90 * hour].map(end), ['ended', 'ended', 'ended']);
  });

  it('use “submission” or “submissions” according to the number', () => {
    assert.deepEqual([0, 1, 3].map(left), ['no submissions left', '1 submission left', '3 submissions left']);
  });

  it('are empty if the judge doesn’t report the values', () => {
    assert.deepEqual(
      [end(null), left(null), endWords(null, now), submissionsLeftWords(null)],
      ['', '', '', ''],
    );
  });

  it('are in Chinese if VS Code is', () => {
    speak('zh-cn');
    assert.deepEqual(
      [end(12 * minute), end(-1), left(0), left(1), left(3)],
      ['12 分钟后结束', '已结束', '提交次数已用完', '还可提交 1 次', '还可提交 3 次'],
    );
  });
});
