import { speak, statusBar } from '../../../support/vscodeWords';
import assert from 'node:assert/strict';
import { targetRecords } from '../../../../../src/editor/shared/commands/commandTargets';
import type { Extension } from '../../../../../src/editor/extension';
import { makeStore, newRecord } from '../../../records/fixtures';
import { standIn } from '../../../support/standIn';
import { nodeOf, type TreeNode } from '../../../../../src/editor/list/treeNodes';

describe('The records that a command applies to', () => {
  async function listOfTwo() {
    const { store } = makeStore();
    const rowOf = async (id: string): Promise<TreeNode> => {
      const record = await store.add(newRecord(id));
      assert.ok(record);
      return nodeOf.record(record.key);
    };
    const rows = [await rowOf('one'), await rowOf('two')] as const;
    const selected = (...selection: TreeNode[]) =>
      standIn<Extension>({ store, tree: {}, selectedRows: { current: selection } });
    const named = (parts: Extension, ...args: unknown[]) =>
      targetRecords(parts, args).map(({ requestId }) => requestId);
    return { rows, selected, named };
  }

  beforeEach(() => {
    speak('en');
    statusBar.length = 0;
  });

  it('are the one whose menu was opened, not the selected one', async () => {
    const { rows, selected, named } = await listOfTwo();
    assert.deepEqual(named(selected(rows[1]), rows[0], undefined), ['one']);
  });

  it('are the selected rows if the menu was opened on a selected row, or without a row', async () => {
    const { rows, selected, named } = await listOfTwo();
    assert.deepEqual(named(selected(...rows), rows[0], rows), ['one', 'two']);
    assert.deepEqual(named(selected(...rows)), ['one', 'two']);
    assert.deepEqual(named(selected(), undefined, rows), ['one', 'two']);
  });

  it('are empty if the row was removed while its menu was open, even if another row is selected', async () => {
    const { rows, selected, named } = await listOfTwo();
    assert.deepEqual(named(selected(rows[1]), undefined, undefined), []);
    assert.deepEqual(named(selected(rows[1]), undefined, [undefined]), []);
    const said = 'The list has changed. Try again.';
    assert.deepEqual(statusBar, [said, said]);
  });
});
