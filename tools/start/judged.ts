import type { Verdict } from '../service';
import type { Sample } from './samples';

/** A submitted sample. */
export interface Submitted {
  readonly sample: Sample;
  readonly requestId: string;
  /** Data that the service requires in addition to the ID; absent if the ID is sufficient. */
  readonly hint?: string;
  readonly done: Promise<Outcome>;
}

/** The result of a submission. */
export interface Outcome {
  readonly compiled: boolean;
  /** Compiler output; null if the service doesn't report it. */
  readonly message: string | null;
  /** Undefined if the status code is unknown. */
  readonly verdict: Verdict | undefined;
  /** Verdicts of the cases; null if the service reports less than the sample expects. */
  readonly cases: readonly (Verdict | undefined)[] | null;
  /** Null if nothing was run. */
  readonly figures: { readonly score: number; readonly time: number; readonly memory: number } | null;
}

/** A judged sample, formatted for the terminal. */
export interface Judged {
  readonly sample: Sample;
  /** The result in one line. */
  readonly line: string;
  /** Differences from the expected result; null: none. */
  readonly problem: string | null;
}

/** Waits for the result of a sample and compares it with the expected result. */
export async function judgedSample({ sample, done }: Submitted): Promise<Judged> {
  const { compiled, message, verdict, cases, figures } = await done;
  const record = compiled ? verdict : 'compileError';
  const difference = (what: string, actual: unknown, expected: unknown): string | null =>
    actual === expected ? null : `${what}: expected ${String(expected)}, actual ${String(actual)}`;
  const problems = [
    difference('record', record, sample.record),
    message === null ? null : difference('compiler output', message !== '', sample.message),
    sample.someCase === null || cases === null || cases.includes(sample.someCase)
      ? null
      : `no case with the verdict ${sample.someCase}`,
  ].filter((problem) => problem !== null);
  const words = [...new Set(cases?.filter((verdict) => verdict !== 'accepted'))].map((verdict) =>
    formatVerdict(verdict),
  );
  const verdicts = words.length > 0 ? words.join(', ') : formatVerdict(record);
  const warnings = compiled && message ? ', with compiler warnings' : '';
  const numbers = figures
    ? `${figures.score} points  ${figures.time} ms  ${(figures.memory / 1024).toFixed(1)} MiB`
    : '';
  return {
    sample,
    line: `${sample.file.padEnd(34)} ${(verdicts + warnings).padEnd(40)} ${numbers}`.trimEnd(),
    problem: problems.length > 0 ? problems.join('; ') : null,
  };
}

function formatVerdict(verdict: Verdict | undefined): string {
  if (verdict === undefined) return 'unknown';
  if (verdict === 'invalid') return 'system error';
  if (verdict === 'unaccepted') return 'not accepted';
  const words = verdict.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.endsWith('limit') ? `${words} exceeded` : words;
}
