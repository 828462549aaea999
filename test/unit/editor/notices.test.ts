import { speak } from '../support/vscodeWords';
import assert from 'node:assert/strict';
import { endWords } from '../../../src/editor/pending/notices';
import { envelope, key, makeStore, newRecord, rules } from '../records/fixtures';

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
    return endWords(accepted.record);
  }

  it('has the score as the list has it: rounded, with a unit that is not points', async () => {
    assert.equal(await wordsFor(100, 'points'), 'r1: S12 N12, score 100');
    assert.equal(await wordsFor(200 / 3, null), 'r1: S12 N12, score 66.67');
    assert.equal(await wordsFor(66, '%'), 'r1: S12 N12, score 66 %');
    assert.equal(await wordsFor(null, 'points'), 'r1: S12 N12');
  });
});
