import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { earlierOf, versionsOf } from '../../../../src/editor/resultPanel/versions';
import type { KnownRecord, NewRecord } from '../../../../src/records';
import { envelope, finished, key, makeStore, newRecord, oneCase, subtask } from '../../records/fixtures';

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

describe('The versions of a file', () => {
  const source = { uri: 'file:///folder/A.cpp', how: 'submitted', textHash: null } as const;
  const submission = { problemId: 'A', title: null, place: null, language: null, optimise: false };
  const judged = (requestId: string, addedAt: number, more: Partial<NewRecord> = {}): KnownRecord =>
    finished({ ...envelope(12, []), requestId }, { source, submission, addedAt, ...more });
  const ids = (records: readonly KnownRecord[]) => records.map(({ requestId }) => requestId);
  const here = { service: 'local this-computer', submission: null };
  const samples = judged('samples', 1, here);
  const first = judged('first', 2);
  const again = judged('again', 3, here);
  const second = judged('second', 4);
  const custom = judged('custom', 5, { submission: { ...submission, isSelfTest: true } });
  const all = [custom, second, again, first, samples];

  it('don’t include runs of the samples', () => {
    assert.deepEqual(ids(versionsOf(second, all)), ['first', 'second']);
    assert.equal(earlierOf(first, all), null);
    assert.equal(earlierOf(second, all)?.requestId, 'first');
  });

  it('are submissions to one problem of one contest', () => {
    const inContest = { submission: { ...submission, place: 'upsolving' } };
    const upsolved = judged('upsolved', 6, inContest);
    const upsolvedAgain = judged('upsolved again', 7, inContest);
    const linked = judged('linked', 1, { submission: null, source: { ...source, how: 'tied' } });
    const both = [upsolvedAgain, upsolved, second, first, linked];
    assert.deepEqual(ids(versionsOf(upsolvedAgain, both)), ['linked', 'upsolved', 'upsolved again']);
    assert.deepEqual(ids(versionsOf(second, both)), ['linked', 'first', 'second']);
    assert.equal(earlierOf(upsolved, both)?.requestId, 'linked');
  });

  it('of a run of the samples are such runs', () => {
    assert.deepEqual(ids(versionsOf(again, all)), ['samples', 'again']);
    assert.equal(earlierOf(again, all)?.requestId, 'samples');
  });

  it('don’t include runs with custom input, which have no versions', () => {
    assert.deepEqual([ids(versionsOf(custom, all)), earlierOf(custom, all)], [[], null]);
  });
});
