import { commands, type Disposable } from 'vscode';
import type { KnownRecord, RecordStore } from '../../records';

/** For the menus: `context` says whether there are such records, however they come or go. */
export function setContextWhere(
  context: string,
  store: Pick<RecordStore, 'records' | 'onDidChange'>,
  isMeant: (record: KnownRecord) => boolean = () => true,
): Disposable {
  let isAny: boolean | undefined;
  const update = (): void => {
    const now = store.records().some(isMeant);
    if (now === isAny) return;
    isAny = now;
    void commands.executeCommand('setContext', context, now);
  };
  update();
  return store.onDidChange(({ added, removed }) => {
    if (added.size + removed.size > 0) update();
  });
}
