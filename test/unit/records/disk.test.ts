import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import type { StatusCode } from '../../../src/results';
import { StorageFailed, recordKey } from '../../../src/records';
import { sweep } from '../../../src/records/disk/openDisk';
import { safeName } from '../../../src/records/disk/layout';
import { readIndex } from '../../../src/records/disk/readIndex';
import { key, newRecord, service, progressed } from './fixtures';
import { faulty, openWindow, refusal, temporaryFolder, type WindowUnderTest } from './folders';

const name = safeName(key);

async function fetchOne(window: WindowUnderTest, requestId = 'r1', raw: string | null = null): Promise<void> {
  const how = { via: 'refresh', receivedAt: 7, add: newRecord(requestId) } as const;
  const result = { envelope: progressed(3, 3, 3, 12), raw };
  assert.equal((await window.store.receive(recordKey(service, requestId), result, how)).kind, 'taken');
}

describe('Stored records', () => {
  const folder = temporaryFolder();
  const file = (...parts: string[]) => join(folder(), ...parts);

  it('are saved before listeners are notified', async () => {
    const window = openWindow(folder());
    const found: boolean[] = [];
    window.store.onDidChange(() => found.push(fs.existsSync(file('records', `${name}.json`))));
    await window.store.add(newRecord());
    await window.store.receive(key, { envelope: progressed(3, 3, 3, 12) }, { via: 'ask', receivedAt: 1 });
    assert.deepEqual(found, [true, true]);
    assert.equal(fs.readdirSync(file('results')).length, 1);
    await window.store.close();
  });

  it('are restored in the next window: the index first, then all records, and results when opened', async () => {
    const first = openWindow(folder());
    const raw = JSON.stringify({
      type: 'judge',
      requestId: 'r1',
      news: 1,
      data: { compile: null, judge: null },
    });
    await first.store.receive(
      key,
      { envelope: { type: 'judge', requestId: 'r1', trackId: null, data: null }, raw },
      { via: 'refresh', receivedAt: 7, add: newRecord() },
    );
    await fetchOne(first, 'r2');
    await first.store.close();

    const start = await readIndex(folder());
    assert.equal(start.length, 2);
    const next = openWindow(folder());
    assert.deepEqual(next.store.records(), []);
    await next.store.loadAll();
    assert.deepEqual(next.store.records(), first.store.records());
    assert.equal(await next.store.rawResult(key), raw);
    assert.deepEqual((await next.store.loadEnvelope(key))?.extra, { news: 1 });
    const second = await next.store.loadEnvelope(recordKey(service, 'r2'));
    assert.deepEqual(second, first.store.envelope(recordKey(service, 'r2')));
    await next.store.close();
  });

  it('are written once, a moment later, for many partial results', async () => {
    const window = openWindow(folder());
    await window.store.add(newRecord());
    for (let done = 1; done < 40; done += 1) {
      const how = { via: 'push', receivedAt: done } as const;
      await window.store.receive(key, { envelope: progressed(done, 50) }, how);
    }
    assert.equal(fs.existsSync(file('results')), false);
    assert.equal(window.timer.size, 2); // One record and one index.
    await window.store.flush();
    assert.equal(window.timer.size, 0);
    assert.equal(fs.readdirSync(file('results')).length, 1);
    const next = openWindow(folder());
    await next.store.loadAll();
    assert.equal(next.store.get(key)?.summary?.progress.done, 39);
    await Promise.all([window.store.close(), next.store.close()]);
  });

  it('are readable only by their owner', async function () {
    if (process.platform === 'win32') return; // Windows has no such modes. The user's profile folder protects the files.
    const window = openWindow(folder());
    await fetchOne(window);
    await window.store.keepSource(key, 'int main() {}');
    await window.store.close();
    const all = fs.readdirSync(folder(), { recursive: true, withFileTypes: true });
    for (const entry of all) {
      const mode = fs.statSync(join(entry.parentPath, entry.name)).mode & 0o777;
      assert.equal(mode, entry.isDirectory() ? 0o700 : 0o600, entry.name);
    }
    assert.ok(all.some((entry) => entry.isFile()));
  });

  it('never use text from a judge or setting as a path', async () => {
    const window = openWindow(folder());
    const strange = { service: 'https://../../..', requestId: '../../etc/\u0000passwd' };
    await window.store.add({ ...newRecord(), ...strange });
    await window.store.close();
    assert.deepEqual(fs.readdirSync(file('records')), [
      `${safeName(recordKey(strange.service, strange.requestId))}.json`,
    ]);
  });

  it('are deleted with all their files', async () => {
    const window = openWindow(folder());
    await fetchOne(window);
    const textHash = await window.store.keepSource(key, 'int main() {}');
    await window.store.update(key, { source: { uri: 'file:///a.cpp', how: 'tied', textHash } });
    assert.equal(await window.store.sourceText(key), 'int main() {}');
    await window.store.remove([key]);
    for (const part of ['records', 'results', 'sources', 'locks']) {
      assert.deepEqual(fs.readdirSync(file(part)), [], part);
    }
    await window.store.close();
  });

  it('include only the linked file’s source text, and only up to 256 KiB', async () => {
    const window = openWindow(folder());
    await window.store.add(newRecord());
    for (const text of ['first', `second${'\n'.repeat(10_000)}`]) {
      const textHash = await window.store.keepSource(key, text);
      await window.store.update(key, { source: { uri: 'file:///a.cpp', how: 'tied', textHash } });
      assert.equal(await window.store.sourceText(key), text);
    }
    assert.equal(fs.readdirSync(file('sources')).length, 1);
    assert.equal(await window.store.keepSource(key, '试'.repeat(90_000)), null);
    await window.store.close();
  });

  it('drop results from memory beyond the budget, and reload them when needed', async () => {
    const window = openWindow(folder(), { caseBudget: 8 });
    await fetchOne(window, 'r1');
    for (const id of ['r2', 'r3', 'r4']) await fetchOne(window, id);
    assert.equal(window.store.envelope(recordKey(service, 'r4'))?.data?.judge?.status, 12);
    assert.equal((await window.store.loadEnvelope(key))?.data?.judge?.status, 12);
    await window.store.close();
  });
});

describe('Damaged files and files from newer versions', () => {
  const folder = temporaryFolder();
  const file = (...parts: string[]) => join(folder(), ...parts);

  async function twoRecords(): Promise<void> {
    const window = openWindow(folder());
    await fetchOne(window, 'r1');
    await fetchOne(window, 'r2');
    await window.store.close();
  }

  for (const [what, damage] of [
    ['half-written', (text: string) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
    ['not JSON', () => '\u0000\u0000\u0000'],
  ] as const) {
    it(`are moved aside and reported if a record file is ${what}`, async () => {
      await twoRecords();
      const path = file('records', `${name}.json`);
      const damaged = damage(fs.readFileSync(path, 'utf8'));
      fs.writeFileSync(path, damaged);
      const window = openWindow(folder());
      await window.store.loadAll();
      assert.deepEqual(
        window.store.records().map(({ requestId }) => requestId),
        ['r2'],
      );
      const [problem] = window.problems;
      assert.ok(problem?.kind === 'broken' && problem.movedTo);
      assert.equal(problem.path, path);
      assert.equal(fs.readFileSync(problem.movedTo, 'utf8'), damaged);
      await window.store.loadAll();
      assert.equal(window.problems.length, 1);
      await window.store.close();
    });
  }

  it('are left in place and hidden if a JSON file contains no readable name', async () => {
    await twoRecords();
    const path = file('records', `${name}.json`);
    fs.writeFileSync(path, '{"format":10}');
    const window = openWindow(folder());
    await window.store.loadAll();
    assert.deepEqual(window.problems, [{ kind: 'newer', path, reason: 'format 10' }]);
    assert.equal(window.store.get(key), null);
    // The window still works, but changes last only until it closes.
    await fetchOne(window, 'r1');
    assert.equal(window.store.get(key)?.state.kind, 'finished');
    await window.store.remove([key]);
    await window.store.close();
    assert.equal(fs.readFileSync(path, 'utf8'), '{"format":10}');
  });

  it('don’t hide the record if its result is damaged or missing, which is reported when it is opened', async () => {
    await twoRecords();
    const [result] = fs.readdirSync(file('results')).filter((one) => one.startsWith(name));
    const path = file('results', result ?? '');
    fs.writeFileSync(path, Buffer.from([0x1f, 0x8b, 8, 0]));
    const window = openWindow(folder());
    await window.store.loadAll();
    await assert.rejects(window.store.loadEnvelope(key), (error) => {
      return error instanceof StorageFailed && error.problem.kind === 'broken' && error.problem.path === path;
    });
    await assert.rejects(window.store.loadEnvelope(key), (error) => {
      return error instanceof StorageFailed && error.problem.kind === 'missing';
    });
    assert.equal(window.store.get(key)?.summary?.status, 12);
    const again = { envelope: progressed(3, 3, 3, 6) };
    assert.equal((await window.store.receive(key, again, { via: 'refresh', receivedAt: 9 })).kind, 'taken');
    assert.equal((await window.store.loadEnvelope(key))?.data?.judge?.status, 6);
    await window.store.close();
  });

  it('are ignored at startup if the index is damaged', async () => {
    await twoRecords();
    fs.writeFileSync(file('index.json'), '{"format":1,"rows":');
    assert.deepEqual(await readIndex(folder()), []);
    assert.deepEqual(await readIndex(file('no such folder')), []);
  });

  it('are deleted as soon as they are old and unused, if a killed window left them without a record', async () => {
    await twoRecords();
    const old = new Date(Date.now() - 8 * 24 * 3_600_000);
    const leave = (path: string, when: Date | null) => {
      fs.mkdirSync(join(path, '..'), { recursive: true });
      fs.writeFileSync(path, 'x');
      if (when) fs.utimesSync(path, when, when);
      return path;
    };
    const unwanted = [
      leave(file('records', '.writing.a.json'), old),
      leave(file('results', `${name}.orphan.json`), old),
      leave(file('results', `${safeName('nobody')}.x.json`), old),
      leave(file('leases', safeName('l'), 'm~1~n~1~1000'), old),
    ];
    const wanted = [
      leave(file('records', '.writing.b.json'), null),
      leave(file('results', `${name}.young.json`), null),
      leave(file('results', `${safeName('somebody')}.x.json`), null),
    ];
    for (const one of fs.readdirSync(file('results'))) {
      if (!one.includes('young') && !one.includes('.x.')) fs.utimesSync(file('results', one), old, old);
    }
    const window = openWindow(folder());
    await sweep(window.history);
    assert.deepEqual(
      [unwanted.map(fs.existsSync), wanted.map(fs.existsSync)],
      [
        [false, false, false, false],
        [true, true, true],
      ],
    );
    await window.store.loadAll();
    for (const { key } of window.store.records()) assert.ok(await window.store.loadEnvelope(key));
    await window.store.close();
  });
});

describe('A failing disk', () => {
  const folder = temporaryFolder();

  for (const [code, kind] of [
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['EROFS', 'readOnly'],
    ['EACCES', 'readOnly'],
    ['EIO', 'other'],
  ] as const) {
    it(`is reported as ${kind} (${code}) and keeps results in memory, which are saved when it works again`, async () => {
      let isRefusing = false;
      const files = faulty((method) => {
        if (isRefusing && ['create', 'rename', 'makeFolder'].includes(method)) throw refusal(code);
      });
      const window = openWindow(folder(), { files });
      await fetchOne(window, 'before');
      isRefusing = true;
      await fetchOne(window, 'r1');
      await window.store.update(key, { label: 'kept' });
      assert.equal(await window.store.keepSource(key, 'text'), null);
      assert.deepEqual([...new Set(window.problems.map((problem) => problem.kind))], [kind]);
      assert.equal(window.store.get(key)?.label, 'kept');
      assert.equal((await window.store.loadEnvelope(key))?.data?.judge?.status, 12);

      const other = openWindow(folder());
      await other.store.loadAll();
      assert.deepEqual(
        other.store.records().map(({ requestId }) => requestId),
        ['before'],
      );
      isRefusing = false;
      await window.store.flush();
      await other.store.loadAll();
      assert.equal(other.store.get(key)?.label, 'kept');
      assert.equal((await other.store.loadEnvelope(key))?.data?.judge?.status, 12);
      await Promise.all([window.store.close(), other.store.close()]);
    });
  }

  it('saves all failed writes as soon as one write succeeds', async () => {
    let isFull = true;
    const files = faulty((method) => {
      if (isFull && method === 'create') throw refusal('ENOSPC');
    });
    const window = openWindow(folder(), { files });
    await fetchOne(window, 'r1');
    await fetchOne(window, 'r2');
    isFull = false;
    await fetchOne(window, 'r3');
    const other = openWindow(folder());
    while (other.store.records().length < 3) await other.store.loadAll();
    assert.equal((await other.store.loadEnvelope(key))?.data?.judge?.status, 12);
    await Promise.all([window.store.close(), other.store.close()]);
  });

  it('leaves either the old or the new record intact, whichever call failed', async () => {
    const count = await callsOfARejudging(folder(), -1);
    assert.ok(count.calls > 10);
    for (let failing = 0; failing < count.calls; failing += 1) {
      const { status } = await callsOfARejudging(`${folder()}-${failing}`, failing);
      assert.ok(status === 12 || status === 6, `call ${failing}: ${status}`);
    }
  });

  /** Reads the record in a new window after call number `failing` of saving a rejudging failed for good. */
  async function callsOfARejudging(
    where: string,
    failing: number,
  ): Promise<{ calls: number; status: StatusCode | null }> {
    let calls = -1;
    const files = faulty(() => {
      if (calls >= 0 && calls++ === failing) throw refusal('EIO');
    });
    const window = openWindow(where, { files });
    await fetchOne(window);
    calls = 0;
    const how = { via: 'refresh', receivedAt: 9 } as const;
    await window.store.receive(key, { envelope: progressed(3, 3, 3, 6) }, how);
    const made = calls;
    const next = openWindow(where);
    await next.store.loadAll();
    const status = (await next.store.loadEnvelope(key))?.data?.judge?.status ?? null;
    assert.equal(next.store.get(key)?.summary?.status, status);
    assert.deepEqual(next.problems, []);
    calls = -1;
    await Promise.all([window.store.close(), next.store.close()]);
    return { calls: made, status };
  }
});
