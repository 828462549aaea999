import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { StorageFailed, recordKey } from '../../../src/records';
import { nodeFiles } from '../../../src/records/disk/files';
import type { Files } from '../../../src/records/disk/files';
import { safeName } from '../../../src/records/disk/layout';
import { patchDetails, removeRecord } from '../../../src/records/recordUpdates';
import type { RecordUpdate } from '../../../src/records/storage';
import { key, service, progressed } from './fixtures';
import { faulty, recordFilesIn, refusal, temporaryFolder } from './folders';
import type { RecordFilesUnderTest } from './folders';

describe('RecordFiles', () => {
  const folder = temporaryFolder();
  const place = (part: string) => join(folder(), part);
  let under: RecordFilesUnderTest;
  beforeEach(() => {
    under = recordFilesIn(folder);
  });

  /** Files whose methods in `refused` fail with `code`. */
  function refusing(code: string) {
    const refused = new Set<keyof Files>();
    const files = faulty((method, path) => {
      if (refused.has(method) && !path.includes('locks')) throw refusal(code);
    });
    return { refused, files };
  }

  /** An update with a result. */
  function result(id: string, status = 12): RecordUpdate {
    const body = { envelope: progressed(1, 1, 1, status), raw: null };
    return (current) => current && { ...current, result: { id, receivedAt: 5 }, body };
  }

  const broken = (path: string) =>
    under.problems.filter((one) => one.kind === 'broken' && one.path === path).length;

  it('are written only if something changed', async () => {
    const files = under.window();
    const stored = await under.added(files);
    const version = (await nodeFiles.stat(under.fileOf()))?.version;
    const again = await files.update(key, (current) => current);
    assert.deepEqual(again, stored);
    assert.equal((await nodeFiles.stat(under.fileOf()))?.version, version);
    assert.equal(await files.update(recordKey(service, 'nobody'), patchDetails({ label: 'x' })), null);
    assert.deepEqual(fs.readdirSync(place('records')), [basename(under.fileOf())]);
  });

  it('have a higher revision after each write, even after a removal or if the clock was set back', async () => {
    const files = under.window();
    assert.equal((await under.added(files)).revision, 1_000);
    under.now = 10;
    const second = await files.update(key, patchDetails({ label: 'a' }));
    assert.equal(second?.revision, 1_001);
    await files.update(key, removeRecord);
    under.now = 2_000;
    assert.equal((await under.added(files)).revision, 2_000);
  });

  it('aren’t overwritten while they can’t be read', async () => {
    const { refused, files } = refusing('EIO');
    const own = under.window(files);
    await under.added(own);
    await under.window().update(key, patchDetails({ label: 'of another window' }));
    refused.add('read');
    await assert.rejects(own.update(key, patchDetails({ folder: 'file:///w' })), StorageFailed);
    refused.clear();
    assert.equal((await own.read(key))?.record.label, 'of another window');
    assert.deepEqual(under.problems, []);
  });

  it('are moved aside and reported if damaged, and then count as missing', async () => {
    const own = under.window();
    await under.added(own);
    fs.writeFileSync(under.fileOf(), '{"format":1');
    assert.equal(await own.update(key, patchDetails({ label: 'lost' })), null);
    assert.equal(broken(under.fileOf()), 1);
    assert.equal(fs.readdirSync(place('broken')).length, 1);
    assert.equal(await under.window().read(key), null);
    assert.equal((await under.added(own)).record.label, null, 'asked for again, it is a new record');
  });

  it('are all deleted with their record, even damaged ones that were moved aside', async () => {
    const files = under.window();
    const other = recordKey(service, 'r2');
    for (const id of ['r1', 'r2']) {
      const of = recordKey(service, id);
      await under.added(files, id);
      await files.update(of, result('id1'));
      await files.writeSource(of, 'a'.repeat(64), 'never tied');
      fs.writeFileSync(under.fileOf(id), '{');
      assert.equal(await files.read(of), null);
      await under.added(files, id);
    }
    await files.update(key, removeRecord);
    await files.removeRest([key]);
    const left = (part: string) => fs.readdirSync(place(part)).map((name) => name.includes(safeName(other)));
    for (const part of ['records', 'results', 'sources', 'broken'])
      assert.deepEqual(left(part), [true], part);
  });

  it('are kept if their removed record is added again meanwhile', async () => {
    const files = under.window();
    await under.added(files);
    await files.update(key, removeRecord);
    await under.added(files);
    await files.update(key, result('id1'));
    await files.removeRest([key]);
    assert.equal(
      (await files.readResult(key, { id: 'id1', receivedAt: 0 }))?.envelope.data?.judge?.status,
      12,
    );
  });

  it('report any error while writing the index', async () => {
    const endless = await under.added(under.window());
    const unwritable = Object.defineProperty({ ...endless }, 'record', {
      get: () => {
        throw new RangeError('Invalid string length');
      },
    });
    await assert.rejects(
      under.window().writeIndex([unwritable]),
      (error) => error instanceof StorageFailed && error.problem.kind === 'other',
    );
  });

  it('keep the linked source text until another file is linked', async () => {
    const files = under.window();
    await under.added(files);
    const tie = async (textHash: string) => {
      await files.writeSource(key, textHash, `text of ${textHash}`);
      await files.update(key, patchDetails({ source: { uri: 'file:///a', how: 'tied', textHash } }));
    };
    const [one, two] = ['a'.repeat(64), 'b'.repeat(64)];
    await tie(one);
    await files.update(key, patchDetails({ label: 'new' }));
    await files.update(key, result('id1'));
    assert.equal(await files.readSource(key, one), `text of ${one}`);
    await tie(two);
    assert.deepEqual(
      [await files.readSource(key, one), await files.readSource(key, two)],
      [null, `text of ${two}`],
    );
    await files.update(key, patchDetails({ source: null }));
    assert.deepEqual(fs.readdirSync(place('sources')), []);
  });

  it('report damaged text without losing the rest of the record', async () => {
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

  it('keep the current result until the next one is stored completely', async () => {
    const { refused, files } = refusing('EIO');
    const own = under.window(files);
    await under.added(own);
    await own.update(key, result('first', 6));
    for (const method of ['create', 'rename'] as const) {
      refused.add(method);
      await assert.rejects(own.update(key, result('second')), (error) => {
        assert.ok(error instanceof StorageFailed);
        const part = method === 'create' ? 'results' : 'records';
        assert.ok(error.problem.path.startsWith(place(part)), error.problem.path);
        return true;
      });
      refused.clear();
      assert.equal(fs.readdirSync(place('results')).length, 1, `${method}: nothing is left of the second`);
      assert.equal(
        (await own.readResult(key, { id: 'first', receivedAt: 0 }))?.envelope.data?.judge?.status,
        6,
      );
    }
    await own.update(key, result('second'));
    assert.equal(await own.readResult(key, { id: 'first', receivedAt: 0 }), null);
    assert.equal(
      (await own.readResult(key, { id: 'second', receivedAt: 0 }))?.envelope.data?.judge?.status,
      12,
    );
  });

  it('report JSON that isn’t a result as written by a newer version, with the unknown field', async () => {
    const files = under.window();
    await under.added(files);
    await files.update(key, result('id1'));
    const [name = ''] = fs.readdirSync(place('results'));
    fs.writeFileSync(join(place('results'), name), '{"type":"judge","data":{"judge":5}}');
    await assert.rejects(files.readResult(key, { id: 'id1', receivedAt: 0 }), (error) => {
      assert.ok(error instanceof StorageFailed && error.problem.kind === 'newer');
      assert.match(error.problem.reason, /data\.judge.*: /);
      return true;
    });
    assert.deepEqual(fs.readdirSync(place('results')), [name]);
    fs.writeFileSync(join(place('results'), name), '{"type":"judge","data":{"ju');
    await assert.rejects(files.readResult(key, { id: 'id1', receivedAt: 0 }), (error) => {
      assert.ok(error instanceof StorageFailed && error.problem.kind === 'broken');
      return error.cause instanceof Error;
    });
    assert.deepEqual(fs.readdirSync(place('results')), []);
  });
});
