// The report of a suite for the process that started it, in a file, because an exit code of 0 proves nothing. A host
// that crashes or ends early may report success, but then `finished` is still false.
import fs from 'node:fs';
import path from 'node:path';

/** Contains the path of the report. */
export const reportVariable = 'TEST_REPORT';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface Report extends Counts {
  readonly finished: boolean;
  /** There was no test to run, because other processes had taken all files of a queue. */
  readonly nothingLeft?: boolean;
  /** Name and message of each failed test. */
  readonly failures?: readonly string[];
  /** Duration of each file, including its setup and teardown, s. */
  readonly seconds?: Readonly<Record<string, number>>;
}

export function writeReport(file: string, report: Report): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(report));
}

/** Contains words that the titles of the tests to run include. */
export const filterVariable = 'TEST_FILTER';

export function isTestFile(arg: string): boolean {
  return arg.endsWith('.test.ts');
}

/** Returns the files in the arguments; without any, all files below the folder. */
export function testFiles(args: readonly string[], folder: string): readonly string[] {
  const named = args.filter(isTestFile);
  return named.length > 0 ? named : [`${folder}/**/*.test.ts`];
}

/**
 * Returns the counts of a suite that ended with this exit code, and any problem other than failed tests. Such a problem
 * counts as one more failure.
 */
export function readReport(
  file: string,
  exitCode: number,
  filter = process.env[filterVariable],
): { counts: Counts; failures: readonly string[]; problem?: string } {
  let report: Report;
  try {
    report = JSON.parse(fs.readFileSync(file, 'utf8')) as Report;
  } catch {
    return {
      counts: { passed: 0, failed: 1, skipped: 0 },
      failures: [],
      problem: 'the suite wrote no report',
    };
  }
  const { passed, failed, skipped, failures = [] } = report;
  const problem = problemOf(report, exitCode, filter);
  if (!problem) return { counts: { passed, failed, skipped }, failures };
  return { counts: { passed, failed: failed + 1, skipped }, failures, problem };
}

function problemOf(report: Report, exitCode: number, filter: string | undefined): string | undefined {
  if (!report.finished) return 'the suite ended before its last test';
  if (report.passed + report.failed === 0 && !report.nothingLeft)
    return filter ? `no test has “${filter}” in its name` : 'the suite contains no tests';
  if (exitCode !== 0 && report.failed === 0)
    return `the suite passed, but its process ended with ${exitCode}`;
  return undefined;
}

/** Prints the totals of a suite that was started directly, and returns the exit code. */
export function concludeSuite(file: string, exitCode: number): number {
  const { counts, problem } = readReport(file, exitCode);
  if (problem) console.error(problem);
  console.log(summary(counts));
  return counts.failed > 0 ? 1 : 0;
}

export function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** `12 passed, 0 failed`, and `, 1 skipped` if any. */
export function summary({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
