import { meaningOf, statusText, type Case, type JudgeSemantics, type StatusCode } from '../../../results';
import { meaningName } from '../../labels/recordLabels';

/** Creates a Markdown table. The cells contain Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns “AC Accepted”, or “Status 9” for an undefined code. */
export function statusWords(status: StatusCode, rules: JudgeSemantics): string {
  const meaning = meaningOf(rules.statuses, status);
  return meaning ? meaningName(meaning) : statusText(status, rules);
}

/** Returns a text of a case that isn’t part of the specification, such as its output. Empty: none. */
export function textOf({ extra }: Case, name: 'stdin' | 'stdout' | 'expected' | 'stderr'): string {
  const value = extra?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
