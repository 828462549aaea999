import { speak, statusBarItems } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri, window } from 'vscode';
import { VerdictStatusBar } from '../../../../src/editor/diagnostics/verdictStatusBar';
import type { NewRecord, RecordStore } from '../../../../src/records';
import { recordKey } from '../../../../src/records';
import { settle, until } from '../../support/fakeClock';
import { envelope, makeStore, newRecord } from '../../records/fixtures';

describe('The verdict of the active file in the status bar', () => {
  let store: RecordStore;
  let item: VerdictStatusBar;
  const editor = window as { activeTextEditor?: unknown };
  const uri = Uri.file('/folder/A.cpp');
  const source = { uri: uri.toString(), how: 'submitted', textHash: null } as const;
  const submission = { problemId: 'P1', title: null, place: null, language: null, optimise: false };

  beforeEach(() => {
    speak('en');
    store = makeStore().store;
    editor.activeTextEditor = { document: { uri, getText: () => '' } };
    item = new VerdictStatusBar(store);
  });
  afterEach(() => {
    item.dispose();
    delete editor.activeTextEditor;
  });

  async function receive(more: Partial<NewRecord>): Promise<void> {
    const add = newRecord('r1', { source, ...more });
    const how = { via: 'refresh', receivedAt: 1, add } as const;
    await store.receive(recordKey(add.service, 'r1'), { envelope: envelope(12, []) }, how);
    await settle();
  }

  it('names the problem of a submission', async () => {
    await receive({ submission });
    const shown = statusBarItems.at(-1);
    assert.deepEqual([shown?.text, shown?.tooltip], ['$(checklist) P1 S12 0', 'P1 S12 N12 0']);
  });

  it('marks a changed file, but not one of which the judge removed whitespace at the ends', async () => {
    const returned = 'int main() {}';
    await receive({ submission });
    const key = recordKey(newRecord('r1').service, 'r1');
    await store.update(key, { judgedHash: await store.keepSource(key, returned) });
    const isMarked = () => String(statusBarItems.at(-1)?.text).endsWith(' •');
    for (const [text, isChanged] of [
      [`${returned}\n;`, true],
      [`\n  ${returned}\r\n`, false],
      [`${returned};`, true],
    ] as const) {
      editor.activeTextEditor = { document: { uri, getText: () => text } };
      await store.update(key, { note: text });
      await until(() => isMarked() === isChanged);
    }
  });

  it('states that samples were run, and where', async () => {
    await receive({ service: 'local this-computer This Computer', submission: null });
    const shown = statusBarItems.at(-1);
    assert.equal(shown?.text, '$(checklist) A.cpp samples S12 0 · This Computer');
    assert.match(String(shown?.tooltip), / · This Computer$/);
  });
});
