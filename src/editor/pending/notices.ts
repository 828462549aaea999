import { l10n, window, type Disposable } from 'vscode';
import { errorMessage, errorStack } from '../../base/errors';
import { formatScore, meaningOf } from '../../judge';
import { isPending, type KnownRecord, type RecordKey, type RecordsChange } from '../../records';
import type { Leases } from '../../tracking';
import { sanitizeForUi } from '../sanitizeForUi';
import type { ExtensionServices } from '../extensionServices';
import { failedToCompile, recordName, verdictName, verdictWord } from '../recordWords';
import { notificationSetting } from '../settings';
import { currentFolder } from '../tracking';
import { reveal } from '../tree/reveal';

/** Completions within this time become one notice, ms. */
const gathering = 1200;

/** Tells when something pending has ended: one notice for all that end together, in one window. */
export class CompletionNotices implements Disposable {
  private readonly pending = new Set<RecordKey>();
  private ended: RecordKey[] = [];
  private timer: NodeJS.Timeout | null = null;
  private readonly subscription: Disposable;

  constructor(
    private readonly parts: ExtensionServices,
    private readonly leases: Leases,
  ) {
    for (const record of parts.store.records()) if (isAwaited(record)) this.pending.add(record.key);
    this.subscription = parts.store.onDidChange((change) => this.watch(change));
  }

  dispose(): void {
    if (this.timer) clearTimeout(this.timer);
    this.subscription.dispose();
  }

  private watch({ added, removed, nodes }: RecordsChange): void {
    for (const key of removed) this.pending.delete(key);
    for (const key of [...added, ...nodes.keys()]) {
      const record = this.parts.store.get(key);
      if (!record) continue;
      if (isAwaited(record)) {
        this.pending.add(key);
      } else if (
        this.pending.delete(key) &&
        record.state.kind !== 'stopped' &&
        record.folder === currentFolder()
      ) {
        this.ended.push(key);
        this.timer ??= setTimeout(() => void this.tellEnded(), gathering);
      }
    }
  }

  private async tellEnded(): Promise<void> {
    this.timer = null;
    try {
      await this.tell();
    } catch (error) {
      this.parts.log.error(`notices: ${errorStack(error)}`);
    }
  }

  private async tell(): Promise<void> {
    const keys = this.ended;
    this.ended = [];
    const setting = notificationSetting();
    if (setting === 'never') return;
    const ours: KnownRecord[] = [];
    for (const key of keys) {
      const record = this.parts.store.get(key);
      if (!record || (setting === 'failures' && isAccepted(record))) continue;
      if (await isFirstToTell(this.leases, key, this.parts.log)) ours.push(record);
    }
    const [only] = ours;
    if (!only) return;
    if (ours.length === 1) await tellOne(this.parts, only);
    else await tellSeveral(this.parts, ours);
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

async function tellOne(parts: ExtensionServices, record: KnownRecord): Promise<void> {
  const show = l10n.t('Show');
  const openSource = l10n.t('Open Source');
  const message = sanitizeForUi(endWords(record));
  const buttons = record.source ? [show, openSource] : [show];
  const chosen = isAccepted(record)
    ? await window.showInformationMessage(message, ...buttons)
    : await window.showWarningMessage(message, ...buttons);
  if (chosen === show) await reveal(parts, record.key);
  if (chosen === openSource)
    await (await import('../commands/sources')).openSource(parts, [{ key: record.key }]);
}

/** “3 results ready: 2 AC, 1 WA” */
async function tellSeveral(parts: ExtensionServices, records: readonly KnownRecord[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const record of records) counts.set(verdictWord(record), (counts.get(verdictWord(record)) ?? 0) + 1);
  const verdicts = [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
  const show = l10n.t('Show');
  const chosen = await window.showInformationMessage(
    sanitizeForUi(l10n.t('{0} results ready: {1}', records.length, verdicts)),
    show,
  );
  const [first] = records;
  if (chosen === show && first) await reveal(parts, first.key);
}

/** How a judging ended, in one sentence. */
export function endWords(record: KnownRecord): string {
  const name = recordName(record);
  const { state, summary } = record;
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
      const score = formatScore(summary?.score ?? null, record.rules.units);
      const verdict = verdictName(record);
      return score === '' ? `${name}: ${verdict}` : l10n.t('{0}: {1}, score {2}', name, verdict, score);
    }
  }
}

/** A failed compilation is told at once, though the service is still asked whether anything follows. */
function isAwaited(record: KnownRecord): boolean {
  return isPending(record) && !failedToCompile(record);
}

function isAccepted({ summary, rules }: KnownRecord): boolean {
  return meaningOf(rules.statuses, summary?.status ?? null)?.kind === 'accepted';
}
