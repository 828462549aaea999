import { setContext } from '../shared/keys';
import {
  EventEmitter,
  version as editorVersion,
  workspace,
  type Disposable,
  type Event,
  type ExtensionContext,
} from 'vscode';
import type {
  Credential,
  Operation,
  RecentSubmission,
  RequestName,
  ResultAnswer,
  ServiceClient,
  ServiceId,
  Judge,
  SettingProblem,
  BatchAnswer,
} from '../../service';
import { isUnreachable, ServiceFailed } from '../../service/failure';
import { serviceIdentity } from '../../service/address';
import { listingOf } from '../../service/judge';
import { capabilities } from '../shared/capabilities';
import { CredentialStore } from './credentialStore';
import type { AskedBy, Judges } from '../shared/judges';
import type { ClientContext, ClientMaker } from './clientMaker';
import { changesService, chosenServiceNames, isFollowed, serviceDescriptions } from '../shared/settings';
import { loadRecents, submittedFiles } from '../shared/recentSubmissions';
import { loadService } from './loadService';

/** Which service is chosen, and what is wrong with the settings where something is. */
export type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'wrong'; readonly problems: readonly SettingProblem[] }
  | { readonly kind: 'chosen'; readonly profile: Judge };

/** What asking services has to do with the rest. */
type SharedContext = Pick<ClientContext, 'fetch' | 'isBrowser' | 'leases' | 'onOddity' | 'onRequest'>;

/** The user's services, their credentials and their clients. The code that talks to services is loaded on first use. */
export class ServiceManager implements Judges, Disposable {
  readonly credentials: CredentialStore;
  private readonly changed = new EventEmitter<ServiceId | null>();
  /** what may be shown to a service has changed; null: the choice, or what the settings say of services */
  readonly onDidChange: Event<ServiceId | null> = this.changed.event;
  private readonly clients = new Map<ServiceId, ServiceClient>();
  /** By the name of each service. Kept until its description changes, because a client belongs to one of these objects. */
  private readonly judges = new Map<string, { readonly description: string; readonly judge: Judge }>();
  private making: Promise<ClientMaker> | null = null;
  private isReached = true;
  /** grows with each look at the choice: only the newest one is said */
  private looks = 0;
  private unknownChoice = '';
  private readonly disposables: Disposable[];

  constructor(
    private readonly context: ExtensionContext,
    onError: (what: string, error: unknown) => void,
    private readonly onWrongSettings: () => void,
    private readonly shared: SharedContext,
  ) {
    this.credentials = new CredentialStore(context.secrets, onError);
    this.disposables = [
      this.credentials,
      this.changed,
      this.credentials.onDidChange((service) => this.changed.fire(service)),
      workspace.onDidChangeConfiguration((event) => {
        if (!changesService(event)) return;
        void this.dropClients();
        this.changed.fire(null);
      }),
      this.onDidChange(() => {
        this.noteReach(true);
        void this.updateContext();
      }),
    ];
  }

  /** The names of all services that can be chosen. */
  async names(): Promise<readonly string[]> {
    return (await loadService()).serviceNames(serviceDescriptions());
  }

  async choice(): Promise<Choice> {
    if (chosenServiceNames().present === null) return { kind: 'none' };
    const { serviceNames } = await loadService();
    // both settings are read at one moment: either may change while the code is loaded
    const { present, own } = chosenServiceNames();
    if (present === null) return { kind: 'none' };
    if (serviceNames(serviceDescriptions()).includes(present)) return this.named(present);
    if (present !== this.unknownChoice)
      this.shared.onOddity(`there is no service named ${JSON.stringify(present)}`);
    this.unknownChoice = present;
    // a workspace can't bring a service: what it names in vain is no choice at all
    return own === null ? { kind: 'none' } : this.choiceOf(own);
  }

  /** The service that is meant by a name that somebody else gives; null: the chosen one. */
  async choiceOf(name: string | null): Promise<Choice> {
    if (name === null) return this.choice();
    const names = await this.names();
    if (names.includes(name)) return this.named(name);
    return {
      kind: 'wrong',
      problems: [{ setting: 'service', at: '', what: { kind: 'oneOf', options: names } }],
    };
  }

  /** The service of that name, or what is wrong with its description. */
  async named(name: string): Promise<Exclude<Choice, { kind: 'none' }>> {
    const { profileNamed } = await loadService();
    const descriptions = serviceDescriptions();
    const description = JSON.stringify(descriptions[name] ?? null);
    const known = this.judges.get(name);
    if (known?.description === description) return { kind: 'chosen', profile: known.judge };
    const read = profileNamed(name, descriptions);
    if (!read.ok) return { kind: 'wrong', problems: read.problems };
    this.judges.set(name, { description, judge: read.profile });
    return { kind: 'chosen', profile: read.profile };
  }

  /** The chosen service; null where none is, or where its settings are wrong. */
  async chosen(): Promise<Judge | null> {
    const choice = await this.choice();
    return choice.kind === 'chosen' ? choice.profile : null;
  }

  /** All services whose descriptions can be read, the chosen one first. */
  async all(): Promise<readonly Judge[]> {
    const chosen = await this.chosen();
    const read = await Promise.all((await this.names()).map((name) => this.named(name)));
    const others = read.flatMap((one) => (one.kind === 'chosen' ? [one.profile] : []));
    return [...(chosen ? [chosen] : []), ...others.filter(({ id }) => id !== chosen?.id)];
  }

  /** The service of that ID; null: it is not set up any more, or at another address. */
  async profileOf(id: ServiceId): Promise<Judge | null> {
    const { type, name } = serviceIdentity(id);
    if (type === '' || name === '') return null;
    const read = await this.named(name);
    return read.kind === 'chosen' && read.profile.id === id ? read.profile : null;
  }

  /**
   * One client a service, so that two asks for one ID join. Rejects with `ServiceFailed` where a credential would go
   * out unprotected and the person has not agreed to that: a `person` is asked at once, the background only tells.
   */
  async client(profile: Judge, by: AskedBy = 'person'): Promise<ServiceClient> {
    const maker = await this.maker();
    await maker.agreed(profile, by);
    const known = this.clients.get(profile.id);
    if (known?.profile === profile) return known;
    const client = maker.make(profile, () => this.credentials.get(profile));
    this.clients.set(profile.id, client);
    return client;
  }

  /** Of services that are no longer set up; what they are asking for goes on. */
  private async dropClients(): Promise<void> {
    for (const service of this.clients.keys())
      if (!(await this.profileOf(service))) this.clients.delete(service);
  }

  /** A client with a credential that is not saved (yet), to try it. */
  async clientWith(profile: Judge, credential: Credential | null): Promise<ServiceClient> {
    const maker = await this.maker();
    await maker.agreed(profile, 'person');
    if (credential) await this.credentials.hide(profile.id, credential);
    return maker.make(profile, () => Promise.resolve(credential));
  }

  /** Asks a service once. */
  async ask<Value>(
    profile: Judge,
    operation: Operation<Value>,
    signal?: AbortSignal,
    by: AskedBy = 'person',
  ): Promise<Value> {
    return (await this.client(profile, by)).ask(operation, signal);
  }

  /**
   * The user's newest submissions, the newest first; null: the service doesn't list them, or not without the account's
   * name. Rejects with `ServiceFailed`.
   */
  async recentSubmissions(profile: Judge, by: AskedBy): Promise<readonly RecentSubmission[] | null> {
    const fetchRecent = listingOf(profile, await this.accountOf(profile));
    return fetchRecent && this.ask(profile, fetchRecent, undefined, by);
  }

  /**
   * Returns where the user may have new submissions in contests: the places of one list of contests after the other, each
   * list the latest first. Failures are passed to `onError`; the lists that could be read are returned. Never rejects.
   */
  async openContests(
    profile: Judge,
    by: AskedBy,
    onError: (failed: ServiceFailed) => void,
  ): Promise<readonly (readonly string[])[]> {
    const lists = profile.contests?.fetchOpen ?? [];
    return Promise.all(lists.map(async (fetchOpen) => this.listOrNone(profile, fetchOpen, by, onError)));
  }

  /**
   * Returns those of the user's newest submissions that were made in contests, if the list of all leaves them out.
   * `places`: the contests, the newest first. Failures are passed to `onError`. Never rejects.
   */
  async submissionsInContests(
    profile: Judge,
    places: readonly string[],
    by: AskedBy,
    onError: (failed: ServiceFailed) => void,
  ): Promise<readonly RecentSubmission[]> {
    const { contests } = profile;
    const account = await this.accountOf(profile);
    if (!contests || account === null) return [];
    const lists = await Promise.all(
      contests.select(places).map(async (contest) => {
        const fetchRecent: Operation<readonly RecentSubmission[]> = (http) =>
          contests.fetchRecent(http, contest, account);
        return this.listOrNone(profile, fetchRecent, by, onError);
      }),
    );
    return lists.flat();
  }

  /** Fetches a list. If that fails, passes the failure to `onError` and returns an empty list. */
  private async listOrNone<Item>(
    profile: Judge,
    fetchList: Operation<readonly Item[]>,
    by: AskedBy,
    onError: (failed: ServiceFailed) => void,
  ): Promise<readonly Item[]> {
    try {
      return await this.ask(profile, fetchList, undefined, by);
    } catch (error) {
      if (!(error instanceof ServiceFailed)) throw error;
      onError(error);
      return [];
    }
  }

  /** The user's name at the service; null if it isn't known. */
  private async accountOf(profile: Judge): Promise<string | null> {
    return (await this.credentials.get(profile))?.account ?? null;
  }

  /**
   * Asks for a result. A 401 of a credential that has been replaced meanwhile says nothing about the new one: with that it
   * is asked again.
   */
  async result(
    profile: Judge,
    request: RequestName,
    signal?: AbortSignal,
    by: AskedBy = 'person',
  ): Promise<ResultAnswer> {
    const client = await this.client(profile, by);
    return this.asked(profile, () => client.result(request, signal));
  }

  /** The same for the background, which asks again and again. */
  async poll(service: ServiceId, request: RequestName, signal: AbortSignal): Promise<ResultAnswer> {
    return this.result(await this.setUp(service), request, signal, 'background');
  }

  /**
   * Asks once, in the background, how all these requests are doing. Null: the service can't be asked so for them, and
   * wasn't.
   */
  async pollBatch(
    service: ServiceId,
    requests: readonly RequestName[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, BatchAnswer> | null> {
    const profile = await this.setUp(service);
    const { batch } = profile;
    const account = await this.accountOf(profile);
    if (!batch?.covers(requests, account)) return null;
    const client = await this.client(profile, 'background');
    return this.asked(profile, () =>
      client.ask((http) => batch.fetchStates(http, requests, account), signal),
    );
  }

  /** Not before then may a service be polled again, as it has said itself, ms since 1970. */
  restsUntil(service: ServiceId): number {
    return this.clients.get(service)?.restsUntil ?? -Infinity;
  }

  private async setUp(service: ServiceId): Promise<Judge> {
    const profile = await this.profileOf(service);
    if (!profile) throw new ServiceFailed({ kind: 'notSetUp', service });
    return profile;
  }

  private async asked<Answer>(profile: Judge, ask: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await ask();
      this.noteReach(true);
      return answer;
    } catch (error) {
      if (!(error instanceof ServiceFailed)) throw error;
      if (error.failure.kind !== 'cancelled') this.noteReach(!isUnreachable(error.failure));
      if (!(await this.isOutdated(error, profile))) throw error;
      return ask();
    }
  }

  private async isOutdated({ failure, credentialId }: ServiceFailed, profile: Judge): Promise<boolean> {
    if (failure.kind !== 'status' || failure.status !== 401) return false;
    const present = await this.credentials.get(profile);
    return present !== null && present.id !== credentialId;
  }

  /** An empty view says so where the service can't be reached. */
  private noteReach(isReached: boolean): void {
    if (isReached === this.isReached) return;
    this.isReached = isReached;
    void setContext('offline', !isReached);
  }

  /** The credential for something that is not a client's request (a WebSocket); null: none may be shown now. */
  async credentialToShow(profile: Judge): Promise<Credential | null> {
    const credential = await this.credentials.get(profile);
    if (credential) await (await this.maker()).agreed(profile, 'background');
    return credential;
  }

  /** A credential is wanted and none is there. */
  async isSignedOut(profile: Judge): Promise<boolean> {
    const { signIn } = profile;
    if (signIn.kind === 'none' || (signIn.kind === 'secret' && signIn.isOptional)) return false;
    return !(await this.credentials.get(profile));
  }

  /**
   * For the welcome view and the menus: `judgeResults.service` is `none`, `wrong`, `signedOut` or `ready`, and what the
   * service can do has names of its own.
   */
  async updateContext(): Promise<void> {
    const look = (this.looks += 1);
    const choice = await this.choice();
    const profile = choice.kind === 'chosen' ? choice.profile : null;
    const standing = profile ? ((await this.isSignedOut(profile)) ? 'signedOut' : 'ready') : choice.kind;
    const context = {
      service: standing,
      follows: choice.kind === 'chosen' && isFollowed(serviceIdentity(choice.profile.id).name),
      submittedFiles: profile ? submittedFiles(loadRecents(this.context.globalState), profile.id) : [],
      ...capabilities(profile),
    };
    if (look !== this.looks) return;
    if (choice.kind === 'wrong') this.onWrongSettings();
    // also those of services that are no longer set up; nothing else waits for the secret storage
    void this.credentials.services().then((saved) => {
      if (look === this.looks) void setContext('hasCredentials', saved.length > 0);
    });
    await Promise.all(
      Object.entries(context).map(([name, value]) => setContext(name as keyof typeof context, value)),
    );
  }

  userAgent(): string {
    const { version } = this.context.extension.packageJSON as { version: string };
    return `judge-results/${version} (VS Code ${editorVersion})`;
  }

  dispose(): void {
    this.disposables.forEach((one) => void one.dispose());
  }

  private maker(): Promise<ClientMaker> {
    this.making ??= loadService().then(
      (it) =>
        new it.ClientMaker({
          ...this.shared,
          userAgent: this.userAgent(),
          state: this.context.globalState,
          redaction: this.credentials.redaction,
          onAgreed: (service) => this.changed.fire(service),
        }),
    );
    return this.making;
  }
}
