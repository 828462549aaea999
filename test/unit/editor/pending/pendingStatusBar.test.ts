import { contexts, speak, statusBarItems } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { PendingStatus } from '../../../../src/editor/pending/pendingStatusBar';
import type { Extension } from '../../../../src/editor/extension';
import type { PendingView } from '../../../../src/tracking';
import { makeStore, newRecord } from '../../records/fixtures';
import { standIn } from '../../support/standIn';

describe('The pending results in the status bar', () => {
  before(() => speak('en'));

  it('are hidden, like the badge and the command to stop them, while nothing is pending', async () => {
    const { store } = makeStore();
    const record = await store.add(newRecord('1'));
    assert.ok(record);
    const pending: PendingView = standIn<PendingView>({
      request: { ...record, plan: { startedAt: Date.now() }, phase: 'waiting' as const },
      isPolling: false,
      isForeign: false,
      lastAnswer: null,
    });
    contexts.clear();
    let all: readonly PendingView[] = [];
    const unheard = () => ({ dispose: () => undefined });
    const view: { badge?: { value: number }; visible: boolean; onDidChangeVisibility: typeof unheard } = {
      visible: true,
      onDidChangeVisibility: unheard,
    };
    const status = new PendingStatus(
      standIn<Extension>({
        store,
        view,
        remaining: { ofRecord: () => null },
        judges: { timeAt: () => Date.now() },
        tracking: {
          pending: () => all,
          health: () => ({ kind: 'ok' }),
          pushTrouble: '',
          onDidChange: unheard,
        },
      }),
    );
    const item = statusBarItems.at(-1);
    const state = () => [item?.isShown, view.badge?.value, contexts.get('judgeResults.hasPending') ?? false];
    assert.deepEqual(state(), [false, undefined, false]);
    all = [pending];
    status.update();
    assert.deepEqual(state(), [true, 1, true]);
    assert.match(item?.text ?? '', /1 · /);
    all = [];
    status.update();
    assert.deepEqual(state(), [false, undefined, false]);
    status.dispose();
  });
});
