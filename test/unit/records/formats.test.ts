import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { currentFormat } from '../../../src/records/disk/document';
import { readIndex } from '../../../src/records/disk/readIndex';
import { hashOf, keptTextHash } from '../../../src/records/record';
import { openWindow, temporaryFolder } from './folders';
import type { WindowUnderTest } from './folders';
import { documentsOf, fixturesOf, rewritten, schemas } from './formatFixtures';

/** A user's list: one record in each state and of each type of service. */
const list = [
  ['long', 'finished', 12],
  ['d85cd024-1548-4165-96c7-7bc88673f194', 'finished', 3],
  ['298765432', 'finished', 'WRONG_ANSWER'],
  ['1234567', 'finished', 'WA'],
  ['no-codes', 'settled', null],
  ['unknown-code', 'settled', 77],
  ['6650a1b2c3d4e5f601234568', 'settled', null],
  ['6650a1b2c3d4e5f601234567', 'finished', 2],
  ['stopped', 'stopped', undefined],
  ['gone', 'expired', undefined],
  ['given-up', 'expired', undefined],
  ['refused-without-words', 'failed', undefined],
  ['refused', 'failed', undefined],
  ['b1f0c2d3e4', 'waiting', undefined],
  ['sample-judging', 'judging', 1],
  ['sample-compile-error', 'finished', null],
  ['sample-time-limit', 'finished', 14],
  ['sample-runtime-error', 'finished', 14],
  ['sample-wrong-answer', 'finished', 14],
  ['sample-accepted', 'finished', 12],
];

/** The records that only later formats can contain, before those of `list`. */
const listedSince = [
  { format: 6, row: ['in browser 0b7c5f0e-2f0a-4b1e-9f6d-1d3a6f1c2b4a', 'inBrowser', undefined] },
  { format: 6, row: ['in browser 5e3d1c2b-7a8f-4c6d-8b9a-0f1e2d3c4b5a', 'notSubmitted', undefined] },
];

function listOf(format: number) {
  return [...listedSince.filter((one) => format >= one.format).map(({ row }) => row), ...list];
}

describe('A stored history', () => {
  const folder = temporaryFolder();

  async function open(): Promise<WindowUnderTest> {
    const window = openWindow(folder());
    await window.store.loadAll();
    assert.deepEqual(window.problems, []);
    return window;
  }

  function seen({ store }: WindowUnderTest) {
    return store.records().map(({ requestId, state, summary }) => [requestId, state.kind, summary?.status]);
  }

  /** Reads all records with their results and texts. */
  async function readAll({ store }: WindowUnderTest): Promise<void> {
    for (const record of store.records()) {
      const envelope = await store.loadEnvelope(record.key);
      assert.equal(envelope === null, record.summary === null, record.requestId);
      const text = await store.sourceText(record.key);
      assert.equal(text === null ? null : await hashOf(text), keptTextHash(record), record.requestId);
    }
  }

  for (let format = 1; format <= currentFormat; format += 1) {
    it(`is read completely and tracked further if format ${format} wrote it`, async () => {
      fs.cpSync(fixturesOf(format), folder(), { recursive: true });
      const newest = await readIndex(folder());
      const expected = listOf(format);
      assert.equal(newest.length, expected.length);
      const window = await open();
      assert.deepEqual(seen(window), expected);
      assert.deepEqual(
        window.store.records(),
        newest.map(({ record }) => record),
      );
      await readAll(window);
      const before = window.store.tracked().map(({ record, plan }) => [record.key, plan]);
      // Plans are stored since format 2. Older pending records are tracked again.
      assert.equal(before.length, format < 2 ? 0 : 2);

      const notes = window.store.records().flatMap(({ note }) => note ?? []);
      assert.deepEqual(notes, format < 4 ? [] : ['off by one in the last group']);

      for (const { key } of window.store.records()) await window.store.update(key, { label: 'taken over' });
      await window.store.close();
      const next = await open();
      assert.deepEqual(seen(next), expected);
      assert.ok(next.store.records().every(({ label }) => label === 'taken over'));
      await readAll(next);
      assert.deepEqual(
        next.store.tracked().map(({ record, plan }) => [record.key, plan]),
        before,
      );
      await next.store.close();
    });
  }

  it('still has the format of its fixtures, because another format needs a new number', () => {
    const own = fixturesOf(currentFormat);
    for (const name of documentsOf(own)) {
      const text = fs.readFileSync(join(own, name), 'utf8');
      assert.deepEqual(JSON.parse(rewritten(name, text)), JSON.parse(text), name);
    }
    const schema = JSON.parse(fs.readFileSync(join(own, 'schema.json'), 'utf8')) as unknown;
    assert.deepEqual(schemas(), schema, 'see “Stored files” in docs/development/architecture.md');
  });
});
