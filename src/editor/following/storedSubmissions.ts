import { meaningOf, type StatusCode } from '../../results/withoutDecoder';
import { recordKey, type RecordKey, isNewer, isPending, namesProblem } from '../../records';
import type { RecentSubmission, JudgeId, Judge } from '../../judges';
import { isJudged } from '../labels/customInputRuns';
import { detailsOfListed, submissionOfListed } from '../shared/listedDetails';
import type { MadeSubmission } from './busyTime';
import type { SubmissionHistory } from './following';
import type { Core } from '../shared/core';
import type { WithContests } from '../contests';

/** Reads the user's submissions from the record store, and adds new ones. */
export class StoredSubmissions implements SubmissionHistory {
  /** The last listed status of each known result. */
  private readonly listed = new Map<RecordKey, StatusCode>();
  /** Judges whose lists have other codes than their results */
  private readonly withOtherCodes = new Set<JudgeId>();

  constructor(private readonly extension: Pick<Core, 'store' | 'tracking'> & WithContests) {}

  isKnown(service: JudgeId, requestId: string): boolean {
    return this.extension.store.get(recordKey(service, requestId)) !== null;
  }

  knownAt(service: JudgeId): readonly string[] {
    const records = this.extension.store.records();
    return records.filter((record) => record.service === service).map(({ requestId }) => requestId);
  }

  pendingAt(service: JudgeId): ReadonlySet<string> {
    const records = this.extension.store.records();
    const pending = records.filter((record) => record.service === service && isPending(record));
    return new Set(pending.map(({ requestId }) => requestId));
  }

  madeAt(service: JudgeId): readonly MadeSubmission[] {
    return this.extension.store
      .records()
      .filter((record) => record.service === service && isJudged(record))
      .map(({ addedAt, submission }) => ({ at: addedAt, contest: submission?.contest ?? null }));
  }

  async readAgainIfChanged(judge: Judge, { requestId, hint, status }: RecentSubmission): Promise<boolean> {
    const { store, tracking } = this.extension;
    const key = recordKey(judge.id, requestId);
    const record = store.get(key);
    const kind = meaningOf(judge.rules.statuses, status)?.kind;
    if (!record?.summary || isPending(record) || status === null || !kind || kind === 'pending') return false;
    const before = this.listed.get(key);
    this.listed.set(key, status);
    const known = record.summary.status;
    const isOtherKind = kind !== meaningOf(record.rules.statuses, known)?.kind;
    const isOtherCode = status !== known && !this.withOtherCodes.has(judge.id);
    const isChanged = before === undefined ? isOtherKind || isOtherCode : status !== before;
    if (!isChanged) return false;
    await tracking.fetch(judge, requestId, undefined, { hint });
    // without this, each window would fetch each known result again
    if (before === undefined && !isOtherKind && store.get(key)?.summary?.status === known)
      this.withOtherCodes.add(judge.id);
    return true;
  }

  /** Polls the submission like a fetched result, but uses the judge's submission time. */
  async add(judge: Judge, submission: RecentSubmission): Promise<void> {
    const { contest, requestId } = submission;
    if (contest) this.extension.contests.report(judge.id, contest);
    await this.extension.tracking.track(judge, requestId, detailsOfListed(submission, null));
  }

  async complete({ id }: Judge, listed: RecentSubmission): Promise<void> {
    const { store } = this.extension;
    const record = store.get(recordKey(id, listed.requestId));
    if (!record || isNewer(record) || namesProblem(record.submission)) return;
    const submission = submissionOfListed(listed, record);
    if (submission) await store.update(record.key, { submission });
  }
}
