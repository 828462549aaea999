import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { changeOf, earlierOf, versionsOf } from '../../../../src/editor/resultPanel/comparison';
import type { Case, JudgeSemantics } from '../../../../src/results';
import type { KnownRecord, NewRecord } from '../../../../src/records';
import { envelope, finished } from '../../records/fixtures';
import { luogu } from '../../../support/profiles';
import { caseOf } from '../../../ui/panel/records';

const { rules } = luogu;
const unitless: JudgeSemantics = { ...rules, units: { time: null, memory: null, score: null } };

function change(before: Partial<Case>, after: Partial<Case>, afterRules = rules): string {
  return changeOf(caseOf(1, 12, before), caseOf(1, 12, after), rules, afterRules);
}

describe('A case’s change between two results', () => {
  it('is better or worse by its verdict first', () => {
    assert.equal(change({ status: 6, score: 0 }, { status: 12, time: 900 }), 'better');
    assert.equal(change({ status: 12 }, { status: 5, score: 0, time: 1 }), 'worse');
  });

  it('is better or worse by its score if the verdicts are of the same kind', () => {
    assert.equal(change({ status: 6, score: 0 }, { status: 6, score: 3 }), 'better');
    assert.equal(change({ score: 10 }, { score: 9 }), 'worse');
  });

  it('is “different” if neither verdict is better', () => {
    assert.equal(change({ status: 6, score: 0 }, { status: 7, score: 0 }), 'different');
    assert.equal(change({ status: 99, score: 0 }, { status: 98, score: 0 }), 'different');
  });

  it('is “slower” or “faster”, otherwise “larger” or “smaller”, beyond the measuring error', () => {
    assert.equal(change({ time: 100 }, { time: 130 }), 'slower');
    assert.equal(change({ time: 130 }, { time: 100, memory: 90_000 }), 'faster');
    assert.equal(change({ memory: 10_000 }, { memory: 20_000 }), 'larger');
    assert.equal(change({ memory: 20_000 }, { memory: 10_000 }), 'smaller');
  });

  it('is “same” for differences of up to 10 %, or up to 10 ms or 512 KiB', () => {
    assert.equal(change({ time: 1000 }, { time: 1099 }), 'same');
    assert.equal(change({ time: 2 }, { time: 12 }), 'same');
    assert.equal(change({ memory: 800 }, { memory: 1300 }), 'same');
  });

  it('doesn’t compare figures in different units', () => {
    assert.equal(change({ time: 100, score: 1 }, { time: 900, score: 2 }, unitless), 'same');
  });

  it('ignores missing figures', () => {
    assert.equal(change({ time: null, memory: null, score: null }, { time: 900, memory: 900 }), 'same');
  });
});

describe('The versions of a file', () => {
  const source = { uri: 'file:///folder/A.cpp', how: 'submitted', textHash: null } as const;
  const submission = { problemId: 'A', title: null, place: null, language: null, optimise: false };
  const judged = (requestId: string, addedAt: number, more: Partial<NewRecord> = {}): KnownRecord =>
    finished({ ...envelope(12, []), requestId }, { source, submission, addedAt, ...more });
  const ids = (records: readonly KnownRecord[]) => records.map(({ requestId }) => requestId);
  const here = { service: 'local this-computer', submission: null };
  const samples = judged('samples', 1, here);
  const first = judged('first', 2);
  const again = judged('again', 3, here);
  const second = judged('second', 4);
  const custom = judged('custom', 5, { submission: { ...submission, isSelfTest: true } });
  const all = [custom, second, again, first, samples];

  it('don’t include runs of the samples', () => {
    assert.deepEqual(ids(versionsOf(second, all)), ['first', 'second']);
    assert.equal(earlierOf(first, all), null);
    assert.equal(earlierOf(second, all)?.requestId, 'first');
  });

  it('are submissions to one problem of one contest', () => {
    const inContest = { submission: { ...submission, place: 'upsolving' } };
    const upsolved = judged('upsolved', 6, inContest);
    const upsolvedAgain = judged('upsolved again', 7, inContest);
    const linked = judged('linked', 1, { submission: null, source: { ...source, how: 'tied' } });
    const both = [upsolvedAgain, upsolved, second, first, linked];
    assert.deepEqual(ids(versionsOf(upsolvedAgain, both)), ['linked', 'upsolved', 'upsolved again']);
    assert.deepEqual(ids(versionsOf(second, both)), ['linked', 'first', 'second']);
    assert.equal(earlierOf(upsolved, both)?.requestId, 'linked');
  });

  it('of a run of the samples are such runs', () => {
    assert.deepEqual(ids(versionsOf(again, all)), ['samples', 'again']);
    assert.equal(earlierOf(again, all)?.requestId, 'samples');
  });

  it('don’t include runs with custom input, which have no versions', () => {
    assert.deepEqual([ids(versionsOf(custom, all)), earlierOf(custom, all)], [[], null]);
  });
});
