import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { EventEmitter, TreeItem } from 'vscode';
import { RecordsTree } from '../../../../src/editor/list/recordsTree';
import { TreeRows } from '../../../../src/editor/list/rows';
import { recordKey, type RecordKey, type RecordStore } from '../../../../src/records';
import { judgeIdOf } from '../../../../src/judges/address';
import { envelope, makeStore, newRecord, oneCase, service, subtask } from '../../records/fixtures';

describe('The results tree', () => {
  let store: RecordStore;
  let tree: RecordsTree;
  /** Rows that VS Code had to read again; null: all. */
  let refreshed: (readonly string[] | null)[];
  const moved = new EventEmitter<RecordKey>();
  const positionsOf = async () => new Map();

  beforeEach(() => {
    speak('en');
    store = makeStore().store;
    const judges = { judgeOf: async () => null, onDidChange: () => ({ dispose: () => undefined }) };
    tree = new RecordsTree(
      store,
      judges,
      async () => TreeRows,
      async () => ({ positionsOf, onDidMove: moved.event }),
    );
    refreshed = [];
    tree.onDidChangeTreeData((rows) => refreshed.push(rows?.map(({ id }) => id) ?? null));
  });
  afterEach(() => tree.dispose());

  /** Adds a result of the file `a.cpp`. `judge`: ID of its judge. */
  async function add(id: string, judge = service): Promise<RecordKey> {
    const key = recordKey(judge, id);
    const source = { uri: 'file:///folder/a.cpp', how: 'submitted', textHash: null } as const;
    const add = { ...newRecord(id), service: judge };
    const how = { via: 'refresh', receivedAt: 1, add } as const;
    await store.receive(key, { envelope: envelope(12, [subtask(1, [oneCase(1, 12)])]) }, how);
    const submission = { problemId: 'P1', title: null, place: null, language: 'cpp', optimise: true };
    await store.update(key, { source, submission });
    return key;
  }

  it('shows pinned rows of other features above the results, and nothing below them', async () => {
    await add('one');
    const rowsChanged = new EventEmitter<void>();
    const item = new TreeItem('Clarifications');
    const pin = tree.pin(() => [{ id: 'mine', item }], rowsChanged.event);
    const [first, ...others] = await tree.getChildren();
    assert.ok(first && first.kind === 'pinned' && others.length === 1);
    assert.equal(await tree.getTreeItem(first), item);
    assert.deepEqual([await tree.getChildren(first), tree.getParent(first)], [[], undefined]);
    refreshed = [];
    rowsChanged.fire();
    assert.deepEqual(refreshed, [null]);
    pin.dispose();
    assert.deepEqual(
      (await tree.getChildren()).map(({ kind }) => kind),
      ['record'],
    );
  });

  it('updates a group’s names after one of its results was renamed', async () => {
    const renamed = await add('one');
    await add('two');
    const [group] = await tree.getChildren();
    assert.ok(group);
    const labels = async () => {
      const rows = await tree.getChildren(group);
      return Promise.all(rows.map(async (row) => (await tree.getTreeItem(row)).label));
    };
    assert.deepEqual(await labels(), ['S12 0', 'S12 0']);
    refreshed = [];
    await store.update(renamed, { label: 'mine' });
    assert.deepEqual(await labels(), ['S12 0 · mine', 'S12 0 · P1']);
    await store.update(renamed, { label: null });
    assert.deepEqual(await labels(), ['S12 0', 'S12 0']);
    assert.deepEqual(refreshed, [[group.id], [group.id]]);
  });

  it('shows judges only while there are results from several judges', async () => {
    const [club, school] = ['club', 'school'].map((name) =>
      judgeIdOf({ type: 'hydro', address: `https://${name}.test`, name }),
    );
    const judges = async () => {
      const [group] = await tree.getChildren();
      assert.ok(group);
      const rows = await Promise.all((await tree.getChildren(group)).map((row) => tree.getTreeItem(row)));
      return rows.map(({ description }) => /club|school/.exec(String(description))?.[0] ?? null);
    };
    await add('one', club);
    await add('two', club);
    assert.deepEqual(await judges(), [null, null]);
    const other = await add('three', school);
    assert.deepEqual((await judges()).sort(), ['club', 'club', 'school']);
    await store.remove([other]);
    assert.deepEqual(await judges(), [null, null]);
  });

  it('refreshes a result’s compiler messages when their Problems move', async () => {
    const key = recordKey(service, 'failed');
    const compile = { success: false, message: 'a.cpp:1:1: error: x\n', opt2: true };
    const how = { via: 'refresh', receivedAt: 1, add: newRecord('failed') } as const;
    await store.receive(key, { envelope: envelope(2, [], { data: { compile, judge: null } }) }, how);
    const [compilation] = await tree.getChildren(tree.record(key));
    assert.equal(compilation?.kind, 'compilation');
    for (const row of await tree.getChildren(compilation)) await tree.getTreeItem(row);
    refreshed = [];
    moved.fire(key);
    // no row of this result was shown
    moved.fire(recordKey(service, 'other'));
    assert.deepEqual(refreshed, [[compilation.id]]);
  });
});
