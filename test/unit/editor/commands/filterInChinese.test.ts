import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { EventEmitter, window, type QuickPickItem } from 'vscode';
import { arrangementCommands } from '../../../../src/editor/commands/filterAndSort';
import type { ExtensionServices } from '../../../../src/editor/extensionServices';
import { StoredArrangement } from '../../../../src/editor/tree/storedArrangement';
import { luogu } from '../../../support/profiles';
import { envelope, makeStore, newRecord, oneCase, subtask } from '../../records/fixtures';
import { settle } from '../../support/fakeClock';

/** A list to pick from: its choices, and one of them is picked. */
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

describe('The filter of the list, in Chinese', () => {
  before(() => speak('zh-cn'));
  after(() => speak('en'));

  it('offers the verdicts of records and of cases in Chinese, and says above the list what is shown', async () => {
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
    const view: { message?: string; description?: string } = {};
    const kept = { get: () => undefined, update: async () => undefined, keys: () => [] };
    const arranging = new StoredArrangement(store, { arrangeWith: () => undefined }, view, kept, assert.fail);
    const pick = new Pick();
    Object.assign(window, { createQuickPick: () => pick });
    const { filter } = arrangementCommands;
    assert.ok(filter);
    const extension = { arranging: async () => arranging } as unknown as ExtensionServices;
    const chosen = filter(extension, []);
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
    assert.equal(view.message, '2/2：测试点中有 MLE');
  });
});
