import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Lazy } from '../../../../src/base/async';
import { whenFirstNeeded } from '../../../../src/editor/shared/whenNeeded';
import { recordKey, type KnownRecord, type RecordStore } from '../../../../src/records';
import { makeStore, newRecord, service } from '../../records/fixtures';

describe('A component that only some records need', () => {
  const START_UP = 1000;
  let store: RecordStore;
  let loads: number;
  const part = () =>
    new Lazy(async () => {
      loads += 1;
      return { dispose: () => undefined };
    });
  const isMine = ({ label }: KnownRecord): boolean => label === 'mine';
  const key = recordKey(service, 'r1');

  beforeEach(async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    store = makeStore().store;
    loads = 0;
    await store.add(newRecord('r1'));
    await store.add(newRecord('r2'));
  });
  afterEach(() => mock.timers.reset());

  it('is loaded for a stored record after startup, or immediately', async () => {
    await store.update(key, { label: 'mine' });
    whenFirstNeeded(store, part(), isMine, 'whenIdle');
    assert.equal(loads, 0);
    mock.timers.tick(START_UP);
    assert.equal(loads, 1);
    whenFirstNeeded(store, part(), isMine, 'atStart');
    assert.equal(loads, 2);
  });

  it('is loaded on the first change to a record that needs it, without reading all records', async () => {
    let scans = 0;
    const counting = {
      records: () => {
        scans += 1;
        return store.records();
      },
      get: (one: string) => store.get(one),
      onDidChange: store.onDidChange,
    };
    const watch = whenFirstNeeded(counting, part(), isMine, 'whenIdle');
    mock.timers.tick(START_UP);
    assert.deepEqual([scans, loads], [1, 0]);
    await store.update(recordKey(service, 'r2'), { label: 'other' });
    assert.deepEqual([scans, loads], [1, 0]);
    await store.update(key, { label: 'mine' });
    assert.deepEqual([scans, loads], [1, 1]);
    watch.dispose();
  });

  it('is loaded when a record that needs it is added', async () => {
    const watch = whenFirstNeeded(store, part(), ({ requestId }) => requestId === 'r3', 'atStart');
    await store.add(newRecord('r3'));
    assert.equal(loads, 1);
    watch.dispose();
  });
});
