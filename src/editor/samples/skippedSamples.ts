import { l10n, window } from 'vscode';
import { formatMemory } from '../../results';
import { listComma, sanitizeForUi } from '../labels/sanitizeText';
import { MAX_NAMED_SAMPLES, MAX_SAMPLE_LENGTH } from './limits';

/** A sample that isn't run, because it is too large, or because there are too many. */
export interface SkippedSample {
  /** name of the file with its input, or `#3` */
  readonly name: string;
  /** length of input and expected output together, in UTF-16 units. For unread files: in bytes. Null: unknown */
  readonly size: number | null;
}

/** Shows which samples aren't run; nothing if all are. */
export function showSkipped(skipped: readonly SkippedSample[]): void {
  if (skipped.length === 0) return;
  const named = skipped
    .slice(0, MAX_NAMED_SAMPLES)
    .map(({ name, size }) => sanitizeForUi(name, 60) + (size === null ? '' : ` (${shownSize(size)})`));
  const more = skipped.length - named.length;
  const names = [...named, ...(more > 0 ? [l10n.t('and {0} more', more)] : [])].join(listComma());
  const areTooLarge = skipped.every(({ size }) => (size ?? 0) > MAX_SAMPLE_LENGTH);
  void window.showWarningMessage(
    areTooLarge
      ? l10n.t('Samples skipped: {0}. A sample may have up to {1}.', names, shownSize(MAX_SAMPLE_LENGTH))
      : l10n.t('Samples skipped, because together they are too many or too large: {0}.', names),
  );
}

function shownSize(size: number): string {
  return formatMemory(size, { time: null, memory: 'B', score: null });
}
