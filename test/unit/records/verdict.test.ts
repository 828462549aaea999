import assert from 'node:assert/strict';
import type { RecordData } from '../../../src/results';
import type { KnownRecord } from '../../../src/records';
import { demoJudge } from '../../../src/records';
import { isAwaited, showsVerdict } from '../../../src/records/shownVerdict';
import { luogu } from '../../support/profiles';
import { makeStore, progressed } from './fixtures';

/** Stores this result of a service and returns the record. */
async function receivedAs(data: RecordData, service = luogu.id): Promise<KnownRecord> {
  const { store } = makeStore();
  const rules = { ...luogu.rules, compileFailureIsFinal: false };
  const record = await store.add({ service, requestId: 'one', rules, folder: null });
  assert.ok(record);
  const envelope = { type: 'judge', data, requestId: null, trackId: null };
  await store.receive(record.key, { envelope }, { via: 'push', receivedAt: Date.now() });
  const received = store.get(record.key);
  assert.ok(received);
  return received;
}

const notCompiled = { success: false, message: 'error: expected ;', opt2: null };

describe('isAwaited', () => {
  it('is false after a failed compilation without further results, although the record is still polled', async () => {
    const record = await receivedAs({ compile: notCompiled, judge: null });
    assert.equal(record.state.kind, 'judging');
    assert.deepEqual([isAwaited(record), showsVerdict(record)], [false, true]);
  });

  it('is true while a submission is judged, and false for demo results', async () => {
    const { data } = progressed(1, 3, 3, 1);
    assert.ok(data);
    assert.equal(isAwaited(await receivedAs(data)), true);
    assert.equal(isAwaited(await receivedAs(data, demoJudge)), false);
  });

  it('is false for a preliminary verdict, although the record is still polled', async () => {
    const judge = { id: 1, status: 6, score: null, time: null, memory: null, subtasks: [] };
    for (const compile of [null, notCompiled]) {
      const record = await receivedAs({ compile, judge: { ...judge, isPreliminary: true } });
      assert.deepEqual([record.state.kind, record.summary?.completion], ['judging', 'unfinished']);
      assert.deepEqual([isAwaited(record), showsVerdict(record)], [false, true]);
    }
    const waiting = await receivedAs({ compile: null, judge: { ...judge, status: 1, isPreliminary: true } });
    assert.deepEqual([isAwaited(waiting), showsVerdict(waiting)], [true, false]);
  });
});
