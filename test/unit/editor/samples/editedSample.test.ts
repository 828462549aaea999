import { workspaceOnDisk } from '../../support/workspaceOnDisk';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Uri } from 'vscode';
import { EditedSample } from '../../../../src/editor/samples/editedSample';
import { storedSamples } from '../../../../src/editor/samples/findSamples';
import { changeSample } from '../../../../src/editor/samples/saveSample';

const realPath = fs.promises.realpath;
const hash = '0'.repeat(32);

describe('A sample that is edited', () => {
  const inWorkspace = workspaceOnDisk();
  beforeEach(() => void inWorkspace().write('A.cpp', 'int main() {}'));
  const at = (name: string) => path.join(inWorkspace().folder, name);
  const read = (name: string) => fs.readFileSync(at(name), 'utf8');
  const files = () => fs.readdirSync(inWorkspace().folder).sort();
  const program = () => Uri.file(at('A.cpp'));
  const stored = () => storedSamples(program(), realPath);
  const edited = async (index: number) =>
    new EditedSample({ realPath }, program(), (await stored())[index] ?? assert.fail());
  const newSample = () => new EditedSample({ realPath }, program(), null);

  it('is stored once if it is saved twice at the same time, while more is typed', async () => {
    const sample = newSample();
    sample.texts = { input: '1', expected: '2' };
    const saves = [sample.save(), sample.save()];
    sample.texts = { input: '1', expected: '23' };
    assert.equal(await sample.hasUnsaved(), false);
    const [first, second] = await Promise.all(saves);
    assert.deepEqual([first?.kind, second?.kind], ['saved', 'unchanged']);
    sample.texts = { input: '1', expected: '234' };
    assert.equal(await sample.hasUnsaved(), true);
    await sample.save();
    assert.deepEqual(files(), ['A.1.ans', 'A.1.in', 'A.cpp']);
    assert.equal(read('A.1.ans'), '234\n');
  });

  it('isn’t lost if its files were removed, and saved again', async () => {
    inWorkspace().write('A.1.in', '1\n');
    inWorkspace().write('A.1.ans', '2\n');
    const sample = await edited(0);
    for (const name of ['A.1.in', 'A.1.ans']) fs.rmSync(at(name));
    sample.texts = { input: '1', expected: '3' };
    assert.equal((await sample.save()).kind, 'saved');
    assert.deepEqual([read('A.1.in'), read('A.1.ans')], ['1\n', '3\n']);
  });

  it('replaces a text that another program wrote meanwhile only if it is saved again', async () => {
    inWorkspace().write('A.1.in', '1\n');
    inWorkspace().write('A.1.ans', '2\n');
    const sample = await edited(0);
    inWorkspace().write('A.1.ans', 'other\n');
    sample.texts = { input: '1', expected: '3' };
    assert.deepEqual(await sample.save(), {
      kind: 'failed',
      words: 'The sample wasn’t saved: it has changed meanwhile. Save again to replace it.',
    });
    assert.equal(read('A.1.ans'), 'other\n');
    assert.equal((await sample.save()).kind, 'saved');
    assert.equal(read('A.1.ans'), '3\n');
  });

  it('takes the text that another program wrote meanwhile if nothing was typed', async () => {
    inWorkspace().write('A.1.in', '1\n');
    inWorkspace().write('A.1.ans', '2\n');
    const [sample, typed] = [await edited(0), await edited(0)];
    inWorkspace().write('A.1.ans', 'other\n');
    typed.texts = { input: '1', expected: '3' };
    const [now] = await stored();
    assert.deepEqual([sample.refresh(now ?? null), typed.refresh(now ?? null)], [true, false]);
    assert.deepEqual([sample.texts.expected, typed.texts.expected], ['other\n', '3']);
    assert.equal(await sample.hasUnsaved(), false);
  });

  it('is found in the file of cph after the one before it was removed', async () => {
    const tests = ['1', '2', '3'].map((id) => ({ id: Number(id), input: `${id}\n`, output: `${id}\n` }));
    const problem = { name: 'A', url: '', srcPath: at('A.cpp'), tests };
    inWorkspace().write(`.cph/.A.cpp_${hash}.prob`, JSON.stringify(problem));
    const sample = await edited(1);
    const [first = assert.fail()] = await stored();
    await changeSample({ realPath }, program(), first, null);
    sample.texts = { input: '2', expected: '22' };
    assert.equal((await sample.save()).kind, 'saved');
    assert.deepEqual(
      (await stored()).map(({ expected }) => expected),
      ['22\n', '3\n'],
    );
  });
});
