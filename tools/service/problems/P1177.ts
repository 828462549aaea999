import { casesOf, numbersFrom, once, usualLimits, type Problem } from './problem';

function solve([, ...values]: readonly number[]): string {
  return `${[...values].sort((first, other) => first - other).join(' ')}\n`;
}

/** 排序: prints n numbers in ascending order. */
export const P1177: Problem = {
  id: 'P1177',
  chinese: {
    title: '【模板】排序',
    description: '将 $n$ 个整数从小到大排序后输出（$1 \\le n \\le 60000$）。',
  },
  english: {
    title: 'Sorting',
    description: 'Print $n$ integers in ascending order ($1 \\le n \\le 60000$).',
  },
  limits: usualLimits,
  subtasks: once(() => {
    const number = numbersFrom(1177);
    const list = (length: number): string =>
      `${length}\n${Array.from({ length }, () => number(1, 1e9)).join(' ')}\n`;
    return [
      { score: 40, scoring: 'sum', cases: casesOf(['5\n4 2 4 5 1\n', list(10), list(500)], solve) },
      { score: 60, scoring: 'min', cases: casesOf([list(60_000), list(60_000)], solve) },
    ];
  }),
};
