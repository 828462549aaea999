import { l10n, window, type ExtensionContext, Disposable, lm, workspace } from 'vscode';
import { errorMessage, errorStack, redactedLog, type Log } from '../base/log';
import type { JudgeResultsApi } from '../api';
import { isSample, isHidden, RecordStore, type KnownRecord } from '../records';
import type { Fetch } from '../service';
import { makeApi } from './integrations/api';
import { registerCommands } from './commands';
import type { History } from './history';
import { systemClock, later } from '../base/ports';
import { Lazy } from '../base/async';
import type { ExtensionServices, Uses } from './shared/extensionServices';
import type { PushSockets } from './pending/pushSockets';
import { ServiceManager } from './judges/serviceManager';
import { callbackAddress, followsAny, historyLimit, onDidChangeSettings } from './shared/settings';
import { Tracking, type TrackingLoader } from './pending/tracking';
import type { StoredArrangement } from './list/storedArrangement';
import { mementos, setContextWhere } from './shared/keys';
import { RecordsTree } from './list/recordsTree';
import { SelectedRows } from './list/selectedRows';
import type { SubmissionFollower } from './following';
import type { ToolInput } from './integrations/assistant/tool';
import { panelType } from '../panel/messages';

/** What a computer has and a browser hasn't, or has in another way. */
export interface Platform {
  readonly history: (log: Log) => History | Promise<History>;
  readonly fetch: Fetch;
  /** web pages may not ask every service */
  readonly isBrowser: boolean;
  /** opens sockets to services that push results; null where that can't be done */
  readonly pushSockets: (() => Promise<typeof PushSockets>) | null;
  readonly callbacks: ExtensionServices['callbacks'];
  readonly realPath: ExtensionServices['realPath'];
}

export interface Composed {
  readonly extension: ExtensionServices;
  /** what other extensions get */
  readonly api: JudgeResultsApi;
  readonly history: History;
  readonly onError: (what: string, error: unknown) => void;
  /** Resolves when what waits is written. */
  close(): Promise<void>;
}

/** Builds the parts and hands them to each other: all that is the same on a computer and in a browser. */
export async function compose(context: ExtensionContext, platform: Platform): Promise<Composed> {
  const channel = window.createOutputChannel(l10n.t('Judge Results'), { log: true });
  const log = redactedLog(channel, (text) => services.credentials.redaction.text(text));
  const onError = (what: string, error: unknown): void => log.error(`${what}: ${errorMessage(error)}`);

  const services = new ServiceManager(
    context,
    onError,
    () => {
      void import('./shared/settingsProblems').then((it) => it.noticeSettingsProblems(extension));
    },
    {
      fetch: platform.fetch,
      onOddity: (text) => log.warn(text),
      onRequest: (text, isFailure) => (isFailure ? log.info(text) : log.debug(text)),
      isBrowser: platform.isBrowser,
      leases: () => history.openLeases(),
    },
  );
  const history = await platform.history(log);
  const store = new RecordStore({
    ...history.records,
    limit: historyLimit(),
    clock: systemClock,
    uniqueId: () => crypto.randomUUID(),
    compileErrors: async (compile) => (await import('./problems/compileMessage')).compileErrors(compile),
    onError: (error) => log.error(errorStack(error)),
  });
  const trackingLoader: TrackingLoader = {
    makeTracker: async (events) => {
      const { makeTracker } = await import('./pending/makeTracker');
      const { subscriptions } = context;
      const leases = await history.openLeases();
      return makeTracker({ store, services, leases, subscriptions, events, onError });
    },
    showPending: async () => {
      const { showPendingRequests } = await import('./pending');
      const leases = await history.openLeases();
      const sockets = (await platform.pushSockets?.()) ?? null;
      context.subscriptions.push(showPendingRequests(extension, leases, sockets));
    },
  };
  const tracking = new Tracking(store, services, trackingLoader, onError);
  // most windows are started without looking at the list
  const tree = new RecordsTree(store, services, async () => (await import('./list/rows')).TreeRows);
  const view = window.createTreeView('judgeResults.records', {
    treeDataProvider: tree,
    canSelectMany: true,
    showCollapseAll: true,
  });
  const selectedRows = new SelectedRows(view, store);
  context.subscriptions.push(selectedRows);
  const diagnostics = new Lazy(async () => {
    const { Diagnostics } = await import('./problems');
    return new Diagnostics(store, onError);
  });
  const contestEnds = new Lazy(async () => {
    const { ContestEnds } = await import('./pending/contestEnds');
    return new ContestEnds(store, tracking, systemClock, onError);
  });
  let arranging: Promise<StoredArrangement> | null = null;
  const sampleFiles = new Lazy(
    async () => new (await import('./demo/sampleFiles')).SampleFiles(context.extensionUri, store),
  );
  const following = new Lazy(async () => {
    const { SubmissionFollower } = await import('./following');
    return new SubmissionFollower(extension, history, onError);
  });
  const extension: ExtensionServices = {
    context,
    log,
    store,
    services,
    tracking,
    diagnostics: () => diagnostics.get(),
    arranging: () =>
      (arranging ??= import('./list/storedArrangement').then(
        (it) => new it.StoredArrangement(store, tree, view, context.workspaceState, onError),
      )),
    sampleFiles: () => sampleFiles.get(),
    callbacks: platform.callbacks,
    realPath: platform.realPath,
    following: () => following.get(),
    tree,
    view,
    selectedRows,
  };

  const resumeStopped = async (): Promise<void> => {
    if (!context.globalState.get(mementos.stoppedWithService)) return;
    await (await import('./pending/stoppedWithService')).resumeStopped(extension);
  };
  /** What the index doesn't hold; and what was to be tracked when the window was killed is tracked. */
  const loadRest = async (): Promise<void> => {
    await store.loadAll();
    await history.sweep();
    await tracking.resumePending();
    await resumeStopped();
  };

  const api = makeApi(extension);
  context.subscriptions.push(
    channel,
    api,
    onDidChangeSettings('history.limit', () => void store.setLimit(historyLimit())),
    registerTool(extension),
    services,
    tracking,
    diagnostics,
    sampleFiles,
    following,
    tree,
    view,
    setContextWhere('hasRecords', store),
    restorePanels(extension),
    ...registerCommands(extension),
    services.onDidChange(() => {
      void tracking.followRules();
      resumeStopped().catch((error: unknown) => onError('stopped results could not be tracked', error));
    }),
    whenFirstNeeded(
      store,
      diagnostics,
      ({ source, summary }) => !!summary?.hasCompilation || source !== null,
    ),
    whenFollowed(following, services),
    contestEnds,
    whenFirstNeeded(store, contestEnds, isHidden),
    whenIdle(() => loadRest().catch((error: unknown) => onError('the history could not be read', error))),
    window.onDidChangeWindowState(({ focused }) => {
      // not every file system tells what other windows change
      if (focused) void store.loadAll();
    }),
  );
  if (context.workspaceState.get(mementos.arrangement)) tree.arrangeWith(extension.arranging());
  if (store.records().some(isSample)) void sampleFiles.get();
  void services.updateContext();
  if (store.tracked().length > 0) void tracking.resume();
  // another window may have brought the samples
  const othersWatch = store.onDidChange(({ added, nodes }) => {
    const records = [...added, ...nodes.keys()].map((key) => store.get(key));
    if (records.some((record) => record && isSample(record))) void sampleFiles.get();
  });
  context.subscriptions.push(othersWatch);
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

/** What shows something of records is loaded after the first idle second, or with the first record that needs it. */
function whenFirstNeeded(
  store: RecordStore,
  part: Lazy<Disposable>,
  needsIt: (record: KnownRecord) => boolean,
): Disposable {
  const look = (): void => {
    if (!store.records().some(needsIt)) return;
    watch.dispose();
    void part.get();
  };
  const watch = Disposable.from(later(1000, look), store.onDidChange(look));
  return watch;
}

/** After the first second, when the window has come to rest. */
function whenIdle(work: () => Promise<void>): Disposable {
  return later(1000, () => void work());
}

/** HTTP callbacks are off unless a setting says otherwise. */
export function whenWanted(callbacks: Lazy<Disposable>): Disposable {
  const look = async (): Promise<void> => {
    if (callbackAddress().port !== null) await callbacks.get();
  };
  return Disposable.from(whenIdle(look), workspace.onDidChangeConfiguration(look));
}

/** No service is followed unless its description says so. */
function whenFollowed(following: Lazy<SubmissionFollower>, services: ServiceManager): Disposable {
  let isAny = false;
  const look = async (): Promise<void> => {
    const wasAny = isAny;
    isAny = followsAny();
    if (isAny || wasAny) await (await following.get()).update();
  };
  return Disposable.from(
    whenIdle(look),
    services.onDidChange(() => void look()),
  );
}

/** Opens the panels again that were open before a reload; the panel's own code is loaded only if there are any. */
function restorePanels(extension: ExtensionServices): Disposable {
  return window.registerWebviewPanelSerializer(panelType, {
    deserializeWebviewPanel: async (panel, state) =>
      (await import('./recordPage')).restoreRecordPanel(extension, panel, state),
  });
}

/** The tool `judge_result` for language models; nothing where this editor has no such tools. */
function registerTool(extension: Uses<'services' | 'store' | 'tracking'>): Disposable {
  const models = lm as Partial<typeof lm> | undefined;
  if (typeof models?.registerTool !== 'function') return new Disposable(() => undefined);
  return models.registerTool<ToolInput>('judge_result', {
    prepareInvocation: async ({ input }) =>
      (await import('./integrations/assistant/tool')).prepareToolInvocation(extension, input),
    invoke: async ({ input }, token) =>
      (await import('./integrations/assistant/tool')).invokeTool(extension, input, token),
  });
}
