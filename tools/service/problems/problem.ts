import { chanceFrom } from '../misbehaviour';
import type { Limits } from '../judging/run';

export interface TestCase {
  readonly input: string;
  readonly answer: string;
}

export interface ProblemSubtask {
  /** Points of the complete subtask. */
  readonly score: number;
  /** `min`: all points or none. `sum`: each case has a share of the points. */
  readonly scoring: 'min' | 'sum';
  readonly cases: readonly TestCase[];
}

/** Text of a problem in one language. `description` is Markdown without a heading. */
export interface ProblemText {
  readonly title: string;
  readonly description: string;
}

export interface Problem {
  readonly id: string;
  readonly chinese: ProblemText;
  readonly english: ProblemText;
  readonly limits: Limits;
  /** Creates the cases on first use from a seed, so that they are the same in every run. */
  readonly subtasks: () => readonly ProblemSubtask[];
}

export const usualLimits: Limits = { time: 500, memory: 64 * 1024, output: 1024 * 1024 };

/** Returns a generator of integers between two bounds. The same seed gives the same numbers. */
export function numbersFrom(seed: number): (low: number, high: number) => number {
  const chance = chanceFrom(seed);
  return (low, high) => low + Math.floor(chance() * (high - low + 1));
}

/** Creates a case for each input, with the answer of the given solution, which must be correct. */
export function casesOf(
  inputs: readonly string[],
  solve: (numbers: readonly number[]) => string,
): TestCase[] {
  return inputs.map((input) => ({ input, answer: solve(input.trim().split(/\s+/).map(Number)) }));
}

/** Returns a function that calls `make` only once. */
export function once<T>(make: () => T): () => T {
  let cached: { readonly value: T } | null = null;
  return () => (cached ??= { value: make() }).value;
}
