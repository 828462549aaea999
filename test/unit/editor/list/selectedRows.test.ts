import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { nodeOf, type TreeNode } from '../../../../src/editor/list/treeNodes';
import { SelectedRows } from '../../../../src/editor/list/selectedRows';
import { recordKey, type RecordStore } from '../../../../src/records';
import { makeStore, newRecord, service } from '../../records/fixtures';

/** VS Code's side of the list: elements of the selected handles, which a refresh removes until they are read again. */
class ListView {
  private handles: readonly TreeNode[] = [];
  private readonly unread = new Set<TreeNode>();
  private listener: (event: { readonly selection: readonly TreeNode[] }) => void = () => undefined;

  get selection(): readonly TreeNode[] {
    return this.handles.filter((node) => !this.unread.has(node));
  }

  readonly onDidChangeSelection = (listener: typeof this.listener) => {
    this.listener = listener;
    return { dispose: () => (this.listener = () => undefined) };
  };

  select(...nodes: readonly TreeNode[]): void {
    this.handles = nodes;
    this.listener({ selection: this.selection });
  }

  startRefresh(...nodes: readonly TreeNode[]): void {
    for (const node of nodes) this.unread.add(node);
  }

  endRefresh(): void {
    this.unread.clear();
  }
}

describe('The selected rows', () => {
  const [one, two] = ['one', 'two'].map((id) => nodeOf.record(recordKey(service, id)));
  assert.ok(one && two);
  let store: RecordStore;
  let view: ListView;
  let rows: SelectedRows;

  beforeEach(async () => {
    store = makeStore().store;
    for (const id of ['one', 'two']) await store.add(newRecord(id));
    view = new ListView();
    rows = new SelectedRows(view, store);
  });
  afterEach(() => rows.dispose());

  it('include a row that VS Code is reading again', () => {
    view.select(one);
    view.startRefresh(one, two);
    assert.deepEqual(view.selection, []);
    assert.deepEqual(rows.current, [one]);
  });

  it('include a row selected while VS Code was reading it, after the read', () => {
    view.startRefresh(one, two);
    view.select(two);
    assert.deepEqual(rows.current, []);
    view.endRefresh();
    assert.deepEqual(rows.current, [two]);
    view.startRefresh(one, two);
    assert.deepEqual(rows.current, [two]);
  });

  it('include a row clicked while VS Code was reading it', () => {
    view.startRefresh(one);
    view.select(one);
    rows.addClicked(one);
    assert.deepEqual(rows.current, [one]);
  });

  it('don’t change for a click whose command runs after the next selection', () => {
    view.select(one);
    view.select(two);
    rows.addClicked(one);
    assert.deepEqual(rows.current, [two]);
  });

  it('include all of several rows while VS Code is reading one again', () => {
    view.select(one, two);
    view.startRefresh(one);
    assert.deepEqual(rows.current, [one, two]);
  });

  it('follow the selection, also to an empty selection', () => {
    view.select(one);
    view.select(two);
    assert.deepEqual(rows.current, [two]);
    view.select();
    assert.deepEqual(rows.current, []);
  });

  it('omit a removed record', async () => {
    const group = nodeOf.group({ by: 'service', name: 'judge' });
    view.select(group, one, two);
    await store.remove([one.key]);
    assert.deepEqual(rows.current, [group, two]);
  });
});
