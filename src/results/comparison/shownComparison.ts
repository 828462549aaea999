import type { ComparisonRule } from './comparisonRule';

/** Origin of a rule. `default`: the kind of judge, or `usualComparison` */
export type ComparisonSource = 'user' | 'judge' | 'statement' | 'default';

/** Texts on the page about the comparison of a case. Stored as `extra.comparison`. */
export type ShownComparison = ShownRule | ShownChecker;

/** A program of the user decided. `name`: of its file; `hasFailed`: it was to decide, but couldn’t */
type ShownChecker = { readonly unit: 'checker'; readonly name: string; readonly hasFailed: boolean };

export type ShownRule = {
  readonly unit: ComparisonRule['unit'];
  readonly isCaseless: boolean;
  /** the larger one of both errors; 0: none */
  readonly tolerance: number;
  readonly source: ComparisonSource;
  /** name of the judge whose rule it is; null: none */
  readonly judge: string | null;
};

/** Returns an error of numbers for display: `1e-6`, `0.01`. */
export function errorText(error: number): string {
  return error < 0.001 ? error.toExponential() : String(error);
}

/** Reads `extra.comparison`. Null: it is missing, or has another form. */
export function shownComparisonIn(value: unknown): ShownComparison | null {
  if (typeof value !== 'object' || value === null) return null;
  const { unit, name, hasFailed, isCaseless, tolerance, source, judge } = value as Readonly<
    Record<keyof ShownRule | keyof ShownChecker, unknown>
  >;
  if (unit === 'checker')
    return typeof name === 'string' ? { unit, name, hasFailed: hasFailed === true } : null;
  const isKnown =
    (unit === 'text' || unit === 'lines' || unit === 'tokens') &&
    (source === 'user' || source === 'judge' || source === 'statement' || source === 'default') &&
    typeof tolerance === 'number';
  if (!isKnown) return null;
  return {
    unit,
    isCaseless: isCaseless === true,
    tolerance,
    source,
    judge: typeof judge === 'string' ? judge : null,
  };
}
