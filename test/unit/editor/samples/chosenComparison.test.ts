import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri, workspace, type FileRenameEvent, type Memento } from 'vscode';
import { chosenComparison, storeComparison } from '../../../../src/editor/samples';
import { registerSamples } from '../../../../src/editor/samples/register';
import { ruleOf } from '../../../../src/editor/samples/chosenComparison';
import { compareOutputs, type ComparisonRule } from '../../../../src/results';
import { settle } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

/** Storage of a workspace that nothing was stored in. */
function memento(): Memento {
  const values = new Map<string, unknown>();
  return standIn<Memento>({
    get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void values.set(key, value),
  });
}

const program = Uri.file('/home/ann/A.cpp');

describe('The comparison that the user chose', () => {
  it('applies to all programs of the problem, until it is reset', async () => {
    const storage = memento();
    assert.equal(chosenComparison(storage, program), null);
    await storeComparison(storage, program, 1e-4);
    assert.equal(chosenComparison(storage, program), 1e-4);
    assert.equal(chosenComparison(storage, Uri.file('/home/ann/A.py')), 1e-4);
    assert.equal(chosenComparison(storage, Uri.file('/home/ann/B.cpp')), null);
    await storeComparison(storage, program, 'caseless');
    assert.equal(chosenComparison(storage, program), 'caseless');
    await storeComparison(storage, program, null);
    assert.equal(chosenComparison(storage, program), null);
  });

  it('also applies after the program or its folder was renamed, and to a program that keeps its name', async () => {
    const storage = memento();
    const { onDidRenameFiles } = workspace;
    let rename: (event: FileRenameEvent) => void = () => assert.fail();
    Object.assign(workspace, { onDidRenameFiles: (listener: typeof rename) => void (rename = listener) });
    registerSamples(storage, () => assert.fail());
    Object.assign(workspace, { onDidRenameFiles });
    const renamed = async (from: string, to: string): Promise<void> => {
      rename({ files: [{ oldUri: Uri.file(from), newUri: Uri.file(to) }] });
      await settle();
    };
    await storeComparison(storage, program, 'words');
    await renamed('/home/ann/A.cpp', '/home/ann/sum.cpp');
    await renamed('/home/ann', '/day 1');
    await renamed('/other/B.cpp', '/home/ann/B.cpp');
    for (const name of ['/home/ann/A.py', '/home/ann/sum.cpp', '/day 1/sum.py'])
      assert.equal(chosenComparison(storage, Uri.file(name)), 'words', name);
    assert.equal(chosenComparison(storage, Uri.file('/home/ann/B.cpp')), null);
  });

  it('ignores stored values that it doesn’t know', async () => {
    const storage = memento();
    for (const value of ['bytes', 2, 0, null, {}]) {
      await storage.update('comparisons', { [Uri.file('/home/ann/A').toString()]: value });
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

  it('compares numbers within an error, and other words as the judge does', () => {
    const isRight = (usual: ComparisonRule | undefined): boolean =>
      compareOutputs(ruleOf(1e-6, usual), 'YES 0.30000001', 'Yes 0.3\n').verdict === 'right';
    assert.deepEqual(
      [isRight({ unit: 'tokens', caseless: 'unicode' }), isRight({ unit: 'lines' }), isRight(undefined)],
      [true, false, false],
    );
  });
});
