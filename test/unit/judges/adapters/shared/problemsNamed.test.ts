import assert from 'node:assert/strict';
import { problemsNamed } from '../../../../../src/judges/adapters/shared/problemsNamed';
import type { FoundProblem } from '../../../../../src/judges';

/** Creates the problems of a contest from lines `label id title`. */
function contest(...lines: readonly string[]): readonly FoundProblem[] {
  return lines.map((line) => {
    const [letter = '', problemId = '', ...title] = line.split(' ');
    return { letter, problemId, title: title.join(' '), place: 'finals' };
  });
}

const numbered = contest('A 1 Digit Sum', 'B 2 Even or Odd', 'C 3 Backwards');
const external = contest('A hello Hello World', 'B a Addition', 'C regional-backwards Backwards');
const digits = contest('1 2 First', '2 1 Second');
const several = contest('A1 11 Sums', 'A2 12 Products', 'AA 13 Pairs', 'D 14 A');

function named(text: string, problems: readonly FoundProblem[]): string {
  return problemsNamed(text, problems)
    .map(({ letter, problemId }) => `${letter} ${problemId}`)
    .join(', ');
}

describe('The problems of a contest that a text names', () => {
  const tables: readonly (readonly [string, readonly FoundProblem[], Readonly<Record<string, string>>])[] = [
    [
      'by label, file name, folder, ID, or title',
      numbered,
      {
        A: 'A 1',
        a: 'A 1',
        ' b ': 'B 2',
        'A.cpp': 'A 1',
        'a/solution.py': 'A 1',
        'A - Sum.cpp': 'A 1',
        'A – Digit Sum': 'A 1',
        'a_1.py': 'A 1',
        'b.2.py': 'B 2',
        'C (copy).cpp': 'C 3',
        'C:\\icpc\\B\\main.cpp': 'B 2',
        'C:\\icpc\\B': 'B 2',
        '/home/team/C - Backwards/main.cpp': 'C 3',
        '2': 'B 2',
        '3.cpp': 'C 3',
        'digit sum': 'A 1',
        'Digit Sum.java': 'A 1',
        'A2.cpp': 'A 1',
        'team/B/a12.py': 'A 1',
        A2: '',
        'D2.cpp': '',
        'Cx.py': '',
        'main.cpp': '',
        D: '',
        '': '',
        ' ': '',
        '.': '',
        '/': '',
        'Ab.cpp': '',
        'a+b.cpp': '',
        Sum: '',
        'https://judge.example.org/team/problems/2/statement': '',
      },
    ],
    [
      'by label before an ID that looks the same',
      external,
      {
        A: 'A hello, B a',
        'a.py': 'A hello, B a',
        B: 'B a',
        C: 'C regional-backwards',
        regional: '',
        backwards: 'C regional-backwards',
        'regional-backwards.cpp': 'C regional-backwards',
        'regional-backwards_v2.cpp': 'C regional-backwards',
        HELLO: 'A hello',
      },
    ],
    ['by number as a label before the same number as an ID', digits, { 1: '1 2, 2 1', '2.cpp': '2 1, 1 2' }],
    [
      'by title only if nothing else fits',
      several,
      { A1: 'A1 11', 'a2.c': 'A2 12', aa: 'AA 13', A: 'D 14', D: 'D 14', 1: '', '11': 'A1 11' },
    ],
  ];
  for (const [title, problems, cases] of tables) {
    it(`are found ${title}`, () => {
      const found = Object.fromEntries(Object.keys(cases).map((text) => [text, named(text, problems)]));
      assert.deepEqual(found, cases);
    });
  }

  it('are found by short name', () => {
    const problems = [{ letter: 'A', problemId: '7', shortName: 'sumit', title: 'Sum It', place: 'finals' }];
    assert.equal(named('SumIt.cpp', problems), 'A 7');
  });

  it('prefer the title to its first word', () => {
    assert.equal(named('A tree', contest('A 1 Sums', 'B 2 A tree')), 'B 2');
  });

  it('are none for a text that is too long', () => {
    assert.equal(named(`${' '.repeat(1_000_000)}A`, numbered), '');
  });
});
