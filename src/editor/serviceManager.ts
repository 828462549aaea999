import {
  commands,
  EventEmitter,
  version as editorVersion,
  workspace,
  type Disposable,
  type Event,
  type ExtensionContext,
} from 'vscode';
import type {
  Credential,
  Fetch,
  RequestName,
  ResultAnswer,
  ServiceClient,
  ServiceFailed,
  ServiceId,
  ServiceProfile,
  SettingProblem,
  Sighting,
} from '../service';
import type { KnownRecord, RecordStore } from '../records';
import type { Leases } from '../tracking';
import { isPending } from '../records/record';
import type { Turns } from '../service';
import { CredentialStore } from './credentialStore';
import { systemClock } from './later';
import { changesService, checksCertificates, chosenServiceNames, serviceDescriptions } from './settings';

/** Which service is chosen, and what is wrong with the settings where something is. */
export type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'wrong'; readonly problems: readonly SettingProblem[] }
  | { readonly kind: 'chosen'; readonly profile: ServiceProfile };

/** What services have to do with the rest. */
export interface ServiceContext {
  /** a service that refuses web pages is not asked at all */
  readonly isBrowser: boolean;
  readonly store: () => Pick<RecordStore, 'records'>;
  /** shared with the other windows of this machine */
  readonly leases: () => Promise<Leases>;
  /** one request has told how several pending results of a service are doing */
  readonly onSightings: (service: ServiceId, seen: ReadonlyMap<string, Sighting>) => void;
}

/** The user's services, their credentials and their clients. The code that talks to services is loaded on first use. */
export class ServiceManager implements Disposable {
  readonly credentials: CredentialStore;
  private readonly changed = new EventEmitter<void>();
  /** the choice, its settings or the credential changed */
  readonly onDidChange: Event<void> = this.changed.event;
  private readonly clients = new Map<string, { readonly profile: string; readonly client: ServiceClient }>();
  private isReached = true;
  /** grows with each look at the choice: only the newest one is said */
  private looks = 0;
  private turns: Promise<Turns> | null = null;
  private unknownChoice = '';
  private readonly disposables: Disposable[];

  constructor(
    private readonly context: ExtensionContext,
    onError: (what: string, error: unknown) => void,
    private readonly onWrongSettings: () => void,
    /** for the log: a service sends something otherwise than the specification has it */
    private readonly onOddity: (text: string) => void,
    private readonly fetch: Fetch,
    private readonly shared: ServiceContext,
  ) {
    this.credentials = new CredentialStore(context.secrets, onError);
    this.disposables = [
      this.credentials,
      this.changed,
      this.credentials.onDidChange(() => this.changed.fire()),
      workspace.onDidChangeConfiguration((event) => {
        if (changesService(event)) this.changed.fire();
      }),
      this.onDidChange(() => {
        this.noteReach(true);
        void this.updateContext();
      }),
    ];
  }

  /** Whether any service is chosen: cheap, for the time before anything is loaded. */
  get isChosen(): boolean {
    return chosenServiceNames().present !== null;
  }

  /** The names of all services that can be chosen. */
  async names(): Promise<readonly string[]> {
    return (await import('../service')).serviceNames(serviceDescriptions());
  }

  async choice(): Promise<Choice> {
    const { present, own } = chosenServiceNames();
    if (present === null) return { kind: 'none' };
    const names = await this.names();
    if (names.includes(present)) return this.named(present);
    if (present !== this.unknownChoice) this.onOddity(`there is no service named ${JSON.stringify(present)}`);
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
    const { profileNamed } = await import('../service');
    const read = await profileNamed(name, serviceDescriptions());
    return read.ok ? { kind: 'chosen', profile: read.profile } : { kind: 'wrong', problems: read.problems };
  }

  /** The chosen service; null where none is, or where its settings are wrong. */
  async chosen(): Promise<ServiceProfile | null> {
    const choice = await this.choice();
    return choice.kind === 'chosen' ? choice.profile : null;
  }

  /** All services whose descriptions can be read, the chosen one first. */
  async all(): Promise<readonly ServiceProfile[]> {
    const chosen = await this.chosen();
    const read = await Promise.all((await this.names()).map((name) => this.named(name)));
    const others = read.flatMap((one) => (one.kind === 'chosen' ? [one.profile] : []));
    return [...(chosen ? [chosen] : []), ...others.filter(({ id }) => id !== chosen?.id)];
  }

  /** The service of that ID; null: it is not set up any more, or at another address. */
  async profileOf(id: ServiceId): Promise<ServiceProfile | null> {
    const { serviceIdentity } = await import('../service');
    const { type, name } = serviceIdentity(id);
    if (type === '' || name === '') return null;
    const read = await this.named(name);
    return read.kind === 'chosen' && read.profile.id === id ? read.profile : null;
  }

  /**
   * One client a service, so that two asks for one ID join. Rejects with `ServiceFailed` where a credential would go
   * out unprotected and the person has not agreed to that: a `person` is asked at once, the background only tells.
   */
  async client(profile: ServiceProfile, by: 'person' | 'background' = 'person'): Promise<ServiceClient> {
    await this.agreed(profile, by);
    const fingerprint = JSON.stringify(profile);
    const known = this.clients.get(profile.id);
    if (known?.profile === fingerprint) return known.client;
    const client = await this.newClient(profile, () => this.credentials.get(profile));
    this.clients.set(profile.id, { profile: fingerprint, client });
    return client;
  }

  /** A client with a credential that is not saved (yet), to try it. */
  async clientWith(profile: ServiceProfile, credential: Credential | null): Promise<ServiceClient> {
    await this.agreed(profile, 'person');
    if (credential) this.credentials.hide(credential);
    return this.newClient(profile, () => Promise.resolve(credential));
  }

  /**
   * Asks for a result. A 401 of a credential that has been replaced meanwhile says nothing about the new one: with
   * that it is asked again.
   */
  async result(
    profile: ServiceProfile,
    request: RequestName,
    signal: AbortSignal | undefined,
    by: 'person' | 'background',
  ): Promise<ResultAnswer> {
    const client = await this.client(profile, by);
    const ask = (): Promise<ResultAnswer> =>
      by === 'person'
        ? client.result(request, signal)
        : client.poll(request, () => this.pendingAt(profile.id), signal);
    try {
      const answer = await ask();
      this.noteReach(true);
      return answer;
    } catch (error) {
      const { isUnreachable, ServiceFailed } = await import('../service');
      if (error instanceof ServiceFailed && error.failure.kind !== 'cancelled') {
        this.noteReach(!isUnreachable(error.failure));
      }
      if (!(await this.isOutdated(error, profile))) throw error;
      return client.result(request, signal);
    }
  }

  private pendingAt(service: ServiceId): readonly KnownRecord[] {
    return this.shared
      .store()
      .records()
      .filter((record) => record.service === service && isPending(record));
  }

  /** An empty view says so where the service can't be reached. */
  private noteReach(isReached: boolean): void {
    if (isReached === this.isReached) return;
    this.isReached = isReached;
    void setContext('offline', !isReached);
  }

  /** The credential for something that is not a client's request (a WebSocket); null: none may be shown now. */
  async credentialToShow(profile: ServiceProfile): Promise<Credential | null> {
    const credential = await this.credentials.get(profile);
    if (credential) await this.agreed(profile, 'background');
    return credential;
  }

  /** A credential is wanted and none is there. */
  async isSignedOut(profile: ServiceProfile): Promise<boolean> {
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
    const { capabilities } = await import('./capabilities');
    const { loadRecents, submittedFiles } = await import('./submission/recents');
    const context = {
      service: standing,
      submittedFiles: profile ? submittedFiles(loadRecents(this.context.globalState), profile.id) : [],
      ...capabilities(profile),
    };
    if (look !== this.looks) return;
    if (choice.kind === 'wrong') this.onWrongSettings();
    // also those of services that are no longer set up; nothing else waits for the secret storage
    void this.credentials.services().then((saved) => {
      if (look === this.looks) void setContext('hasCredentials', saved.length > 0);
    });
    await Promise.all(Object.entries(context).map(([name, value]) => setContext(name, value)));
  }

  userAgent(): string {
    const { version } = this.context.extension.packageJSON as { version: string };
    return `judge-results/${version} (VS Code ${editorVersion})`;
  }

  dispose(): void {
    this.disposables.forEach((one) => void one.dispose());
  }

  private async newClient(
    profile: ServiceProfile,
    credential: () => Promise<Credential | null>,
  ): Promise<ServiceClient> {
    const { ServiceClient: Client } = await import('../service');
    return new Client(profile, {
      fetch: this.fetch,
      userAgent: this.userAgent(),
      credential,
      redact: (json) => this.credentials.redaction.json(json),
      onOddity: this.onOddity,
      onSightings: (seen) => this.shared.onSightings(profile.id, seen),
      inTurn: async (name, interval, ask) => (await this.takeTurns()).run(name, interval, ask),
    });
  }

  private takeTurns(): Promise<Turns> {
    this.turns ??= import('../service').then((it) => new it.Turns(this.shared.leases, systemClock));
    return this.turns;
  }

  /** With `http.proxyStrictSSL` off anybody on the way may read a credential, so the first one waits for a yes. */
  private async agreed(profile: ServiceProfile, by: 'person' | 'background'): Promise<void> {
    if (this.shared.isBrowser && profile.worksInBrowser === false) {
      const { ServiceFailed } = await import('../service');
      throw new ServiceFailed({ kind: 'browser' }, { sent: 'no' });
    }
    if (checksCertificates() || profile.authentication.scheme === 'none') return;
    const { agreeToUnchecked } = await import('./uncheckedCertificates');
    await agreeToUnchecked(this.context.globalState, profile, by, () => this.changed.fire());
  }

  private async isOutdated(error: unknown, profile: ServiceProfile): Promise<boolean> {
    const { ServiceFailed: Failed } = await import('../service');
    if (!(error instanceof Failed) || !isUnauthorised(error)) return false;
    const present = await this.credentials.get(profile);
    return present !== null && present.id !== error.credentialId;
  }
}

function isUnauthorised({ failure }: ServiceFailed): boolean {
  return failure.kind === 'status' && failure.status === 401;
}

function setContext(name: string, value: unknown): Thenable<unknown> {
  return commands.executeCommand('setContext', `judgeResults.${name}`, value);
}
