import { Uri, window } from 'vscode';
import { systemClock, type Clock, type Leases } from '../../../base/ports';
import { errorMessage } from '../../../base/log';
import { isInBrowser, type RecordInBrowser, type RecordKey } from '../../../records';
import { ServiceFailed, type Judge, type RecentSubmission, type ServiceId } from '../../../service';
import type { ExtensionServices } from '../../shared/extensionServices';
import { logFailure } from '../../shared/showFailure';
import { keepSubmitted } from '../keepSubmitted';
import { BrowserSubmissions, type ListedSubmissions, type RecordsInBrowser } from './browserSubmissions';

/** Connects `BrowserSubmissions` to the store, the judges, and the clock of this window. */
export function makeBrowserSubmissions(
  extension: ExtensionServices,
  leases: { openLeases(): Promise<Leases> },
  onError: (what: string, error: unknown) => void,
  clock: Clock = systemClock,
): BrowserSubmissions {
  const submissions = new BrowserSubmissions({
    clock,
    leases,
    records: new StoredRecordsInBrowser(extension),
    lists: new ListsOfJudges(extension),
    onError,
  });
  extension.context.subscriptions.push(
    extension.store.onDidChange(() => submissions.reschedule()),
    window.onDidChangeWindowState(({ focused }) => {
      if (focused) submissions.pollSoon();
    }),
  );
  submissions.reschedule();
  return submissions;
}

/** The records of the store. */
class StoredRecordsInBrowser implements RecordsInBrowser {
  constructor(private readonly extension: ExtensionServices) {}

  all(): readonly RecordInBrowser[] {
    return this.extension.store.records().filter(isInBrowser);
  }

  async setBefore(key: RecordKey, requestIds: readonly string[]): Promise<void> {
    const { store } = this.extension;
    const record = store.get(key);
    if (record && isInBrowser(record)) await store.setState(key, { ...record.state, before: requestIds });
  }

  /** Following may have added the submission already: then it gets the file. */
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
    const { store } = this.extension;
    const record = store.get(key);
    if (record && isInBrowser(record)) await store.setState(key, { kind: 'notSubmitted' });
  }

  /** Resolves to null if the text was too large to be stored, or can't be read. */
  private async textOf(key: RecordKey): Promise<string | null> {
    try {
      return await this.extension.store.sourceText(key);
    } catch (error) {
      this.extension.log.error(`the submitted code could not be read: ${errorMessage(error)}`);
      return null;
    }
  }
}

/** The judges of the user. */
class ListsOfJudges implements ListedSubmissions {
  constructor(private readonly extension: ExtensionServices) {}

  judgeOf(service: ServiceId): Promise<Judge | null> {
    return this.extension.services.profileOf(service);
  }

  async list(judge: Judge): Promise<readonly RecentSubmission[] | null> {
    const { services, tracking } = this.extension;
    const isResting = services.restsUntil(judge.id) > Date.now() || tracking.health(judge.id).kind !== 'ok';
    if (isResting || (await services.isSignedOut(judge))) return null;
    try {
      return await services.recentSubmissions(judge, 'background');
    } catch (error) {
      if (!(error instanceof ServiceFailed)) throw error;
      logFailure(this.extension, error, judge);
      return null;
    }
  }
}
