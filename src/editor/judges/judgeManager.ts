import { setContext } from '../shared/contextKeys';
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
  ListedBefore,
  Operation,
  ProblemName,
  RecentSubmission,
  RequestName,
  ResultAnswer,
  JudgeClient,
  JudgeId,
  Judge,
  SubmissionPage,
  BatchAnswer,
} from '../../judges';
import { isUnreachable, RequestFailed } from '../../judges/requestFailed';
import { judgeIdentity } from '../../judges/address';
import { useOfUrl, type UrlUse } from '../../judges/http/network';
import { listingOf } from '../../judges/judge';
import { capabilities } from '../shared/capabilities';
import { CredentialStore } from './signIn/credentialStore';
import type { AskedBy, Choice, Judges } from '../shared/judges';
import type { ClientContext, ClientMaker } from './clientMaker';
import type { LocalResults } from './pollLocalRuns';
import {
  changesJudges,
  chosenJudgeNames,
  isFollowed,
  judgeDescriptions,
} from '../shared/settings/judgeSettings';
import { loadRecents, submittedFiles } from '../shared/storage/recentSubmissions';
import { later } from '../../base/ports';
import { ACCOUNT_INTERVAL_MS, MAX_SECRETS_WAIT_MS } from './limits';
import { loadJudges } from './loadJudges';

export interface SharedContext extends Pick<
  ClientContext,
  'fetch' | 'networkOf' | 'isBrowser' | 'leases' | 'onOddity' | 'onRequest'
> {
  /** null in a browser, where programs can't be run */
  readonly localResults: Pick<LocalResults, 'result'> | null;
}

/** Loads the code that sends requests on first use. */
export class JudgeManager implements Judges, Disposable {
  readonly credentials: CredentialStore;
  private readonly changed = new EventEmitter<JudgeId | null>();
  readonly onDidChange: Event<JudgeId | null> = this.changed.event;
  private readonly clients = new Map<JudgeId, JudgeClient>();
  /** Judges by name. Kept until their settings change, because each client belongs to one of these objects. */
  private readonly judges = new Map<string, { readonly description: string; readonly judge: Judge }>();
  /** time of the last request for the user's name, by the ID of the credential, ms since 1970 */
  private readonly namesAskedAt = new Map<string, number>();
  private making: Promise<ClientMaker> | null = null;
  private isReached = true;
  /** number of the newest context update; older ones are discarded */
  private contextUpdates = 0;
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
        if (!changesJudges(event)) return;
        void this.dropClients();
        this.changed.fire(null);
      }),
      this.onDidChange(() => {
        this.noteReach(true);
        void this.updateContext();
      }),
    ];
  }

  async names(): Promise<readonly string[]> {
    const { judgeNames, localJudge } = await loadJudges();
    const names = judgeNames(judgeDescriptions());
    return this.shared.isBrowser ? names.filter((name) => name !== localJudge.name) : names;
  }

  async choice(): Promise<Choice> {
    if (chosenJudgeNames().present === null) return { kind: 'none' };
    const names = await this.names();
    // reads both settings at the same time, because either may change while the code is loaded
    const { present, own } = chosenJudgeNames();
    if (present === null) return { kind: 'none' };
    if (names.includes(present)) return this.named(present);
    if (present !== this.unknownChoice)
      this.shared.onOddity(`there is no service named ${JSON.stringify(present)}`);
    this.unknownChoice = present;
    // the workspace's settings can't add a judge, so an unknown name there is ignored
    return own === null ? { kind: 'none' } : this.choiceOf(own);
  }

  async choiceOf(name: string | null): Promise<Choice> {
    if (name === null) return this.choice();
    const names = await this.names();
    if (names.includes(name)) return this.named(name);
    return {
      kind: 'wrong',
      problems: [{ setting: 'service', at: '', what: { kind: 'oneOf', options: names } }],
    };
  }

  async named(name: string): Promise<Exclude<Choice, { kind: 'none' }>> {
    const { judgeNamed } = await loadJudges();
    const descriptions = judgeDescriptions();
    const description = JSON.stringify(descriptions[name] ?? null);
    const known = this.judges.get(name);
    if (known?.description === description) return { kind: 'chosen', judge: known.judge };
    const read = judgeNamed(name, descriptions);
    if (!read.ok) return { kind: 'wrong', problems: read.problems };
    this.judges.set(name, { description, judge: read.judge });
    return { kind: 'chosen', judge: read.judge };
  }

  async chosen(): Promise<Judge | null> {
    const choice = await this.choice();
    return choice.kind === 'chosen' ? choice.judge : null;
  }

  async chosenWords(): Promise<string> {
    const judge = await this.chosen();
    if (!judge) return '';
    const { nameOfJudge, sanitizeForUi } = await loadJudges();
    const credential = await this.credentials.get(judge);
    const account = sanitizeForUi(credential?.account ?? credential?.signedInAs ?? '', 64);
    return [nameOfJudge(judge), account].filter((part) => part !== '').join(' · ');
  }

  async all(): Promise<readonly Judge[]> {
    const chosen = await this.chosen();
    const read = await Promise.all((await this.names()).map((name) => this.named(name)));
    const others = read.flatMap((choice) => (choice.kind === 'chosen' ? [choice.judge] : []));
    return [...(chosen ? [chosen] : []), ...others.filter(({ id }) => id !== chosen?.id)];
  }

  async judgeOf(id: JudgeId): Promise<Judge | null> {
    const { type, name } = judgeIdentity(id);
    if (type === '' || name === '') return null;
    const read = await this.named(name);
    return read.kind === 'chosen' && read.judge.id === id ? read.judge : null;
  }

  async client(judge: Judge, by: AskedBy = 'person'): Promise<JudgeClient> {
    const maker = await this.maker();
    await maker.agreed(judge, by);
    const known = this.clients.get(judge.id);
    if (known?.judge === judge) return known;
    const client = maker.make(judge, () => this.credentials.get(judge));
    this.clients.set(judge.id, client);
    return client;
  }

  /**
   * Removes the clients of judges that were removed or renamed, or whose URL changed. Their running requests continue.
   */
  private async dropClients(): Promise<void> {
    for (const service of this.clients.keys())
      if (!(await this.judgeOf(service))) this.clients.delete(service);
  }

  async clientWith(judge: Judge, credential: Credential | null): Promise<JudgeClient> {
    if (credential) await this.credentials.hide(judge.id, credential);
    const maker = await this.maker();
    await maker.agreed(judge, 'person');
    return maker.make(judge, () => Promise.resolve(credential));
  }

  async ask<Value>(
    judge: Judge,
    operation: Operation<Value>,
    signal?: AbortSignal,
    by: AskedBy = 'person',
  ): Promise<Value> {
    return (await this.client(judge, by)).ask(operation, signal);
  }

  async recentSubmissions(
    judge: Judge,
    by: AskedBy,
    before: ListedBefore | null = null,
  ): Promise<readonly RecentSubmission[] | null> {
    const fetchRecent = listingOf(judge, await this.accountOf(judge, by), before);
    return fetchRecent && this.ask(judge, fetchRecent, undefined, by);
  }

  async problemSubmissions(
    judge: Judge,
    problem: ProblemName,
    page: string | null,
    signal?: AbortSignal,
  ): Promise<SubmissionPage | null> {
    const { problemSubmissions } = judge;
    const by = problemSubmissions?.needsAccount === true ? 'person' : 'background';
    const account = await this.accountOf(judge, by);
    if (!problemSubmissions || (problemSubmissions.needsAccount && account === null)) return null;
    return this.ask(judge, (http) => problemSubmissions.fetchPage(http, problem, page, account), signal);
  }

  async openContests(
    judge: Judge,
    by: AskedBy,
    onError: (failed: RequestFailed) => void,
  ): Promise<readonly (readonly string[])[]> {
    const lists = judge.contests?.submissions?.fetchOpen ?? [];
    return Promise.all(lists.map(async (fetchOpen) => this.listOrNone(judge, fetchOpen, by, onError)));
  }

  async submissionsInContests(
    judge: Judge,
    places: readonly string[],
    by: AskedBy,
    onError: (failed: RequestFailed) => void,
  ): Promise<readonly RecentSubmission[]> {
    const contests = judge.contests?.submissions;
    const account = await this.accountOf(judge, 'background');
    if (!contests || account === null) return [];
    const lists = await Promise.all(
      contests.select(places).map(async (contest) => {
        const fetchRecent: Operation<readonly RecentSubmission[]> = (http) =>
          contests.fetchRecent(http, contest, account);
        return this.listOrNone(judge, fetchRecent, by, onError);
      }),
    );
    return lists.flat();
  }

  /** Fetches a list. If that fails, passes the failure to `onError` and returns an empty list. */
  private async listOrNone<Item>(
    judge: Judge,
    fetchList: Operation<readonly Item[]>,
    by: AskedBy,
    onError: (failed: RequestFailed) => void,
  ): Promise<readonly Item[]> {
    try {
      return await this.ask(judge, fetchList, undefined, by);
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      onError(error);
      return [];
    }
  }

  async accountOf(judge: Judge, by: AskedBy = 'background'): Promise<string | null> {
    const credential = await this.credentials.get(judge);
    if (credential?.account !== undefined || !credential) return credential?.account ?? null;
    const { id } = credential;
    const now = Date.now();
    if (by !== 'person' && now < (this.namesAskedAt.get(id) ?? -Infinity) + ACCOUNT_INTERVAL_MS) return null;
    this.namesAskedAt.set(id, now);
    try {
      const { name } = await this.ask(judge, judge.checkAccount, undefined, by);
      const isCurrent = (await this.credentials.get(judge))?.id === id;
      if (isCurrent) await this.credentials.save(judge.id, { ...credential, account: name });
      return name;
    } catch (error) {
      if (error instanceof RequestFailed && by !== 'person') return null;
      throw error;
    }
  }

  async result(
    judge: Judge,
    request: RequestName,
    signal?: AbortSignal,
    by: AskedBy = 'person',
  ): Promise<ResultAnswer> {
    return this.resultFrom(judge, request, by, (client) => client.result(request, signal));
  }

  async openedResult(
    judge: Judge,
    request: RequestName,
    signal?: AbortSignal,
    by: AskedBy = 'person',
  ): Promise<ResultAnswer> {
    const { fetchOpened } = judge;
    if (!fetchOpened) return this.result(judge, request, signal, by);
    return this.withCurrentCredential(judge, () =>
      this.ask(judge, (http) => fetchOpened(http, request), signal, by),
    );
  }

  async poll(service: JudgeId, request: RequestName, signal: AbortSignal): Promise<ResultAnswer> {
    const judge = await this.requiredJudge(service);
    return this.resultFrom(judge, request, 'background', (client) => client.poll(request, signal));
  }

  /** Fetches a result. No request is sent for a run on this computer. */
  private async resultFrom(
    judge: Judge,
    { requestId }: RequestName,
    by: AskedBy,
    fetchResult: (client: JudgeClient) => Promise<ResultAnswer>,
  ): Promise<ResultAnswer> {
    const { localResults } = this.shared;
    if (judge.runsHere && localResults) return localResults.result(judge, requestId);
    if (by === 'background') await this.requireSecretStorage(judge);
    const client = await this.client(judge, by);
    return this.withCurrentCredential(judge, () => fetchResult(client));
  }

  async pollBatch(
    service: JudgeId,
    requests: readonly RequestName[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, BatchAnswer> | null> {
    const judge = await this.requiredJudge(service);
    const { batch } = judge;
    await this.requireSecretStorage(judge);
    const account = await this.accountOf(judge, 'background');
    if (!batch?.covers(requests, account)) return null;
    const client = await this.client(judge, 'background');
    return this.withCurrentCredential(judge, () =>
      client.ask((http) => batch.fetchStates(http, requests, account), signal),
    );
  }

  useOfUrl(url: URL): Promise<UrlUse> {
    return useOfUrl(url, this.shared.networkOf);
  }

  notBefore(service: JudgeId): number {
    return this.clients.get(service)?.notBefore ?? -Infinity;
  }

  timeAt(service: JudgeId): number {
    return Date.now() + (this.clients.get(service)?.clockLead ?? 0);
  }

  /**
   * Rejects with `RequestFailed` if the secret storage doesn't respond in time. That of a window that is closing never
   * does, so a poll in the background would never end, and other windows would wait for its leases. A person may be
   * typing the password of the keyring, so a person's request waits without a limit.
   */
  private async requireSecretStorage(judge: Judge): Promise<void> {
    let timer: Disposable | undefined;
    const timeout = new Promise<never>((_, reject) => {
      const failed = new RequestFailed({ kind: 'secretsTimeout' }, { sent: 'no' });
      timer = later(MAX_SECRETS_WAIT_MS, () => reject(failed));
    });
    await Promise.race([this.credentials.get(judge), timeout]).finally(() => void timer?.dispose());
  }

  private async requiredJudge(service: JudgeId): Promise<Judge> {
    const judge = await this.judgeOf(service);
    if (!judge) throw new RequestFailed({ kind: 'notSetUp', service });
    return judge;
  }

  private async withCurrentCredential<Answer>(judge: Judge, ask: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await ask();
      this.noteReach(true);
      return answer;
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      if (error.failure.kind !== 'cancelled') this.noteReach(!isUnreachable(error.failure));
      if (!(await this.isOutdated(error, judge))) throw error;
      return ask();
    }
  }

  private async isOutdated({ failure, credentialId }: RequestFailed, judge: Judge): Promise<boolean> {
    if (failure.kind !== 'status' || failure.status !== 401) return false;
    const present = await this.credentials.get(judge);
    return present !== null && present.id !== credentialId;
  }

  /** Sets the context key `offline`, so that the empty view can show that the judge is unreachable. */
  private noteReach(isReached: boolean): void {
    if (isReached === this.isReached) return;
    this.isReached = isReached;
    void setContext('offline', !isReached);
  }

  async credentialForPush(judge: Judge): Promise<Credential | null> {
    const credential = await this.credentials.get(judge);
    if (credential) await (await this.maker()).agreed(judge, 'background');
    return credential;
  }

  async isSignedOut(judge: Judge): Promise<boolean> {
    const { signIn } = judge;
    if (signIn.kind === 'none' || (signIn.kind === 'secret' && signIn.isOptional)) return false;
    return !(await this.credentials.get(judge));
  }

  async updateContext(): Promise<void> {
    const number = (this.contextUpdates += 1);
    const choice = await this.choice();
    const judge = choice.kind === 'chosen' ? choice.judge : null;
    const standing = judge ? ((await this.isSignedOut(judge)) ? 'signedOut' : 'ready') : choice.kind;
    const context = {
      service: standing,
      follows: choice.kind === 'chosen' && isFollowed(judgeIdentity(choice.judge.id).name),
      submittedFiles: judge ? submittedFiles(loadRecents(this.context.globalState), judge.id) : [],
      ...capabilities(judge, !this.shared.isBrowser),
    };
    if (number !== this.contextUpdates) return;
    if (choice.kind === 'wrong') this.onWrongSettings();
    // `hasCredentials` includes judges that were removed. It is set separately, because it has to wait for the secret
    // storage.
    void this.credentials.judges().then((saved) => {
      if (number === this.contextUpdates) void setContext('hasCredentials', saved.length > 0);
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
    this.disposables.forEach((disposable) => void disposable.dispose());
  }

  private maker(): Promise<ClientMaker> {
    this.making ??= loadJudges().then(
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
