// What every benchmark here hands over, how it is printed, and how one runs alone: `npm run bench` runs each in a process
// of its own and puts their rows into one table.
import fs from 'node:fs/promises';
import path from 'node:path';

/** One line of the table: a figure beside a peer or a limit that was measured in the same run. */
export interface Row {
  /** What was measured, in words; one that is the same as in another row is not allowed. */
  readonly measure: string;
  /** Our figure with its unit: `12.3 ms`. */
  readonly ours: string;
  /** Who or what it is held against, with its figure: `JSON.parse 51.0 ms`. Empty where there is only a budget. */
  readonly peer: string;
  /** Ours divided by the peer's. */
  readonly ratio?: number;
  /** The budget in words: `≤ 1`, `≥ 100 MB/s`. Empty where a row only tells. */
  readonly budget: string;
  /** Whether the budget is met; undefined where there is none. */
  readonly met: boolean | undefined;
  /** One sentence for the reader of docs/development/benchmarks.md where the budget is missed: why, and what that means to a person. */
  readonly ifMissed?: string;
  /** `detail`: one of many of a kind, which BENCHMARKS.md leaves out; `worst`: tells the worst of them once more */
  readonly role?: 'worst' | 'detail';
}

/** The worst of many of a kind in a row of its own, and the many as details behind it. */
export function worstOf(kind: string, rows: readonly Row[], worse: 'higher' | 'lower'): Row[] {
  const sign = worse === 'higher' ? 1 : -1;
  const worst = rows.toSorted((a, b) => sign * ((b.ratio ?? 0) - (a.ratio ?? 0)))[0];
  if (!worst) return [];
  const measure = `${kind}, the worst of ${rows.length}: ${worst.measure}`;
  return [{ ...worst, measure, role: 'worst' }, ...rows.map((row): Row => ({ ...row, role: 'detail' }))];
}

export type Measure = () => Promise<readonly Row[]>;

/** Where a benchmark leaves its rows for the process that started it. */
export const rowsVariable = 'BENCH_ROWS';

/** The rows as a Markdown table. */
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

function shortened(ratio: number): string {
  return ratio >= 100 ? ratio.toFixed(0) : ratio >= 1 ? ratio.toPrecision(3) : ratio.toPrecision(2);
}

/**
 * Runs a benchmark if its file is what was started: prints its table and ends with 1 where a budget is not met.
 * Write `runAlone(import.meta.filename, measure);` as the file's last line.
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

/** The middle one; NaN of none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that this share of all (0 to 1) does not exceed; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** How long an action takes, in ms. */
export async function timed(action: () => unknown): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

/** `12.3 ms`, with as many digits as the size deserves. */
export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
}
