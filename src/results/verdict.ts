import type { Case } from './model';
import {
  type JudgeSemantics,
  type StatusCode,
  type StatusKind,
  type StatusMeaning,
  meaningOf,
} from './status';
import { plainText, withoutInvisible } from './plainText';

/**
 * Returns `WA`, or `Status 99` for an undefined code. Empty if `code` is null. Safe for any label: one short line
 * without invisible characters, and without text that VS Code would render as an icon or a link.
 */
export function statusText(code: StatusCode | null, rules: JudgeSemantics): string {
  if (code === null) return '';
  const meaning = meaningOf(rules.statuses, code);
  return meaning ? shortWord(meaning) : unknownStatus(code);
}

/** Returns the short form of a verdict (`WA`), or its name if the short form has no visible characters. */
export function shortWord({ short, name, code }: StatusMeaning): string {
  return displayToken(short) || displayToken(name) || unknownStatus(code);
}

function unknownStatus(code: StatusCode): string {
  return `Status ${displayToken(String(code)) || '?'}`;
}

/** Maximum length of a code or short form that is displayed, in UTF-16 units, including an ellipsis. */
const MAX_TOKEN_LENGTH = 32;

function displayToken(text: string): string {
  return plainText(withoutInvisible(text.slice(0, 4096)), MAX_TOKEN_LENGTH).replace(/[$\]]+\(/g, '(');
}

/** Beginning of the compiler output that is searched for a sentence about a timeout, in UTF-16 units. */
const SEARCHED_OUTPUT = 2_000;

/**
 * Returns whether a compiler output only reports that the compiler was stopped at its time limit. Judges write such a
 * sentence instead of the output, or the limit that the compiler exceeded.
 */
export function isCompilerTimeout(message: string | null | undefined): boolean {
  const text = (message ?? '').slice(0, SEARCHED_OUTPUT);
  return (
    /^[ \t]{0,20}compil(?:er|ation)(?: process)? (?:timed out|time limit exceeded)/im.test(text) ||
    /^Compiler runtime error, info: \{[^{}]{0,300}"result": [12]\b/.test(text)
  );
}

/** Number of cases with the same status. */
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

/** Counts cases by status. Sorts by kind, worst first, and within a kind by count, most frequent first. */
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

/** Compares status codes for sorting: null first, then numbers, then text. */
export function compareCodes(a: StatusCode | null, b: StatusCode | null): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  const rank = (code: StatusCode | null) => (code === null ? 0 : typeof code === 'number' ? 1 : 2);
  return rank(a) - rank(b);
}

/** Returns whether a verdict needs attention: failed, partially accepted, judge error, or unknown code. */
export function isTrouble(status: StatusCode | null, rules: JudgeSemantics): boolean {
  if (status === null) return false;
  const meaning = meaningOf(rules.statuses, status);
  if (!meaning) return true;
  return meaning.kind !== 'accepted' && meaning.kind !== 'pending' && meaning.noVerdict === undefined;
}

/**
 * Returns whether the compilation failed but the status doesn't show it. After a failed compilation, some judges omit
 * the status, or leave it pending.
 */
export function isUnreportedCompileError(
  compiled: boolean | null,
  status: StatusCode | null,
  { statuses }: JudgeSemantics,
): boolean {
  return compiled === false && (status === null || meaningOf(statuses, status)?.kind === 'pending');
}

/** Returns the judge's meaning for compile errors, or null if its table has none. */
export function compileErrorOf({ statuses }: JudgeSemantics): StatusMeaning | null {
  return Object.values(statuses).find(({ style }) => style === 'compileError') ?? null;
}

/**
 * Returns the description of a case as one plain line for its row. The row already shows the verdict, so any verdicts
 * at the beginning are removed (`Wrong Answer. wrong answer On line 1…` → `On line 1…`).
 */
export function rowDescription(
  testCase: Pick<Case, 'description' | 'status'>,
  rules: JudgeSemantics,
): string {
  let text = plainText(testCase.description ?? '');
  const meaning = meaningOf(rules.statuses, testCase.status);
  if (!meaning) return text;
  const verdicts = verdictWords(meaning);
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const verdict of verdicts) {
      const rest = withoutStart(text, verdict);
      if (rest === null) continue;
      text = rest;
      hasChanged = true;
    }
  }
  return text;
}

function verdictWords({ name, chineseName, short, kind }: StatusMeaning): string[] {
  const words = [name, chineseName ?? '', short, kind === 'accepted' ? 'ok' : ''];
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).sort((a, b) => b.length - a.length);
}

/** Returns the text after `start` and its punctuation. Null if `text` doesn't begin with the word `start`. */
function withoutStart(text: string, start: string): string | null {
  if (text.slice(0, start.length).toLowerCase() !== start.toLowerCase()) return null;
  const rest = text.slice(start.length);
  if (/^[\p{L}\p{N}]/u.test(rest) && /[a-z\d]$/i.test(start)) return null;
  return rest.replace(/^[\s.,:;!。，：；！]+/u, '');
}
