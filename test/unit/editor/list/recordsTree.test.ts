import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { TreeItemCollapsibleState } from 'vscode';
import { moveToService } from '../../../../src/editor/judges/editServices';
import { nodeOf, type TreeNode } from '../../../../src/editor/list/node';
import { RecordsTree } from '../../../../src/editor/list/recordsTree';
import { TreeRows } from '../../../../src/editor/list/rows';
import { recordKey, type RecordStore } from '../../../../src/records';
import { envelope, makeStore, newRecord, oneCase, subtask } from '../../records/fixtures';
import { dmoj } from '../../../../src/service/profiles/dmoj';
import { described } from '../../../support/profiles';

const school = described(dmoj, 'school', { url: 'https://oj.school.edu' });
const renamed = described(dmoj, 'home', { url: 'https://oj.school.edu' });

describe('Rows of a service that gets another name', () => {
  let store: RecordStore;
  let tree: RecordsTree;

  const isUnfolded = async (node: TreeNode): Promise<boolean> =>
    (await tree.getTreeItem(node)).collapsibleState === TreeItemCollapsibleState.Expanded;
  const rename = (): Promise<void> => {
    const credentials = { get: async () => null, remove: async () => undefined };
    const tracking = { stop: async () => undefined };
    return moveToService({ services: { credentials }, store, tracking, tree } as never, school, renamed);
  };

  beforeEach(async () => {
    speak('en');
    store = makeStore().store;
    const services = { profileOf: async () => null, onDidChange: () => ({ dispose: () => undefined }) };
    tree = new RecordsTree(store, services, async () => TreeRows);
    const cases = [subtask(1, [oneCase(1, 12)]), subtask(2, [oneCase(1, 12)])];
    for (const id of ['open', 'shut']) {
      const add = newRecord(id, { service: school.id });
      const how = { via: 'refresh', receivedAt: 1, add } as const;
      await store.receive(recordKey(school.id, id), { envelope: envelope(12, cases) }, how);
    }
    await store.add(newRecord('other'));
  });
  afterEach(() => tree.dispose());

  it('stay unfolded, those inside of them as well', async () => {
    const key = recordKey(school.id, 'open');
    tree.unfolding.set(nodeOf.record(key), true);
    tree.unfolding.set(nodeOf.subtask(key, '2'), true);
    await rename();
    const now = recordKey(renamed.id, 'open');
    assert.deepEqual(
      [
        await isUnfolded(nodeOf.record(now)),
        await isUnfolded(nodeOf.subtask(now, '1')),
        await isUnfolded(nodeOf.subtask(now, '2')),
        await isUnfolded(nodeOf.record(recordKey(renamed.id, 'shut'))),
      ],
      [true, false, true, false],
    );
  });

  it('stay folded where they were folded again', async () => {
    const node = nodeOf.record(recordKey(school.id, 'open'));
    tree.unfolding.set(node, true);
    tree.unfolding.set(node, false);
    await rename();
    const now = nodeOf.record(recordKey(renamed.id, 'open'));
    assert.equal(await isUnfolded(now), false);
  });

  it('can be folded afterwards', async () => {
    tree.unfolding.set(nodeOf.record(recordKey(school.id, 'open')), true);
    await rename();
    const now = nodeOf.record(recordKey(renamed.id, 'open'));
    tree.unfolding.set(now, false);
    assert.equal(await isUnfolded(now), false);
  });
});
