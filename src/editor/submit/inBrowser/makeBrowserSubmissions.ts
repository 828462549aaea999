import { Disposable, Uri, window } from 'vscode';
import { systemClock, type Clock, type Leases } from '../../../base/ports';
import { errorMessage } from '../../../base/log';
import { isInBrowser, type RecordInBrowser, type RecordKey } from '../../../records';
import type { Judge, RecentSubmission, JudgeId } from '../../../judges';
import type { ListingGuard } from '../../shared/backgroundRequests/listingGuard';
import { UnreachableRecords, type Unreachable } from '../../shared/unreachableRecords';
import type { WithList } from '../../list';
import { keepSubmitted } from '../../program';
import { BrowserSubmissions, type ListedSubmissions, type RecordsInBrowser } from './browserSubmissions';
import type { Core } from '../../shared/core';

/** Connects `BrowserSubmissions` to the store, the judges, and the clock of this window. */
export function makeBrowserSubmissions(
  extension: Core & Pick<WithList, 'tree'>,
  leases: { openLeases(): Promise<Leases> },
  guard: ListingGuard,
  onError: (what: string, error: unknown) => void,
  clock: Clock = systemClock,
): BrowserSubmissions {
  const submissions = new BrowserSubmissions({
    clock,
    leases,
    records: new StoredRecordsInBrowser(extension),
    lists: new ListsOfJudges(extension, guard),
    onError,
  });
  extension.context.subscriptions.push(
    extension.store.onDidChange(({ added, removed, nodes }) =>
      submissions.onRecordsChanged([...added, ...removed, ...nodes.keys()]),
    ),
    guard.onDidRetry(() => submissions.pollSoon()),
    showUnreachable(extension, submissions, guard, onError, clock),
    window.onDidChangeWindowState(({ focused }) => {
      if (focused) submissions.pollSoon();
    }),
  );
  submissions.reschedule();
  return submissions;
}

/** Shows in the rows that the lists of a judge can't be requested, because the judge can't be reached. */
function showUnreachable(
  { store, tracking, tree }: Core & Pick<WithList, 'tree'>,
  submissions: BrowserSubmissions,
  guard: ListingGuard,
  onError: (what: string, error: unknown) => void,
  clock: Clock,
): Disposable {
  const unreachable = (): readonly Unreachable[] =>
    store.records().flatMap((record): readonly Unreachable[] => {
      if (!isInBrowser(record)) return [];
      const { key, service } = record;
      if (tracking.health(service).kind === 'unreachable')
        return [{ key, nextAt: tracking.nextPollAt(service) }];
      if (!guard.failuresOf(service)?.isUnreachable) return [];
      return [{ key, nextAt: submissions.nextListAt(service) }];
    });
  const rows = new UnreachableRecords(clock, { unreachable }, (error) => onError('a listener failed', error));
  tree.explainWith(rows);
  return Disposable.from(
    rows,
    submissions.onDidList(() => rows.update()),
    tracking.onDidChange(() => rows.update()),
  );
}

/** Reads the records from the store, and updates them. */
class StoredRecordsInBrowser implements RecordsInBrowser {
  constructor(private readonly extension: Core) {}

  all(): readonly RecordInBrowser[] {
    return this.extension.store.records().filter(isInBrowser);
  }

  get(key: RecordKey): RecordInBrowser | null {
    const record = this.extension.store.get(key);
    return record && isInBrowser(record) ? record : null;
  }

  async setState(key: RecordKey, state: RecordInBrowser['state']): Promise<void> {
    if (this.get(key)) await this.extension.store.setState(key, state);
  }

  /** Replaces the record. If following has already added the submission, links the file to that record. */
  async found(record: RecordInBrowser, judge: Judge, submission: RecentSubmission): Promise<void> {
    const { store } = this.extension;
    if (!store.get(record.key)) return;
    const { key, source, label, limits, folder, addedAt } = record;
    const details = {
      hint: submission.hint,
      label,
      limits,
      folder,
      addedAt,
      submission: record.submission && {
        ...record.submission,
        title: record.submission.title ?? submission.problemTitle ?? null,
        ...(submission.contest ? { contest: submission.contest } : {}),
      },
    };
    if (source) {
      const file = { uri: Uri.parse(source.uri, true), code: await this.textOf(key) };
      const kept = await keepSubmitted(this.extension, judge, file, submission.requestId, details);
      if (record.note !== null) await store.update(kept.key, { note: record.note });
    } else await this.extension.tracking.track(judge, submission.requestId, { ...details, submitted: true });
    await store.remove([key]);
  }

  async giveUp(key: RecordKey): Promise<void> {
    if (this.get(key)) await this.extension.store.setState(key, { kind: 'notSubmitted' });
  }

  /** Returns the submitted text. Null: it was too large to be stored, or can't be read. */
  private async textOf(key: RecordKey): Promise<string | null> {
    try {
      return await this.extension.store.sourceText(key);
    } catch (error) {
      this.extension.log.error(`the submitted code could not be read: ${errorMessage(error)}`);
      return null;
    }
  }
}

class ListsOfJudges implements ListedSubmissions {
  constructor(
    private readonly extension: Core,
    private readonly guard: ListingGuard,
  ) {}

  judgeOf(service: JudgeId): Promise<Judge | null> {
    return this.extension.judges.judgeOf(service);
  }

  list(judge: Judge): Promise<readonly RecentSubmission[] | null> {
    return this.guard.list(judge, () => this.extension.judges.recentSubmissions(judge, 'background'));
  }

  isUnreachable(service: JudgeId): boolean {
    // lists aren't requested while other requests to the judge fail
    const isKnown = this.extension.tracking.health(service).kind === 'unreachable';
    return isKnown || this.guard.failuresOf(service)?.isUnreachable === true;
  }

  notBefore(service: JudgeId): number {
    return this.guard.failuresOf(service)?.notBefore ?? -Infinity;
  }
}
