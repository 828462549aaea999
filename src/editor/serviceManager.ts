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
  ResultAnswer,
  ServiceClient,
  ServiceFailed,
  ServiceProfile,
  SettingProblem,
  SettingValues,
} from '../service';
import { CredentialStore } from './credentialStore';
import { changesService, checksCertificates, serviceSettings } from './settings';

const rememberedKey = 'services';

/** Which service is chosen, and what is wrong with the settings where something is. */
export type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'wrong'; readonly problems: readonly SettingProblem[] }
  | { readonly kind: 'chosen'; readonly profile: ServiceProfile };

/** The chosen service, its credential and its client. The code that talks to services is loaded on first use. */
export class ServiceManager implements Disposable {
  readonly credentials: CredentialStore;
  private readonly changed = new EventEmitter<void>();
  /** the choice, its settings or the credential changed */
  readonly onDidChange: Event<void> = this.changed.event;
  private readonly clients = new Map<string, { readonly profile: string; readonly client: ServiceClient }>();
  private isReached = true;
  /** grows with each look at the choice: only the newest one is said */
  private looks = 0;
  private readonly disposables: Disposable[];

  constructor(
    private readonly context: ExtensionContext,
    onError: (what: string, error: unknown) => void,
    private readonly onWrongSettings: () => void,
    /** for the log: a service sends something otherwise than the specification has it */
    private readonly onOddity: (text: string) => void,
    private readonly fetch: Fetch,
  ) {
    this.credentials = new CredentialStore(context.secrets, onError);
    this.disposables = [
      this.credentials,
      this.changed,
      this.credentials.onDidChange(() => this.changed.fire()),
      workspace.onDidChangeConfiguration((event) => {
        if (changesService(event)) this.changed.fire();
      }),
      this.onDidChange(() => void this.updateContext()),
    ];
  }

  /** Whether any service is chosen: cheap, for the time before anything is loaded. */
  get isChosen(): boolean {
    return typeof serviceSettings().service === 'string';
  }

  async choice(): Promise<Choice> {
    if (!this.isChosen) return { kind: 'none' };
    const { profileFromSettings } = await import('../service');
    const settings = serviceSettings();
    const read = profileFromSettings(settings);
    if (!read.ok) return { kind: 'wrong', problems: read.problems };
    await this.remember(read.profile.origin, settings);
    return { kind: 'chosen', profile: read.profile };
  }

  /** The chosen service; null where none is, or where its settings are wrong. */
  async chosen(): Promise<ServiceProfile | null> {
    const choice = await this.choice();
    return choice.kind === 'chosen' ? choice.profile : null;
  }

  /**
   * The service of that origin: the chosen one, or one that was chosen before, so that what is pending there is
   * still carried to its end. Null: its description is gone.
   */
  async profileOf(origin: string): Promise<ServiceProfile | null> {
    const chosen = await this.chosen();
    if (chosen?.origin === origin) return chosen;
    const settings = this.remembered()[origin];
    if (!settings) return null;
    const { profileFromSettings } = await import('../service');
    const read = profileFromSettings(settings);
    return read.ok && read.profile.origin === origin ? read.profile : null;
  }

  /**
   * One client a service, so that two asks for one ID join. Rejects with `ServiceFailed` where a credential would go
   * out unprotected and the person has not agreed to that: a `person` is asked at once, the background only tells.
   */
  async client(profile: ServiceProfile, by: 'person' | 'background' = 'person'): Promise<ServiceClient> {
    await this.agreed(profile, by);
    const fingerprint = JSON.stringify(profile);
    const known = this.clients.get(profile.origin);
    if (known?.profile === fingerprint) return known.client;
    const client = await this.newClient(profile, () => this.credentials.get(profile));
    this.clients.set(profile.origin, { profile: fingerprint, client });
    return client;
  }

  /** A client with a credential that is not saved (yet), to try it. */
  async clientWith(profile: ServiceProfile, credential: Credential): Promise<ServiceClient> {
    await this.agreed(profile, 'person');
    this.credentials.hide(credential);
    return this.newClient(profile, () => Promise.resolve(credential));
  }

  /**
   * Asks for a result. A 401 of a credential that has been replaced meanwhile says nothing about the new one: with
   * that it is asked again.
   */
  async result(
    profile: ServiceProfile,
    requestId: string,
    signal: AbortSignal | undefined,
    by: 'person' | 'background',
  ): Promise<ResultAnswer> {
    const client = await this.client(profile, by);
    try {
      const answer = await client.result(requestId, signal);
      this.noteReach(true);
      return answer;
    } catch (error) {
      const { isUnreachable, ServiceFailed } = await import('../service');
      if (error instanceof ServiceFailed && error.failure.kind !== 'cancelled') {
        this.noteReach(!isUnreachable(error.failure));
      }
      if (!(await this.isOutdated(error, profile))) throw error;
      return client.result(requestId, signal);
    }
  }

  /** An empty view says so where the service can't be reached. */
  private noteReach(isReached: boolean): void {
    if (isReached === this.isReached) return;
    this.isReached = isReached;
    void commands.executeCommand('setContext', 'judgeResults.offline', !isReached);
  }

  /** The credential for something that is not a client's request (a WebSocket); null: none may be shown now. */
  async credentialToShow(profile: ServiceProfile): Promise<Credential | null> {
    const credential = await this.credentials.get(profile);
    if (credential) await this.agreed(profile, 'background');
    return credential;
  }

  /** A credential is wanted and none is there. */
  async isSignedOut(profile: ServiceProfile): Promise<boolean> {
    return profile.authentication.scheme !== 'none' && !(await this.credentials.get(profile));
  }

  /** For the welcome view and the menus: `judgeResults.service` is `none`, `wrong`, `signedOut` or `ready`. */
  async updateContext(): Promise<void> {
    const look = (this.looks += 1);
    this.noteReach(true);
    const choice = await this.choice();
    const profile = choice.kind === 'chosen' ? choice.profile : null;
    const languages = profile?.submission?.languages ?? [];
    const standing = profile ? ((await this.isSignedOut(profile)) ? 'signedOut' : 'ready') : choice.kind;
    const context = {
      service: standing,
      languages: languages.flatMap((one) => one.editorLanguages),
      extensions: languages.flatMap((one) => one.extensions),
      canSubmit: Boolean(profile?.submission),
      hasQuota: profile ? profile.quotaPath !== null : false,
      hasProblemPages: profile ? profile.problemPage !== null : false,
    };
    if (look !== this.looks) return;
    if (choice.kind === 'wrong') this.onWrongSettings();
    const said = Object.entries(context).map(([name, value]) =>
      commands.executeCommand('setContext', `judgeResults.${name}`, value),
    );
    await Promise.all(said);
  }

  userAgent(): string {
    const { version } = this.context.extension.packageJSON as { version: string };
    return `judge-results/${version} (VS Code ${editorVersion})`;
  }

  dispose(): void {
    this.disposables.forEach((one) => void one.dispose());
  }

  private remembered(): Readonly<Record<string, SettingValues>> {
    return this.context.globalState.get<Record<string, SettingValues>>(rememberedKey, {});
  }

  /** Addresses and codes only: a credential is never among the settings. */
  private async remember(origin: string, settings: SettingValues): Promise<void> {
    const before = this.remembered();
    if (JSON.stringify(before[origin]) === JSON.stringify(settings)) return;
    await this.context.globalState.update(rememberedKey, { ...before, [origin]: settings });
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
    });
  }

  /** With `http.proxyStrictSSL` off anybody on the way may read a credential, so the first one waits for a yes. */
  private async agreed(profile: ServiceProfile, by: 'person' | 'background'): Promise<void> {
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
