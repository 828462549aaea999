import { workspaceOnDisk } from '../../support/workspaceOnDisk';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Uri } from 'vscode';
import { storedSamples } from '../../../../src/editor/samples/findSamples';
import { addSample, changeSample } from '../../../../src/editor/samples/saveSample';

const realPath = fs.promises.realpath;
const hash = '0'.repeat(32);

describe('The samples of a program', () => {
  const inWorkspace = workspaceOnDisk();
  beforeEach(() => void inWorkspace().write('A.cpp', 'int main() {}'));
  const at = (name: string) => path.join(inWorkspace().folder, name);
  const read = (name: string) => fs.readFileSync(at(name), 'utf8');
  const files = () => fs.readdirSync(inWorkspace().folder).sort();
  const program = () => Uri.file(at('A.cpp'));
  const add = (input: string, expected: string | null) =>
    addSample({ realPath }, program(), { input, expected }, null);
  const stored = () => storedSamples(program(), realPath);
  const change = async (index: number, changed: { input: string; expected: string | null } | null) => {
    const sample = (await stored())[index] ?? assert.fail();
    return changeSample({ realPath }, program(), sample, changed);
  };

  it('are numbered in the order of adding them', async () => {
    await add('1\n', '2\n');
    await add('2\n', '3\n');
    await add('3\n', null);
    assert.deepEqual(files(), ['A.1.ans', 'A.1.in', 'A.2.ans', 'A.2.in', 'A.3.in', 'A.cpp']);
    assert.deepEqual([read('A.2.in'), read('A.2.ans')], ['2\n', '3\n']);
  });

  it('are changed in their files, and removed with both of them', async () => {
    await add('1\n', '2\n');
    await change(0, { input: '5\n', expected: '6\n' });
    assert.deepEqual([read('A.1.in'), read('A.1.ans')], ['5\n', '6\n']);
    await change(0, { input: '5\n', expected: null });
    assert.deepEqual(files(), ['A.1.in', 'A.cpp']);
    await change(0, { input: '5\n', expected: '7\n' });
    assert.deepEqual([files(), read('A.1.ans')], [['A.1.ans', 'A.1.in', 'A.cpp'], '7\n']);
    await change(0, null);
    assert.deepEqual(files(), ['A.cpp']);
  });

  it('keep the encoding and the line breaks of a file whose text isn’t changed', async () => {
    inWorkspace().write('A.1.in', '1\r\n2');
    inWorkspace().write('A.1.ans', '3\n');
    await change(0, { input: '1\n2\n', expected: '4\n' });
    assert.deepEqual([read('A.1.in'), read('A.1.ans')], ['1\r\n2', '4\n']);
  });

  it('get a file for the expected output that is found for their input', async () => {
    for (const name of ['in1.txt', 'A_input2.txt', 'A.in.3', 'A4.INP']) {
      inWorkspace().write(name, 'x\n');
      await change(0, { input: 'x\n', expected: 'y\n' });
      const [sample] = await stored();
      assert.equal(sample?.expected, 'y\n', name);
      await change(0, null);
      assert.deepEqual(files(), ['A.cpp'], name);
    }
  });

  it('are changed and removed in cph’s file if they are stored there', async () => {
    const name = `.cph/.A.cpp_${hash}.prob`;
    const tests = [
      { id: 1, input: '1', output: '2' },
      { id: 7, input: '3', output: '4' },
    ];
    inWorkspace().write(name, JSON.stringify({ srcPath: at('A.cpp'), tests, more: true }));
    await change(1, { input: '30', expected: '40' });
    const changed = { id: 7, input: '30', output: '40' };
    assert.deepEqual(JSON.parse(read(name)), {
      srcPath: at('A.cpp'),
      tests: [tests[0], changed],
      more: true,
    });
    await change(0, null);
    assert.deepEqual((JSON.parse(read(name)) as { tests: unknown }).tests, [changed]);
    await add('5\n', '6\n');
    assert.deepEqual((JSON.parse(read(name)) as { tests: unknown[] }).tests.length, 2);
    assert.deepEqual(files(), ['.cph', 'A.cpp']);
  });

  it('aren’t changed in cph’s file if another program changed them meanwhile', async () => {
    const name = `.cph/.A.cpp_${hash}.prob`;
    const problem = (input: string) =>
      JSON.stringify({ srcPath: at('A.cpp'), tests: [{ id: 1, input, output: '2' }] });
    inWorkspace().write(name, problem('1'));
    const [sample] = await stored();
    inWorkspace().write(name, problem('9'));
    const saved = await changeSample({ realPath }, program(), sample ?? assert.fail(), null);
    assert.equal(saved.kind, 'failed');
    assert.equal(read(name), problem('9'));
  });
});
