import { window, type Disposable } from 'vscode';
import { recordKey, type KnownRecord, type RecordKey } from '../../records';
import { isPending } from '../../records/record';
import {
  isBotCheck,
  ServiceFailed,
  type RecentSubmission,
  type ServiceId,
  type ServiceProfile,
} from '../../service';
import type { ExtensionServices, FollowedServices } from '../extensionServices';
import { mementos } from '../keys';
import { systemClock, type Leases } from '../../base/ports';
import { logFailure, showFailure } from '../prompts/showFailure';
import { listsSubmissions } from '../services/capabilities';
import { isFollowed } from '../settings';
import { tieFoundFile } from '../sourceFile/find';
import { Following, type FollowMemory } from './following';
import { SubmissionLists } from './submissionLists';

/** What following is to the rest: loaded with the first service that is followed. */
export class SubmissionFollower implements FollowedServices, Disposable {
  readonly following: Following;
  private readonly lists: SubmissionLists;
  /** new submissions whose source file is to be found, once it is known what they are of */
  private readonly toTie = new Set<RecordKey>();
  /** services that have refused the credentials, until there are others */
  private readonly refused = new Set<ServiceId>();
  private readonly disposables: Disposable[];

  constructor(
    private readonly extension: ExtensionServices,
    leases: () => Promise<Leases>,
    private readonly onError: (what: string, error: unknown) => void,
  ) {
    const { context, services, store, tracking } = extension;
    this.lists = new SubmissionLists(services, systemClock, (failed, profile) => {
      logFailure(extension, failed, profile);
    });
    const memories = (): Readonly<Record<string, FollowMemory>> =>
      context.globalState.get(mementos.followed, {});
    this.following = new Following({
      clock: systemClock,
      leases,
      onError,
      followed: () => this.followed(),
      list: (profile) => this.list(profile),
      isKnown: (service, requestId) => store.get(recordKey(service, requestId)) !== null,
      pendingAt: (service) => requestIdsOf(store.records(), service),
      add: (profile, submission) => this.add(profile, submission),
      memoryOf: (service) => memories()[service] ?? null,
      remember: async (service, memory) => {
        const others = Object.entries(memories()).filter(([id]) => id !== service);
        const now = memory ? [...others, [service, memory] as const] : others;
        await context.globalState.update(mementos.followed, Object.fromEntries(now));
      },
    });
    this.disposables = [
      this.following,
      window.onDidChangeWindowState(({ focused }) => this.following.setFocused(focused)),
      tracking.onDidChange(() => this.following.reschedule()),
      tracking.onDidList(({ service, requestIds }) => this.following.listed(service, requestIds)),
      services.onDidChange((service) => {
        if (service === null) this.refused.clear();
        else this.refused.delete(service);
      }),
      store.onDidChange(({ added, nodes }) => {
        for (const key of added) this.expect(key);
        for (const key of [...added, ...nodes.keys()]) void this.tie(key);
      }),
    ];
    this.following.setFocused(window.state.focused);
  }

  async update(): Promise<void> {
    try {
      await this.following.update();
    } catch (error) {
      this.onError('the followed services could not be read', error);
    }
  }

  /** It becomes a record by the same door as all others, dated by the service. */
  private async add(profile: ServiceProfile, { requestId, hint, at }: RecentSubmission): Promise<void> {
    await this.extension.tracking.track(profile, requestId, {
      hint,
      ...(at === null ? {} : { addedAt: Math.min(at, Date.now()) }),
    });
  }

  /** Lists what the user has submitted so far, when they switch following on. Rejects with `ServiceFailed`. */
  async listAll(profile: ServiceProfile): Promise<readonly RecentSubmission[] | null> {
    return this.lists.list(profile, 'person');
  }

  async addAll(profile: ServiceProfile, submissions: readonly RecentSubmission[]): Promise<void> {
    for (const one of submissions) await this.add(profile, one);
  }

  dispose(): void {
    this.disposables.forEach((one) => void one.dispose());
  }

  private async followed(): Promise<readonly ServiceProfile[]> {
    const { services } = this.extension;
    const names = (await services.names()).filter(isFollowed);
    const read = await Promise.all(names.map((name) => services.named(name)));
    return read.flatMap((one) =>
      one.kind === 'chosen' && listsSubmissions(one.profile) ? [one.profile] : [],
    );
  }

  private async list(profile: ServiceProfile): Promise<readonly RecentSubmission[] | null> {
    const { extension } = this;
    const { services, tracking } = extension;
    const { id } = profile;
    if (this.refused.has(id) || tracking.health(id).kind !== 'ok' || (await services.isSignedOut(profile)))
      return null;
    try {
      return await this.lists.list(profile, 'background');
    } catch (error) {
      if (!(error instanceof ServiceFailed)) throw error;
      const { failure } = error;
      if (failure.kind === 'status' && [401, 403].includes(failure.status) && !isBotCheck(failure)) {
        this.refused.add(id);
        // once: it is asked no more until the credentials change
        void showFailure(extension, error, profile, () => this.askAgain(id));
      } else logFailure(extension, error, profile);
      return null;
    }
  }

  private async askAgain(service: ServiceId): Promise<void> {
    this.refused.delete(service);
    this.following.wanted(service);
  }

  /** A submission that has just come into the list, in this window or another: its file may be in this workspace. */
  private expect(key: RecordKey): void {
    const record = this.extension.store.get(key);
    if (record && isPending(record) && this.following.isFollowing(record.service)) this.toTie.add(key);
  }

  private async tie(key: RecordKey): Promise<void> {
    const record = this.toTie.has(key) ? this.extension.store.get(key) : null;
    if (!record?.submission && !record?.judgedHash) return;
    this.toTie.delete(key);
    try {
      const profile = await this.extension.services.profileOf(record.service);
      if (profile) await tieFoundFile(this.extension, record, profile);
    } catch (error) {
      this.onError('the source file could not be found', error);
    }
  }
}

function requestIdsOf(records: readonly KnownRecord[], service: ServiceId): ReadonlySet<string> {
  const pending = records.filter((record) => record.service === service && isPending(record));
  return new Set(pending.map(({ requestId }) => requestId));
}
