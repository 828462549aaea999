import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { recordKey } from '../../../src/records';
import { nodeFiles, NotAFile } from '../../../src/records/disk/files';
import { safeName } from '../../../src/records/disk/layout';
import { RecordFiles } from '../../../src/records/disk/recordFiles';
import { sweep } from '../../../src/records/disk/openDisk';
import { readIndex } from '../../../src/records/disk/readIndex';
import { key, newRecord, progressed, service } from './fixtures';
import { openWindow, temporaryFolder } from './folders';

const day = 24 * 3_600_000;
const name = safeName(key);

/** Creates something other than a file at the path of a file. */
const kinds: Readonly<Record<string, (path: string) => void>> = {
  'a folder': (path) => fs.mkdirSync(path),
  'a folder with a file': (path) => {
    fs.mkdirSync(path);
    fs.writeFileSync(join(path, 'x'), 'x');
  },
  // Windows has neither pipes nor links to devices.
  ...(process.platform === 'win32'
    ? {}
    : {
        'a pipe': (path: string) => void execFileSync('mkfifo', [path]),
        'a link to a device': (path: string) => fs.symlinkSync('/dev/zero', path),
      }),
};

for (const [kind, make] of Object.entries(kinds)) {
  describe(`${kind} in place of a stored file`, () => {
    const folder = temporaryFolder();
    const at = (...parts: string[]): string => join(folder(), ...parts);

    function put(...parts: string[]): string {
      const path = at(...parts);
      fs.mkdirSync(dirname(path), { recursive: true });
      fs.rmSync(path, { recursive: true, force: true });
      make(path);
      return path;
    }

    async function store(requestId: string): Promise<void> {
      const window = openWindow(folder());
      const how = { via: 'refresh', receivedAt: 7, add: newRecord(requestId) } as const;
      await window.store.receive(recordKey(service, requestId), { envelope: progressed(1, 1, 1, 12) }, how);
      await window.store.close();
    }

    it('is rejected without blocking the reader', async () => {
      await assert.rejects(nodeFiles.read(put('x')), NotAFile);
    });

    it('is moved aside without affecting other records', async () => {
      await store('r1');
      await store('r2');
      const path = put('records', `${name}.json`);
      const window = openWindow(folder());
      await window.store.loadAll();
      assert.deepEqual(
        window.store.records().map(({ requestId }) => requestId),
        ['r2'],
      );
      const [problem, ...others] = window.problems;
      assert.ok(problem?.kind === 'broken' && problem.movedTo !== null);
      assert.deepEqual([problem.path, problem.reason, others], [path, 'not a file', []]);
      assert.ok(!fs.existsSync(path) && fs.lstatSync(problem.movedTo));
      // The record can be stored again.
      await window.store.receive(
        key,
        { envelope: progressed(1, 1, 1, 12) },
        { via: 'refresh', receivedAt: 8, add: newRecord('r1') },
      );
      await window.store.close();
      assert.ok(fs.statSync(path).isFile());
    });

    it('doesn’t prevent loading the record or the list if it replaces a result or the index', async () => {
      await store('r1');
      const [result = ''] = fs.readdirSync(at('results'));
      put('results', result);
      put('index.json');
      assert.deepEqual(await readIndex(folder()), []);
      const window = openWindow(folder());
      await window.store.loadAll();
      assert.equal(window.store.get(key)?.state.kind, 'finished');
      assert.equal(await window.store.findEnvelope(key), null);
      assert.deepEqual(
        window.problems.map((problem) => problem.kind),
        ['broken'],
      );
      await window.store.close();
      await new RecordFiles(window.history).writeIndex([]);
      assert.ok(fs.statSync(at('index.json')).isFile());
    });

    it('doesn’t stop the cleanup, whichever file it replaces', async () => {
      await store('r1');
      const stranger = safeName(recordKey(service, 'stranger'));
      const places = [
        ['records', '.writing.m-1-a-1.x.json'],
        ['results', `${stranger}.a.json`],
        ['results', `${name}.a.json`],
        ['sources', `${stranger}.a.gz`],
        ['locks', safeName('a')],
        ['leases', safeName('b')],
        ['leases', safeName('c'), 'm~1~n~1~1000'],
        ['broken', `${Date.now() - 31 * day} ${name}.json`],
      ];
      for (const place of places) {
        const path = put(...place);
        const when = new Date(Date.now() - 9 * day);
        fs.lutimesSync(path, when, when);
      }
      const old = at('broken', `${Date.now() - 32 * day} x.json`);
      fs.writeFileSync(old, 'x');
      const window = openWindow(folder());
      await sweep(window.history);
      await window.store.loadAll();
      assert.equal(window.store.get(key)?.summary?.status, 12);
      await window.store.close();
      assert.deepEqual([window.problems, fs.existsSync(old)], [[], false]);
    });

    it('doesn’t prevent removing its record', async () => {
      await store('r1');
      put('results', `${name}.a.json`);
      const window = openWindow(folder());
      await window.store.loadAll();
      await window.store.remove([key]);
      await window.store.close();
      assert.deepEqual([window.problems, fs.existsSync(at('records', `${name}.json`))], [[], false]);
    });
  });
}
