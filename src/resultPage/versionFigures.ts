import { formatMemory, formatScoreOf, formatTime } from '../results';
import type { RecordHead, Version, Words } from './messages';
import { fill } from './strings';

export interface Row {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** values relative to the largest one, 0 to 1; null: unknown */
  readonly heights: readonly (number | null)[];
  /** `50 / 100`; empty: unknown */
  readonly texts: readonly string[];
}

/** Returns the figures that at least one version has. */
export function rowsOf({ versions, units }: Pick<RecordHead, 'versions' | 'units'>, words: Words): Row[] {
  const row = (figure: 'score' | 'time' | 'memory', format: (version: Version) => string): Row => {
    const values = versions.map((version) => version[figure]);
    return { name: words[figure], values, heights: heights(values), texts: versions.map(format) };
  };
  return [
    row('score', ({ score, maximum }) => formatScoreOf(score, maximum, units)),
    row('time', ({ time }) => formatTime(time, units)),
    row('memory', ({ memory }) => formatMemory(memory, units)),
  ].filter(({ values }) => values.some((value) => value !== null));
}

/** Returns `Score 50 / 100`. Empty if the value is unknown. */
export function figureOf({ name, texts }: Row, index: number): string {
  const text = texts[index] ?? '';
  return text && `${name} ${text}`;
}

/** Returns `Score 50 / 100 (was 25 / 100)`, or `Score 50 / 100` if the previous value is equal or unknown. */
export function changeOf(row: Row, index: number, words: Words): string {
  const text = figureOf(row, index);
  const textBefore = row.texts[index - 1] ?? '';
  const isSame = row.values[index] === row.values[index - 1];
  return text === '' || textBefore === '' || isSame ? text : fill(words.was, text, textBefore);
}

/** Returns the values relative to the largest one, 0 to 1; null: unknown. */
export function heights(values: readonly (number | null)[]): (number | null)[] {
  const most = Math.max(...values.map((value) => value ?? 0));
  return values.map((value) => (value === null ? null : most > 0 ? Math.max(value, 0) / most : 0));
}

/** Returns the first figure that differs between versions, or else the first figure. Null: no version has figures. */
export function tellingRow(rows: readonly Row[]): Row | null {
  const differs = ({ values }: Row): boolean => new Set(values.filter((value) => value !== null)).size > 1;
  return rows.find(differs) ?? rows[0] ?? null;
}
