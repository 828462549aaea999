import { commands, type Disposable } from 'vscode';
import type { RecordStore } from '../../records';

/** For the menus, `judgeResults.hasRecords`: what works on records is not offered where there are none. */
export function setHasRecordsContext(store: RecordStore): Disposable {
  let isAny: boolean | undefined;
  const say = (): void => {
    const now = store.records().length > 0;
    if (now === isAny) return;
    isAny = now;
    void commands.executeCommand('setContext', 'judgeResults.hasRecords', now);
  };
  say();
  return store.onDidChange(({ added, removed }) => {
    if (added.length + removed.length > 0) say();
  });
}
