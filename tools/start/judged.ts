import type { Verdict } from '../service';
import type { Sample } from './samples';

/** A sample that was submitted. */
export interface Submitted {
  readonly sample: Sample;
  readonly requestId: string;
  /** what the service needs besides the ID; absent: nothing */
  readonly hint?: string;
  readonly done: Promise<Outcome>;
}

/** What a finished judging says; undefined: a code that the service doesn't have. */
export interface Outcome {
  readonly compiled: boolean;
  /** null: the service doesn't tell it */
  readonly message: string | null;
  readonly verdict: Verdict | undefined;
  /** null: the service tells less of them than the samples know of themselves */
  readonly cases: readonly (Verdict | undefined)[] | null;
  /** null: nothing was run */
  readonly figures: { readonly score: number; readonly time: number; readonly memory: number } | null;
}

/** A judged sample in words. */
export interface Judged {
  readonly sample: Sample;
  /** one line for the terminal */
  readonly line: string;
  /** what was expected instead; null where all is as the sample says of itself */
  readonly problem: string | null;
}

/** Waits for a sample's end and compares it with what the sample is known for. */
export async function judgedSample({ sample, done }: Submitted): Promise<Judged> {
  const { compiled, message, verdict, cases, figures } = await done;
  const record = compiled ? verdict : 'compileError';
  const unlike = (what: string, got: unknown, expected: unknown): string | null =>
    got === expected ? null : `${what}: expected ${String(expected)}, got ${String(got)}`;
  const problems = [
    unlike('record', record, sample.record),
    message === null ? null : unlike('compiler output', message !== '', sample.message),
    sample.someCase === null || cases === null || cases.includes(sample.someCase)
      ? null
      : `no case with ${sample.someCase}`,
  ].filter((problem) => problem !== null);
  const words = [...new Set(cases?.filter((one) => one !== 'accepted'))].map((one) => wordsFor(one));
  const said = words.length > 0 ? words.join(', ') : wordsFor(record);
  const warnings = compiled && message ? ', with compile warnings' : '';
  const numbers = figures
    ? `${figures.score} points  ${figures.time} ms  ${(figures.memory / 1024).toFixed(1)} MiB`
    : '';
  return {
    sample,
    line: `${sample.file.padEnd(34)} ${(said + warnings).padEnd(40)} ${numbers}`.trimEnd(),
    problem: problems.length > 0 ? problems.join('; ') : null,
  };
}

function wordsFor(verdict: Verdict | undefined): string {
  if (verdict === undefined) return 'unknown';
  if (verdict === 'invalid') return 'system error';
  if (verdict === 'unaccepted') return 'not accepted';
  const words = verdict.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.endsWith('limit') ? `${words} exceeded` : words;
}
