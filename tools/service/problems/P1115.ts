import { casesOf, numbersFrom, once, usualLimits, type Problem } from './problem';

function solve([, ...values]: readonly number[]): string {
  let best = -Infinity;
  let ending = -Infinity;
  for (const value of values) {
    ending = Math.max(ending, 0) + value;
    best = Math.max(best, ending);
  }
  return `${best}\n`;
}

/** 最大子段和: prints the largest sum of a non-empty run of n numbers. */
export const P1115: Problem = {
  id: 'P1115',
  title: '最大子段和',
  limits: usualLimits,
  subtasks: once(() => {
    const number = numbersFrom(1115);
    const list = (length: number, low: number, high: number): string =>
      `${length}\n${Array.from({ length }, () => number(low, high)).join(' ')}\n`;
    return [
      {
        score: 50,
        scoring: 'sum',
        cases: casesOf(['7\n2 -4 3 -1 2 -4 3\n', list(10, -5, 20), list(20, 0, 100)], solve),
      },
      {
        score: 50,
        scoring: 'min',
        cases: casesOf([list(5, -9, -1), list(200, -1000, -1), list(20_000, -1e4, 1e4)], solve),
      },
    ];
  }),
};
