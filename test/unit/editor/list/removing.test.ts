import { answerNotices, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { remove } from '../../../../src/editor/list/removeResults';
import { recordKey } from '../../../../src/records';
import { settle } from '../../support/fakeClock';
import { envelope, makeStore, newRecord, service } from '../../records/fixtures';
import { standIn } from '../../support/standIn';
import type { Extension } from '../../../../src/editor/extension';
import { nodeOf, type TreeNode } from '../../../../src/editor/list/treeNodes';

describe('“Remove”', () => {
  beforeEach(() => {
    speak('en');
    answerNotices();
  });

  it('selects the neighboring row before the submission is deleted, which may be slow', async () => {
    const { store } = makeStore();
    const [removed, neighbor] = [recordKey(service, 'removed'), recordKey(service, 'neighbor')];
    for (const id of ['removed', 'neighbor']) {
      const how = { via: 'refresh', receivedAt: 1, add: newRecord(id) } as const;
      await store.receive(recordKey(service, id), { envelope: envelope(12, []) }, how);
    }
    const events: string[] = [];
    let endForgetting = (): void => undefined;
    const extension = {
      store,
      log: { warn: assert.fail, error: assert.fail },
      tree: { neighborOf: () => neighbor, record: nodeOf.record },
      view: { visible: true, reveal: async (row: TreeNode) => void events.push(`select ${row.id}`) },
      selectedRows: { current: [] },
      tracking: { stop: async () => undefined },
      context: {
        globalState: {
          get: () => undefined,
          update: () => {
            events.push('forget');
            return new Promise<void>((resolve) => (endForgetting = resolve));
          },
        },
      },
      judges: { updateContext: async () => undefined },
    };
    const removing = remove(standIn<Extension>(extension), [{ kind: 'record', key: removed }]);
    while (!events.includes('forget')) await settle();
    assert.deepEqual([store.get(removed), events], [null, [`select ${neighbor}`, 'forget']]);
    endForgetting();
    await removing;
  });
});
