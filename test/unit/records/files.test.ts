import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageFailed } from '../../../src/records';
import {
  codeOf,
  creating,
  failedAt,
  nodeFiles,
  withRetries,
  replaceFile,
} from '../../../src/records/disk/files';
import { packed, unpacked } from '../../../src/records/disk/recordFiles';
import { faulty, refusal, temporaryFolder } from './folders';

describe('the file system', () => {
  const folder = temporaryFolder();
  const path = (name = 'x.json') => join(folder(), name);
  beforeEach(() => fs.mkdirSync(folder(), { recursive: true }));

  it('says that there is nothing only where there is nothing', async () => {
    const nowhere = path('no folder/x');
    assert.equal(await nodeFiles.read(nowhere), null);
    assert.equal(await nodeFiles.stat(nowhere), null);
    assert.deepEqual(await nodeFiles.list(nowhere), []);
    await nodeFiles.remove(nowhere);
    await nodeFiles.removeFolder(nowhere);

    fs.writeFileSync(path(), 'a file');
    await assert.rejects(nodeFiles.read(folder()), { name: 'NotAFile' });
    await assert.rejects(nodeFiles.list(path()), { code: 'ENOTDIR' });
    if (process.platform === 'win32') return; // there, nothing is below a file
    await assert.rejects(nodeFiles.stat(path('x.json/y')), { code: 'ENOTDIR' });
    await assert.rejects(nodeFiles.remove(path('x.json/y')), { code: 'ENOTDIR' });
  });

  it('removes a folder that is empty, and leaves one that is not', async () => {
    fs.mkdirSync(path('empty'));
    fs.writeFileSync(path(), 'kept');
    await nodeFiles.removeFolder(path('empty'));
    await nodeFiles.removeFolder(folder());
    assert.deepEqual(fs.readdirSync(folder()), ['x.json']);
    if (process.platform === 'win32') return; // there, what is no folder counts as missing
    await assert.rejects(nodeFiles.removeFolder(path()), { code: 'ENOTDIR' });
  });

  it('writes no file over another one', async () => {
    await nodeFiles.create(path(), 'first', false);
    await assert.rejects(nodeFiles.create(path(), 'second', false), { code: 'EEXIST' });
    assert.equal(fs.readFileSync(path(), 'utf8'), 'first');
  });

  it('gives a replaced file another version, and an untouched one the same', async () => {
    await replaceFile(nodeFiles, path(), 'one', 'a');
    const version = async () => (await nodeFiles.stat(path()))?.version;
    const before = await version();
    assert.equal(await version(), before);
    await replaceFile(nodeFiles, path(), 'two!', 'b');
    assert.notEqual(await version(), before);
  });

  it('brings what is to survive a power cut down to the disk: the file, and then its name', async () => {
    const handle = await open(folder(), 'r');
    const kind = Object.getPrototypeOf(handle) as { sync: (this: { fd: number }) => Promise<void> };
    await handle.close();
    const real = kind.sync;
    const synced: string[] = [];
    kind.sync = function (this: { fd: number }) {
      synced.push(fs.fstatSync(this.fd).isDirectory() ? 'folder' : 'file');
      return real.call(this);
    };
    try {
      await nodeFiles.create(path('lock'), '', false);
      assert.deepEqual(synced, []);
      await replaceFile(nodeFiles, path(), 'text', 'a');
    } finally {
      kind.sync = real;
    }
    assert.deepEqual(synced, process.platform === 'win32' ? ['file'] : ['file', 'folder']);
  });

  it('is watched until nobody wants to know any more, and keeps no process alive for it', async () => {
    const heard: string[] = [];
    const told = new Promise<void>((resolve) => {
      const watch = (who: string, listener: () => void) =>
        nodeFiles.watch(folder(), listener, (error) => assert.fail(`${who}: ${String(error)}`));
      watch('first', () => heard.push('first')).dispose();
      const second = watch('second', () => {
        second.dispose();
        heard.push('second');
        resolve();
      });
    });
    assert.ok(!process.getActiveResourcesInfo().includes('FSEventWrap'));
    fs.writeFileSync(path(), 'news');
    await told;
    assert.deepEqual(heard, ['second']);
  });

  it('leaves the old file whole and nothing half-written where the new one cannot be put in its place', async () => {
    await replaceFile(nodeFiles, path(), 'old', 'a');
    const refusing = faulty((method) => {
      if (method === 'rename') throw refusal('EPERM');
    });
    await assert.rejects(replaceFile(refusing, path(), 'new', 'b'), (error) => {
      assert.ok(error instanceof StorageFailed);
      assert.deepEqual(error.problem, { kind: 'readOnly', path: path() });
      return true;
    });
    assert.deepEqual([fs.readdirSync(folder()), fs.readFileSync(path(), 'utf8')], [['x.json'], 'old']);
  });

  it('makes a missing folder for a new file, and nothing for one that is refused', async () => {
    await creating(nodeFiles, path('a/b/c.json'), 'text');
    assert.equal(fs.readFileSync(path('a/b/c.json'), 'utf8'), 'text');
    const made: string[] = [];
    const refusing = faulty((method, where) => {
      if (method === 'create') throw refusal('EROFS');
      if (method === 'makeFolder') made.push(where);
    });
    await assert.rejects(creating(refusing, path('d/e.json'), 'text'), { code: 'EROFS' });
    assert.deepEqual(made, []);
  });

  it('does not try for ever to make a folder where its parent leads nowhere', async () => {
    if (process.platform === 'win32') return; // links are for administrators there
    fs.symlinkSync(path('not mounted'), path('link'));
    await assert.rejects(nodeFiles.makeFolder(path('link/a/b')), { code: 'ENOENT' });
    fs.writeFileSync(path(), 'a file');
    await assert.rejects(nodeFiles.makeFolder(path('x.json/a')), { code: 'ENOTDIR' });
  });

  describe('of Windows', () => {
    const windows = (slept: number[]) => ({
      platform: 'win32' as const,
      sleep: (ms: number) => Promise.resolve(void slept.push(ms)),
    });

    for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
      it(`is asked again where a file is open elsewhere (${code})`, async () => {
        const slept: number[] = [];
        const answers = [refusal(code), refusal(code)];
        await withRetries(async () => {
          const error = answers.shift();
          if (error) throw error;
        }, windows(slept));
        assert.deepEqual(slept, [10, 20]);
      });
    }

    it('is believed in the end, and at once where something else is wrong', async () => {
      const slept: number[] = [];
      await assert.rejects(
        withRetries(() => Promise.reject(refusal('EBUSY')), windows(slept)),
        { code: 'EBUSY' },
      );
      assert.deepEqual(slept, [10, 20, 40, 80, 160, 320]);
      await assert.rejects(
        withRetries(() => Promise.reject(refusal('ENOSPC')), windows(slept)),
        { code: 'ENOSPC' },
      );
      const elsewhere = { ...windows(slept), platform: 'linux' as const };
      await assert.rejects(
        withRetries(() => Promise.reject(refusal('EPERM')), elsewhere),
        { code: 'EPERM' },
      );
      assert.equal(slept.length, 6);
    });
  });
});

describe('what the operating system said', () => {
  it('is told in our words, with what it was about and what was caught', () => {
    const kinds = {
      ENOSPC: 'full',
      EDQUOT: 'full',
      EROFS: 'readOnly',
      EACCES: 'readOnly',
      EPERM: 'readOnly',
      EIO: 'other',
      ENOENT: 'other',
    };
    for (const [code, kind] of Object.entries(kinds)) {
      const error = refusal(code);
      const failed = failedAt('/a/b', error);
      const expected = kind === 'other' ? { kind, path: '/a/b', code } : { kind, path: '/a/b' };
      assert.deepEqual([failed.problem, failed.cause], [expected, error]);
    }
  });

  it('is not told twice', () => {
    const failed = new StorageFailed({ kind: 'full', path: '/a' });
    assert.equal(failedAt('/b', failed), failed);
  });

  it('is taken as text where it has no code', () => {
    assert.equal(codeOf(refusal('EIO')), 'EIO');
    for (const [error, text] of [
      [null, 'null'],
      [undefined, 'undefined'],
      ['why', 'why'],
      [new Error('why'), 'Error: why'],
      [{ code: 5, toString: () => 'five' }, 'five'],
    ] as const) {
      assert.equal(codeOf(error), text);
    }
  });
});

describe('text on the disk', () => {
  it('is plain as long as it is short, and small where it is long', async () => {
    for (const text of ['', '试 {}', 'x'.repeat(4_096)]) {
      const content = await packed(text);
      assert.equal(content.toString('utf8'), text);
      assert.equal(await unpacked(content), text);
    }
    const long = '试'.repeat(4_097);
    const content = await packed(long);
    assert.ok(content.length < 1_000, String(content.length));
    assert.equal(await unpacked(content), long);
  });

  it('is taken for compressed only where both bytes of gzip begin it', async () => {
    assert.equal(await unpacked(Buffer.from([0x1f, 0x41])), '\u001fA');
    assert.equal(await unpacked(Buffer.from([0x41, 0x8b])), 'A\ufffd');
  });
});
