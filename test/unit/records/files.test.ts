import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, withRetries } from '../../../src/base/fileErrors';
import { StorageFailed } from '../../../src/records';
import { creating, failedAt, nodeFiles, replaceFile } from '../../../src/records/disk/files';
import { packed, unpacked } from '../../../src/records/disk/recordFiles';
import { faulty, refusal, temporaryFolder } from './folders';

describe('nodeFiles', () => {
  const folder = temporaryFolder();
  const path = (name = 'x.json') => join(folder(), name);
  beforeEach(() => fs.mkdirSync(folder(), { recursive: true }));

  it('returns null or an empty list only for missing files', async () => {
    const nowhere = path('no folder/x');
    assert.equal(await nodeFiles.read(nowhere), null);
    assert.equal(await nodeFiles.stat(nowhere), null);
    assert.deepEqual(await nodeFiles.list(nowhere), []);
    await nodeFiles.remove(nowhere);
    await nodeFiles.removeFolder(nowhere);

    fs.writeFileSync(path(), 'a file');
    await assert.rejects(nodeFiles.read(folder()), { name: 'NotAFile' });
    await assert.rejects(nodeFiles.list(path()), { code: 'ENOTDIR' });
    if (process.platform === 'win32') return; // On Windows, a path below a file counts as missing.
    await assert.rejects(nodeFiles.stat(path('x.json/y')), { code: 'ENOTDIR' });
    await assert.rejects(nodeFiles.remove(path('x.json/y')), { code: 'ENOTDIR' });
  });

  it('removes a folder only if it is empty', async () => {
    fs.mkdirSync(path('empty'));
    fs.writeFileSync(path(), 'kept');
    await nodeFiles.removeFolder(path('empty'));
    await nodeFiles.removeFolder(folder());
    assert.deepEqual(fs.readdirSync(folder()), ['x.json']);
    if (process.platform === 'win32') return; // On Windows, a path that isn't a folder counts as missing.
    await assert.rejects(nodeFiles.removeFolder(path()), { code: 'ENOTDIR' });
  });

  it('creates files without overwriting', async () => {
    await nodeFiles.create(path(), 'first', false);
    await assert.rejects(nodeFiles.create(path(), 'second', false), { code: 'EEXIST' });
    assert.equal(fs.readFileSync(path(), 'utf8'), 'first');
  });

  it('gives a replaced file a new version, and an untouched file the same version', async () => {
    await replaceFile(nodeFiles, path(), 'one', 'a');
    const version = async () => (await nodeFiles.stat(path()))?.version;
    const before = await version();
    assert.equal(await version(), before);
    await replaceFile(nodeFiles, path(), 'two!', 'b');
    assert.notEqual(await version(), before);
  });

  it('syncs the file first, then its folder', async () => {
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

  it('notifies a watcher until it is disposed, without keeping the process alive', async () => {
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

  it('keeps the old file intact and leaves no partial file if replacing fails', async () => {
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

  it('creates missing folders for a new file, but nothing if the disk rejects it', async () => {
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

  it('fails without looping if a parent folder can’t be created', async () => {
    if (process.platform === 'win32') return; // On Windows, only administrators can create links.
    fs.symlinkSync(path('not mounted'), path('link'));
    await assert.rejects(nodeFiles.makeFolder(path('link/a/b')), { code: 'ENOENT' });
    fs.writeFileSync(path(), 'a file');
    await assert.rejects(nodeFiles.makeFolder(path('x.json/a')), { code: 'ENOTDIR' });
  });

  describe('on Windows', () => {
    const windows = (slept: number[]) => ({
      platform: 'win32' as const,
      sleep: (ms: number) => Promise.resolve(void slept.push(ms)),
    });

    for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
      it(`retries while another program has the file open (${code})`, async () => {
        const slept: number[] = [];
        const answers = [refusal(code), refusal(code)];
        await withRetries(async () => {
          const error = answers.shift();
          if (error) throw error;
        }, windows(slept));
        assert.deepEqual(slept, [10, 20]);
      });
    }

    it('fails after several retries, or immediately on any other error', async () => {
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

describe('failedAt', () => {
  it('converts an operating system error to a StorageFailed with path and cause', () => {
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

  it('returns a StorageFailed unchanged', () => {
    const failed = new StorageFailed({ kind: 'full', path: '/a' });
    assert.equal(failedAt('/b', failed), failed);
  });

  it('uses the error’s message if it has no code', () => {
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

describe('packed and unpacked', () => {
  it('leave short text plain and compress long text', async () => {
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

  it('treat text as compressed only if it begins with both gzip magic bytes', async () => {
    assert.equal(await unpacked(Buffer.from([0x1f, 0x41])), '\u001fA');
    assert.equal(await unpacked(Buffer.from([0x41, 0x8b])), 'A\ufffd');
  });
});
