import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri, type Memento } from 'vscode';
import { comparisonOfRun, storeComparison } from '../../../../src/editor/samples';
import { storeSentComparison } from '../../../../src/editor/samples/sentComparison';
import type { Judge } from '../../../../src/judges';
import type { ProblemComparison } from '../../../../src/results';
import { leastJudge } from '../../../support/profiles';
import { standIn } from '../../support/standIn';

const program = Uri.file('/home/ann/A.cpp');
const judge = leastJudge('omegaup');
const stated: ProblemComparison = {
  rule: { unit: 'tokens', tolerance: { absolute: 1e-6, relative: 1e-6 } },
  source: 'statement',
  hasSeveralAnswers: true,
};

describe('The comparison that a judge sent with the samples', () => {
  let storage: Memento;
  let values: Map<string, unknown>;

  beforeEach(() => {
    values = new Map();
    storage = standIn<Memento>({
      get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
      update: async (key: string, value: unknown) => void values.set(key, value),
    });
  });

  const compared = (file: Uri, at: Judge | null) =>
    comparisonOfRun({ context: standIn({ workspaceState: storage }) }, file, at, null);

  it('applies to later runs of single cases of the problem', async () => {
    await storeSentComparison(storage, program, judge.id, stated);
    values = new Map(JSON.parse(JSON.stringify([...values])) as [string, unknown][]);
    assert.deepEqual(compared(Uri.file('/home/ann/A.py'), judge), { ...stated, judge: null });
    assert.equal(compared(Uri.file('/home/ann/B.cpp'), judge).source, 'default');
  });

  it('doesn’t apply to another judge, or without a judge', async () => {
    await storeSentComparison(storage, program, judge.id, stated);
    assert.equal(compared(program, leastJudge('kattis')).source, 'default');
    assert.equal(compared(program, null).source, 'default');
  });

  it('is preceded by the user’s choice, and applies again after it is reset', async () => {
    await storeSentComparison(storage, program, judge.id, stated);
    await storeComparison(storage, program, 'exactly');
    assert.deepEqual(compared(program, judge), { rule: { unit: 'text' }, source: 'user', judge: null });
    await storeComparison(storage, program, null);
    assert.equal(compared(program, judge).source, 'statement');
  });

  it('is forgotten if the judge no longer says it', async () => {
    await storeSentComparison(storage, program, judge.id, stated);
    await storeSentComparison(storage, program, judge.id, { rule: { unit: 'lines' }, source: 'default' });
    assert.equal(compared(program, judge).source, 'default');
  });

  it('isn’t used if it was stored in another form', () => {
    for (const value of [
      null,
      1,
      { [Uri.file('/home/ann/A').toString()]: { judge: judge.id, rule: { unit: 'bytes' } } },
    ]) {
      values.set('sentComparisons', value);
      assert.equal(compared(program, judge).source, 'default');
    }
  });
});
