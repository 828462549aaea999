import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { basename } from 'node:path';
import { recordKey } from '../../../src/records';
import type { StoredRecord } from '../../../src/records';
import { nodeFiles } from '../../../src/records/disk/files';
import type { Files } from '../../../src/records/disk/files';
import type { RecordFiles } from '../../../src/records/disk/recordFiles';
import { patchDetails, removeRecord } from '../../../src/records/recordUpdates';
import type { StoredSnapshot } from '../../../src/records/storage';
import { key, service } from './fixtures';
import { faulty, recordFilesIn, refusal, temporaryFolder, waiting } from './folders';
import type { RecordFilesUnderTest } from './folders';

describe('RecordFiles in several windows', () => {
  const folder = temporaryFolder();
  const until = waiting();
  let under: RecordFilesUnderTest;
  beforeEach(() => {
    under = recordFilesIn(folder);
  });

  describe('when scanned', () => {
    async function ids(files: RecordFiles): Promise<string[]> {
      const found: string[] = [];
      for await (const chunk of files.scan()) found.push(...chunk.map(({ record }) => record.requestId));
      return found.sort();
    }

    it('return each record once, however many there are', async () => {
      const files = under.window();
      const all = Array.from({ length: 70 }, (_, at) => `r${at}`).sort();
      await Promise.all(all.map((id) => under.added(files, id)));
      assert.deepEqual(await ids(under.window()), all);
      let chunks = 0;
      for await (const chunk of under.window().scan()) {
        assert.ok(chunk.length <= 64);
        chunks += 1;
      }
      assert.equal(chunks, 2);
    });

    it('read records again only if they changed', async () => {
      const read: string[] = [];
      const counting: Files = { ...nodeFiles, read: (path) => (read.push(path), nodeFiles.read(path)) };
      const own = under.window(counting);
      const other = under.window();
      for (const id of ['r1', 'r2']) await under.added(other, id);
      assert.deepEqual(await ids(own), ['r1', 'r2']);
      assert.equal(read.splice(0).length, 2);
      assert.deepEqual(await ids(own), ['r1', 'r2']);
      assert.deepEqual(read, []);
      await other.update(key, patchDetails({ label: 'changed' }));
      assert.deepEqual(await ids(own), ['r1', 'r2']);
      assert.deepEqual(read, [under.fileOf()]);
    });

    it('return all records except an unreadable one, which is reported', async () => {
      const own = under.window(
        faulty((method, path) => {
          if (method === 'read' && path === under.fileOf('r2')) throw refusal('EIO');
        }),
      );
      for (const id of ['r1', 'r2', 'r3']) await under.added(under.window(), id);
      assert.deepEqual(await ids(own), ['r1', 'r3']);
      assert.deepEqual(under.problems, [{ kind: 'other', path: under.fileOf('r2'), code: 'EIO' }]);
    });

    it('read all records again if the file system reports no versions', async () => {
      await under.added(under.window());
      const own = under.window(
        faulty((method, path) => {
          if (method === 'stat' && path === under.fileOf()) throw refusal('EIO');
        }),
      );
      assert.deepEqual([await ids(own), await ids(own)], [['r1'], ['r1']]);
      await under.window().update(key, removeRecord);
      assert.deepEqual(await ids(own), []);
    });
  });

  describe('when watched', () => {
    let tell: ((name: string | null) => void) | null;
    const watched: Files = {
      ...nodeFiles,
      watch: (_folder, listener) => {
        tell = listener;
        return { dispose: () => undefined };
      },
    };
    beforeEach(() => {
      tell = null;
    });

    /** `change`: returns what is reported for these files, next to a record that another window changes for certain. */
    async function listening(files = watched, initial: readonly StoredRecord[] = []) {
      const heard: (readonly StoredSnapshot[] | null)[] = [];
      const own = under.window(files, initial);
      own.onDidChange((seen) => heard.push(seen));
      await until(() => tell !== null);
      const told = (name: string | null) => tell?.(name);
      const witness = recordKey(service, 'witness');
      await under.added(under.window(), 'witness');
      const change = async (...names: (string | null)[]) => {
        await under.window().update(witness, patchDetails({ label: String((under.now += 1)) }));
        for (const name of [...names, basename(under.fileOf('witness'))]) told(name);
        under.timer.run();
        await until(() => heard.length > 0);
        const [seen] = heard.splice(0);
        return seen?.filter(([of]) => of !== witness) ?? null;
      };
      return { own, change };
    }

    it('report other windows’ changes and removals, but not their own', async () => {
      const { own, change } = await listening();
      await under.added(own);
      assert.deepEqual(await change(basename(under.fileOf())), []);
      const other = under.window();
      const changed = await other.update(key, patchDetails({ label: 'changed' }));
      assert.deepEqual(await change(basename(under.fileOf()), '.writing.x.json'), [[key, changed]]);
      assert.deepEqual(await change(basename(under.fileOf())), [], 'told already');
      await other.update(key, removeRecord);
      assert.deepEqual(await change(basename(under.fileOf())), [[key, null]]);
      assert.deepEqual(await change(basename(under.fileOf())), [], 'told already');
    });

    it('report the removal of a record found only in the index', async () => {
      const other = under.window();
      const { change } = await listening(watched, [await under.added(other)]);
      await other.update(key, removeRecord);
      assert.deepEqual(await change(basename(under.fileOf())), [[key, null]]);
    });

    it('report the removal of a damaged file that is moved aside, but not of an unreadable one', async () => {
      let isRefusing = true;
      const { own, change } = await listening({
        ...watched,
        read: (path) =>
          isRefusing && path === under.fileOf() ? Promise.reject(refusal('EIO')) : nodeFiles.read(path),
      });
      isRefusing = false;
      await under.added(own);
      isRefusing = true;
      assert.deepEqual(await change(basename(under.fileOf())), []);
      isRefusing = false;
      fs.writeFileSync(under.fileOf(), '{');
      assert.deepEqual(await change(basename(under.fileOf())), [[key, null]]);
      assert.deepEqual(await change(basename(under.fileOf())), []);
      assert.deepEqual(
        under.problems.map(({ kind }) => kind),
        ['other', 'broken'],
      );
    });

    it('report that anything may have changed if the event contains no file name', async () => {
      const { change } = await listening();
      assert.deepEqual(await change(null), null);
    });
  });
});
