import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { WorkingFolder, type ProblemFiles } from '../../../../src/local/folders/workingFolder';
import { localFolder } from '../localFolder';

const folder = localFolder();
const unknown: ProblemFiles = { input: null, output: null };

/** Creates the working folder of a program next to some files. */
async function create(
  code: string,
  others: Readonly<Record<string, string>> = {},
  problemFiles: ProblemFiles = unknown,
): Promise<WorkingFolder> {
  const user = path.join(folder(), 'user');
  for (const [name, text] of Object.entries(others)) {
    await fs.mkdir(path.dirname(path.join(user, name)), { recursive: true });
    await fs.writeFile(path.join(user, name), text);
  }
  const file = path.join(user, 'sum.cpp');
  return WorkingFolder.create(path.join(folder(), 'private'), { file, code }, 'the input', problemFiles);
}

async function filesIn(working: WorkingFolder): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const entry of await fs.readdir(working.path, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path.relative(working.path, file)] = await fs.readFile(file, 'utf8');
  }
  return found;
}

describe('The working folder of a case', () => {
  it('contains the input under the name that the program opens, and never the expected output', async () => {
    const code = `freopen("sum.in", "r", stdin); freopen("sum.out", "w", stdout);`;
    const working = await create(code, { 'sum.in': 'the sample', 'sum.out': '3' });
    assert.deepEqual(await filesIn(working), { 'sum.in': 'the input' });
  });

  it('contains the input under the name that the problem states', async () => {
    const working = await create('open(name)', {}, { input: 'lines.txt', output: 'result.txt' });
    assert.deepEqual(await filesIn(working), { 'lines.txt': 'the input' });
  });

  it('contains copies of the files that the program names, and no others', async () => {
    const code = `open('words.txt'); open("./data/table.csv"); open("../other.txt"); open("missing.txt")`;
    const others = { 'words.txt': 'w', 'data/table.csv': 't', '../other.txt': 'o', 'notes.md': 'n' };
    const working = await create(code, others);
    assert.deepEqual(await filesIn(working), { 'words.txt': 'w', 'data/table.csv': 't' });
    assert.equal((await fs.lstat(path.join(working.path, 'words.txt'))).isSymbolicLink(), false);
  });

  it('lists what the program has written, and not what it has read', async () => {
    const working = await create(`"words.txt"`, { 'words.txt': 'w' });
    await fs.writeFile(path.join(working.path, 'log.txt'), 'abc');
    assert.deepEqual(await working.written(), [{ name: 'log.txt', bytes: 3 }]);
    const before = new Date(Date.now() - 10_000);
    await fs.utimes(path.join(working.path, 'words.txt'), before, before);
    assert.deepEqual(
      (await working.written()).map(({ name }) => name),
      ['log.txt', 'words.txt'],
    );
  });

  /** Returns the name of the file that counts as the output. */
  async function outputWith(
    standardOutput: string,
    written: readonly string[],
    problemFiles: ProblemFiles = unknown,
  ): Promise<string> {
    const working = await create('', {}, problemFiles);
    await fs.writeFile(working.output, standardOutput);
    for (const name of written) await fs.writeFile(path.join(working.path, name), '3');
    return path.basename(await working.outputFile(await working.written()));
  }

  it('uses a file as the output if the program wrote nothing else', async () => {
    assert.equal(await outputWith('', ['sum.out']), 'sum.out');
    assert.equal(await outputWith('\n', ['result']), 'result');
    assert.equal(await outputWith('', ['sum.out', 'log.txt']), 'sum.out');
    assert.equal(await outputWith('', ['a.txt', 'b.txt']), 'output');
    assert.equal(await outputWith('3', ['log.txt']), 'output');
    assert.equal(await outputWith('', []), 'output');
  });

  it('uses the file that the problem states, whatever the program prints', async () => {
    const stated = { input: null, output: 'result.txt' };
    assert.equal(await outputWith('debug', ['result.txt'], stated), 'result.txt');
    assert.equal(await outputWith('3', [], stated), 'output');
  });

  it('is removed with everything in it', async () => {
    const working = await create('');
    await working.remove();
    assert.deepEqual(await fs.readdir(path.join(folder(), 'private', 'cases')), []);
  });

  it('finds names in a long program in linear time', async () => {
    const timeOf = async (length: number): Promise<number> => {
      const started = performance.now();
      await create('"'.padEnd(length, 'a'));
      return performance.now() - started;
    };
    await timeOf(1000);
    assert.ok((await timeOf(2_000_000)) < 60 * (await timeOf(200_000)));
  });
});
