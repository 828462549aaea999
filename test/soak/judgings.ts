import type { RecordKey } from '../../src/records';
import type { Verdict } from '../../tools/service';

/** The random course of a submission. Each judge reports it in its own format. */
export interface Course {
  readonly cases: number;
  /** a time that is unique in the run, ms; identifies the result */
  readonly mark: number;
  readonly verdict: (typeof ends)[number];
  /** number of finished cases, and the duration of each stage; the last stage is the end */
  readonly stages: readonly { readonly done: number | 'queued'; readonly forMs: number }[];
}

/** A running submission at one of the judges. */
export interface Judging {
  /** name of its judge */
  readonly service: string;
  readonly id: string;
  /** key of its record */
  readonly key: RecordKey;
  /** the final result, with the codes of the judge and the units of its records */
  readonly final: {
    readonly status: number | string;
    readonly score: number | null;
    /** null if the judge doesn’t report it */
    readonly time: number | null;
  };
}

const ends = [
  'accepted',
  'accepted',
  'wrongAnswer',
  'timeLimit',
  'runtimeError',
  'invalid',
] as const satisfies readonly Verdict[];

/** Returns a name that is unique among all judges, for file names and for the label of the record. */
export function nameOf({ service, id }: Pick<Judging, 'service' | 'id'>): string {
  return `${service}.${id}`;
}

/** Creates a course: queue, compilation, then case by case. @param seconds approximate maximum duration */
export function randomCourse(random: () => number, seconds: number, mark: number): Course {
  const cases = 2 + Math.floor(random() * 18);
  const verdict = ends[Math.floor(random() * ends.length)] ?? 'accepted';
  const short = () => Math.ceil(random() * 1000);
  const stages: { done: number | 'queued'; forMs: number }[] = [
    { done: 'queued', forMs: short() },
    { done: 0, forMs: short() },
  ];
  const left = seconds * 1000 * random();
  for (let done = 1; done < cases; done += 1 + Math.floor(random() * 4))
    stages.push({ done, forMs: left / cases });
  return { cases, mark, verdict, stages: [...stages, { done: cases, forMs: 0 }] };
}
