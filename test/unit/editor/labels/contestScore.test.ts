import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { contestScoreWords } from '../../../../src/editor/labels/contestScore';
import { rules as clics } from '../../../../src/judges/adapters/clics/verdicts';
import { rules as cms } from '../../../../src/judges/adapters/cms/verdicts';
import type { KnownRecord, SubmissionDetails } from '../../../../src/records';
import { envelope, finished } from '../../records/fixtures';

let count = 0;

function submitted(
  problemId: string,
  status: string,
  score: number | null = null,
  more: Partial<SubmissionDetails> = {},
): KnownRecord {
  const judge = { id: 1, status, score, time: null, memory: null, subtasks: [] };
  count += 1;
  const result = { ...envelope(0, []), requestId: `r${count}`, data: { compile: null, judge } };
  const submission = {
    problemId,
    title: null,
    place: 'c',
    language: null,
    optimise: false,
    at: count,
    ...more,
  };
  return finished(result, { rules: score === null ? clics : cms, submission });
}

describe('The score of a contest', () => {
  before(() => speak('en'));

  it('counts the solved problems, and the tries until then', () => {
    const records = [
      submitted('a', 'WA'),
      submitted('a', 'AC'),
      submitted('a', 'AC'),
      submitted('b', 'WA'),
      submitted('b', 'CE'),
      submitted('c', 'AC'),
    ];
    assert.equal(contestScoreWords(records), '2 problems solved · 4 tries');
    assert.equal(contestScoreWords([submitted('a', 'AC')]), '1 problem solved · 1 try');
    assert.equal(contestScoreWords([submitted('a', 'WA')]), '0 problems solved · 1 try');
  });

  it('adds the best points of the problems if a part of a problem gives points', () => {
    const records = [
      submitted('a', 'AC', 100),
      submitted('b', 'PARTIAL', 40),
      submitted('b', 'PARTIAL', 29.5),
      submitted('c', 'WA', 0),
    ];
    assert.equal(contestScoreWords(records), '140 points');
  });

  it('says that results are pending, and nothing that isn’t known', () => {
    const waiting: KnownRecord = { ...submitted('d', 'AC'), state: { kind: 'waiting' }, summary: null };
    assert.equal(contestScoreWords([waiting]), '1 result pending');
    assert.equal(
      contestScoreWords([waiting, submitted('a', 'AC')]),
      '1 problem solved · 1 try · 1 result pending',
    );
    assert.equal(contestScoreWords([]), '');
    assert.equal(contestScoreWords([submitted('a', 'AC', null, { user: 'bob' })]), '');
    assert.equal(contestScoreWords([submitted('a', 'AC', null, { isSelfTest: true })]), '');
  });
});
