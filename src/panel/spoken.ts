import type { CaseView } from './caseView';
import { fill, joined } from './dom';
import type { ChangeKind, Words } from './messages';

/** `Case 2-1` */
export function caseHeading({ name }: CaseView, words: Words): string {
  return fill(words.case, name);
}

/** What a screen reader says for a square. What is seen comes first, so that who speaks to the computer can name it. */
export function squareName(view: CaseView, words: Words): string {
  return joined(
    ', ',
    joined(' ', caseHeading(view, words), view.code, view.time, view.memory),
    view.verdict || words.noVerdict,
    named(words.score, view.score, ' '),
    view.signal.startsWith('0') ? '' : named(words.signal, view.signal, ' '),
    view.description.slice(0, 200),
  );
}

/** The same for a case in two records. */
export function pairName(before: CaseView, now: CaseView, change: ChangeKind, words: Words): string {
  const figures = ({ code, time, memory }: CaseView) => joined(' ', code, time, memory);
  return joined(
    ', ',
    joined(' ', caseHeading(now, words), changeWords(change, words), figures(before), figures(now)),
    `${words.before}: ${before.verdict || words.notThere}`,
    `${words.now}: ${now.verdict || words.notThere}`,
  );
}

/** `▲ better`; empty where nothing changed. */
export function changeWords(change: ChangeKind, words: Words): string {
  return change === 'same' ? '' : `${marks[change]} ${words.changes[change]}`;
}

/** What a pointer that rests on a square is told besides what it sees. */
export function tooltipText(view: CaseView, words: Words): string {
  return joined(
    '\n',
    view.description,
    view.verdict,
    named(words.score, view.score),
    named(words.signal, view.signal),
    named(words.exitCode, view.exitCode),
  );
}

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
