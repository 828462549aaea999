import { casesOf, numbersFrom, once, usualLimits, type Problem } from './problem';

const solve = ([a = 0, b = 0]: readonly number[]): string => `${a + b}\n`;

/** A+B Problem: prints the sum of two integers with |a|, |b| ≤ 10⁹. */
export const P1001: Problem = {
  id: 'P1001',
  chinese: {
    title: 'A+B Problem',
    description: '输入两个整数 $a$ 和 $b$（$|a|, |b| \\le 10^9$），输出它们的和。',
  },
  english: {
    title: 'A+B Problem',
    description: 'Given two integers $a$ and $b$ ($|a|, |b| \\le 10^9$), print their sum.',
  },
  limits: usualLimits,
  subtasks: once(() => {
    const number = numbersFrom(1001);
    const pair = (most: number): string => `${number(-most, most)} ${number(-most, most)}\n`;
    return [
      { score: 30, scoring: 'sum', cases: casesOf(['20 30\n', '0 0\n', '-1 1\n'], solve) },
      { score: 30, scoring: 'sum', cases: casesOf([pair(1000), pair(1000), pair(32_000)], solve) },
      {
        score: 40,
        scoring: 'min',
        cases: casesOf([pair(1e9), '1000000000 1000000000\n', '-999999999 -1\n'], solve),
      },
    ];
  }),
};
