import type { ProgressReading } from '../records/plan';

/** When a judging will finish. All in ms. */
export interface Prediction {
  /** from the newest reading to the end */
  readonly left: number;
  /** standard deviation of `left` */
  readonly spread: number;
}

/** How much the times of two cases differ: standard deviation divided by mean. */
const CASE_SPREAD = 0.4;

/**
 * Estimates how long the remaining cases take, by how fast the others finished. Null: the service doesn't list unfinished
 * cases, or none has finished yet.
 *
 * Two rates are averaged, weighted by their certainty. One counts from the start of the judging, which lies somewhere
 * between the last reading without a case and the first one with some. The other counts from the first to the newest
 * reading.
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
