import { recordKey } from '../../records';
import { isPending } from '../../records/record';
import type { RecentSubmission, ServiceId, Judge } from '../../service';
import type { Uses } from '../shared/extensionServices';
import type { SubmissionHistory } from './following';

/** Reads the user's submissions from the record store, and adds new ones. */
export class StoredSubmissions implements SubmissionHistory {
  constructor(private readonly extension: Uses<'contests' | 'store' | 'tracking'>) {}

  isKnown(service: ServiceId, requestId: string): boolean {
    return this.extension.store.get(recordKey(service, requestId)) !== null;
  }

  knownAt(service: ServiceId): readonly string[] {
    const records = this.extension.store.records();
    return records.filter((record) => record.service === service).map(({ requestId }) => requestId);
  }

  pendingAt(service: ServiceId): ReadonlySet<string> {
    const records = this.extension.store.records();
    const pending = records.filter((record) => record.service === service && isPending(record));
    return new Set(pending.map(({ requestId }) => requestId));
  }

  /** Polls the submission like a fetched result, but uses the judge's submission time. */
  async add(judge: Judge, { requestId, hint, at, contest }: RecentSubmission): Promise<void> {
    if (contest) this.extension.contests.report(judge.id, contest);
    await this.extension.tracking.track(judge, requestId, {
      hint,
      ...(at === null ? {} : { addedAt: Math.min(at, Date.now()) }),
    });
  }
}
