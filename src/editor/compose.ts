import { l10n, window, type ExtensionContext } from 'vscode';
import type { JudgeResultsApi } from '../api';
import { Lazy } from '../base/async';
import { errorMessage, errorStack, redactedLog, type Log } from '../base/log';
import { systemClock } from '../base/ports';
import { RecordStore } from '../records';
import type { Fetch } from '../judges';
import type { NetworkOf } from '../judges/http/network';
import { registerClarifications } from './clarifications/register';
import { LazyContests, registerContests } from './contests/register';
import { registerDemo } from './demo/register';
import { registerFollowing } from './following/register';
import type { History } from './openHistory';
import { makeApi } from './integrations/api';
import { registerIntegrations } from './integrations/register';
import { LocalResults } from './judges/pollLocalRuns';
import { JudgeManager } from './judges/judgeManager';
import { createList, registerList } from './list/register';
import type { PushSockets } from './pending/pushSockets';
import { registerPending, resumeStoppedIfAny } from './pending/register';
import { Tracking } from './pending/tracking';
import { registerProblems } from './diagnostics/register';
import { registerRecordPage } from './resultPanel/register';
import { registerCommands } from './shared/commands/registerCommands';
import { registerRunSamplesIcon, registerSamples } from './samples/register';
import { FetchedContests } from './shared/backgroundRequests/fetchedContests';
import { RemainingSubmissions } from './shared/remainingSubmissions';
import { historyLimit, onDidChangeSettings } from './shared/settings/settings';
import { SpacedRequests } from './shared/backgroundRequests/spacedRequests';
import { whenIdle } from './shared/whenNeeded';
import { registerSubmit } from './submit/register';
import type { Extension } from './extension';

// The build creates a separate file for each of these, and a few for their shared code.
const actions = () => import('./lazy/commands');
const requests = () => import('./lazy/requests');
const rows = () => import('./lazy/list');
const problems = () => import('./diagnostics');

/** Platform services that differ between desktop and web. */
export interface Platform {
  /** Opens the history. `containsCredential`: returns whether a text contains a credential of the user. */
  readonly history: (
    log: Log,
    containsCredential: (text: string) => Promise<boolean>,
  ) => History | Promise<History>;
  readonly fetch: Fetch;
  /** Looks up hosts; null in a browser. */
  readonly networkOf: NetworkOf | null;
  /** Web pages can only send requests to judges that allow them (CORS). */
  readonly isBrowser: boolean;
  /** Loads the sockets for pushed results; null if the platform has none. */
  readonly pushSockets: (() => Promise<typeof PushSockets>) | null;
  readonly callbacks: Extension['callbacks'];
  readonly copyMcpConfiguration: Extension['copyMcpConfiguration'];
  readonly receiving: Extension['receiving'];
  readonly realPath: Extension['realPath'];
  readonly localComputer: Extension['localComputer'];
}

export interface Composed {
  readonly extension: Extension;
  readonly api: JudgeResultsApi;
  readonly history: History;
  readonly onError: (what: string, error: unknown) => void;
  /** Resolves when all pending changes are saved. */
  close(): Promise<void>;
}

/** Creates and registers everything that desktop and web have in common. */
export async function compose(context: ExtensionContext, platform: Platform): Promise<Composed> {
  const channel = window.createOutputChannel(l10n.t('Judge Results'), { log: true });
  const log = redactedLog(channel, (text) => judges.credentials.redaction.text(text), {
    get isComplete() {
      return judges.credentials.redaction.isComplete;
    },
    complete: () => judges.credentials.redaction.complete(),
  });
  const onError = (what: string, error: unknown): void => log.error(`${what}: ${errorMessage(error)}`);
  const judges = new JudgeManager(
    context,
    onError,
    () => void actions().then((it) => it.noticeSettingsProblems(extension)),
    {
      fetch: platform.fetch,
      networkOf: platform.networkOf,
      localResults: platform.localComputer && new LocalResults(() => store, platform.localComputer),
      onOddity: (text) => log.warn(text),
      onRequest: (text, isFailure) => (isFailure ? log.info(text) : log.debug(text)),
      isBrowser: platform.isBrowser,
      leases: () => history.openLeases(),
    },
  );
  const history = await platform.history(log, (text) => judges.credentials.redaction.isIn(text));
  const store = new RecordStore({
    ...history.records,
    limit: historyLimit(),
    clock: systemClock,
    uniqueId: () => crypto.randomUUID(),
    compileErrors: async (compile, judged) => (await problems()).compileErrors(compile, judged),
    onError: (error) => log.error(errorStack(error)),
  });
  const tracking = new Tracking(
    store,
    judges,
    {
      makeTracker: async (events) => {
        const { makeTracker } = await requests();
        const leases = await history.openLeases();
        return makeTracker({ store, judges, leases, events }, context.subscriptions);
      },
      showPending: async () => {
        const { showPendingRequests } = await requests();
        const leases = await history.openLeases();
        const sockets = (await platform.pushSockets?.()) ?? null;
        context.subscriptions.push(showPendingRequests(extension, leases, sockets));
      },
    },
    onError,
  );
  const diagnostics = new Lazy(async () => {
    const { ProblemsFeature } = await problems();
    return new ProblemsFeature(store, onError);
  });
  const loadPositions = async () => (await diagnostics.get()).problems;
  const { displayName } = context.extension.packageJSON as { readonly displayName: string };
  const list = createList(store, judges, context.workspaceState, displayName, rows, loadPositions, onError);

  const demoFiles = new Lazy(async () => {
    const { DemoFiles } = await actions();
    return new DemoFiles(context.extensionUri, store);
  });
  const listingGuard = new Lazy(async () => {
    const { ListingGuard } = await requests();
    return new ListingGuard(extension);
  });
  const contestRequests = {
    spaced: new SpacedRequests(systemClock),
    contests: new FetchedContests(judges, systemClock),
  };
  const following = new Lazy(async () => {
    const { SubmissionFollower } = await requests();
    return new SubmissionFollower(extension, history, await listingGuard.get(), contestRequests, onError);
  });
  const browserSubmissions = new Lazy(async () => {
    const { makeBrowserSubmissions } = await actions();
    return makeBrowserSubmissions(extension, history, await listingGuard.get(), onError);
  });
  const contests = new Lazy(async () => {
    const { Contests } = await requests();
    const rules = await history.openAssistantRules();
    return new Contests(store, judges, history, rules, contestRequests, onError);
  });
  const clarifications = new Lazy(async () => {
    const { ClarificationsFeature } = await requests();
    return new ClarificationsFeature(extension, history, contestRequests, onError);
  });
  const contestAccess = new LazyContests(contests, onError);
  const extension: Extension = {
    context,
    log,
    store,
    judges,
    tracking,
    remaining: new RemainingSubmissions(),
    diagnostics: () => diagnostics.get(),
    demoFiles: () => demoFiles.get(),
    callbacks: platform.callbacks,
    copyMcpConfiguration: platform.copyMcpConfiguration,
    receiving: platform.receiving,
    realPath: platform.realPath,
    assistantAccess: contestAccess,
    contests: contestAccess,
    localComputer: platform.localComputer,
    following: () => following.get(),
    clarifications: () => clarifications.get(),
    browserSubmissions: () => browserSubmissions.get(),
    tree: list.tree,
    view: list.view,
    viewTitle: list.viewTitle,
    selectedRows: list.selectedRows,
    arranging: list.arranging,
  };
  const api = makeApi(extension, actions);
  void judges.updateContext();

  /**
   * Reads the results that the index omits, deletes leftover files, and resumes requests that a closed window left
   * pending.
   */
  const loadRest = async (): Promise<void> => {
    await store.loadAll();
    await history.sweep();
    await tracking.resumePending();
    await resumeStoppedIfAny(extension, requests);
  };
  context.subscriptions.push(
    channel,
    api,
    judges,
    listingGuard,
    registerCommands(extension, async () => (await actions()).commandTable),
    registerList(extension),
    registerSamples(context.workspaceState, onError),
    registerRunSamplesIcon(extension, actions, onError),
    registerSubmit(extension, browserSubmissions),
    registerRecordPage(extension, actions),
    registerProblems(extension, diagnostics),
    tracking,
    registerPending(extension, requests, onError),
    registerFollowing(extension, following),
    registerClarifications(extension, clarifications, onError),
    registerContests(extension, contests, () => history.openAssistantRules(), onError),
    registerIntegrations(extension, actions),
    registerDemo(extension, demoFiles),
    onDidChangeSettings('history.limit', () => void store.setLimit(historyLimit())),
    whenIdle(() => loadRest().catch((error: unknown) => onError('the history could not be read', error))),
    window.onDidChangeWindowState(({ focused }) => {
      // Some file systems don't report changes by other windows.
      if (focused) void store.loadAll();
    }),
  );
  return {
    extension,
    api: api.exported,
    history,
    onError,
    close: async () => {
      await tracking.close();
      await store.close();
    },
  };
}
