import assert from 'node:assert/strict';
import { previewRecord } from '../../../src/records';
import { envelope, key, makeStore, newRecord, oneCase, progressed, subtask } from './fixtures';

const about = {
  hint: 'dom2#contest',
  problem: { id: 'S1', title: 'Sum' },
  code: null,
  language: 'py',
  user: 'alice',
  limits: { time: 1000, memory: 262_144 },
};
const results = {
  finished: envelope(12, [subtask(0, [oneCase(1, 12)])]),
  unfinished: progressed(3, 9),
};

describe('previewRecord', () => {
  for (const [name, result] of Object.entries(results)) {
    it(`returns the record that the store would create for a new request ID if the result is ${name}`, async () => {
      const { store } = makeStore();
      const added = newRecord('r1', { addedAt: 5 });
      const received = { envelope: result, raw: null, about };
      await store.receive(key, received, { via: 'ask', receivedAt: 7, add: added });
      assert.deepEqual(previewRecord(added, result, about, 7), store.get(key));
      assert.equal(previewRecord(added, result, null, 7).submission, null);
    });
  }
});
