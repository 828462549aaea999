import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { problemState, problemStateWords, verdictBefore } from '../../../../src/editor/labels/problemState';
import { shortMoment } from '../../../../src/editor/labels/dateFormats';
import type { KnownRecord, SubmissionDetails } from '../../../../src/records';
import { rules } from '../../../../src/judges/adapters/clics/verdicts';
import { envelope, finished } from '../../records/fixtures';

const minute = 60_000;
const startsAt = new Date(2026, 10, 28, 22, 1).getTime();
const contest = { title: 'Regional 2026', id: 'regional', startsAt, endsAt: startsAt + 300 * minute };

/** Returns a submission of that minute of the contest, which was added to the list an hour later. */
function submitted(at: number, status: string, more: Partial<SubmissionDetails> = {}): KnownRecord {
  const judge = { id: 1, status, score: null, time: null, memory: null, subtasks: [] };
  const result = { ...envelope(0, []), requestId: `${at} ${status}`, data: { compile: null, judge } };
  return finished(result, {
    rules,
    addedAt: startsAt + (at + 60) * minute,
    submission: {
      problemId: 'regional-a',
      title: null,
      place: 'regional',
      language: null,
      optimise: false,
      contest,
      at: startsAt + at * minute,
      ...more,
    },
  });
}

const wordsOf = (...records: readonly KnownRecord[]): string => problemStateWords(problemState(records));

describe('The state of a problem', () => {
  before(() => speak('en'));

  it('contains the minute of the first accepted submission, and the tries until then', () => {
    const accepted = submitted(13, 'AC');
    const records = [
      submitted(20, 'WA'),
      submitted(15, 'AC'),
      accepted,
      submitted(4, 'WA'),
      submitted(9, 'RTE'),
    ];
    assert.equal(wordsOf(...records), '✓ 13 min · 3 tries');
    assert.equal(problemState(records).solved, accepted);
    assert.equal(wordsOf(submitted(13.99, 'AC')), '✓ 13 min · 1 try');
  });

  it('contains the tries of an unsolved problem', () => {
    assert.equal(wordsOf(submitted(4, 'WA'), submitted(9, 'TLE')), '✗ 2 tries');
    assert.equal(wordsOf(submitted(4, 'WA')), '✗ 1 try');
    assert.equal(wordsOf(), '');
  });

  it('follows a rejudging', () => {
    const before = [submitted(4, 'WA'), submitted(13, 'AC')];
    assert.equal(wordsOf(...before), '✓ 13 min · 2 tries');
    assert.equal(wordsOf(submitted(4, 'WA'), submitted(13, 'WA')), '✗ 2 tries');
    assert.equal(wordsOf(submitted(4, 'AC'), submitted(13, 'AC')), '✓ 4 min · 1 try');
  });

  it('doesn’t count compile errors, failures of the judge, and late submissions', () => {
    const others = [submitted(1, 'CE'), submitted(2, 'JE'), submitted(299, 'LATE')];
    assert.equal(wordsOf(...others), '');
    assert.equal(wordsOf(...others, submitted(3, 'WA')), '✗ 1 try');
    assert.equal(problemState(others).last, others[2]);
  });

  it('doesn’t count a pending submission', () => {
    const accepted = submitted(9, 'AC');
    const pending: KnownRecord = { ...submitted(10, 'WA'), summary: null, state: { kind: 'waiting' } };
    assert.equal(wordsOf(pending, accepted), '✓ 9 min · 1 try');
    assert.equal(problemState([pending, accepted]).last, pending);
  });

  it('ignores runs with samples or custom input, other users, and submissions that the jury ignores', () => {
    const ignored = submitted(3, 'AC');
    const ofJury: KnownRecord = {
      ...ignored,
      summary: ignored.summary && { ...ignored.summary, isIgnored: true },
    };
    const others = [
      submitted(1, 'AC', { isSelfTest: true }),
      submitted(2, 'AC', { isSelfTest: true, hasSamples: true }),
      submitted(4, 'AC', { user: 'Team Two' }),
    ];
    assert.deepEqual(problemState(others), { solved: null, tries: 0, last: null });
    assert.equal(wordsOf(...others, ofJury, submitted(5, 'WA')), '✗ 1 try');
    const failed = submitted(1, 'WA');
    assert.equal(problemState([failed, ofJury]).last, failed);
    assert.equal(problemState([ofJury]).last, ofJury);
  });

  it('contains the moment outside of the contest, or if its start is unknown', () => {
    const moment = (at: number) => `✓ ${shortMoment(startsAt + at * minute)} · 1 try`;
    assert.equal(wordsOf(submitted(301, 'AC')), moment(301));
    assert.equal(wordsOf(submitted(-5, 'AC')), moment(-5));
    assert.equal(wordsOf(submitted(5, 'AC', { contest: { title: null, endsAt: null } })), moment(5));
    assert.equal(wordsOf(submitted(5, 'AC', { contest: undefined })), moment(5));
    const ofDays = { ...contest, endsAt: startsAt + 9 * 24 * 60 * minute };
    assert.equal(wordsOf(submitted(4000, 'AC', { contest: ofDays })), moment(4000));
    assert.equal(wordsOf(submitted(5, 'AC', { contest: ofDays })), moment(5));
  });
});

describe('The verdict before a pending submission', () => {
  before(() => speak('en'));
  const pending = (more: Partial<SubmissionDetails> = {}): KnownRecord => ({
    ...submitted(10, 'WA', more),
    summary: null,
    state: { kind: 'waiting' },
  });

  it('is that of the same user', () => {
    const [own, ofOther] = [submitted(4, 'WA'), submitted(9, 'TLE', { user: 'Team Two' })];
    assert.equal(verdictBefore(pending(), [own, ofOther]), 'WA');
    assert.equal(verdictBefore(pending(), [ofOther]), '');
    assert.equal(verdictBefore(pending({ user: 'Team Two' }), [own, ofOther]), 'TLE');
  });

  it('is unknown if the problem is unknown', () => {
    const ofContest = { problemId: '' };
    assert.equal(verdictBefore(pending(ofContest), [submitted(4, 'WA', ofContest)]), '');
  });
});
