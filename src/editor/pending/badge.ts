import { l10n, type ViewBadge } from 'vscode';
import type { RecordKey } from '../../records';
import { joined } from '../labels/recordLabels';

/** Returns the badge of the list: the number of pending results and of unseen verdicts. */
export function badgeOf(pending: number, unseen: number): ViewBadge | undefined {
  if (pending + unseen === 0) return undefined;
  const words = unseen === 1 ? l10n.t('1 new verdict') : l10n.t('{0} new verdicts', unseen);
  return {
    value: pending + unseen,
    tooltip: joined(', ', unseen === 0 ? '' : words, pending === 0 ? '' : pendingWords(pending)),
  };
}

function pendingWords(count: number): string {
  return count === 1 ? l10n.t('1 result pending') : l10n.t('{0} results pending', count);
}

/** Counts verdicts that arrived while the list was hidden. The badge shows the number until the list is visible. */
export class UnseenVerdicts {
  /** records without a verdict at the last count */
  private awaited: readonly RecordKey[] = [];
  private readonly unseen = new Set<RecordKey>();

  /** Returns the number of unseen verdicts. `hasVerdict` returns false for removed records. */
  count(
    awaited: readonly RecordKey[],
    hasVerdict: (key: RecordKey) => boolean,
    isListShown: boolean,
  ): number {
    for (const key of this.awaited) if (!awaited.includes(key)) this.unseen.add(key);
    this.awaited = awaited;
    for (const key of this.unseen) if (isListShown || !hasVerdict(key)) this.unseen.delete(key);
    return this.unseen.size;
  }
}
