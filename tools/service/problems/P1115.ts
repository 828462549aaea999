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
  chinese: {
    title: '最大子段和',
    description:
      '给出一个长度为 $n$ 的整数序列，选出其中连续且非空的一段，使得这段的和最大。\n\n第一行是 $n$（$1 \\le n \\le 20000$），第二行是 $n$ 个整数。输出最大的和。',
  },
  english: {
    title: 'Maximum Subarray Sum',
    description:
      'Given $n$ integers, find the largest sum of a non-empty run of consecutive integers.\n\nThe first line contains $n$ ($1 \\le n \\le 20000$), the second line the integers. Print the largest sum.',
  },
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
