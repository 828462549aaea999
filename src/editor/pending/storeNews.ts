import type { Disposable } from 'vscode';
import type { NodeChange, RecordStore } from '../../records';
import type { Tracking } from './tracking';

/**
 * Tells the tracker what the store has learnt without its asking: what was pushed or refreshed, here or in another
 * window. So a result that arrives anywhere on this computer ends the asking everywhere.
 */
export function passStoreNews({
  store,
  tracking,
}: {
  readonly store: Pick<RecordStore, 'get' | 'onDidChange'>;
  readonly tracking: Pick<Tracking, 'learned'>;
}): Disposable {
  return store.onDidChange(({ added, nodes }) => {
    const changed = [...nodes].filter(([, change]) => concernsResult(change)).map(([key]) => key);
    for (const key of [...added, ...changed]) {
      const record = store.get(key);
      if (record?.summary) tracking.learned(record, true);
    }
  });
}

function concernsResult({ whole, summary, compile, subtaskList, subtasks }: NodeChange): boolean {
  return whole || summary || compile || subtaskList || subtasks.length > 0;
}
