import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { cached, cacheRoot } from '../../../tools/host/cache';
import { environment } from '../../support/environment';

describe('The cache for downloaded test hosts', () => {
  const setVariables = environment();
  let root: string;
  beforeEach(async () => {
    root = await fs.mkdtemp(path.join(os.tmpdir(), 'cache-'));
    setVariables({ JUDGE_TEST_CACHE: root });
  });
  afterEach(() => fs.rm(root, { recursive: true }));

  const fillWith = (text: string) => (folder: string) => fs.writeFile(path.join(folder, 'file'), text);
  const content = async (folder: string) => fs.readFile(path.join(folder, 'file'), 'utf8');

  it('fills a folder once', async () => {
    const first = await cached('host', fillWith('first'));
    const second = await cached('host', fillWith('second'));
    assert.equal(first, path.join(root, 'host'));
    assert.equal(second, first);
    assert.equal(await content(second), 'first');
  });

  it('keeps no folder after a failed download, and retries the next time', async () => {
    const failing = cached('host', async (folder) => {
      await fillWith('half')(folder);
      throw new Error('cut off');
    });
    await assert.rejects(failing, /cut off/);
    assert.deepEqual(await fs.readdir(root), []);
    assert.equal(await content(await cached('host', fillWith('whole'))), 'whole');
  });

  it('keeps the first of two concurrent downloads, and removes the second', async () => {
    const begun: (() => void)[] = [];
    const both = Promise.all(
      ['one', 'two'].map((text) =>
        cached('host', async (folder) => {
          await fillWith(text)(folder);
          // Neither continues before the other has started.
          await new Promise<void>((resolve) => {
            begun.push(resolve);
            if (begun.length === 2) begun.forEach((go) => go());
          });
        }),
      ),
    );
    const [one, two] = await both;
    assert.equal(one, two);
    assert.match(await content(one ?? ''), /^(one|two)$/);
    assert.deepEqual(await fs.readdir(root), ['host']);
  });

  it('explains how to fix an unwritable folder', async () => {
    const file = path.join(root, 'file');
    await fs.writeFile(file, '');
    setVariables({ JUDGE_TEST_CACHE: file });
    await assert.rejects(cacheRoot(), /JUDGE_TEST_CACHE/);
  });
});
