import type { ProgressReading } from '../records/pollingPlan';

/** Predicted end of the evaluation, ms. */
export interface Prediction {
  /** Time from the newest reading to the end. */
  readonly left: number;
  /** Standard deviation of `left`. */
  readonly spread: number;
}

/** Variation of the time per case: standard deviation divided by mean. */
const CASE_SPREAD = 0.4;

/**
 * Predicts how long the remaining cases take, from the speed of the finished ones. Null if the judge doesn't list
 * unfinished cases, if no case or every case has finished, or if the speed is unknown.
 *
 * Averages two speeds, weighted by their certainty. The first is measured from the start of the evaluation, which is
 * somewhere between the last reading without a finished case and the first reading with one. The second is measured
 * from the first reading with a finished case to the newest one.
 */
export function predictEnd(readings: readonly ProgressReading[]): Prediction | null {
  const newest = readings.at(-1);
  if (!newest || newest.total === null || newest.done <= 0 || newest.done >= newest.total) return null;
  const rates = [rateSinceStart(readings, newest), rateBetween(readings, newest)].filter(
    (rate) => rate !== null,
  );
  const certainty = sum(rates.map(({ variance }) => 1 / variance));
  if (certainty === 0) return null;
  const rate = sum(rates.map(({ rate, variance }) => rate / variance)) / certainty;
  const remaining = newest.total - newest.done;
  const left = remaining / rate;
  return { left, spread: left * Math.sqrt(1 / certainty + CASE_SPREAD ** 2 / remaining) };
}

/** `rate`: cases per ms. `variance`: square of the relative error of `rate`. */
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
  const first = readings.find(({ done }) => done > 0);
  const done = first ? newest.done - first.done : 0;
  if (!first || done <= 0 || newest.at <= first.at) return null;
  return { rate: done / (newest.at - first.at), variance: CASE_SPREAD ** 2 / done };
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
