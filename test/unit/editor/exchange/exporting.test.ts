import { answerNotices, speak, statusBar, written } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { exportJson } from '../../../../src/editor/commands/exchange';
import type { ExtensionServices } from '../../../../src/editor/extensionServices';
import { StorageFailed, recordKey } from '../../../../src/records';
import { MemoryStorage } from '../../../../src/records/memoryStorage';
import { makeStore, newRecord, origin, progressed } from '../../records/fixtures';

/** A disk on which some results are damaged. */
class Damaged extends MemoryStorage {
  readonly damaged = new Set<string>();
  override async readResult(key: string, id: string) {
    if (!this.damaged.has(key)) return super.readResult(key, id);
    throw new StorageFailed({ kind: 'broken', path: key, movedTo: null, reason: 'no JSON' });
  }
}

describe('exporting results', () => {
  let storage: Damaged;
  let parts: ExtensionServices;
  const row = (id: string) => ({ key: recordKey(origin, id) });

  beforeEach(async () => {
    speak('en');
    written.clear();
    statusBar.length = 0;
    storage = new Damaged();
    const { store } = makeStore({ storage });
    for (const id of ['one', 'two']) {
      const result = { envelope: progressed(3, 3, 3, 12), raw: `{"id":"${id}"}` };
      await store.receive(recordKey(origin, id), result, {
        via: 'ask',
        receivedAt: 1,
        add: newRecord(id),
      });
    }
    const services = { credentials: { redact: (text: string) => text } };
    const log = { warn: () => undefined };
    parts = { store, services, log, tree: {}, view: { selection: [] } } as unknown as ExtensionServices;
  });

  it('writes them as they were received', async () => {
    await exportJson(parts, [row('one')]);
    await exportJson(parts, [row('one'), [row('one'), row('two')]]);
    assert.deepEqual(Object.fromEntries(written), {
      '/folder/one.json': '{"id":"one"}',
      '/chosen/one.json': '{"id":"one"}',
      '/chosen/two.json': '{"id":"two"}',
    });
    assert.deepEqual(statusBar, ['2 results exported']);
  });

  it('says of one that cannot be read that it was not exported, and exports the others', async () => {
    storage.damaged.add(recordKey(origin, 'one'));
    const shown = answerNotices();
    await exportJson(parts, [row('one')]);
    await exportJson(parts, [row('one'), [row('one'), row('two')]]);
    assert.deepEqual([...written.keys()], ['/chosen/two.json']);
    const words = 'A result was not exported: it can’t be read from the disk. “Refresh” fetches it again.';
    assert.deepEqual(
      shown.map(({ message }) => message),
      [words, words],
    );
    assert.deepEqual(statusBar, ['1 result exported']);
  });
});
