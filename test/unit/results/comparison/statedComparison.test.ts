import assert from 'node:assert/strict';
import { statedComparison, type StatedComparison } from '../../../../src/results';
import { isLinear } from '../../../fuzz/growth';

const nothing: StatedComparison = { tolerance: null, caseless: false, hasSeveralAnswers: false };

function within(absolute: number, relative = absolute): StatedComparison {
  return { ...nothing, tolerance: { absolute, relative } };
}

const caseless: StatedComparison = { ...nothing, caseless: true };
const severalAnswers: StatedComparison = { ...nothing, hasSeveralAnswers: true };

/** Statements of problems, and what they say about the comparison. */
const statements: Readonly<Record<string, readonly (readonly [string, StatedComparison])[]>> = {
  English: [
    [
      'A lamp is $h$ metres above the floor. Print the length of the shadow.\n\nYour answer is considered correct if its absolute or relative error does not exceed $10^{-6}$.',
      within(1e-6),
    ],
    ['<p>Print the area. An absolute error of at most 10<sup>−4</sup> is allowed.</p>', within(1e-4, 0)],
    [
      'Output the probability. Answers with a relative error of up to 1e-9 will be accepted; 0.5 is the probability of heads.',
      within(0, 1e-9),
    ],
    [
      'Print one real number. It is accepted if the absolute error is at most 0.01 or the relative error is at most 10−610−6.',
      within(0.01, 1e-6),
    ],
    ['Print the mean speed with at least six digits after the decimal point.', within(1e-6)],
    ['For each query print YES or NO. You can print each letter in any case (upper or lower).', caseless],
    [
      'Print the shortest walk. If there are multiple walks of this length, print any of them.',
      severalAnswers,
    ],
    [
      'The chef weighs flour. The scale has an error of at most 0.1 grams. Find how many bags are heavier than the first one.',
      nothing,
    ],
    ['Print the average rounded to exactly 2 decimal places.', nothing],
    [
      'It is guaranteed that the answer does not change if all coordinates change by at most 10^-5. Print the number of triangles.',
      nothing,
    ],
    ['In any case, the robot stops after 10 moves. Print where it stops.', nothing],
    [
      'Two words are equal if they differ in letter case only. Count different words in the input. Names are case-sensitive.',
      nothing,
    ],
    ['If there are several answers, print the lexicographically smallest one.', nothing],
    ['The edges are given in any order. For any two vertices print the distance modulo 998244353.', nothing],
    ['Given $0 \\le x \\le 1$ with 3 digits after the point, print $\\lfloor 1000x \\rfloor$.', nothing],
  ],
  Chinese: [
    [
      '输出一个实数，表示最短时间。若你的答案与标准答案的绝对误差或相对误差不超过 $10^{-6}$，则视为正确。',
      within(1e-6),
    ],
    ['输出圆的面积，绝对误差不超过 0.001 即可通过。', within(0.001, 0)],
    ['请输出期望值。与标准输出的相对误差在 10⁻⁹ 以内视为正确。', within(0, 1e-9)],
    ['输出答案，允许误差为 10的负五次方。', within(1e-5)],
    ['输出平均值，至少保留六位小数。', within(1e-6)],
    ['如果可以到达，输出 Yes，否则输出 No，不区分大小写。', caseless],
    ['输出一种染色方案。如果有多种方案，输出任意一种即可。', severalAnswers],
    ['输出一行，表示平均分，结果保留两位小数。', nothing],
    ['天平的误差不超过 0.5 克。求最少称几次。', nothing],
    ['数据保证答案与 10^{-3} 内的扰动无关，保证误差不影响结果。输出方案数。', nothing],
    ['统计文章中每个字母出现的次数，不区分大小写，并按字典序输出。', nothing],
    ['如果有多个答案，输出字典序最小的一个。', nothing],
    ['对于任意两个节点，求它们之间的距离之和，输出对 998244353 取模的结果。', nothing],
    ['本题有多组测试数据，每组数据输出一行。', nothing],
    ['输入实数 x（0.01 ≤ x ≤ 100），输出不超过 x 的最大整数。', nothing],
  ],
  Russian: [
    [
      'Выведите одно число — длину пути. Ответ считается правильным, если его абсолютная или относительная погрешность не превосходит $10^{-6}$.',
      within(1e-6),
    ],
    ['Выведите площадь с абсолютной погрешностью не более 0,001.', within(0.001, 0)],
    ['Ответ должен отличаться от правильного не более чем на 10<sup>-4</sup>.', within(1e-4)],
    ['Выведите вероятность. Допускается относительная ошибка не более 1E-9.', within(0, 1e-9)],
    ['Выведите среднее значение, не менее трёх знаков после запятой.', within(1e-3)],
    ['Выведите «Yes» или «No». Регистр букв не имеет значения.', caseless],
    ['Если подходящих расстановок несколько, выведите любую из них.', severalAnswers],
    ['Выведите стоимость, округлённую ровно до двух знаков после запятой.', nothing],
    ['Весы показывают массу с погрешностью не более 0,5 грамма. Сколько взвешиваний понадобится?', nothing],
    ['Гарантируется, что ответ не изменится, если погрешность входных данных не больше 10^-5.', nothing],
    ['Для любого i от 1 до n выведите сумму первых i чисел.', nothing],
    ['Если ответов несколько, выведите лексикографически наименьший.', nothing],
    ['В любой момент времени в очереди стоит не более двух человек. Выведите её длину.', nothing],
    ['Слова во входном файле сравниваются без учёта регистра. Найдите самое частое.', nothing],
    ['Вещественное число x задано с тремя знаками после запятой. Выведите его целую часть.', nothing],
  ],
  Japanese: [
    [
      '答えを出力せよ。ジャッジの解との絶対誤差または相対誤差が 10^{-6} 以下ならば正解とみなされる。',
      within(1e-6),
    ],
    ['面積を出力してください。絶対誤差が 0.01 以下であれば正解となります。', within(0.01, 0)],
    ['確率を出力せよ。想定解答との相対誤差は 10⁻⁹ まで許容される。', within(0, 1e-9)],
    ['平均を出力せよ。10 の -4 乗以下の誤差は許容される。', within(1e-4)],
    ['速さを小数点以下 6 桁以上出力してください。誤差があっても正解になることがあります。', within(1e-6)],
    ['到達できるなら Yes、できないなら No を出力せよ。大文字・小文字はどちらでもよい。', caseless],
    ['条件を満たす列が複数存在する場合、どれを出力しても正解とみなされる。', severalAnswers],
    ['平均を四捨五入し、小数第 2 位まで出力せよ。', nothing],
    ['はかりの誤差は 0.5 グラム以下である。必要な回数を求めよ。', nothing],
    ['入力の誤差が 10^{-5} 以下なら答えは変わらないことが保証される。個数を出力せよ。', nothing],
    ['Yes か No のいずれかを一行に出力せよ。', nothing],
    ['答えが複数ある場合は、辞書順で最小のものを出力せよ。', nothing],
    ['任意の整数 i について、A_i を 998244353 で割った余りを出力せよ。', nothing],
    ['文字列 S は英大文字と英小文字からなる。大文字の個数を出力せよ。', nothing],
    ['実数 x（0.001 ≤ x ≤ 1）が与えられる。1000x の整数部分を出力せよ。', nothing],
  ],
};

describe('statedComparison', () => {
  for (const [language, texts] of Object.entries(statements)) {
    it(`reads statements in ${language}`, () => {
      assert.equal(texts.length, 15);
      for (const [text, stated] of texts) assert.deepEqual(statedComparison(text), stated, text);
    });
  }

  it('combines the sentences of a statement', () => {
    const text =
      'Print any valid plan, or “no” in any letter case.\n\n- Answers with an error of at most\n  $1.5 \\cdot 10^{-3}$ are accepted.';
    assert.deepEqual(statedComparison(text), {
      tolerance: { absolute: 0.0015, relative: 0.0015 },
      caseless: true,
      hasSeveralAnswers: true,
    });
  });

  it('reads a hostile statement in linear time', () => {
    const parts = [
      '<',
      '<sup',
      '10^-',
      'print any ',
      'absolute error 0.',
      'answer ',
      '⁻⁶',
      '\n- ',
      '输出任意',
      'выведите люб',
      '$\\left',
      '。',
    ];
    for (const part of parts) isLinear(part, statedComparison);
  });
});
