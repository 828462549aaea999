import type { Case } from './model';
import {
  type JudgeSemantics,
  type StatusCode,
  type StatusKind,
  type StatusMeaning,
  meaningOf,
} from './status';
import { plainText, withoutUnseen } from './text';

/**
 * `WA`, or `Status 99` where the service's profile doesn't know the code; empty where there is none. Fit for any label:
 * short, on one line, with nothing that isn't seen or that VS Code would make an icon or a link of.
 */
export function statusText(code: StatusCode | null, rules: JudgeSemantics): string {
  if (code === null) return '';
  const meaning = meaningOf(rules.statuses, code);
  return meaning ? shortWord(meaning) : unknownStatus(code);
}

/** The same of a meaning: its name where it has no short word that could be shown. */
export function shortWord({ short, name, code }: StatusMeaning): string {
  return token(short) || token(name) || unknownStatus(code);
}

function unknownStatus(code: StatusCode): string {
  return `Status ${token(String(code)) || '?'}`;
}

/** Most UTF-16 units of a code or short word that are shown, an ellipsis included. */
const longestToken = 32;

function token(text: string): string {
  return plainText(withoutUnseen(text.slice(0, 4096)), longestToken).replace(/[$\]]+\(/g, '(');
}

/** How many cases ended with one status. */
export interface StatusCount {
  readonly status: StatusCode | null;
  readonly count: number;
}

const worstFirst: readonly (StatusKind | 'unknown')[] = [
  'error',
  'failed',
  'unknown',
  'partial',
  'pending',
  'accepted',
];

/** Statuses with the number of their cases: the worst kind first, within a kind the most frequent first. */
export function countStatuses(cases: Iterable<Case>, rules: JudgeSemantics): StatusCount[] {
  const counts = new Map<StatusCode | null, number>();
  for (const { status } of cases) counts.set(status, (counts.get(status) ?? 0) + 1);
  const badness = (status: StatusCode | null) =>
    worstFirst.indexOf(meaningOf(rules.statuses, status)?.kind ?? 'unknown');
  return [...counts]
    .map(([status, count]) => ({ status, count }))
    .sort(
      (a, b) =>
        badness(a.status) - badness(b.status) || b.count - a.count || compareCodes(a.status, b.status),
    );
}

/** Numbers in their order, letters behind them, none first. */
export function compareCodes(a: StatusCode | null, b: StatusCode | null): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  const rank = (code: StatusCode | null) => (code === null ? 0 : typeof code === 'number' ? 1 : 2);
  return rank(a) - rank(b);
}

/** Whether a verdict is one to look at: it failed, partly too, couldn't be judged, or its code isn't known. */
export function isTrouble(status: StatusCode | null, rules: JudgeSemantics): boolean {
  if (status === null) return false;
  const meaning = meaningOf(rules.statuses, status);
  if (!meaning) return true;
  return meaning.kind !== 'accepted' && meaning.kind !== 'pending' && meaning.noVerdict === undefined;
}

/**
 * The compilation failed, and the judging has no verdict that says so: some services leave its status out then, or
 * where it was before.
 */
export function isBareCompileError(
  compiled: boolean | null,
  status: StatusCode | null,
  { statuses }: JudgeSemantics,
): boolean {
  return compiled === false && (status === null || meaningOf(statuses, status)?.kind === 'pending');
}

/** What such a judging's verdict is called, where the service has a word for it. */
export function compileErrorOf({ statuses }: JudgeSemantics): StatusMeaning | null {
  return Object.values(statuses).find(({ look }) => look === 'compileError') ?? null;
}

/**
 * A case's description for its row, where the verdict stands already: a repeated verdict at its start is dropped,
 * once or more (`Wrong Answer. wrong answer On line 1…` → `On line 1…`). The result is one plain line.
 */
export function rowDescription(one: Pick<Case, 'description' | 'status'>, rules: JudgeSemantics): string {
  let text = plainText(one.description ?? '');
  const meaning = meaningOf(rules.statuses, one.status);
  if (!meaning) return text;
  const verdicts = verdictWords(meaning);
  for (let found = true; found;) {
    found = false;
    for (const verdict of verdicts) {
      const rest = withoutStart(text, verdict);
      if (rest === null) continue;
      text = rest;
      found = true;
    }
  }
  return text;
}

function verdictWords({ name, chineseName, short, kind }: StatusMeaning): string[] {
  const words = [name, chineseName ?? '', short, kind === 'accepted' ? 'ok' : ''];
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).sort((a, b) => b.length - a.length);
}

/** What follows `start` and its punctuation; null where `text` doesn't begin with that word. */
function withoutStart(text: string, start: string): string | null {
  if (text.slice(0, start.length).toLowerCase() !== start.toLowerCase()) return null;
  const rest = text.slice(start.length);
  if (/^[\p{L}\p{N}]/u.test(rest) && /[a-z\d]$/i.test(start)) return null;
  return rest.replace(/^[\s.,:;!。，：；！]+/u, '');
}
