import { EventEmitter, type Disposable, type Event } from 'vscode';
import { systemClock } from '../../base/ports';
import { isBotCheck, ServiceFailed, type RecentSubmission, type ServiceId, type Judge } from '../../service';
import type { ExtensionServices } from '../shared/extensionServices';
import { logFailure, showFailure } from '../shared/showFailure';
import { listsSubmissions } from '../shared/capabilities';
import { isFollowed } from '../shared/settings';
import type { SubmissionSource } from './following';
import { SubmissionLists } from './submissionLists';

/** Lists the user's submissions at the followed judges. */
export class FollowedServiceLists implements SubmissionSource, Disposable {
  private readonly lists: SubmissionLists;
  /** judges that rejected the credentials, until these change */
  private readonly rejected = new Set<ServiceId>();
  private readonly retries = new EventEmitter<ServiceId>();
  /** Fires when the user wants to list the submissions again after the judge rejected the credentials. */
  readonly onDidRetry: Event<ServiceId> = this.retries.event;
  private readonly watch: Disposable;

  constructor(private readonly extension: ExtensionServices) {
    const { services } = extension;
    this.lists = new SubmissionLists(services, systemClock, (failed, profile) => {
      logFailure(extension, failed, profile);
    });
    this.watch = services.onDidChange((service) => {
      if (service === null) this.rejected.clear();
      else this.rejected.delete(service);
    });
  }

  async followed(): Promise<readonly Judge[]> {
    const { services } = this.extension;
    const names = (await services.names()).filter(isFollowed);
    const read = await Promise.all(names.map((name) => services.named(name)));
    return read.flatMap((one) =>
      one.kind === 'chosen' && listsSubmissions(one.profile) ? [one.profile] : [],
    );
  }

  /**
   * Lists submissions in the background. If the judge rejects the credentials, shows an error once, and sends no more
   * requests until they change.
   */
  async list(profile: Judge): Promise<readonly RecentSubmission[] | null> {
    const { extension } = this;
    const { services, tracking } = extension;
    const { id } = profile;
    if (this.rejected.has(id) || tracking.health(id).kind !== 'ok' || (await services.isSignedOut(profile)))
      return null;
    try {
      return await this.lists.list(profile, 'background');
    } catch (error) {
      if (!(error instanceof ServiceFailed)) throw error;
      const { failure } = error;
      if (failure.kind === 'status' && [401, 403].includes(failure.status) && !isBotCheck(failure)) {
        this.rejected.add(id);
        void showFailure(extension, error, profile, () => this.retry(id));
      } else logFailure(extension, error, profile);
      return null;
    }
  }

  /**
   * Lists submissions while the user waits. Null: the judge doesn't list submissions for this account. Rejects with
   * `ServiceFailed`.
   */
  listAll(profile: Judge): Promise<readonly RecentSubmission[] | null> {
    return this.lists.list(profile, 'person');
  }

  dispose(): void {
    this.watch.dispose();
    this.retries.dispose();
  }

  private async retry(service: ServiceId): Promise<void> {
    this.rejected.delete(service);
    this.retries.fire(service);
  }
}
