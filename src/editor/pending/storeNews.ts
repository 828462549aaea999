import type { Disposable } from 'vscode';
import type { KnownRecord, NodeChange, RecordsChange, RecordStore } from '../../records';

export interface NewsParts {
  readonly store: Pick<RecordStore, 'get' | 'onDidChange'>;
  readonly tracking: { learned(record: KnownRecord, changed: boolean): void };
}

/**
 * Tells the tracker what the store has learnt without its asking: what was pushed or refreshed, here or in another
 * window. So a result that arrives anywhere on this computer ends the asking everywhere.
 */
export class StoreNews implements Disposable {
  private readonly subscription: Disposable;

  constructor(private readonly parts: NewsParts) {
    this.subscription = parts.store.onDidChange((change) => this.pass(change));
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private pass({ added, nodes }: RecordsChange): void {
    const changed = [...nodes].filter(([, change]) => concernsResult(change)).map(([key]) => key);
    for (const key of [...added, ...changed]) {
      const record = this.parts.store.get(key);
      if (record?.summary) this.parts.tracking.learned(record, true);
    }
  }
}

function concernsResult({ whole, summary, compile, subtaskList, subtasks }: NodeChange): boolean {
  return whole || summary || compile || subtaskList || subtasks.length > 0;
}
