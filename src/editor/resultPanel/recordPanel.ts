import { Throttle } from '../../base/async';
import { systemClock } from '../../base/ports';
import {
  commands,
  env,
  TabInputWebview,
  Uri,
  ViewColumn,
  window,
  type Disposable,
  type WebviewPanel,
} from 'vscode';
import { errorStack } from '../../base/log';
import {
  panelType,
  type ActionId,
  type CaseButtonMessage,
  type CaseIdentity,
  type ChooseMessage,
  type FocusMessage,
  type FromPage,
  type PanelKeys,
  type Side,
  type ToPage,
} from '../../resultPage/messages';
import type { RecordKey, StoreChangeEvent } from '../../records';
import { compareSources, openPosition, restoreVersion } from '../diagnostics';
import { notePersonAction } from '../shared/dialogs/personActions';
import { onDidChangeSettings } from '../shared/settings/settings';
import { dataAtJudge } from './recordActions';
import { openVerdictHelp } from './verdictHelp';
import { runCaseButton, type CaseTarget } from './caseButtons';
import { pageHtml } from '../shared/pageHtml';
import { messageFromPage } from './messageFromPage';
import { ShownRecords } from './shownRecords';
import { MIN_UPDATE_INTERVAL_MS } from './limits';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';
import type { WithList } from '../list';

export interface RecordPanelHooks {
  disposed(): void;
  openVersion(key: RecordKey): void;
  compareWithPrevious(): void;
}

/** A panel with the page of a record. Updates the page when records change. */
export class RecordPanel implements Disposable {
  private readonly shown: ShownRecords;
  private readonly subscriptions: readonly Disposable[];
  /** limits the rate of automatic updates */
  private readonly changes = new Throttle(systemClock, MIN_UPDATE_INTERVAL_MS, () => void this.draw());
  private drawing = false;
  private drawAgain = false;
  private disposed = false;
  /** Whether the parts that are fetched for an opened result were requested, which happens once. */
  private hasRequestedRest = false;
  /** the case or focus that the page shows when it is ready */
  private wanted: ChooseMessage | FocusMessage | null = null;

  constructor(
    private readonly extension: Core & WithDiagnostics & WithList,
    readonly panel: WebviewPanel,
    readonly keys: PanelKeys,
    private readonly hooks: RecordPanelHooks,
    /** Whether the page is loaded and visible. Initially true if the panel showed another record before. */
    private ready: boolean,
  ) {
    this.shown = new ShownRecords(extension.store, keys, async (record) => {
      return dataAtJudge(record, await extension.tree.judgeOf(record.service));
    });
    this.subscriptions = [
      panel.onDidDispose(() => this.dispose()),
      // VS Code unloads hidden pages. A page sends `ready` again when it becomes visible.
      panel.onDidChangeViewState(() => (this.ready &&= panel.visible)),
      panel.webview.onDidReceiveMessage((message: unknown) => this.hear(message)),
      extension.store.onDidChange((change) => this.recordsChanged(change)),
      onDidChangeSettings('cases.reveal', () => this.changes.request()),
      this.changes,
    ];
    if (ready) void this.draw();
    else this.load();
  }

  /** Whether the page can receive messages. */
  get hasPage(): boolean {
    return this.ready;
  }

  /** Shows the details of a case. `focus`: whether the case's square gets the focus. */
  choose({ subtask, case: caseKey }: CaseIdentity, focus: boolean): void {
    this.wanted = { type: 'choose', subtask, case: caseKey, focus: focus || this.isFocusWanted };
    void this.draw();
  }

  /** Moves the focus to the element of the page that was selected last. */
  focus(): void {
    this.wanted = this.wanted?.type === 'choose' ? { ...this.wanted, focus: true } : { type: 'focus' };
    void this.draw();
  }

  private get isFocusWanted(): boolean {
    return this.wanted?.type === 'choose' ? this.wanted.focus : this.wanted !== null;
  }

  /** Whether the page must not be reused for another record, because the user keeps it or pinned its tab. */
  get isKept(): boolean {
    return this.shown.isKept || this.isPinned();
  }

  setKept(kept: boolean): void {
    this.shown.isKept = kept;
    void this.draw();
  }

  dispose(): void {
    if (this.disposed) return;
    this.release();
    this.panel.dispose();
  }

  /** Disconnects from the panel, so that another record can use it. */
  release(): void {
    this.disposed = true;
    for (const subscription of this.subscriptions) subscription.dispose();
    this.hooks.disposed();
  }

  private isPinned(): boolean {
    return window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .some(
        ({ input, isPinned, label }) =>
          isPinned &&
          label === this.panel.title &&
          input instanceof TabInputWebview &&
          input.viewType.endsWith(panelType),
      );
  }

  private load(): void {
    const { webview } = this.panel;
    const media = Uri.joinPath(this.extension.context.extensionUri, 'media');
    const address = (name: string) => webview.asWebviewUri(Uri.joinPath(media, name)).toString();
    webview.options = {
      enableScripts: true,
      enableForms: false,
      enableCommandUris: false,
      localResourceRoots: [media],
    };
    this.panel.iconPath = {
      light: Uri.joinPath(media, 'judge.svg'),
      dark: Uri.joinPath(media, 'judge-dark.svg'),
    };
    webview.html = pageHtml({
      script: address('panel.js'),
      style: address('panel.css'),
      source: webview.cspSource,
      nonce: crypto.randomUUID(),
      language: env.language,
      title: this.panel.title,
    });
  }

  private recordsChanged({ added, nodes, removed }: StoreChangeEvent): void {
    // an added or removed record may be another version of the source
    const others = added.size + removed.size > 0;
    if (others || [...nodes.keys()].some((key) => this.shown.concerns(key))) this.changes.request();
  }

  /**
   * Sends the current content to the page. If this is called while content is being prepared, prepares it again
   * afterwards. If the page is hidden, only updates the title of its tab.
   */
  private async draw(): Promise<void> {
    if (this.drawing || !this.ready) {
      this.drawAgain = true;
      if (!this.drawing) this.panel.title = this.shown.title();
      return;
    }
    this.drawing = true;
    try {
      do {
        this.drawAgain = false;
        const message = await this.shown.load();
        if (this.disposed) return;
        this.panel.title = this.shown.title();
        this.post(message);
        if (this.wanted) this.post(this.wanted);
        this.wanted = null;
      } while (this.drawAgain && this.ready);
    } catch (error) {
      this.logError('draw', error);
    } finally {
      this.drawing = false;
    }
    await this.fetchRest();
  }

  /** Fetches the parts of the record that the judge sends only for an opened result. The page then shows them. */
  private async fetchRest(): Promise<void> {
    const record = this.shown.record('record');
    if (this.disposed || this.hasRequestedRest || !record || !this.shown.opensMore) return;
    this.hasRequestedRest = true;
    try {
      await this.extension.tracking.fetchOpened(record);
    } catch (error) {
      this.logError('fetch the rest', error);
    }
  }

  private post(message: ToPage): void {
    const posted = this.panel.webview.postMessage(message);
    posted.then(undefined, (error: unknown) => this.logError('post', error));
  }

  private hear(received: unknown): void {
    const message = messageFromPage(received);
    if (!message) {
      this.extension.log.warn('record panel: invalid message from the page');
      return;
    }
    if (message.type !== 'ready') notePersonAction();
    this.follow(message).catch((error: unknown) => this.logError(message.type, error));
  }

  private async follow(message: FromPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.ready = true;
        return this.draw();
      case 'action':
        return this.act(message.action);
      case 'explainVerdict':
        return openVerdictHelp(this.extension, message.topic);
      case 'openSource':
        return this.run('openSource', message.side);
      case 'openVersion':
        // checks the key, because the page isn't trusted
        return this.extension.store.get(message.key) ? this.hooks.openVersion(message.key) : undefined;
      case 'openCompileMessage':
        return this.run('openCompileMessage', message.side);
      case 'openPosition': {
        const record = this.shown.record(message.side);
        const target = this.shown.target(message.side, message.link);
        if (record && target) await openPosition(this.extension, record, target, ViewColumn.Beside);
        return;
      }
      case 'caseButton':
        return runCaseButton(message.button, this.caseTarget(message));
    }
  }

  private async act(action: ActionId): Promise<void> {
    switch (action) {
      case 'refresh':
      case 'resumeTracking':
      case 'openSource':
      case 'setSourceFile':
      case 'addSample':
      case 'editSample':
      case 'deleteSample':
      case 'runAgain':
      case 'openProblem':
      case 'showProblemSubmissions':
      case 'openInBrowser':
      case 'stopTracking':
      case 'copyAsMarkdown':
      case 'editNote':
      case 'copyRequestId':
      case 'exportJson':
      case 'reloadWindow':
        return this.run(action, 'record');
      case 'submitAgain':
      case 'runSamples':
        return this.sendAgain(action);
      case 'keep':
        return this.setKept(true);
      case 'compareWithPrevious':
        return this.hooks.compareWithPrevious();
      case 'compareSources':
      case 'restoreVersion':
        return this.useSources(action);
    }
  }

  private caseTarget({ side, subtask, case: caseKey }: CaseButtonMessage): CaseTarget {
    const place = { subtask, case: caseKey };
    return {
      side,
      ...place,
      runCommand: (command) => this.run(command, side, place),
      description: () => this.shown.description(side, subtask, caseKey),
      post: (reply) => this.post(reply),
    };
  }

  private async useSources(action: 'compareSources' | 'restoreVersion'): Promise<void> {
    const [before, record] = [this.shown.record('before'), this.shown.record('record')];
    if (record && action === 'restoreVersion') await restoreVersion(this.extension, record);
    else if (before && record) await compareSources(this.extension, before, record);
  }

  /**
   * Submits the record's file or runs its samples. Opens the file first, because these commands use the active editor.
   */
  private async sendAgain(action: 'submitAgain' | 'runSamples'): Promise<void> {
    const uri = this.shown.record('record')?.source?.uri;
    await this.run('openSource', 'record');
    if (uri !== undefined && window.activeTextEditor?.document.uri.toString() === uri)
      await commands.executeCommand(`judgeResults.${action}`);
  }

  /** Runs a command of the extension for a record or one of its cases. */
  private async run(command: string, side: Side, place: Partial<CaseIdentity> = {}): Promise<void> {
    const record = this.shown.record(side);
    if (record) await commands.executeCommand(`judgeResults.${command}`, { key: record.key, ...place });
  }

  private logError(what: string, error: unknown): void {
    const text = errorStack(error);
    this.extension.log.error(`record panel: ${what}: ${text}`);
  }
}
