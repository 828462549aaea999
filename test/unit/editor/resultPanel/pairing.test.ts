import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { earlierOf, versionsOf } from '../../../../src/editor/resultPanel/comparison';
import type { KnownRecord } from '../../../../src/records';
import { envelope, key, makeStore, newRecord, oneCase, subtask } from '../../records/fixtures';

const uri = 'file:///w/a.cpp';

describe('The versions of a record’s source', () => {
  let judged: KnownRecord;

  before(async () => {
    const { store } = makeStore();
    const add = newRecord('r1', { source: { uri, how: 'submitted', textHash: null } });
    const result = { envelope: envelope(12, [subtask(0, [oneCase(1, 12)])]) };
    await store.receive(key, result, { via: 'refresh', receivedAt: 1, add });
    judged = store.get(key) ?? assert.fail('the record is not there');
  });

  /** A record requested at this time. The newest is first, as in the store. */
  const version = (at: number, more: Partial<KnownRecord> = {}): KnownRecord => ({
    ...judged,
    key: `r${at}`,
    addedAt: at,
    ...more,
  });
  const keysOf = (records: readonly KnownRecord[]) => records.map((one) => one.key);

  it('are empty if there is only one, or if the source is unknown', () => {
    const other = version(2, { source: { uri: 'file:///w/b.cpp', how: 'tied', textHash: null } });
    assert.deepEqual(versionsOf(version(1), [other, version(1)]), []);
    const unknown = [version(2, { source: null }), version(1, { source: null })];
    assert.deepEqual(versionsOf(version(1, { source: null }), unknown), []);
  });

  it('include only judged records, and always the record itself', () => {
    const own = version(4, { summary: null, state: { kind: 'waiting' } });
    const unfinished = version(3, {
      summary: judged.summary && { ...judged.summary, completion: 'unfinished' },
    });
    const refused = version(2, { summary: null, state: { kind: 'failed', status: 404, reason: null } });
    const all = [own, unfinished, refused, version(1)];
    assert.deepEqual(keysOf(versionsOf(own, all)), ['r1', 'r4']);
    assert.deepEqual(keysOf(versionsOf(version(1), all)), []);
  });

  it('are limited to the thirty newest, or to thirty starting at an older record', () => {
    const all = Array.from({ length: 100 }, (_, index) => version(100 - index));
    const around = (at: number) => keysOf(versionsOf(version(at), all));
    assert.deepEqual([around(100).length, around(100).at(0), around(100).at(-1)], [30, 'r71', 'r100']);
    assert.deepEqual(around(71), around(100));
    assert.deepEqual([around(5).length, around(5).at(0), around(5).at(-1)], [30, 'r5', 'r34']);
  });

  it('have a previous version: the newest earlier record with a result', () => {
    const all = [version(4), version(3, { summary: null }), version(2), version(1)];
    assert.equal(earlierOf(version(4), all)?.key, 'r2');
    assert.equal(earlierOf(version(1), all), null);
  });
});
