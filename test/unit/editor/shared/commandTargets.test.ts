import { speak, statusBar } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { targetRecords } from '../../../../src/editor/shared/commandTargets';
import type { ExtensionServices } from '../../../../src/editor/shared/extensionServices';
import { makeStore, newRecord } from '../../records/fixtures';

describe('The records that a command applies to', () => {
  async function listOf(...ids: string[]) {
    const { store } = makeStore();
    const rows = [];
    for (const id of ids) {
      const record = await store.add(newRecord(id));
      assert.ok(record);
      rows.push({ kind: 'record', key: record.key });
    }
    const selected = (...selection: unknown[]) =>
      ({ store, tree: {}, selectedRows: { current: selection } }) as unknown as ExtensionServices;
    const named = (parts: ExtensionServices, ...args: unknown[]) =>
      targetRecords(parts, args).map(({ requestId }) => requestId);
    return { rows, selected, named };
  }

  beforeEach(() => {
    speak('en');
    statusBar.length = 0;
  });

  it('are the row whose menu was opened, not the selected row', async () => {
    const { rows, selected, named } = await listOf('one', 'two');
    assert.deepEqual(named(selected(rows[1]), rows[0], undefined), ['one']);
  });

  it('are the selected rows if the menu was opened on a selected row, or without a row', async () => {
    const { rows, selected, named } = await listOf('one', 'two');
    assert.deepEqual(named(selected(...rows), rows[0], rows), ['one', 'two']);
    assert.deepEqual(named(selected(...rows)), ['one', 'two']);
    assert.deepEqual(named(selected(), undefined, rows), ['one', 'two']);
  });

  it('are empty if the row was removed while its menu was open, even if another row is selected', async () => {
    const { rows, selected, named } = await listOf('one', 'two');
    assert.deepEqual(named(selected(rows[1]), undefined, undefined), []);
    assert.deepEqual(named(selected(rows[1]), undefined, [undefined]), []);
    const said = 'The list has changed. Try again.';
    assert.deepEqual(statusBar, [said, said]);
  });
});
