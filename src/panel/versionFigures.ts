import { formatMemory, formatScore, formatTime } from '../judge';
import type { RecordHead, Words } from './messages';
import { fill } from './strings';

/** A figure of all versions. */
export interface Row {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** values relative to the largest one, 0 to 1; null: unknown */
  readonly heights: readonly (number | null)[];
  readonly format: (value: number | null) => string;
}

/** Returns the figures that at least one version has. */
export function rowsOf({ versions, units }: RecordHead, words: Words): Row[] {
  const row = (figure: 'score' | 'time' | 'memory', format: Row['format']): Row => {
    const values = versions.map((version) => version[figure]);
    return { name: words[figure], values, heights: heights(values), format };
  };
  return [
    row('score', (value) => formatScore(value, units)),
    row('time', (value) => formatTime(value, units)),
    row('memory', (value) => formatMemory(value, units)),
  ].filter(({ values }) => values.some((value) => value !== null));
}

/** Returns `Score 50`. Empty if the value is unknown. */
export function figureOf({ name, values, format }: Row, index: number): string {
  const value = format(values[index] ?? null);
  return value && `${name} ${value}`;
}

/** Returns `Score 50 (was 25)`, or `Score 50` if the previous value is equal or unknown. */
export function changeOf(row: Row, index: number, words: Words): string {
  const text = figureOf(row, index);
  const [value, before] = [row.values[index], row.values[index - 1] ?? null];
  const formatted = row.format(before);
  return text === '' || formatted === '' || before === value ? text : fill(words.was, text, formatted);
}

/** Returns the values relative to the largest one, 0 to 1; null: unknown. */
export function heights(values: readonly (number | null)[]): (number | null)[] {
  const most = Math.max(...values.map((value) => value ?? 0));
  return values.map((value) => (value === null ? null : most > 0 ? Math.max(value, 0) / most : 0));
}

/** Returns the first figure that differs between versions, or else the first figure. Null: there are no figures. */
export function tellingRow(rows: readonly Row[]): Row | null {
  const differs = ({ values }: Row): boolean => new Set(values.filter((value) => value !== null)).size > 1;
  return rows.find(differs) ?? rows[0] ?? null;
}
