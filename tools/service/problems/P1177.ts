import { casesOf, numbersFrom, once, usualLimits, type Problem } from './problem';

function solve([, ...values]: readonly number[]): string {
  return `${[...values].sort((one, other) => one - other).join(' ')}\n`;
}

/** 排序: prints n numbers in ascending order. */
export const P1177: Problem = {
  id: 'P1177',
  title: '【模板】排序',
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
