import { setContext } from '../shared/contextKeys';
import { l10n, StatusBarAlignment, ThemeColor, window, type Disposable } from 'vscode';
import { type KnownRecord, type RecordKey, isAwaited, showsVerdict } from '../../records';
import { summaryOf, type PendingView, type JudgeHealth } from '../../tracking';
import { ageWords } from '../labels/dateFormats';
import { fileContext, joined, recordName } from '../labels/recordLabels';
import { endWords, submissionsLeftWords } from '../labels/remainingTime';
import { nameOfJudgeId } from '../labels/judgeLabels';
import { lastAnswerWords, phaseWords, troubleWords } from './pendingLabels';
import { badgeOf, UnseenVerdicts } from './badge';
import { MAX_NAMED_REQUESTS } from './limits';
import type { Core } from '../shared/core';
import type { WithList } from '../list';

/** Shows the pending requests of this workspace in the status bar and as the view's badge. Hidden if there are none. */
export class PendingStatus implements Disposable {
  private readonly item = window.createStatusBarItem('judgeResults.pending', StatusBarAlignment.Left, 5);
  private readonly disposables: Disposable[];
  private isAny = false;
  private readonly unseen = new UnseenVerdicts();

  constructor(private readonly extension: Core & WithList) {
    this.item.name = l10n.t('Pending results');
    this.item.command = 'judgeResults.showPending';
    this.disposables = [
      this.item,
      extension.tracking.onDidChange(() => this.update()),
      extension.store.onDidChange(() => this.update()),
      extension.view.onDidChangeVisibility(() => this.update()),
    ];
    this.update();
  }

  update(): void {
    const { tracking, view } = this.extension;
    const all = tracking.pending();
    const others = tracking.pending(true).length - all.length;
    this.setHasPendingContext(all.length > 0);
    const pending = all.filter(({ request }) => this.isAwaited(request.key));
    const awaited = pending.map(({ request }) => request.key);
    const unseen = this.unseen.count(awaited, (key) => this.hasVerdict(key), view.visible);
    view.badge = badgeOf(pending.length, unseen);
    if (pending.length === 0) {
      this.item.hide();
      return;
    }
    const worst = this.worstHealth(pending);
    const { icon, words, isTrouble } = stateOf(pending, worst);
    this.item.text = `$(${icon}) ${pending.length} · ${words}`;
    this.item.backgroundColor = isTrouble ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    this.item.tooltip = this.tooltip(pending, others);
    const standing = l10n.t('Judge results: {0} pending, {1}', pending.length, words);
    this.item.accessibilityInformation = {
      label: [standing, ...troubleWords(this.extension, pending)].join('. '),
      role: 'button',
    };
    this.item.show();
  }

  dispose(): void {
    this.extension.view.badge = undefined;
    this.disposables.forEach((disposable) => void disposable.dispose());
  }

  /** Returns whether the record awaits a verdict. Also true before this window has read the record. */
  private isAwaited(key: RecordKey): boolean {
    const record = this.extension.store.get(key);
    return record === null || isAwaited(record);
  }

  private hasVerdict(key: RecordKey): boolean {
    const record = this.extension.store.get(key);
    return record !== null && showsVerdict(record);
  }

  private setHasPendingContext(isAny: boolean): void {
    if (isAny === this.isAny) return;
    this.isAny = isAny;
    void setContext('hasPending', isAny);
  }

  private worstHealth(pending: readonly PendingView[]): JudgeHealth {
    const rank: Record<JudgeHealth['kind'], number> = { paused: 0, unreachable: 1, throttled: 2, ok: 3 };
    const [worst] = pending
      .map(({ request }) => this.extension.tracking.health(request.service))
      .sort((a, b) => rank[a.kind] - rank[b.kind]);
    return worst ?? { kind: 'ok' };
  }

  private tooltip(pending: readonly PendingView[], others: number): string {
    const { store } = this.extension;
    const lines = troubleWords(this.extension, pending);
    for (const view of pending.slice(0, MAX_NAMED_REQUESTS)) {
      const { key, requestId, plan, service } = view.request;
      const record = store.get(key);
      const name = record ? recordName(record) : requestId;
      lines.push(
        joined(
          ' · ',
          name,
          phaseWords(view, record),
          ageWords(Date.now() - plan.startedAt),
          record ? fileContext(record) : '',
          ...this.remainingWords(record),
          lastAnswerWords(view, nameOfJudgeId(service)),
        ),
      );
    }
    if (pending.length > MAX_NAMED_REQUESTS)
      lines.push(l10n.t('and {0} more', pending.length - MAX_NAMED_REQUESTS));
    if (others > 0) lines.push(l10n.t('{0} pending in other workspaces', others));
    // plain text, because Markdown would turn URLs from judges into links
    return lines.join('\n');
  }

  /** Describes the remaining time of the contest, and the remaining submissions to the record's problem. */
  private remainingWords(record: KnownRecord | null): readonly string[] {
    const { remaining, judges } = this.extension;
    const left = record && remaining.ofRecord(record);
    return record ? [endWords(left, judges.timeAt(record.service)), submissionsLeftWords(left)] : [];
  }
}

/** Returns icon and text for all pending requests together. */
function stateOf(
  pending: readonly PendingView[],
  health: JudgeHealth,
): { readonly icon: string; readonly words: string; readonly isTrouble: boolean } {
  switch (health.kind) {
    case 'paused':
      return health.why === 'signedOut'
        ? { icon: 'key', words: l10n.t('signed out'), isTrouble: true }
        : { icon: 'debug-pause', words: l10n.t('paused'), isTrouble: true };
    case 'unreachable':
      return { icon: 'debug-disconnect', words: l10n.t('unreachable'), isTrouble: true };
    case 'throttled':
    case 'ok':
      break;
  }
  const { polling, judging, done, total } = summaryOf(pending);
  const icon = polling > 0 ? 'sync~spin' : judging > 0 ? 'loading~spin' : 'clock';
  if (judging === 0) return { icon, words: l10n.t('waiting'), isTrouble: false };
  const words = total === null ? l10n.t('judging') : l10n.t('judging {0}', l10n.t('{0} of {1}', done, total));
  return { icon, words, isTrouble: false };
}
