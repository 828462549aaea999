import { ThemeColor, ThemeIcon } from 'vscode';
import {
  meaningOf,
  wasNotRun,
  type StatusCode,
  type VerdictStyle,
  type StatusMeaning,
} from '../../results/withoutDecoder';
import {
  isSample,
  isPending,
  type KnownRecord,
  failedToCompile,
  hasVerdict,
  shownStatus,
  showsVerdict,
} from '../../records';
import { hasRun, isCustomInputRun } from '../labels/customInputRuns';

/** Returns the icon of a record's row: that of its verdict, or of its state if it has no verdict. */
export function recordIcon(record: KnownRecord): ThemeIcon {
  if (failedToCompile(record)) return verdictIcon('compileError');
  if (hasRun(record)) return new ThemeIcon('beaker');
  switch (record.state.kind) {
    case 'waiting':
      return verdictIcon('pending');
    case 'judging':
      if (!showsVerdict(record)) return verdictIcon('pending', !isSample(record));
      break;
    case 'failed':
    case 'expired':
    case 'stopped':
      if (!hasVerdict(record)) return new ThemeIcon('circle-slash');
      break;
    case 'inBrowser':
      return verdictIcon('pending');
    case 'newer':
    case 'notSubmitted':
      return new ThemeIcon('circle-slash');
    case 'finished':
    case 'settled':
      if (record.summary?.completion === 'hidden' && !hasVerdict(record)) return new ThemeIcon('eye-closed');
      break;
  }
  return statusIcon(shownStatus(record), record);
}

/**
 * Returns the icon of a status. It spins only while the record is being polled. A case of a run with custom input has
 * no verdict, so its icon is neutral.
 */
export function statusIcon(status: StatusCode | null, record: KnownRecord): ThemeIcon {
  const { rules } = record;
  const meaning = meaningOf(rules.statuses, status);
  if (meaning?.kind === 'accepted' && isCustomInputRun(record)) return verdictIcon(null);
  if (meaning && wasNotRun(meaning)) return new ThemeIcon('circle-slash');
  if (meaning?.style === 'limitExceeded') return styleIcon(limitShape(meaning), meaning.style);
  const isRunning = meaning?.running === true && isPending(record);
  return verdictIcon(meaning?.style ?? null, isRunning && !isSample(record));
}

/** Returns the icon and color of a verdict. They are always shown next to a text, never alone. */
export function verdictIcon(style: VerdictStyle | null, running = false): ThemeIcon {
  if (style === null) return new ThemeIcon('circle-outline');
  return styleIcon(style === 'pending' && running ? 'sync~spin' : shapes[style], style);
}

function styleIcon(shape: string, style: VerdictStyle): ThemeIcon {
  return new ThemeIcon(shape, new ThemeColor(`judgeResults.${style}`));
}

const shapes: Record<VerdictStyle, string> = {
  accepted: 'pass',
  wrongAnswer: 'error',
  runtimeError: 'flame',
  limitExceeded: 'watch',
  compileError: 'tools',
  serviceError: 'server-process',
  pending: 'circle-large-outline',
};

/** Returns the icon of an exceeded limit. All limits have the same color, so the icon shows which one was exceeded. */
function limitShape({ name }: StatusMeaning): string {
  if (/memory/i.test(name)) return 'chip';
  return /output/i.test(name) ? 'output' : shapes.limitExceeded;
}
