import type { Disposable } from 'vscode';
import { type RecordKey, type StoreChangeEvent, isPending } from '../../records';
import { tieFoundFile } from '../sourceFiles';
import type { Following } from './following';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';

/**
 * Links new submissions at followed judges to their source files in this workspace. Starts the search when the problem
 * of a submission, or the hash of its source, is known.
 */
export class FoundFiles implements Disposable {
  /** submissions whose file hasn't been searched for yet */
  private readonly waiting = new Set<RecordKey>();
  private readonly watch: Disposable;

  constructor(
    private readonly extension: Core & WithDiagnostics,
    private readonly following: Following,
    private readonly onError: (what: string, error: unknown) => void,
  ) {
    this.watch = extension.store.onDidChange((change) => this.update(change));
  }

  dispose(): void {
    this.watch.dispose();
  }

  private update({ added, nodes }: StoreChangeEvent): void {
    for (const key of added) if (this.isNewSubmission(key)) this.waiting.add(key);
    for (const key of [...added, ...nodes.keys()]) if (this.waiting.has(key)) void this.search(key);
  }

  /** Returns whether the record is a pending one of a followed judge. This window or another one may have added it. */
  private isNewSubmission(key: RecordKey): boolean {
    const record = this.extension.store.get(key);
    return record !== null && isPending(record) && this.following.isFollowing(record.service);
  }

  private async search(key: RecordKey): Promise<void> {
    const record = this.extension.store.get(key);
    if (!record?.submission && !record?.judgedHash) return;
    this.waiting.delete(key);
    try {
      const judge = await this.extension.judges.judgeOf(record.service);
      if (judge) await tieFoundFile(this.extension, record, judge);
    } catch (error) {
      this.onError('the source file could not be found', error);
    }
  }
}
