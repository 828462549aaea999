import type { ProgressReading } from '../records/plan';

/** When a judging will end, seen from its newest reading; both in ms. */
export interface Prediction {
  readonly left: number;
  /** standard deviation of `left` */
  readonly spread: number;
}

/** How much one case's time differs from the next one's: standard deviation over mean. */
const CASE_SPREAD = 0.4;

/**
 * How long the remaining cases take, from how fast those before them were done. Null while nothing can be said:
 * the service doesn't list the unfinished cases, or none is done yet.
 *
 * Two rates are weighed by how sure they are: since the judging began (nobody saw when: between the last reading
 * without a case and the first one with some), and between the first and the newest reading.
 */
export function predictEnd(readings: readonly ProgressReading[]): Prediction | null {
  const newest = readings.at(-1);
  if (!newest || newest.total === null || newest.done <= 0 || newest.done >= newest.total) return null;
  const rates = [rateSinceStart(readings, newest), rateBetween(readings, newest)].filter(
    (one) => one !== null,
  );
  const certainty = sum(rates.map((one) => 1 / one.variance));
  if (certainty === 0) return null;
  const rate = sum(rates.map((one) => one.rate / one.variance)) / certainty;
  const remaining = newest.total - newest.done;
  const left = remaining / rate;
  return { left, spread: left * Math.sqrt(1 / certainty + CASE_SPREAD ** 2 / remaining) };
}

/** Cases per ms, and the variance of its relative error. */
interface Rate {
  readonly rate: number;
  readonly variance: number;
}

function rateSinceStart(readings: readonly ProgressReading[], newest: ProgressReading): Rate | null {
  const [none, first] = readings;
  if (!none || !first || none.done > 0) return null;
  const doubt = Math.max(first.at - none.at, 0) / 2;
  const span = newest.at - (none.at + doubt);
  if (span <= 0) return null;
  return { rate: newest.done / span, variance: CASE_SPREAD ** 2 / newest.done + (doubt / span / 2) ** 2 };
}

function rateBetween(readings: readonly ProgressReading[], newest: ProgressReading): Rate | null {
  const first = readings.find((one) => one.done > 0);
  const done = first ? newest.done - first.done : 0;
  if (!first || done <= 0 || newest.at <= first.at) return null;
  return { rate: done / (newest.at - first.at), variance: CASE_SPREAD ** 2 / done };
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
