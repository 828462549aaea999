import { currentFolder } from '../files';
import { commands, l10n, window, type Disposable } from 'vscode';
import type { Leases } from '../../base/ports';
import { errorMessage, errorStack } from '../../base/errors';
import {
  failureIn,
  firstFailedIn,
  formatScore,
  meaningOf,
  statusText,
  type Case,
  type JudgingRules,
} from '../../judge';
import { isPending, type KnownRecord, type RecordKey, type RecordsChange } from '../../records';
import { sanitizeForUi } from '../words/sanitizeForUi';
import type { ExtensionServices } from '../extensionServices';
import { failedWords, recordName, verdictName, verdictWord } from '../words/recordWords';
import { notificationSetting } from '../settings';
import { reveal } from '../tree/reveal';
import { GatheredNotice } from './gatheredNotice';
import { failedToCompile } from '../../records/verdict';

/** Ends of one moment, for example of several pushed results, are told together, ms. */
const together = 150;

/** Tells at once when something pending has ended, in one window. */
export class CompletionNotices implements Disposable {
  private readonly pending = new Set<RecordKey>();
  private ended: RecordKey[] = [];
  private timer: NodeJS.Timeout | null = null;
  private readonly notice: GatheredNotice<KnownRecord>;
  private readonly subscription: Disposable;

  constructor(
    private readonly extension: ExtensionServices,
    private readonly leases: Leases,
  ) {
    this.notice = new GatheredNotice({
      tell: (records) => void this.tell(records),
      soFar: (records) => soFarWords(records),
    });
    for (const record of extension.store.records()) if (isAwaited(record)) this.pending.add(record.key);
    this.subscription = extension.store.onDidChange((change) => this.watch(change));
  }

  dispose(): void {
    if (this.timer) clearTimeout(this.timer);
    this.notice.dispose();
    this.subscription.dispose();
  }

  private watch({ added, removed, nodes }: RecordsChange): void {
    for (const key of removed) this.pending.delete(key);
    for (const key of [...added, ...nodes.keys()]) {
      const record = this.extension.store.get(key);
      if (!record) continue;
      if (isAwaited(record)) {
        this.pending.add(key);
      } else if (
        this.pending.delete(key) &&
        record.state.kind !== 'stopped' &&
        // the window of that version tells its end
        record.state.kind !== 'newer' &&
        record.folder === currentFolder()
      ) {
        this.ended.push(key);
        this.timer ??= setTimeout(() => void this.takeEnded(), together);
      }
    }
  }

  private async takeEnded(): Promise<void> {
    this.timer = null;
    const keys = this.ended;
    this.ended = [];
    const setting = notificationSetting();
    if (setting === 'never') return;
    const ours: KnownRecord[] = [];
    for (const key of keys) {
      const record = this.extension.store.get(key);
      if (!record || (setting === 'failures' && isAccepted(record))) continue;
      if (await isFirstToTell(this.leases, key, this.extension.log)) ours.push(record);
    }
    if (ours.length > 0) this.notice.add(ours);
  }

  private async tell(records: readonly KnownRecord[]): Promise<void> {
    const [only] = records;
    try {
      if (only && records.length === 1) await showOne(this.extension, only);
      else await showSeveral(this.extension, records);
    } catch (error) {
      this.extension.log.error(`notices: ${errorStack(error)}`);
    }
  }
}

/** Of several windows only one tells the same within ten minutes. */
export async function isFirstToTell(
  leases: Pick<Leases, 'tryAcquire'>,
  what: string,
  log: { warn(text: string): void },
): Promise<boolean> {
  try {
    return await leases.tryAcquire(`notice ${what}`, 600_000);
  } catch (error) {
    log.warn(`notices: ${errorMessage(error)}`);
    return true;
  }
}

async function showOne(extension: ExtensionServices, record: KnownRecord): Promise<void> {
  const show = l10n.t('Show');
  const openSource = l10n.t('Open Source');
  const envelope = await extension.store.findEnvelope(record.key);
  const { first } = failureIn(envelope, record.rules);
  const message = sanitizeForUi(endWords(record, first));
  const isOpen = window.activeTextEditor?.document.uri.toString() === record.source?.uri;
  const buttons = record.source && !isOpen ? [show, openSource] : [show];
  const chosen = isAccepted(record)
    ? await window.showInformationMessage(message, ...buttons)
    : await window.showWarningMessage(message, ...buttons);
  if (chosen === openSource) await commands.executeCommand('judgeResults.openSource', { key: record.key });
  if (chosen !== show) return;
  // the record page, at the first failed case where there is one; the row where there is no result
  const place = firstFailedIn(envelope, record.rules);
  if (record.summary) await commands.executeCommand('judgeResults.openRecord', { key: record.key, ...place });
  else await reveal(extension, record.key);
}

/** “3 results ready: 2 AC, 1 WA” */
async function showSeveral(extension: ExtensionServices, records: readonly KnownRecord[]): Promise<void> {
  const show = l10n.t('Show');
  const chosen = await window.showInformationMessage(
    sanitizeForUi(l10n.t('{0} results ready: {1}', records.length, verdictCounts(records))),
    show,
  );
  const first = records.find((record) => !isAccepted(record)) ?? records[0];
  if (chosen === show && first) await reveal(extension, first.key);
}

/** While more results come: “2 more results ready: 1 AC, 1 WA” */
function soFarWords(records: readonly KnownRecord[]): string {
  const verdicts = verdictCounts(records);
  return sanitizeForUi(
    records.length === 1
      ? l10n.t('1 more result ready: {0}', verdicts)
      : l10n.t('{0} more results ready: {1}', records.length, verdicts),
  );
}

/** “2 AC, 1 WA” */
function verdictCounts(records: readonly KnownRecord[]): string {
  const counts = new Map<string, number>();
  for (const record of records) counts.set(verdictWord(record), (counts.get(verdictWord(record)) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
}

/** How a judging ended, in one sentence. `first`: the first case that failed. */
export function endWords(record: KnownRecord, first: Case | null): string {
  const name = recordName(record);
  const { state, summary, rules } = record;
  switch (state.kind) {
    case 'failed':
      return state.reason
        ? l10n.t('{0}: request rejected ({1}). {2}', name, state.status, sanitizeForUi(state.reason))
        : l10n.t('{0}: request rejected ({1}).', name, state.status);
    case 'expired':
      return state.why === 'gone'
        ? l10n.t('{0}: the result has expired on the service.', name)
        : l10n.t('{0}: timed out waiting for the result. Use “Resume Tracking” to try again.', name);
    default: {
      const { score = null, failed = 0, cases = 0 } = summary ?? {};
      const counted = failedWords(failed, cases);
      const verdict = first
        ? l10n.t('{0} on case {1}', statusText(first.status, rules), first.id ?? '–')
        : verdictName(record);
      const words = counted === '' ? verdict : l10n.t('{0} ({1})', verdict, counted);
      const points = scoreWords(score, rules);
      return points === '' ? l10n.t('{0}: {1}', name, words) : l10n.t('{0}: {1}, {2}', name, words, points);
    }
  }
}

/** “50 points”, “score 66 %” */
function scoreWords(score: number | null, { units }: JudgingRules): string {
  const value = formatScore(score, units);
  if (value === '') return '';
  if (units.score !== 'points') return l10n.t('score {0}', value);
  return value === '1' ? l10n.t('1 point') : l10n.t('{0} points', value);
}

/** A failed compilation is told at once, though the service is still asked whether anything follows. */
function isAwaited(record: KnownRecord): boolean {
  return isPending(record) && !failedToCompile(record);
}

function isAccepted({ summary, rules }: KnownRecord): boolean {
  return meaningOf(rules.statuses, summary?.status ?? null)?.kind === 'accepted';
}
