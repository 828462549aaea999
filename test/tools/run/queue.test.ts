import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { longestFirst, take } from '../../ui/queue';

describe('The UI test queue', () => {
  let folder: string;
  before(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'queue-'));
  });
  after(() => fs.rm(folder, { recursive: true }));

  it('gives each file to exactly one of several concurrent processes', async () => {
    const askers = Array.from({ length: 20 }, () => take('test/ui/one.test.ts', folder));
    assert.equal((await Promise.all(askers)).filter(Boolean).length, 1);
    assert.equal(await take('test/ui/another.test.ts', folder), true);
  });

  it('gives each file to every process without a shared folder', async () => {
    assert.deepEqual([await take('one.test.ts', ''), await take('one.test.ts', '')], [true, true]);
  });

  it('fails and returns no file if its folder was removed meanwhile', async () => {
    await assert.rejects(take('one.test.ts', path.join(folder, 'gone')), /ENOENT/);
  });

  it('starts with slow files: first those that wait for results, then the largest', async () => {
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
