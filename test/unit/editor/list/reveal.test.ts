import { answerNotices, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Extension } from '../../../../src/editor/extension';
import type { ListArranger } from '../../../../src/editor/list/arrangement';
import { listEntries } from '../../../../src/editor/list/groups';
import { nodeOf, type TreeNode } from '../../../../src/editor/list/treeNodes';
import { RecordsTree } from '../../../../src/editor/list/recordsTree';
import { reveal, unfold } from '../../../../src/editor/list/reveal';
import { TreeRows } from '../../../../src/editor/list/rows';
import { recordKey, type RecordStore } from '../../../../src/records';
import type { Subtask } from '../../../../src/results';
import { settle } from '../../support/fakeClock';
import { envelope, key, makeStore, newRecord, oneCase, service, subtask } from '../../records/fixtures';

type Options = Parameters<Extension['view']['reveal']>[1];

const failedSecond = [subtask(1, [oneCase(1, 12)]), subtask(2, [oneCase(2, 6)]), subtask(3, [oneCase(3, 6)])];
const recordRow = nodeOf.record(key);
const failedRow = nodeOf.subtask(key, '2');

describe('Revealing a result in the list', () => {
  let store: RecordStore;
  let tree: RecordsTree;
  let isVisible: boolean;
  let selection: readonly TreeNode[];
  /** Rows that VS Code had to show, in order. */
  let revealed: (readonly [TreeNode, Options])[];
  /** Response of VS Code. By default, it accepts each row. */
  let respond: () => Promise<void>;
  const noProblems = {
    positionsOf: async () => new Map(),
    onDidMove: () => ({ dispose: () => undefined }),
  };
  let list: Parameters<typeof reveal>[0];

  const receive = async (subtasks: readonly Subtask[], id = 'r1') => {
    const how = { via: 'refresh', receivedAt: 1, add: newRecord(id) } as const;
    await store.receive(recordKey(service, id), { envelope: envelope(6, subtasks) }, how);
  };

  beforeEach(() => {
    speak('en');
    store = makeStore().store;
    const judges = { judgeOf: async () => null, onDidChange: () => ({ dispose: () => undefined }) };
    tree = new RecordsTree(
      store,
      judges,
      async () => TreeRows,
      async () => noProblems,
    );
    isVisible = true;
    selection = [];
    revealed = [];
    respond = async () => undefined;
    const view = {
      get visible() {
        return isVisible;
      },
      get selection() {
        return selection;
      },
      reveal: async (row: TreeNode, options: Options) => {
        revealed.push([row, options]);
        await respond();
      },
    };
    list = { store, tree, view };
  });
  afterEach(() => {
    mock.timers.reset();
    tree.dispose();
  });

  /** Lets `ms` pass on the mocked timers, 25 ms at a time, and all promises settle between. */
  async function passTime(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 25) {
      await settle();
      mock.timers.tick(25);
    }
    await settle();
  }

  const unfoldedOnly = { select: false, focus: false, expand: 1 };
  const selected = { select: true, focus: true, expand: 1 };

  it('expands the first failed subtask, then selects and expands the record', async () => {
    await receive(failedSecond);
    await reveal(list, key);
    assert.deepEqual(revealed, [
      [failedRow, unfoldedOnly],
      [recordRow, selected],
    ]);
  });

  it('expands only the record if no case failed or it has no result', async () => {
    await store.add(newRecord());
    await reveal(list, key);
    await receive([subtask(1, [oneCase(1, 12)]), subtask(2, [oneCase(2, 12)])]);
    await reveal(list, key);
    assert.deepEqual(revealed, [
      [recordRow, selected],
      [recordRow, selected],
    ]);
  });

  it('expands only the record if the filter hides its first failed subtask', async () => {
    await receive(failedSecond);
    const onlyAccepted: ListArranger = {
      filter: { kind: 'text', text: 'S12' },
      list: async () => listEntries(store.records(), 'none'),
      caseFits: (status) => status === 12,
    };
    tree.arrangeWith(Promise.resolve(onlyAccepted));
    await reveal(list, key);
    assert.deepEqual(revealed, [[recordRow, selected]]);
  });

  it('offers to clear the filter if it hides the record', async () => {
    const shown = answerNotices();
    await receive(failedSecond);
    const nothing: ListArranger = {
      filter: { kind: 'failed' },
      list: async () => [],
      caseFits: () => true,
    };
    tree.arrangeWith(Promise.resolve(nothing));
    await reveal(list, key);
    await unfold(list, key);
    await settle();
    assert.deepEqual([revealed, shown.map(({ buttons }) => buttons)], [[], [['Clear Filter']]]);
  });

  it('retries until the list has stopped changing', async () => {
    await receive([subtask(1, [oneCase(1, 12)])]);
    mock.timers.enable({ apis: ['setTimeout'] });
    let isChanging = true;
    respond = async () => {
      if (isChanging) throw new Error('Cannot resolve tree item');
    };
    const done = reveal(list, key);
    await passTime(50);
    isChanging = false;
    await passTime(100);
    await done;
    assert.deepEqual(
      revealed.map(([row]) => row),
      [recordRow, recordRow, recordRow],
    );
  });

  it('fails if the list changes for a second, and ends if the record is removed meanwhile', async () => {
    await receive([subtask(1, [oneCase(1, 12)])]);
    mock.timers.enable({ apis: ['setTimeout'] });
    respond = () => Promise.reject(new Error('Cannot resolve tree item'));
    const failed = assert.rejects(reveal(list, key), /Cannot resolve/);
    await passTime(1000);
    await failed;
    assert.equal(revealed.length, 6);
    respond = async () => {
      await store.remove([key]);
      throw new Error('Cannot resolve tree item');
    };
    const ended = reveal(list, key);
    await passTime(1000);
    await ended;
    assert.equal(revealed.length, 7);
  });

  it('keeps the focus if the person may be typing, and the selection if they did something', async () => {
    await store.add(newRecord());
    await reveal(list, key, { hasActed: false, isWaiting: false });
    selection = [nodeOf.record(recordKey(service, 'other'))];
    await reveal(list, key, { hasActed: true, isWaiting: false });
    assert.deepEqual(revealed, [
      [recordRow, { select: true, focus: false, expand: 1 }],
      [recordRow, { select: false, focus: false, expand: 1 }],
    ]);
  });

  it('keeps the focus if the person acts while the list shows the row', async () => {
    await receive(failedSecond);
    const person = { hasActed: false, isWaiting: true };
    respond = async () => void Object.assign(person, { hasActed: true, isWaiting: false });
    selection = [failedRow];
    await reveal(list, key, person);
    assert.deepEqual(revealed[1], [recordRow, unfoldedOnly]);
  });

  it('offers to show the row instead of opening the list if the person may be typing', async () => {
    await store.add(newRecord());
    isVisible = false;
    const shown = answerNotices('Show in List');
    await reveal(list, key, { hasActed: false, isWaiting: false });
    await settle();
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['r1 is in the list.'],
    );
    assert.deepEqual(revealed, [[recordRow, selected]]);
  });

  it('keeps selection and focus if it only expands a row', async () => {
    await receive(failedSecond);
    await unfold(list, key);
    assert.deepEqual(revealed, [
      [failedRow, unfoldedOnly],
      [recordRow, unfoldedOnly],
    ]);
  });

  it('doesn’t expand a finished result with several subtasks if none failed', async () => {
    const passed = [1, 2, 3].map((id) => subtask(id, [oneCase(id, 12)]));
    await receive(passed);
    await unfold(list, key);
    assert.deepEqual(revealed, []);
  });

  it('doesn’t open a hidden list to expand a row', async () => {
    await receive(failedSecond);
    isVisible = false;
    await unfold(list, key);
    assert.deepEqual(revealed, []);
  });
});
