import type { RecordKey } from '../../src/records';
import type { Verdict } from '../../tools/service';

/** How a judging goes on, by chance; each service says it in its own words. */
export interface Course {
  readonly cases: number;
  /** a number of its own in its run, ms: the time by which its result is told from all others */
  readonly mark: number;
  readonly verdict: (typeof ends)[number];
  /** how many cases are done, and for how long; `queued` before it is begun, the last one is the end */
  readonly stages: readonly { readonly done: number | 'queued'; readonly forMs: number }[];
}

/** A judging under way at one of the services. */
export interface Judging {
  /** what its service is called */
  readonly service: string;
  readonly id: string;
  /** of its record */
  readonly key: RecordKey;
  /** what its result says in the end, in the service's own codes and the units of its records */
  readonly final: {
    readonly status: number | string;
    readonly score: number | null;
    /** null: the service tells none */
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

/** Names a judging among those of all services, in file names and as the label of its record. */
export function nameOf({ service, id }: Pick<Judging, 'service' | 'id'>): string {
  return `${service}.${id}`;
}

/** Some time in the queue, then the compilation, then case after case. `seconds`: about the longest time it takes. */
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
