import { settings } from '../../support/vscodeWords';
import { workspaceOnDisk } from '../../support/workspaceOnDisk';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Uri } from 'vscode';
import { findSamples } from '../../../../src/editor/samples/findSamples';

const hash = '0'.repeat(32);

describe('A program’s samples', () => {
  const workspace = workspaceOnDisk();
  afterEach(() => {
    delete settings['general.saveLocation'];
  });

  const program = () => path.join(workspace().folder, 'A.cpp');
  const found = (realPath: typeof fs.promises.realpath | null = fs.promises.realpath) =>
    findSamples(Uri.file(program()), realPath);
  const inputs = async () => (await found()).samples.map(({ input }) => input);

  function pair(name: string, input: string): void {
    workspace().write(`${name}.in`, input);
    workspace().write(`${name}.out`, '2');
  }

  const problem = (input: string) => JSON.stringify({ srcPath: 'A.cpp', tests: [{ input, output: '3' }] });

  it('are the files next to the program, and the samples stored by cph', async () => {
    pair('1', 'one');
    pair('2', 'two');
    workspace().write(`.cph/.A.cpp_${hash}.prob`, problem('kept'));
    assert.deepEqual(await inputs(), ['kept', 'one', 'two']);
  });

  it('may be in a folder “test”, and may lack the expected output', async () => {
    const { write } = workspace();
    write('test/sample-1.in', 'first');
    write('test/sample-1.out', '1');
    write('test/sample-2.in', 'second');
    write('test/deeper/3.in', 'third');
    assert.deepEqual((await found()).samples, [
      { input: 'first', expected: '1', isOwnSample: true },
      { input: 'second', expected: null, isOwnSample: true },
    ]);
  });

  it('are checked for size first, a few at a time, and not read if too large', async () => {
    for (let id = 0; id < 200; id += 1) {
      pair(`${id}`, 'x');
      fs.truncateSync(path.join(workspace().folder, `${id}.in`), 8 * 1024 * 1024);
    }
    pair('5000', 'small');
    const { samples, skipped: left } = await found();
    assert.deepEqual([samples, left.length], [[], 201]);
    assert.deepEqual(left[0], { name: '0.in', size: 8 * 1024 * 1024 + 1 });
    const { reads } = workspace();
    assert.deepEqual([reads.names, reads.bytes], [[], 0]);
    assert.ok(reads.atOnce <= 8, `${reads.atOnce} at once`);
  });

  it('that were skipped are all counted', async () => {
    for (let id = 0; id < 1000; id += 1) pair(`${id}`, `${id}`);
    const { samples, skipped: left } = await found();
    assert.deepEqual([samples.length, left.length], [100, 900]);
  });

  it('are read up to 32 MB', async () => {
    for (let id = 0; id < 100; id += 1) pair(`${id}`, `${id} ${'x'.repeat(900_000)}`);
    const { samples, skipped: left } = await found();
    assert.deepEqual([samples.length, samples.length + left.length], [4, 100]);
    const { reads } = workspace();
    assert.ok(
      reads.bytes <= 32 * 1024 * 1024 && reads.atOnce <= 8,
      JSON.stringify([reads.bytes, reads.atOnce]),
    );
  });

  it('exclude links to files outside the workspace', async () => {
    // On Windows, only administrators can create links, and there are no pipes.
    if (process.platform === 'win32') return;
    const { folder, outside, write } = workspace();
    fs.writeFileSync(path.join(outside, 'key'), 'secret');
    fs.writeFileSync(path.join(outside, `.A.cpp_${hash}.prob`), problem('secret'));
    fs.symlinkSync(path.join(outside, 'key'), path.join(folder, '1.in'));
    write('1.out', '1');
    write('2.in', 'two');
    fs.symlinkSync(path.join(outside, 'key'), path.join(folder, '2.out'));
    fs.symlinkSync(outside, path.join(folder, '.cph'));
    // A link within the workspace counts as a file.
    write('tests/three', 'three');
    fs.symlinkSync(path.join(folder, 'tests/three'), path.join(folder, '3.in'));
    write('3.out', '3');
    assert.deepEqual(await inputs(), ['three']);
    const { names } = workspace().reads;
    assert.ok(!names.includes('key') && !names.some((name) => name.endsWith('.prob')), names.join());
    // Links can't be resolved in a browser.
    assert.deepEqual((await found(null)).samples, []);
  });

  it('exclude folders and pipes, without blocking on a pipe', async () => {
    // On Windows, only administrators can create links, and there are no pipes.
    if (process.platform === 'win32') return;
    const { folder, write } = workspace();
    fs.mkdirSync(path.join(folder, '1.in'));
    write('1.out', '1');
    execFileSync('mkfifo', [path.join(folder, '2.in')]);
    write('2.out', '2');
    pair('3', 'three');
    assert.deepEqual(await inputs(), ['three']);
  });

  it('may be stored by cph in a folder that the user configured', async () => {
    settings['general.saveLocation'] = workspace().outside;
    fs.writeFileSync(path.join(workspace().outside, `.A.cpp_${hash}.prob`), problem('elsewhere'));
    assert.deepEqual(await inputs(), ['elsewhere']);
  });

  it('outside the workspace are the files next to the program', async () => {
    const { outside } = workspace();
    fs.writeFileSync(path.join(outside, '1.in'), 'there');
    fs.writeFileSync(path.join(outside, '1.out'), '1');
    const { samples } = await findSamples(Uri.file(path.join(outside, 'A.cpp')), fs.promises.realpath);
    assert.deepEqual(samples, [{ input: 'there', expected: '1', isOwnSample: true }]);
  });
});
