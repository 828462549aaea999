// The rows of a benchmark: how they are printed, and how one benchmark runs alone. `npm run bench` runs each benchmark in a
// process of its own and prints the rows of all.
import fs from 'node:fs/promises';
import path from 'node:path';

/** One figure, next to a baseline or a limit that was measured in the same run. */
export interface Row {
  /** Name of the figure, different from that of every other row. */
  readonly measure: string;
  /** Name of the figure in docs/development/benchmarks.md. Rows without a headline aren’t listed there. */
  readonly headline?: string;
  /** Our figure with its unit: `12.3 ms`. */
  readonly ours: string;
  /** The baseline with its figure: `JSON.parse 51.0 ms`. Empty if there is only a budget. */
  readonly peer: string;
  /** Our figure divided by the baseline. */
  readonly ratio?: number;
  /** The budget as text: `≤ 1`, `≥ 100 MB/s`. Empty if there is none. */
  readonly budget: string;
  /** Whether the budget is met; undefined if there is none. */
  readonly met: boolean | undefined;
  /** Explains a missed budget in one sentence: the reason, and the effect on users. */
  readonly ifMissed?: string;
  /** `worst`: repeats the worst of several rows. `detail`: one of these rows, printed but not counted twice. */
  readonly role?: 'worst' | 'detail';
}

/** Returns the worst of several similar rows as a row of its own, followed by all of them as details. */
export function worstOf(kind: string, rows: readonly Row[], worse: 'higher' | 'lower'): Row[] {
  const sign = worse === 'higher' ? 1 : -1;
  const worst = rows.toSorted((a, b) => sign * ((b.ratio ?? 0) - (a.ratio ?? 0)))[0];
  if (!worst) return [];
  const measure = `${kind}, the worst of ${rows.length}: ${worst.measure}`;
  return [{ ...worst, measure, role: 'worst' }, ...rows.map((row): Row => ({ ...row, role: 'detail' }))];
}

export type Measure = () => Promise<readonly Row[]>;

/** Environment variable with the file that a benchmark writes its rows to, for the process that started it. */
export const rowsVariable = 'BENCH_ROWS';

/** Formats rows as a Markdown table. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map(({ measure, ours, peer, ratio, budget, met }) => [
    ...[measure, ours, peer, ratio === undefined ? '' : shortened(ratio), budget],
    met === undefined ? '' : met ? 'met' : '**not met**',
  ]);
  const lines = [['measure', 'this project', 'baseline or limit', 'ratio', 'budget', ''], ...cells].map(
    (line) => line.map((cell) => cell.replaceAll('|', '\\|')),
  );
  const widths = [0, 1, 2, 3, 4, 5].map((at) => Math.max(3, ...lines.map((line) => line[at]?.length ?? 0)));
  const printed = lines.map(
    (line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [printed[0], rule, ...printed.slice(1)].join('\n');
}

/** Formats a ratio with three digits, or two if it is below 1. */
export function shortened(ratio: number): string {
  return ratio >= 100 ? ratio.toFixed(0) : ratio >= 1 ? ratio.toPrecision(3) : ratio.toPrecision(2);
}

/**
 * Runs a benchmark if its file is the program: prints its table. The exit code is 1 if a budget isn’t met.
 * Write `runAlone(import.meta.filename, measure);` as the last line of the file.
 */
export function runAlone(file: string, measure: Measure): void {
  if (path.resolve(process.argv[1] ?? '') !== file) return;
  run(measure).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}

async function run(measure: Measure): Promise<void> {
  const rows = await measure();
  const file = process.env[rowsVariable];
  if (file) await fs.writeFile(file, JSON.stringify(rows));
  else console.log(`\n${table(rows)}`);
  if (rows.some(({ met }) => met === false)) process.exitCode = 1;
}

/** Returns the middle value; NaN without values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the value that this share of all values (0 to 1) doesn’t exceed; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns the elapsed time of an action, ms. */
export async function timed(action: () => unknown): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

/** Formats a time with about three digits: `12.3 ms`. */
export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
}
