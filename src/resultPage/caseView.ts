import { caseFactNames, formatCaseFacts, type CaseFacts, type VerdictStyle } from '../results';
import type { CaseResult, RecordHead, ChangeKind, Words } from './messages';
import { statusOf } from './pageContent';
import { fill, joined } from './strings';

/** A case as strings for display. A string is empty if the judge doesn’t send the value. */
export interface CaseView extends CaseFacts {
  /** `2-1` */
  readonly name: string;
  /** `WA` */
  readonly code: string;
  /** `WA Wrong Answer` */
  readonly verdict: string;
  readonly style: VerdictStyle | null;
  /** share of the time limit, 0 to 1; null: the time or its limit is unknown */
  readonly timeShare: number | null;
  /** share of the memory limit, 0 to 1; null: the memory or its limit is unknown */
  readonly memoryShare: number | null;
  /** empty also if it is hidden */
  readonly description: string;
}

export function caseView(head: RecordHead, name: string, result: CaseResult): CaseView {
  const status = statusOf(head, result.status);
  const facts = formatCaseFacts(result, head.units, status?.style === 'pending');
  return {
    ...facts,
    name,
    code: status?.short ?? '–',
    verdict: status?.name ?? '',
    style: status?.style ?? null,
    timeShare: facts.time === '' ? null : share(result.time, head.limits?.time ?? null),
    memoryShare: facts.memory === '' ? null : share(result.memory, head.limits?.memory ?? null),
    description: result.isHidden ? '' : result.description,
  };
}

/** Returns `+12 ms, +40%`. Empty if a value is missing or both are equal. */
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

function share(value: number | null, most: number | null): number | null {
  if (value === null || most === null || !(most > 0)) return null;
  return Math.min(1, Math.max(0, value / most));
}

/** Returns `Case 2-1`. */
export function caseHeading({ name }: CaseView, words: Words): string {
  return fill(words.case, name);
}

/** Returns the accessible name of a square. It starts with the visible text, because users of voice control speak that. */
export function squareName(view: CaseView, words: Words): string {
  return joined(
    ', ',
    joined(' ', caseHeading(view, words), view.code, view.time, view.memory),
    view.verdict || words.noVerdict,
    named(words.score, view.score, ' '),
    named(words.signal, view.signal, ' '),
    view.description.slice(0, 200),
  );
}

/** Returns the accessible name of a square that compares a case in two records. */
export function pairName(before: CaseView, now: CaseView, change: ChangeKind, words: Words): string {
  const figures = ({ code, time, memory }: CaseView) => joined(' ', code, time, memory);
  return joined(
    ', ',
    joined(' ', caseHeading(now, words), changeWords(change, words), figures(before), figures(now)),
    `${words.before}: ${before.verdict || words.notThere}`,
    `${words.now}: ${now.verdict || words.notThere}`,
  );
}

/** Returns `▲ better`. Empty if nothing changed. */
export function changeWords(change: ChangeKind, words: Words): string {
  return change === 'same' ? '' : `${marks[change]} ${words.changes[change]}`;
}

/** Returns the tooltip of a square: everything that the square doesn’t show. */
export function tooltipText(view: CaseView, words: Words): string {
  return joined(
    '\n',
    view.description,
    view.verdict,
    ...factsInTooltip.map((name) => named(words[name], view[name])),
  );
}

/** Facts in a tooltip. Omits time and memory, which are in the accessible name of the square. */
const factsInTooltip = caseFactNames.filter((name) => name !== 'time' && name !== 'memory');

function named(name: string, value: string, separator = ': '): string {
  return value === '' ? '' : `${name}${separator}${value}`;
}

const marks: Readonly<Record<Exclude<ChangeKind, 'same'>, string>> = {
  better: '▲',
  worse: '▼',
  different: '◆',
  slower: '↑',
  faster: '↓',
  larger: '↑',
  smaller: '↓',
  added: '+',
  removed: '−',
  unfinished: '…',
};
