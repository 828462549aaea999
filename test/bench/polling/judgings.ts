/** One simulated submission: queue, compilation, then case by case. Times are ms from the submission. */
export interface Judging {
  /** time of the first partial result; Infinity if the judge shows nothing before the end */
  readonly visibleAt: number;
  /** time when each case finishes, in order; the last one is the end of the judging */
  readonly caseEnds: readonly number[];
  /** number of cases; null if the judge doesn’t list unfinished ones */
  readonly total: number | null;
  readonly end: number;
}

export interface Kind {
  readonly name: string;
  /** whole duration, ms: lognormal with this median and this deviation of its logarithm */
  readonly median: number;
  readonly deviation: number;
  /** cases in a partial result: all, only the finished ones, or no partial results */
  readonly shows: 'all' | 'done' | 'nothing';
  /** share of submissions that first wait in a long queue (median 30 s) */
  readonly queued: number;
  /** share of submissions that stop early, as when a failed subtask ends the judging */
  readonly stopped: number;
  /** deviation of the logarithm of one case's duration */
  readonly caseDeviation: number;
  /** additional time of the last case, as a share of the first one */
  readonly growth: number;
}

const main: Kind = {
  name: 'median 6 s, all cases listed',
  median: 6000,
  deviation: 1,
  shows: 'all',
  queued: 0,
  stopped: 0,
  caseDeviation: 0.6,
  growth: 0,
};

/** The budget applies to the first kind. The others show that the policy isn’t fitted to it. */
export const KINDS: readonly [Kind, ...Kind[]] = [
  main,
  { ...main, name: 'some stop early, later cases longer', stopped: 0.25, growth: 0.5 },
  { ...main, name: 'less spread (0.6)', deviation: 0.6 },
  { ...main, name: 'longer tail (1.3)', deviation: 1.3, stopped: 0.1 },
  { ...main, name: 'bursty queue (30 % wait 30 s)', queued: 0.3, stopped: 0.1 },
  { ...main, name: 'long (median 40 s), uneven cases', median: 40_000, caseDeviation: 1, growth: 0.5 },
  { ...main, name: 'short (median 1.5 s)', median: 1500, deviation: 0.7 },
  { ...main, name: 'only done cases listed', shows: 'done' },
  { ...main, name: 'no progress shown', shows: 'nothing' },
];

/** Longest duration, ms. Judges have limits. */
const LONGEST = 30 * 60_000;

export function drawJudging(kind: Kind, random: () => number): Judging {
  const duration = Math.min(Math.max(lognormal(random, kind.median, kind.deviation), 300), LONGEST);
  const queue = random() < kind.queued ? lognormal(random, 30_000, 0.8) : 0;
  // 5 to 45 % of the time in the queue (mostly little), 10 to 35 % for the compilation
  const before = 0.05 + 0.4 * random() ** 2 + 0.1 + 0.25 * random();
  const visibleAt = queue + duration * before;
  const count = 5 + Math.floor(random() * 46);
  const weights = Array.from(
    { length: count },
    (_, index) => lognormal(random, 1, kind.caseDeviation) * (1 + (kind.growth * index) / count),
  );
  const all = weights.reduce((sum, one) => sum + one, 0);
  let at = visibleAt;
  const ends = weights.map((one) => (at += (one / all) * duration * (1 - before)));
  const judged = random() < kind.stopped ? ends.slice(0, 1 + Math.floor(random() * count)) : ends;
  return {
    visibleAt: kind.shows === 'nothing' ? Infinity : visibleAt,
    caseEnds: judged,
    total: kind.shows === 'all' ? count : null,
    end: judged.at(-1) ?? visibleAt,
  };
}

function lognormal(random: () => number, median: number, deviation: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(deviation * normal);
}
