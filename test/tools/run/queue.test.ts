import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { longestFirst, take } from '../../ui/queue';

describe('the queue of the UI tests', () => {
  let folder: string;
  before(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'queue-'));
  });
  after(() => fs.rm(folder, { recursive: true }));

  it('gives each file to one of those who ask for it at the same time', async () => {
    const askers = Array.from({ length: 20 }, () => take('test/ui/one.test.ts', folder));
    assert.equal((await Promise.all(askers)).filter(Boolean).length, 1);
    assert.equal(await take('test/ui/another.test.ts', folder), true);
  });

  it('that is not there gives every file', async () => {
    assert.deepEqual([await take('one.test.ts', ''), await take('one.test.ts', '')], [true, true]);
  });

  it('that has been removed meanwhile is a failure, and no file that somebody else has', async () => {
    await assert.rejects(take('one.test.ts', path.join(folder, 'gone')), /ENOENT/);
  });

  it('begins with what takes long: what waits for judgings, then the longest files', async () => {
    const sizes = { 'small.test.ts': 10, 'large.test.ts': 2000, 'faults.test.ts': 1 };
    await fs.mkdir(path.join(folder, 'test/ui'), { recursive: true });
    for (const [name, size] of Object.entries(sizes))
      await fs.writeFile(path.join(folder, 'test/ui', name), 'x'.repeat(size));
    const files = Object.keys(sizes).map((name) => `test/ui/${name}`);
    assert.deepEqual(
      (await longestFirst(files, folder)).map((file) => path.basename(file)),
      ['faults.test.ts', 'large.test.ts', 'small.test.ts'],
    );
  });
});
