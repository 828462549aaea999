import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { TreeItemCollapsibleState } from 'vscode';
import { nodeOf, type TreeNode } from '../../../../src/editor/list/node';
import { RecordsTree } from '../../../../src/editor/list/recordsTree';
import { TreeRows } from '../../../../src/editor/list/rows';
import { recordKey, type NewRecord, type RecordKey, type RecordStore } from '../../../../src/records';
import type { Subtask } from '../../../../src/judge';
import { envelope, makeStore, newRecord, oneCase, service, subtask } from '../../records/fixtures';

const file: NewRecord['source'] = { uri: 'file:///home/a/P1115.cpp', how: 'tied', textHash: null };

describe('Unfolding in the list', () => {
  let store: RecordStore;
  let tree: RecordsTree;
  let under: ReturnType<typeof makeStore>;

  const cases = (count: number, from = 1) => Array.from({ length: count }, (_, at) => oneCase(from + at, 12));
  const receive = (id: string, subtasks: readonly Subtask[], more: Partial<NewRecord> = {}) => {
    const how = { via: 'refresh', receivedAt: ++under.time, add: newRecord(id, more) } as const;
    return store.receive(recordKey(service, id), { envelope: envelope(12, subtasks) }, how);
  };
  const key = (id: string): RecordKey => recordKey(service, id);

  /** What VS Code does: it unfolds the row and those that it stands in, and tells so. */
  async function show(id: string): Promise<{ row: TreeNode; unfolds: boolean } | undefined> {
    await tree.getChildren();
    let shown: { row: TreeNode; unfolds: boolean } | undefined;
    await tree.unfolding.show(key(id), async (row, unfolds) => {
      shown = { row, unfolds };
      const parent = tree.getParent(row);
      if (parent) tree.unfolding.set(parent, true);
      if (unfolds) tree.unfolding.set(row, true);
    });
    return shown;
  }
  /** A row that VS Code knows by another ID is folded. */
  const idOf = async (node: TreeNode): Promise<string> => (await tree.getTreeItem(node)).id ?? '';
  const recordId = (id: string): Promise<string> => idOf(nodeOf.record(key(id)));

  beforeEach(async () => {
    speak('en');
    under = makeStore();
    store = under.store;
    const services = { profileOf: async () => null, onDidChange: () => ({ dispose: () => undefined }) };
    tree = new RecordsTree(store, services, async () => TreeRows);
    for (const id of ['a', 'b', 'c']) await receive(id, [subtask(1, cases(2)), subtask(2, cases(2))]);
  });
  afterEach(() => tree.dispose());

  it('is of one record at a time: the one before is folded again', async () => {
    const before = await recordId('a');
    await show('a');
    assert.equal(await recordId('a'), before);
    await show('b');
    assert.notEqual(await recordId('a'), before);
    const folded = await recordId('a');
    await show('c');
    assert.equal(await recordId('a'), folded);
  });

  it('is of a row that VS Code finds only when the list has been read anew', async () => {
    const refusals = [new Error('Cannot resolve tree item'), new Error('Cannot resolve tree item')];
    const looks: TreeNode[] = [];
    await tree.unfolding.show(key('a'), async (row) => {
      looks.push(row);
      const refusal = refusals.pop();
      if (refusal) throw refusal;
    });
    assert.deepEqual(looks, Array(3).fill(nodeOf.record(key('a'))));
  });

  it('is over where VS Code never finds the row, or the record has gone meanwhile', async () => {
    const refused = async () => Promise.reject(new Error('Cannot resolve tree item'));
    await assert.rejects(tree.unfolding.show(key('a'), refused), /Cannot resolve/);
    await tree.unfolding.show(key('a'), async () => {
      await store.remove([key('a')]);
      throw new Error('Cannot resolve tree item');
    });
  });

  it('leaves what a person has touched: a row that was unfolded, or chosen, inside of it', async () => {
    for (const touch of [
      () => tree.unfolding.set(nodeOf.subtask(key('a'), '1'), true),
      () => tree.unfolding.touch(nodeOf.case(key('a'), '1', '1')),
    ]) {
      await show('a');
      const before = await recordId('a');
      touch();
      await show('b');
      assert.equal(await recordId('a'), before);
    }
  });

  it('leaves what a person has unfolded before it was shown', async () => {
    tree.unfolding.set(nodeOf.record(key('a')), true);
    const before = await recordId('a');
    await show('a');
    await show('b');
    assert.equal(await recordId('a'), before);
  });

  it('leaves a record folded that has more than eight rows', async () => {
    const many = Array.from({ length: 30 }, (_, at) => subtask(at + 1, cases(2)));
    await receive('many', many);
    assert.deepEqual(await show('many'), { row: nodeOf.record(key('many')), unfolds: false });
    await receive('seven', many.slice(0, 7));
    assert.equal((await show('seven'))?.unfolds, true, 'and the compilation');
  });

  it('leaves the row of a record that stayed folded as it is when the next one is shown', async () => {
    const many = Array.from({ length: 9 }, (_, at) => subtask(at, cases(1)));
    await receive('large', many);
    await show('large');
    const before = await recordId('large');
    await show('a');
    assert.equal(await recordId('large'), before);
  });

  it('shows the cases of an only subtask at once where they are few', async () => {
    const states: unknown[] = [];
    for (const count of [6, 7]) {
      const id = `only${count}`;
      await receive(id, [subtask(1, cases(count))]);
      assert.equal((await show(id))?.unfolds, true);
      states.push((await tree.getTreeItem(nodeOf.subtask(key(id), '1'))).collapsibleState);
    }
    assert.deepEqual(states, [TreeItemCollapsibleState.Expanded, TreeItemCollapsibleState.Collapsed]);
    await show('a');
    const left = await tree.getTreeItem(nodeOf.subtask(key('only6'), '1'));
    assert.equal(left.collapsibleState, TreeItemCollapsibleState.Expanded, 'as a person unfolds the record');
  });

  it('stays short when more is judged', async () => {
    await receive('grows', [subtask(1, cases(2), { status: 1 })]);
    await show('grows');
    const only = nodeOf.subtask(key('grows'), '1');
    const before = await idOf(only);
    await receive('grows', [subtask(1, cases(20))]);
    assert.notEqual(await idOf(only), before);
    await receive(
      'grows',
      Array.from({ length: 20 }, (_, at) => subtask(at + 1, cases(1))),
    );
    assert.match(await recordId('grows'), /turned/);
  });

  it('unfolds the file with the result, and folds both again', async () => {
    for (const id of ['one', 'two']) await receive(id, [subtask(1, cases(1))], { source: file });
    const group = nodeOf.group({ by: 'several', name: file?.uri ?? '' });
    const before = await show('two').then(() => idOf(group));
    assert.equal(await idOf(group), before);
    await receive('three', [subtask(1, cases(1))], { source: file });
    await show('three');
    assert.equal(await idOf(group), before, 'it is the same file');
    await show('a');
    assert.notEqual(await idOf(group), before);
  });

  it('unfolds the file that a result gets only once it is shown, and leaves it as a person leaves it', async () => {
    for (const id of ['one', 'two']) await receive(id, [subtask(1, cases(1))], { source: file });
    const group = nodeOf.group({ by: 'several', name: file?.uri ?? '' });
    await show('two');
    await receive('late', [subtask(1, cases(1))]);
    await show('late');
    const folded = await idOf(group);
    await store.update(key('late'), { source: file });
    await tree.getChildren();
    const { id, collapsibleState } = await tree.getTreeItem(group);
    assert.equal(collapsibleState, TreeItemCollapsibleState.Expanded);
    assert.notEqual(id, folded, 'VS Code keeps the state of a row that it knows');
    tree.unfolding.set(group, false);
    await receive('late', [subtask(1, cases(2))]);
    await tree.getChildren();
    const left = await tree.getTreeItem(group);
    assert.deepEqual([left.id, left.collapsibleState], [id, TreeItemCollapsibleState.Collapsed]);
  });

  it('keeps the file unfolded that a result gets while it is being shown', async () => {
    for (const id of ['one', 'two']) await receive(id, [subtask(1, cases(1))], { source: file });
    const group = nodeOf.group({ by: 'several', name: file?.uri ?? '' });
    await show('two');
    await receive('late', [subtask(1, cases(1))]);
    await tree.getChildren();
    await tree.unfolding.show(key('late'), async () => {
      await store.update(key('late'), { source: file });
      await tree.getChildren();
    });
    const { id, collapsibleState } = await tree.getTreeItem(group);
    const isKnown = !id?.includes('turned');
    assert.ok(isKnown || collapsibleState === TreeItemCollapsibleState.Expanded, 'VS Code has it unfolded');
    await show('a');
    assert.notEqual(await idOf(group), id, 'and it is folded again with that result');
  });

  it('leaves a file folded that has many results where the one that is shown becomes one of them', async () => {
    for (let at = 0; at < 12; at += 1) await receive(`r${at}`, [subtask(1, cases(1))], { source: file });
    await receive('late', [subtask(1, cases(1))]);
    await show('late');
    await store.update(key('late'), { source: file });
    await tree.getChildren();
    const group = nodeOf.group({ by: 'several', name: file?.uri ?? '' });
    assert.equal((await tree.getTreeItem(group)).collapsibleState, TreeItemCollapsibleState.Collapsed);
  });

  it('shows the file where that has many results, and of an older one its own row', async () => {
    for (let at = 0; at < 12; at += 1) await receive(`r${at}`, [subtask(1, cases(1))], { source: file });
    const group = nodeOf.group({ by: 'several', name: file?.uri ?? '' });
    assert.deepEqual(await show('r11'), { row: group, unfolds: false });
    assert.deepEqual(await show('r3'), { row: nodeOf.record(key('r3')), unfolds: false });
  });
});
