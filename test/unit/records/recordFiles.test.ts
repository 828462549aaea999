import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { StorageFailed, recordKey } from '../../../src/records';
import { nodeFiles } from '../../../src/records/disk/files';
import type { Files } from '../../../src/records/disk/files';
import { patching, removing } from '../../../src/records/operations';
import type { RecordChange } from '../../../src/records/storage';
import { key, origin, progressed } from './fixtures';
import { faulty, recordFilesIn, refusal, temporaryFolder } from './folders';
import type { RecordFilesUnderTest } from './folders';

describe('record files', () => {
  const folder = temporaryFolder();
  const place = (part: string) => join(folder(), part);
  let under: RecordFilesUnderTest;
  beforeEach(() => {
    under = recordFilesIn(folder);
  });

  /** Files whose calls are refused with `code` as long as `refused` names them. */
  function refusing(code: string) {
    const refused = new Set<keyof Files>();
    const files = faulty((method, path) => {
      if (refused.has(method) && !path.includes('locks')) throw refusal(code);
    });
    return { refused, files };
  }

  /** A change that brings a result. */
  function result(id: string, status = 12): RecordChange {
    const body = { envelope: progressed(1, 1, 1, status), raw: null };
    return (current) => current && { ...current, result: { id, receivedAt: 5 }, body };
  }

  const broken = (path: string) =>
    under.problems.filter((one) => one.kind === 'broken' && one.path === path).length;

  it('are written for a change, and for nothing else', async () => {
    const files = under.window();
    const stored = await under.added(files);
    const version = (await nodeFiles.stat(under.fileOf()))?.version;
    const again = await files.update(key, (current) => current, stored);
    assert.deepEqual(again, stored);
    assert.equal((await nodeFiles.stat(under.fileOf()))?.version, version);
    assert.equal(await files.update(recordKey(origin, 'nobody'), patching({ label: 'x' }), null), null);
    assert.deepEqual(fs.readdirSync(place('records')), [basename(under.fileOf())]);
  });

  it('have a revision that grows with each write, though the clock was set back, and over a removal', async () => {
    const files = under.window();
    assert.equal((await under.added(files)).revision, 1_000);
    under.now = 10;
    const second = await files.update(key, patching({ label: 'a' }), null);
    assert.equal(second?.revision, 1_001);
    await files.update(key, removing, second);
    under.now = 2_000;
    assert.equal((await under.added(files)).revision, 2_000);
  });

  it('are not written over when they cannot be read just now', async () => {
    const { refused, files } = refusing('EIO');
    const own = under.window(files);
    const stored = await under.added(own);
    await under.window().update(key, patching({ label: 'of another window' }), null);
    refused.add('read');
    await assert.rejects(own.update(key, patching({ folder: 'file:///w' }), stored), StorageFailed);
    refused.clear();
    assert.equal((await own.read(key, stored))?.record.label, 'of another window');
    assert.deepEqual(under.problems, []);
  });

  it('are written anew from what is known where they are found damaged, and no window misses them then', async () => {
    const own = under.window();
    const stored = await under.added(own);
    fs.writeFileSync(under.fileOf(), '{"format":1');
    const mended = await own.update(key, patching({ label: 'kept' }), stored);
    assert.equal(mended?.record.label, 'kept');
    assert.equal(broken(under.fileOf()), 1);
    await own.update(key, removing, mended);
    assert.equal(await under.window().read(key, mended), null, 'removed on purpose');
  });

  it('that were damaged and asked for again are no longer known by those that knew the damaged one', async () => {
    const own = under.window();
    const stored = await under.added(own);
    fs.writeFileSync(under.fileOf(), '{');
    assert.equal(await under.window().read(key, null), null);
    assert.deepEqual(await own.read(key, stored), stored, 'set aside by another window');
    await under.added(under.window());
    fs.rmSync(under.fileOf());
    assert.equal(await own.read(key, stored), null);
  });

  it('keep the tie’s text as long as it is the tie’s', async () => {
    const files = under.window();
    await under.added(files);
    const tie = async (textHash: string) => {
      await files.writeSource(key, textHash, `text of ${textHash}`);
      await files.update(key, patching({ source: { uri: 'file:///a', how: 'tied', textHash } }), null);
    };
    const [one, two] = ['a'.repeat(64), 'b'.repeat(64)];
    await tie(one);
    await files.update(key, patching({ label: 'new' }), null);
    await files.update(key, result('id1'), null);
    assert.equal(await files.readSource(key, one), `text of ${one}`);
    await tie(two);
    assert.deepEqual(
      [await files.readSource(key, one), await files.readSource(key, two)],
      [null, `text of ${two}`],
    );
    await files.update(key, patching({ source: null }), null);
    assert.deepEqual(fs.readdirSync(place('sources')), []);
  });

  it('say of a text that it was damaged, and keep what is left of it', async () => {
    const files = under.window();
    const hash = 'a'.repeat(64);
    await files.writeSource(key, hash, 'x'.repeat(9_000));
    const [name = ''] = fs.readdirSync(place('sources'));
    fs.truncateSync(join(place('sources'), name), 20);
    await assert.rejects(files.readSource(key, hash), (error) => {
      assert.ok(error instanceof StorageFailed && error.problem.kind === 'broken');
      assert.equal(fs.statSync(error.problem.movedTo ?? '').size, 20);
      return error.cause instanceof Error;
    });
  });

  it('keep the result that is named until another one is whole on the disk', async () => {
    const { refused, files } = refusing('EIO');
    const own = under.window(files);
    await under.added(own);
    await own.update(key, result('first', 6), null);
    for (const method of ['create', 'rename'] as const) {
      refused.add(method);
      await assert.rejects(own.update(key, result('second'), null), (error) => {
        assert.ok(error instanceof StorageFailed);
        const part = method === 'create' ? 'results' : 'records';
        assert.ok(error.problem.path.startsWith(place(part)), error.problem.path);
        return true;
      });
      refused.clear();
      assert.equal(fs.readdirSync(place('results')).length, 1, `${method}: nothing is left of the second`);
      assert.equal((await own.readResult(key, 'first'))?.envelope.data?.judge?.status, 6);
    }
    await own.update(key, result('second'), null);
    assert.equal(await own.readResult(key, 'first'), null);
    assert.equal((await own.readResult(key, 'second'))?.envelope.data?.judge?.status, 12);
  });

  it('that hold JSON which is no result are set aside, with what is wrong in words', async () => {
    const files = under.window();
    await under.added(files);
    await files.update(key, result('id1'), null);
    const [name = ''] = fs.readdirSync(place('results'));
    fs.writeFileSync(join(place('results'), name), '{"type":"judge","data":{"judge":5}}');
    await assert.rejects(files.readResult(key, 'id1'), (error) => {
      assert.ok(error instanceof StorageFailed && error.problem.kind === 'broken');
      assert.match(error.problem.reason, /data\.judge.*: /);
      return error.cause instanceof Error;
    });
    assert.deepEqual(fs.readdirSync(place('results')), []);
  });
});
