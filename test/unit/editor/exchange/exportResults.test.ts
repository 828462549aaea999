import { answerNotices, speak, statusBar, written } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { FileSystemError, workspace } from 'vscode';
import { exportJson } from '../../../../src/editor/exchange/exportResults';
import { hashOf, StorageFailed, recordKey } from '../../../../src/records';
import type { Extension } from '../../../../src/editor/extension';
import { MemoryStorage, type ResultReference } from '../../../../src/records/storage';
import { Redaction } from '../../../../src/judges/signIn/redaction';
import { makeStore, newRecord, service, progressed } from '../../records/fixtures';
import { standIn } from '../../support/standIn';

/** A storage on which some results are damaged. */
class Damaged extends MemoryStorage {
  readonly damaged = new Set<string>();
  override async readResult(key: string, result: ResultReference) {
    if (!this.damaged.has(key)) return super.readResult(key, result);
    throw new StorageFailed({ kind: 'broken', path: key, movedTo: null, reason: 'no JSON' });
  }
}

describe('Exporting results', () => {
  let storage: Damaged;
  let parts: Extension;
  let redaction: Redaction;
  /** secrets that this window hasn't used */
  let saved: string[];
  const row = (id: string) => ({ key: recordKey(service, id) });

  beforeEach(async () => {
    speak('en');
    written.clear();
    statusBar.length = 0;
    saved = [];
    redaction = new Redaction({ hideAll: async () => saved.forEach((secret) => redaction.add(secret)) });
    storage = new Damaged();
    const { store } = makeStore({ storage });
    for (const id of ['one', 'two']) {
      const result = { envelope: progressed(3, 3, 3, 12), raw: `{"id":"${id}"}` };
      await store.receive(recordKey(service, id), result, {
        via: 'ask',
        receivedAt: 1,
        add: newRecord(id),
      });
    }
    const judges = { credentials: { redaction } };
    const log = { warn: () => undefined };
    parts = standIn<Extension>({ store, judges, log, tree: {}, selectedRows: { current: [] } });
  });

  it('writes the results as received', async () => {
    await exportJson(parts, [row('one')]);
    await exportJson(parts, [row('one'), [row('one'), row('two')]]);
    assert.deepEqual(Object.fromEntries(written), {
      '/folder/one.json': '{"id":"one"}',
      '/chosen/one.json': '{"id":"one"}',
      '/chosen/two.json': '{"id":"two"}',
    });
    assert.deepEqual(statusBar, ['2 results exported']);
  });

  it('writes the user’s name and note before the received JSON', async () => {
    await parts.store.update(recordKey(service, 'one'), { label: 'greedy', note: 'off by "one"' });
    await exportJson(parts, [row('one')]);
    assert.deepEqual(
      [...written.values()],
      ['{"recordName":"greedy","recordNote":"off by \\"one\\"","id":"one"}'],
    );
  });

  it('redacts a credential in any key or escape sequence, even if this window hasn’t used it', async () => {
    saved.push('user:p&ssw0rd');
    const raw = String.raw`{"p\u0026ssw0rd":["is p&ssw0rd","p\u0026ssw0rd"],"p\u0026ssw0rd":1e400}`;
    const told = { envelope: progressed(3, 3, 3, 12), raw };
    const add = newRecord('three');
    await parts.store.receive(recordKey(service, 'three'), told, { via: 'ask', receivedAt: 1, add });
    await exportJson(parts, [row('three')]);
    assert.deepEqual([...written.values()], ['{"•••":["is •••","•••"],"•••":1e400}']);
  });

  it('omits the judged code', async () => {
    const code = 'int main() {} // mine\n';
    const key = recordKey(service, 'one');
    await storage.writeSource(key, await hashOf(code), code);
    await parts.store.update(key, { label: 'greedy', note: null });
    await exportJson(parts, [row('one')]);
    const [text = ''] = written.values();
    assert.match(text, /greedy/);
    assert.doesNotMatch(text, /mine/);
  });

  it('keeps numbers if the password consists of digits', async () => {
    redaction.add('user:123456');
    const raw = '{"id":1234567,"123456":"no 123456"}';
    const told = { envelope: progressed(3, 3, 3, 12), raw };
    const add = newRecord('three');
    await parts.store.receive(recordKey(service, 'three'), told, { via: 'ask', receivedAt: 1, add });
    await exportJson(parts, [row('three')]);
    assert.deepEqual([...written.values()], ['{"id":1234567,"•••":"no •••"}']);
  });

  it('reports an unreadable result, and exports the others', async () => {
    storage.damaged.add(recordKey(service, 'one'));
    const shown = answerNotices();
    await exportJson(parts, [row('one')]);
    await exportJson(parts, [row('one'), [row('one'), row('two')]]);
    assert.deepEqual([...written.keys()], ['/chosen/two.json']);
    const words =
      'A result couldn’t be exported because it can’t be read from disk. Use “Refresh” to fetch it again.';
    assert.deepEqual(
      shown.map(({ message }) => message),
      [words, words],
    );
    assert.deepEqual(statusBar, ['1 result exported']);
  });

  it('reports a file that can’t be written', async () => {
    const before = { ...workspace.fs };
    Object.assign(workspace.fs, {
      writeFile: () => Promise.reject(new FileSystemError('EROFS: read-only file system')),
    });
    const shown = answerNotices();
    try {
      await exportJson(parts, [row('one')]);
    } finally {
      Object.assign(workspace.fs, before);
    }
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['Couldn’t write one.json: EROFS: read-only file system'],
    );
    assert.deepEqual(statusBar, []);
  });
});
