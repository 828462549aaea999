import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { samplesInArchive } from '../../../../../src/judges/adapters/shared/samplesArchive';
import { filesInZip } from '../../../../../src/judges/adapters/shared/unzip';
import { zipOf } from '../../../../../src/judges/adapters/shared/zip';

/** Returns an archive with a single deflated file whose directory contains this size. */
function deflated(path: string, text: string, size = Buffer.byteLength(text)): Uint8Array {
  const packed = deflateRawSync(text);
  const archive = Buffer.from(
    zipOf([{ fileName: path, text: packed.toString('latin1').replace(/[^]/g, 'x') }]),
  );
  const start = 30 + path.length;
  packed.copy(archive, start);
  const entry = start + packed.length;
  archive.writeUInt16LE(8, entry + 10);
  archive.writeUInt32LE(size, entry + 24);
  return archive;
}

const limits = { entries: 10, size: 1_000 };
const textsIn = async (archive: Uint8Array, own = limits) =>
  (await filesInZip(archive, own, () => true))?.map(({ path, content }) => [
    path,
    Buffer.from(content).toString(),
  ]) ?? null;

describe('The samples in an archive', () => {
  const files = {
    'A/10.in': 'ten',
    'A/10.ans': '10',
    'A/2.in': 'two',
    'A/2.ans': '2',
    'B/1.in': 'é\n',
    'B/1.out': '',
    'B/statement.pdf': '%PDF',
    'A/statement.html': '<p>Add.</p>',
    'D/1.in': '1',
    'D/1.ans': '1',
    'D/statement.txt': 'x'.repeat(40_000_000),
    'B/attachments/1.in': 'x',
    'C/1.in': 'without an answer',
    'contest.pdf': '',
    'sample.in': 'one',
    'sample.ans': '1',
  };
  const archive = zipOf(Object.entries(files).map(([fileName, text]) => ({ fileName, text })));

  it('are read from the folder of their problem, with the answers of both names', async () => {
    const samples = async (folder: string) => (await samplesInArchive(archive, folder))?.samples;
    assert.deepEqual(await samples('A/'), [
      { input: 'two', expected: '2' },
      { input: 'ten', expected: '10' },
    ]);
    assert.deepEqual(await samples('B/'), [{ input: 'é\n', expected: '' }]);
    assert.deepEqual(await samples('C/'), []);
    assert.deepEqual(await samples(''), [{ input: 'one', expected: '1' }]);
    assert.equal(await samplesInArchive(new TextEncoder().encode('<html>'), ''), null);
  });

  it('come with the statement, unless it is a PDF or too large', async () => {
    const statement = async (folder: string) => (await samplesInArchive(archive, folder))?.statement;
    assert.equal(await statement('A/'), '<p>Add.</p>');
    assert.equal(await statement('B/'), '');
    assert.deepEqual(await samplesInArchive(archive, 'D/'), {
      samples: [{ input: '1', expected: '1' }],
      statement: '',
    });
  });

  it('are refused without decompressing them if they are larger than the limit', async () => {
    const bomb = deflated('1.in', 'x'.repeat(100), 64 * 1024 * 1024);
    assert.equal(await samplesInArchive(bomb, ''), null);
    // the archive understates the size
    assert.equal(await samplesInArchive(deflated('1.in', 'x'.repeat(1_000_000), 10), ''), null);
  });
});

describe('The reader of ZIP archives', () => {
  it('reads stored and deflated files', async () => {
    assert.deepEqual(await textsIn(zipOf([{ fileName: 'a', text: 'stored' }])), [['a', 'stored']]);
    assert.deepEqual(await textsIn(deflated('b', 'a'.repeat(900))), [['b', 'a'.repeat(900)]]);
    assert.deepEqual(await textsIn(zipOf([])), []);
  });

  it('rejects archives that are too large, or larger than they say', async () => {
    const files = Array.from({ length: 11 }, (_, index) => ({ fileName: `f${index}`, text: '' }));
    assert.equal(await textsIn(zipOf(files)), null);
    assert.equal(await textsIn(deflated('b', 'a'.repeat(1_001))), null);
    assert.equal(await textsIn(deflated('b', 'a'.repeat(1_000_000), 900)), null);
    assert.equal(await textsIn(deflated('b', 'a'.repeat(100), 900)), null);
  });

  it('rejects damaged archives', async () => {
    const archive = deflated('b', 'text '.repeat(100));
    for (let end = 0; end < archive.length; end += 1)
      assert.equal(await textsIn(archive.slice(0, end)), null, String(end));
    for (let index = 0; index < archive.length; index += 1) {
      const damaged = archive.slice();
      damaged[index] = 0xff;
      await textsIn(damaged);
    }
  });
});
