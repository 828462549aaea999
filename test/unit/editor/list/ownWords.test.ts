import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { window } from 'vscode';
import { editNote, rename } from '../../../../src/editor/list/renameAndNote';
import { luogu } from '../../../support/profiles';
import { makeStore } from '../../records/fixtures';
import { standIn } from '../../support/standIn';
import type { Extension } from '../../../../src/editor/extension';

describe('The command for a record’s name or note', () => {
  const before = { ...window };
  afterEach(() => void Object.assign(window, before));

  for (const [name, command, field] of [
    ['“Rename…” names a record until its name is emptied', rename, 'label'],
    ['“Edit Note…” keeps a note until it is emptied', editNote, 'note'],
  ] as const) {
    it(`${name}, and leaves it unchanged if the user cancels`, async () => {
      speak('en');
      const { store } = makeStore();
      const record = await store.add({
        service: luogu.id,
        requestId: 'one',
        rules: luogu.rules,
        folder: null,
      });
      assert.ok(record);
      const typed = ['  my second try ', undefined, '  '];
      const shown: unknown[] = [];
      Object.assign(window, {
        showInputBox: async ({ value }: { value: string }) => {
          shown.push(value);
          return typed.shift();
        },
      });
      const run = async () => {
        await command(standIn<Extension>({ store, tree: {}, selectedRows: { current: [] } }), [
          { kind: 'record', key: record.key },
        ]);
        return store.get(record.key)?.[field];
      };
      assert.deepEqual([await run(), await run(), await run()], ['my second try', 'my second try', null]);
      assert.deepEqual(shown, ['', 'my second try', 'my second try']);
    });
  }
});
