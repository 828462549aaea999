import { chanceFrom } from '../misbehaviour';
import type { Limits } from '../judging/run';

export interface TestCase {
  readonly input: string;
  readonly answer: string;
}

export interface ProblemSubtask {
  /** points for all of it */
  readonly score: number;
  /** `min`: all or nothing; `sum`: each case its share */
  readonly scoring: 'min' | 'sum';
  readonly cases: readonly TestCase[];
}

export interface Problem {
  readonly id: string;
  readonly title: string;
  readonly limits: Limits;
  /** made when first judged, from a seed: the same ones at each start */
  readonly subtasks: () => readonly ProblemSubtask[];
}

export const usualLimits: Limits = { time: 500, memory: 64 * 1024, output: 1024 * 1024 };

/** Whole numbers between two bounds, the same ones for the same seed. */
export function numbersFrom(seed: number): (low: number, high: number) => number {
  const chance = chanceFrom(seed);
  return (low, high) => low + Math.floor(chance() * (high - low + 1));
}

/** Makes the cases of one input after the other with a solution that is known to be right. */
export function casesOf(
  inputs: readonly string[],
  solve: (numbers: readonly number[]) => string,
): TestCase[] {
  return inputs.map((input) => ({ input, answer: solve(input.trim().split(/\s+/).map(Number)) }));
}

/** Computes once. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
