import { l10n, window, type ExtensionContext } from 'vscode';
import type { JudgeResultsApi } from './api';
import { Api } from './editor/api';
import { registerTool } from './editor/assistant/register';
import { restorePanels } from './editor/panel/restore';
import { openLink, registerCommands } from './editor/commands';
import type { Parts } from './editor/parts';
import { openHistory, type History } from './editor/history';
import { redactedLog } from './editor/log';
import { Services } from './editor/services';
import { whenFirstNeeded, whenIdle, whenWanted } from './editor/starting';
import { Tracking } from './editor/tracking';
import type { Arranging } from './editor/tree/arranging';
import { arrangementKey, RecordsTree } from './editor/tree/recordsTree';
import { Lazy } from './editor/lazy';
import { isSample } from './editor/samples/origin';
import { isPending } from './records';

declare const DEVELOPMENT: boolean;

/** Composes the extension: builds the parts and hands them to each other. Returns what other extensions get. */
export async function activate(context: ExtensionContext): Promise<JudgeResultsApi> {
  const channel = window.createOutputChannel(l10n.t('Judge Results'), { log: true });
  const log = redactedLog(channel, (text) => services.credentials.redact(text));
  const trouble = (what: string, error: unknown): void =>
    log.error(`${what}: ${error instanceof Error ? error.message : String(error)}`);

  const services = new Services(context, trouble, () => {
    void import('./editor/commands/service').then((it) => it.noticeSettingsProblems(parts));
  });
  const history = await openHistory(context, log);
  const tracking = new Tracking(history.store, services, history.shared, trouble);
  const tree = new RecordsTree(history.store);
  const view = window.createTreeView('judgeResults.records', {
    treeDataProvider: tree,
    canSelectMany: true,
    showCollapseAll: true,
  });
  const diagnostics = new Lazy(async () => {
    const { Diagnostics } = await import('./editor/diagnostics');
    return new Diagnostics(history.store, trouble);
  });
  let arranging: Promise<Arranging> | null = null;
  const sampleFiles = new Lazy(
    async () => new (await import('./editor/onDemand')).SampleFiles(context.extensionUri),
  );
  const callbacks = new Lazy(async () => {
    const { CallbackPush } = await import('./editor/callback');
    return new CallbackPush(parts, history.shared.leases);
  });
  const parts: Parts = {
    context,
    log,
    store: history.store,
    services,
    tracking,
    diagnostics: () => diagnostics.get(),
    arranging: () =>
      (arranging ??= import('./editor/onDemand').then((it) => new it.Arranging(parts, trouble))),
    sampleFiles: () => sampleFiles.get(),
    callbacks: () => callbacks.get(),
    tree,
    view,
  };

  const api = new Api(parts);
  context.subscriptions.push(
    channel,
    api,
    registerTool(parts),
    services,
    tracking,
    diagnostics,
    sampleFiles,
    callbacks,
    tree,
    view,
    restorePanels(parts),
    ...registerCommands(parts),
    window.registerUriHandler({ handleUri: (uri) => openLink(parts, uri) }),
    whenFirstNeeded(history.store, diagnostics),
    whenWanted(callbacks),
    whenIdle(() =>
      loadRest(history, tracking).catch((error: unknown) => trouble('the history could not be read', error)),
    ),
    window.onDidChangeWindowState(({ focused }) => {
      // not every file system tells what other windows change
      if (focused) void history.store.loadAll();
    }),
  );
  if (context.workspaceState.get(arrangementKey)) tree.arrangeWith(parts.arranging());
  if (history.store.records().some(isSample)) void sampleFiles.get();
  void services.updateContext();
  tracking.onDidLoad(async () => {
    const { PendingViews } = await import('./editor/pending');
    context.subscriptions.push(new PendingViews(parts, history.shared.leases));
  });
  if (history.pending > 0) void tracking.resume();
  // another window may have begun to track something for this folder
  const pendingWatch = history.store.onDidChange(({ added, nodes }) => {
    const records = [...added, ...nodes.keys()].map((key) => history.store.get(key));
    if (records.some((record) => record && isPending(record))) void tracking.resume();
  });
  context.subscriptions.push(pendingWatch);
  closing = async () => {
    await tracking.close();
    await history.close();
  };
  if (DEVELOPMENT) {
    const { registerDevSession } = await import('./editor/devSession');
    void registerDevSession(parts).catch((error: unknown) =>
      trouble('the development session failed', error),
    );
  }
  return api.exported;
}

/** What the index doesn't hold; and what was to be tracked when the window was killed is tracked. */
async function loadRest(history: History, tracking: Tracking): Promise<void> {
  await history.loadRest();
  await tracking.adopt(history.store.records().filter(isPending));
}

/** What waits is on the disk before the window is gone. */
export async function deactivate(): Promise<void> {
  await closing?.();
}

let closing: (() => Promise<void>) | undefined;
