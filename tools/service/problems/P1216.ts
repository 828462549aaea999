import { casesOf, numbersFrom, once, usualLimits, type Problem } from './problem';

function solve([rows = 0, ...values]: readonly number[]): string {
  const best: number[] = [];
  for (let row = rows; row > 0; row--) {
    const first = (row * (row - 1)) / 2;
    for (let at = 0; at < row; at++) {
      best[at] = (values[first + at] ?? 0) + Math.max(best[at] ?? 0, best[at + 1] ?? 0);
    }
  }
  return `${best[0]}\n`;
}

/** 数字三角形: prints the largest sum on a path from the top of a number triangle to its base. */
export const P1216: Problem = {
  id: 'P1216',
  chinese: {
    title: '数字三角形',
    description:
      '从三角形的顶部走到底边，每一步走到左下方或右下方的点，求经过数字之和的最大值。\n\n第一行是行数 $r$（$1 \\le r \\le 400$）。',
  },
  english: {
    title: 'Number Triangle',
    description:
      'Find the largest sum on a path from the top of the triangle to its base. Each step goes down to the left or to the right.\n\nThe first line contains the number of rows $r$ ($1 \\le r \\le 400$).',
  },
  limits: usualLimits,
  subtasks: once(() => {
    const number = numbersFrom(1216);
    const triangle = (rows: number): string => {
      const lines = Array.from({ length: rows }, (_, row) =>
        Array.from({ length: row + 1 }, () => number(0, 100)).join(' '),
      );
      return `${rows}\n${lines.join('\n')}\n`;
    };
    const sample = '5\n7\n3 8\n8 1 0\n2 7 4 4\n4 5 2 6 5\n';
    return [
      { score: 40, scoring: 'sum', cases: casesOf([sample, '1\n42\n', triangle(5), triangle(8)], solve) },
      { score: 60, scoring: 'min', cases: casesOf([triangle(200), triangle(400)], solve) },
    ];
  }),
};
