import { progressShown, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { GatheredNotice } from '../../../../src/editor/pending/gatheredNotice';
import { endWords } from '../../../../src/editor/pending/notices';
import { failureIn } from '../../../../src/judge';
import { luogu } from '../../../support/profiles';
import { FakeClock } from '../../support/fakeClock';
import { envelope, key, makeStore, newRecord, oneCase, rules, subtask } from '../../records/fixtures';

describe('the notice of an end', () => {
  beforeEach(() => speak('en'));

  async function wordsFor(score: number | null, unit: string | null): Promise<string> {
    const { store } = makeStore();
    const own = { ...rules, units: { ...rules.units, score: unit } };
    const judge = { id: 1, status: 12, score, time: 3, memory: 800, subtasks: [] };
    const accepted = await store.receive(
      key,
      { envelope: envelope(12, [], { data: { compile: null, judge } }), raw: null },
      { via: 'ask', receivedAt: 1, add: newRecord('r1', { rules: own }) },
    );
    assert.ok(accepted.kind === 'taken');
    return endWords(accepted.record, null);
  }

  it('has the score as the list has it: rounded, with a unit that is not points', async () => {
    assert.equal(await wordsFor(100, 'points'), 'r1: S12 N12, 100 points');
    assert.equal(await wordsFor(200 / 3, null), 'r1: S12 N12, score 66.67');
    assert.equal(await wordsFor(66, '%'), 'r1: S12 N12, score 66 %');
    assert.equal(await wordsFor(null, 'points'), 'r1: S12 N12');
  });

  it('names the first failed case, how many failed, and the points', async () => {
    const { store } = makeStore();
    const cases = [oneCase(3, 12), oneCase(4, 6), oneCase(5, 5)];
    const own = {
      rules: luogu.rules,
      submission: { problemId: 'P1115', title: null, place: null, language: 'c', optimise: false },
    };
    const judged = envelope(14, [subtask(1, cases)]);
    const accepted = await store.receive(
      key,
      { envelope: judged, raw: null },
      { via: 'ask', receivedAt: 1, add: newRecord('r1', own) },
    );
    assert.ok(accepted.kind === 'taken');
    const { first } = failureIn(judged, luogu.rules);
    assert.equal(endWords(accepted.record, first), 'P1115: WA on case 4 (2 of 3 failed), 0 points');
  });
});

describe('GatheredNotice', () => {
  it('tells the first at once, counts what comes soon after in one notice, and tells that together', async () => {
    progressShown.length = 0;
    const clock = new FakeClock();
    const told: string[] = [];
    const notice = new GatheredNotice<string>(
      { tell: (items) => void told.push(items.join()), soFar: (items) => `${items.length} more` },
      clock,
    );
    notice.add(['a']);
    assert.deepEqual(told, ['a']);
    await clock.advance(1000);
    notice.add(['b']);
    await clock.advance(9000);
    notice.add(['c', 'd']);
    await clock.advance(9000);
    assert.deepEqual(told, ['a']);
    assert.deepEqual(progressShown, ['1 more', '3 more']);
    await clock.advance(2000);
    assert.deepEqual(told, ['a', 'b,c,d']);
    notice.add(['e']);
    assert.deepEqual(told, ['a', 'b,c,d', 'e']);
    await clock.advance(60_000);
    assert.deepEqual([told.length, clock.timerCount], [3, 0]);
  });
});
