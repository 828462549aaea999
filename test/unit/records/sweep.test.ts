import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { recordKey } from '../../../src/records';
import { safeName } from '../../../src/records/disk/layout';
import { sweep } from '../../../src/records/disk/openDisk';
import { key, newRecord, service, progressed } from './fixtures';
import { openWindow, temporaryFolder } from './folders';

const name = safeName(key);
const [hour, day] = [3_600_000, 24 * 3_600_000];

describe('The cleanup of stored files', () => {
  const folder = temporaryFolder();

  /** Creates a file that is `age` ms old. */
  function leave(age: number, ...path: string[]): string {
    const file = join(folder(), ...path);
    fs.mkdirSync(dirname(file), { recursive: true });
    fs.writeFileSync(file, 'x');
    setAge(file, age);
    return file;
  }

  function setAge(file: string, age: number): void {
    const when = new Date(Date.now() - age);
    fs.utimesSync(file, when, when);
  }

  /** Runs the cleanup and returns those of the files that still exist. */
  async function swept(...files: string[]): Promise<string[]> {
    const window = openWindow(folder());
    await sweep(window.history);
    await window.store.close();
    assert.deepEqual(window.problems, []);
    return files.filter((file) => fs.existsSync(file));
  }

  /** Adds a record with a result and a source text, all old. */
  async function oldRecord(): Promise<void> {
    const window = openWindow(folder());
    const how = { via: 'refresh', receivedAt: 7, add: newRecord() } as const;
    await window.store.receive(key, { envelope: progressed(1, 1, 1, 12) }, how);
    const textHash = await window.store.keepSource(key, 'int main() {}');
    await window.store.update(key, { source: { uri: 'file:///a.cpp', how: 'tied', textHash } });
    await window.store.close();
    for (const part of ['results', 'sources']) {
      for (const file of fs.readdirSync(join(folder(), part))) setAge(join(folder(), part, file), 9 * day);
    }
  }

  async function assertWhole(): Promise<void> {
    const window = openWindow(folder());
    await window.store.loadAll();
    assert.equal((await window.store.loadEnvelope(key))?.data?.judge?.status, 12);
    assert.equal(await window.store.sourceText(key), 'int main() {}');
    await window.store.close();
  }

  it('keeps the judged text reported by the judge instead of the linked file’s text', async () => {
    await oldRecord();
    const { store } = openWindow(folder());
    const textHash = await store.keepSource(key, 'the file of then');
    const judgedHash = await store.keepSource(key, 'what was judged');
    await store.update(key, { judgedHash, source: { uri: 'file:///a.cpp', how: 'tied', textHash } });
    await store.close();
    const [tied = '', judged = ''] = [textHash, judgedHash].map((hash) =>
      leave(2 * hour, 'sources', `${name}.${hash}.gz`),
    );
    assert.deepEqual(await swept(tied, judged), [judged]);
  });

  it('keeps a record’s current result and text, however old, and deletes others after an hour', async () => {
    await oldRecord();
    const other = 'a'.repeat(64);
    const surplus = [
      leave(2 * hour, 'results', `${name}.other.json`),
      leave(2 * hour, 'sources', `${name}.${other}.gz`),
    ];
    const young = [
      leave(hour / 2, 'results', `${name}.young.json`),
      leave(hour / 2, 'sources', `${name}.${'b'.repeat(64)}.gz`),
    ];
    assert.deepEqual(await swept(...surplus, ...young), young);
    await assertWhole();
  });

  it('keeps all files of an unreadable record, which a newer version may have written', async () => {
    await oldRecord();
    const path = join(folder(), 'records', `${name}.json`);
    const was = fs.readFileSync(path, 'utf8');
    const parts = [
      leave(9 * day, 'results', `${name}.other.json`),
      leave(9 * day, 'sources', `${name}.${'a'.repeat(64)}.gz`),
    ];
    for (const content of [was.replace(/"format":\d+/, '"format":10'), '{', '']) {
      fs.writeFileSync(path, content);
      assert.deepEqual(await swept(...parts), parts, content);
    }
    fs.writeFileSync(path, was);
    await assertWhole();
  });

  it('keeps files of an unknown record for a week', async () => {
    const stranger = safeName(recordKey(service, 'stranger'));
    const parts = [
      leave(6 * day, 'results', `${stranger}.a.json`),
      leave(8 * day, 'results', `${stranger}.b.json`),
    ];
    assert.deepEqual(await swept(...parts), parts.slice(0, 1));
  });

  it('removes half-written files of all kinds after an hour, but no files with similar names', async () => {
    const half = ['records', 'sources'].map((part) => leave(2 * hour, part, '.writing.m-1-a-1.x.json'));
    const fresh = ['records', 'sources'].map((part) => leave(hour / 2, part, '.writing.m-1-a-2.x.json'));
    const whole = leave(9 * day, 'records', `${safeName('other')}.json`);
    assert.deepEqual(await swept(...half, ...fresh, whole), [...fresh, whole]);
  });

  it('keeps a damaged file for a month after it was moved aside', async () => {
    const aside = (age: number) => leave(0, 'broken', `${Date.now() - age} ${name}.json`);
    const [old, young] = [aside(31 * day), aside(29 * day)];
    assert.deepEqual(await swept(old, young), [young]);
  });

  it('removes locks after a day, including their empty folders', async () => {
    for (const part of ['locks', 'leases']) {
      const old = leave(25 * hour, part, safeName('old'), 'm~1~n~1~1000');
      const young = leave(23 * hour, part, safeName('young'), 'm~1~n~1~1000');
      assert.deepEqual(await swept(old, dirname(old), young), [young], part);
    }
  });
});
