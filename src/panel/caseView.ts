import { formatMemory, formatScore, formatTime, signalName, type StatusLook } from '../judge';
import { longestText, textAt, type CaseColumns } from './columns';
import { changeKinds, type ChangeKind, type RecordHead, type Side, type SubtaskView } from './messages';
import { statusOf, type Shown } from './shown';

/** A case in words, ready to be drawn. Empty where the service doesn't say. */
export interface CaseView {
  /** `#3` */
  readonly label: string;
  /** `WA` */
  readonly code: string;
  /** `WA Wrong Answer` */
  readonly verdict: string;
  readonly look: StatusLook | null;
  readonly score: string;
  readonly time: string;
  readonly memory: string;
  /** of the problem's limits, 0 to 1; null where the service doesn't tell them */
  readonly timeShare: number | null;
  readonly memoryShare: number | null;
  /** `11 (SIGSEGV)` */
  readonly signal: string;
  readonly exitCode: string;
  readonly description: string;
  /** the description is longer than what is here */
  readonly cut: boolean;
}

export function caseView(shown: Shown, subtask: SubtaskView, index: number, side: Side = 'record'): CaseView {
  const head = headOf(shown, side);
  const cases = columnsOf(subtask, side);
  const status = statusOf(head, cases.status[index]);
  // what has not run yet took no time: services send zeros for it
  const isWaiting = status?.look === 'pending';
  const value = (name: 'score' | 'time' | 'memory' | 'signal' | 'exitCode') =>
    isWaiting ? null : known(cases[name][index]);
  const description = textAt(cases, index);
  return {
    label: labelOf(cases, index),
    code: status?.short ?? '–',
    verdict: status?.name ?? '',
    look: status?.look ?? null,
    score: formatScore(value('score'), head.units),
    time: formatTime(value('time'), head.units),
    memory: formatMemory(value('memory'), head.units),
    timeShare: share(value('time'), head.limits?.time ?? null),
    memoryShare: share(value('memory'), head.limits?.memory ?? null),
    signal: signalWords(value('signal')),
    exitCode: value('exitCode')?.toString() ?? '',
    description,
    cut: description.length >= longestText - 1 && description.endsWith('…'),
  };
}

export function headOf(shown: Shown, side: Side): RecordHead {
  return side === 'before' ? (shown.comparison?.before ?? shown.record) : shown.record;
}

export function columnsOf(subtask: SubtaskView, side: Side): CaseColumns {
  return side === 'before' ? (subtask.before?.cases ?? subtask.cases) : subtask.cases;
}

export function changeAt(subtask: SubtaskView, index: number): ChangeKind | null {
  const change = subtask.before?.changes[index];
  return change === undefined ? null : (changeKinds[change] ?? null);
}

/** `+12 ms, +40%`; empty where one of them is missing or nothing differs. */
export function difference(
  before: number | null,
  now: number | null,
  format: (value: number) => string,
): string {
  if (before === null || now === null || before === now) return '';
  const sign = now > before ? '+' : '−';
  const step = `${sign}${format(Math.abs(now - before))}`;
  if (before <= 0) return step;
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  return percent === 0 || percent > 9999 ? step : `${step}, ${sign}${percent}%`;
}

/** Null where there is no value. */
export function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

function labelOf(cases: CaseColumns, index: number): string {
  const id = known(cases.id[index]);
  return id === null ? '–' : `#${id}`;
}

function share(value: number | null, most: number | null): number | null {
  if (value === null || most === null || !(most > 0)) return null;
  return Math.min(1, Math.max(0, value / most));
}

function signalWords(signal: number | null): string {
  const name = signalName(signal);
  return name === null ? (signal?.toString() ?? '') : `${signal} (${name})`;
}
