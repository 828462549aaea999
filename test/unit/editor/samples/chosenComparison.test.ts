import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri, type Memento } from 'vscode';
import { chosenComparison, storeComparison } from '../../../../src/editor/samples';
import { ruleOf } from '../../../../src/editor/samples/chosenComparison';
import { compareOutputs } from '../../../../src/results';
import { standIn } from '../../support/standIn';

/** Storage of a workspace that nothing was stored in. */
function memento(): Memento {
  const values = new Map<string, unknown>();
  return standIn<Memento>({
    get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void values.set(key, value),
  });
}

const program = Uri.file('/work/A.cpp');

describe('The comparison that the user chose', () => {
  it('applies to all programs of the problem, until it is reset', async () => {
    const storage = memento();
    assert.equal(chosenComparison(storage, program), null);
    await storeComparison(storage, program, 1e-4);
    assert.equal(chosenComparison(storage, program), 1e-4);
    assert.equal(chosenComparison(storage, Uri.file('/work/A.py')), 1e-4);
    assert.equal(chosenComparison(storage, Uri.file('/work/B.cpp')), null);
    await storeComparison(storage, program, 'caseless');
    assert.equal(chosenComparison(storage, program), 'caseless');
    await storeComparison(storage, program, null);
    assert.equal(chosenComparison(storage, program), null);
  });

  it('ignores stored values that it doesn’t know', async () => {
    const storage = memento();
    for (const value of ['bytes', 2, 0, null, {}]) {
      await storage.update('comparisons', { [Uri.file('/work/A').toString()]: value });
      assert.equal(chosenComparison(storage, program), null);
    }
  });

  it('is a rule', () => {
    const isRight = (chosen: Parameters<typeof ruleOf>[0], output: string): boolean =>
      compareOutputs(ruleOf(chosen), output, 'Yes 0.3\n').verdict === 'right';
    assert.ok(isRight('exactly', 'Yes 0.3\n') && !isRight('exactly', 'Yes 0.3'));
    assert.ok(isRight('lines', 'Yes 0.3 ') && !isRight('lines', 'Yes  0.3'));
    assert.ok(isRight('words', 'Yes\n0.3') && !isRight('words', 'YES 0.3'));
    assert.ok(isRight('caseless', 'YES 0.3') && !isRight('caseless', 'YES 0.30'));
    assert.ok(isRight(1e-6, 'Yes 0.30000001') && !isRight(1e-6, 'Yes 0.31'));
  });
});
