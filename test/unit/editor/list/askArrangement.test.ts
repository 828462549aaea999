import { contexts, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { EventEmitter, window, type QuickPickItem } from 'vscode';
import { clearFilter, filter, groupBy, sortBy } from '../../../../src/editor/list/askArrangement';
import type { Extension } from '../../../../src/editor/extension';
import { StoredArrangement } from '../../../../src/editor/list/storedArrangement';
import { luogu } from '../../../support/profiles';
import { envelope, makeStore, newRecord, oneCase, subtask } from '../../records/fixtures';
import { settle } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

/** A quick pick in which one of its items is picked. */
class Pick {
  items: readonly QuickPickItem[] = [];
  activeItems: readonly QuickPickItem[] = [];
  value = '';
  busy = false;
  private readonly accepted = new EventEmitter<void>();
  readonly onDidAccept = this.accepted.event;
  readonly onDidChangeValue = new EventEmitter<string>().event;
  readonly onDidHide = new EventEmitter<void>().event;
  readonly show = (): void => undefined;
  readonly dispose = (): void => undefined;

  pick(label: string): void {
    this.activeItems = this.items.filter((item) => item.label === label);
    this.accepted.fire();
  }
}

/** The list of a store, and the parts of the extension that its commands need. */
function arranged(store: ReturnType<typeof makeStore>['store']) {
  const view: { message?: string; description?: string } = {};
  const kept = { get: () => undefined, update: async () => undefined, keys: () => [] };
  const arranging = new StoredArrangement(store, { arrangeWith: () => undefined }, view, kept, assert.fail);
  const extension = standIn<Extension>({ arranging: async () => arranging });
  return { arranging, extension, view };
}

describe('The list order and groups', () => {
  const { showQuickPick: pickNothing } = window;
  before(() => speak('en'));
  after(() => void Object.assign(window, { showQuickPick: pickNothing }));

  const choices = {
    sortBy: {
      newest: 'Newest first',
      name: 'By name',
      verdict: 'By verdict, worst first',
      score: 'By score, highest first',
    },
    groupBy: {
      several: 'By file with several results, in contests by problem',
      none: 'No grouping',
      source: 'By source file',
      service: 'By judge',
      problem: 'By problem',
    },
  };
  for (const [part, words] of Object.entries(choices) as ['sortBy' | 'groupBy', Record<string, string>][])
    it(`are chosen by label, with the current choice marked: ${part}`, async () => {
      const { arranging, extension } = arranged(makeStore().store);
      const change = part === 'sortBy' ? sortBy : groupBy;
      let marked: string[] = [];
      const choose = async (label: string): Promise<void> => {
        const showQuickPick = async (items: readonly QuickPickItem[]) => {
          marked = items.filter(({ description }) => description === 'current').map((item) => item.label);
          return items.find((item) => item.label === label);
        };
        Object.assign(window, { showQuickPick });
        await change(extension);
      };
      for (const [value, label] of Object.entries(words)) {
        await choose(label);
        assert.equal(arranging.arrangement[part], value);
        await choose('none of them');
        assert.equal(arranging.arrangement[part], value);
        assert.deepEqual(marked, [label]);
      }
    });
});

describe('The list filter, in Chinese,', () => {
  before(() => speak('zh-cn'));
  after(() => speak('en'));

  it('suggests record and case verdicts in Chinese, and is shown above the list', async () => {
    const { store } = makeStore();
    for (const requestId of ['zh-one', 'zh-two']) {
      const result = envelope(14, [subtask(0, [oneCase(1, 7), oneCase(2, 4), oneCase(3, 12)])]);
      const add = newRecord(requestId, { rules: luogu.rules });
      await store.receive(
        (await store.add(add))?.key ?? '',
        { envelope: { ...result, requestId } },
        { via: 'refresh', receivedAt: 1, add },
      );
    }
    const { arranging, extension, view } = arranged(store);
    const pick = new Pick();
    Object.assign(window, { createQuickPick: () => pick });
    const chosen = filter(extension);
    do await settle();
    while (pick.busy);
    assert.deepEqual(
      pick.items.map(({ label }) => label),
      [
        '',
        '仅显示未通过',
        'RE 运行时错误',
        '测试点中有 RE 运行时错误',
        '测试点中有 MLE 内存超限',
        '测试点中有 AC 评测通过',
      ],
    );
    pick.pick('测试点中有 MLE 内存超限');
    await chosen;
    assert.equal((await arranging.list()).length, 2);
    assert.equal(view.message, '显示 2/2：测试点中有 MLE');
    // A condition of “Clear Filter” in the view's title.
    assert.equal(contexts.get('judgeResults.filtered'), true);
    await clearFilter(extension);
    assert.equal(view.message, undefined);
    assert.equal(contexts.get('judgeResults.filtered'), false);
  });
});
