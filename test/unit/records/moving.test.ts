import assert from 'node:assert/strict';
import { recordKey } from '../../../src/records';
import { envelope, key, makeStore, meaning, newRecord, oneCase, rules, service, subtask } from './fixtures';

const renamed = 'judge https://judge.test another name';
const there = recordKey(renamed, 'r1');

async function storeWithOne() {
  const made = makeStore();
  const how = {
    via: 'refresh',
    receivedAt: 5,
    add: newRecord('r1', { label: 'mine', hint: 'dom2' }),
  } as const;
  const result = envelope(12, [subtask(0, [oneCase(1, 12)])]);
  await made.store.receive(key, { envelope: result, raw: JSON.stringify({ ...result, more: 1 }) }, how);
  const textHash = await made.store.keepSource(key, 'int main() {}');
  await made.store.update(key, { source: { uri: 'file:///a.cpp', how: 'submitted', textHash } });
  return made;
}

describe('Moving a record to a renamed judge', () => {
  it('moves the record’s result, text, and details', async () => {
    const { store } = await storeWithOne();
    const before = store.get(key);
    await store.move(key, renamed);
    assert.equal(store.get(key), null);
    assert.deepEqual(store.get(there), { ...before, key: there, service: renamed });
    assert.equal((await store.loadEnvelope(there))?.data?.judge?.status, 12);
    assert.match((await store.rawResult(there)) ?? '', /"more":1/);
    assert.equal(await store.sourceText(there), 'int main() {}');
  });

  it('works for a record without a result', async () => {
    const { store } = makeStore();
    await store.add(newRecord());
    await store.move(key, renamed);
    assert.deepEqual(
      store.records().map((record) => [record.service, record.state.kind]),
      [[renamed, 'waiting']],
    );
  });

  it('does nothing if the record doesn’t exist', async () => {
    const { store } = makeStore();
    await store.move(key, renamed);
    assert.deepEqual(store.records(), []);
  });
});

describe('Changing the verdict table of a record', () => {
  const other = {
    ...rules,
    statuses: { ...rules.statuses, '42': { ...meaning(42, 'failed'), short: 'MAYBE' } },
  };

  it('interprets the record’s result again', async () => {
    const { store } = makeStore();
    const how = { via: 'refresh', receivedAt: 5, add: newRecord() } as const;
    await store.receive(key, { envelope: envelope(42, [subtask(0, [oneCase(1, 12)])]), raw: null }, how);
    assert.equal(store.get(key)?.summary?.completion, 'unknown');
    await store.applyRules(key, other);
    const record = store.get(key);
    assert.deepEqual([record?.summary?.completion, record?.state.kind], ['finished', 'finished']);
    assert.equal(record?.rules.statuses['42']?.short, 'MAYBE');
  });

  it('does nothing if the new table is equal', async () => {
    const { store } = await storeWithOne();
    let told = 0;
    store.onDidChange(() => (told += 1));
    await store.applyRules(key, structuredClone(rules));
    assert.equal(told, 0);
  });

  it('keeps the state if there is no result', async () => {
    const { store } = makeStore();
    await store.add(newRecord());
    await store.applyRules(key, other);
    assert.deepEqual([store.get(key)?.state.kind, store.get(key)?.summary], ['waiting', null]);
    assert.equal(store.get(recordKey(service, 'r1'))?.rules.statuses['42']?.short, 'MAYBE');
  });
});
