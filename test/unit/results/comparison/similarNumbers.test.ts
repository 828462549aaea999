import assert from 'node:assert/strict';
import { compareOutputs, type ComparisonRule } from '../../../../src/results';

const tolerance = { absolute: 1e-6, relative: 1e-6 };
const words: ComparisonRule = { unit: 'tokens', tolerance };
const countedLines: ComparisonRule = { unit: 'tokens', lineEnds: 'counted', tolerance };
const countedBlankLines: ComparisonRule = { unit: 'tokens', lineEnds: 'countedButForEmptyLines', tolerance };

/** Numbers that are similar but written differently. The tested part follows them. */
const output = '0.5 1.50\n';
const expected = '.5 1.5000001\n';

/** Returns the verdicts of texts and of bytes, which must be the same. */
function verdict(rule: ComparisonRule, outputEnd: string, expectedEnd: string): string {
  const [text, wanted] = [output + outputEnd, expected + expectedEnd];
  const compared = compareOutputs(rule, text, wanted);
  assert.deepEqual(compareOutputs(rule, Buffer.from(text), Buffer.from(wanted)), compared);
  assert.deepEqual(compareOutputs(rule, Buffer.from(text), wanted), compared);
  return compared.verdict;
}

describe('Similar numbers in a row', () => {
  it('are followed by the first number that differs', () => {
    assert.equal(verdict(words, '2.5 3.5', '2.5000001 3.5'), 'right');
    assert.equal(verdict(words, '2.5 3.5', '2.5001 3.5'), 'wrong');
    assert.equal(verdict(words, '2.5', '2.5 3.5'), 'wrong');
    assert.equal(verdict(words, '2.5 3.5x', '2.5 3.5'), 'wrong');
    const { difference } = compareOutputs(words, `${output}2.5\n4`, `${expected}2.5000001\n3`);
    assert.deepEqual(difference, { kind: 'word', line: 3, expected: '3', actual: '4' });
  });

  it('may be separated by different blanks unless line ends count', () => {
    assert.equal(verdict(words, '1 2.50\n3.5', '1\n2.5 3.50'), 'right');
    assert.equal(verdict(countedLines, '1 2.50\n3.5', '1\n2.5 3.50'), 'nearly');
    assert.equal(verdict(countedLines, '1 2.50\n3.5', '1 2.5\n3.50'), 'right');
    assert.equal(verdict(countedLines, '1 2.50\n\n3.5', '1 2.5\n3.50'), 'nearly');
  });

  it('may be followed by lines of blanks, which count in some rules', () => {
    assert.equal(verdict(countedBlankLines, '1 2.50\n\n3.5', '1 2.5\n3.50'), 'right');
    assert.equal(verdict(countedBlankLines, '1 2.50\n \n3.5', '1 2.5\n3.50'), 'nearly');
    assert.equal(verdict(countedBlankLines, '1 2.50\n \n3.5', '1 2.5\n\t\n3.50'), 'right');
  });

  it('end at a word that isn’t a number', () => {
    assert.equal(verdict(words, '2.50 + 3', '2.5 + 3.0'), 'right');
    assert.equal(verdict(words, '2.50 nan 3', '2.5 nan 3.0'), 'right');
    assert.equal(
      verdict({ unit: 'tokens', tolerance: { ...tolerance, special: 'wrong' } }, 'nan', 'nan'),
      'wrong',
    );
    assert.equal(
      verdict({ unit: 'tokens', tolerance: { ...tolerance, special: 'equal' } }, 'Inf', '+INF'),
      'right',
    );
    assert.equal(
      verdict({ unit: 'tokens', blanks: 'notNumeric', tolerance }, '2.50,+3.0 -4', '2.5; 3 -4.0'),
      'right',
    );
    assert.equal(
      verdict({ unit: 'tokens', ignoresAfterNul: true, tolerance }, '2.50\0a 3', '2.5\0b 3.0'),
      'right',
    );
    assert.equal(verdict(words, '2.50\u3000 3', '2.5\u3000 3.0'), 'wrong');
  });

  it('may be so many that a string is read in several parts', () => {
    const numbers = (count: number, end: string) => `${'12.50 3 '.repeat(count)}${end}`;
    const similar = (count: number, end: string) => `${'12.5000001 3.0 '.repeat(count)}${end}`;
    for (let count = 9000; count < 9016; count += 1) {
      assert.equal(verdict(words, numbers(count, '4.25\n'), similar(count, '4.250\n')), 'right');
      assert.equal(verdict(words, numbers(count, '4.25\n'), similar(count, '4.251\n')), 'wrong');
    }
    const long = '7'.repeat(40_000);
    assert.equal(
      verdict(words, numbers(9000, `0.${long} 1.5`), similar(9000, '.7777777777777 1.50')),
      'right',
    );
    const [one, other] = ['ж 2.50 '.repeat(5000), 'ж 2.5000001 '.repeat(5000)];
    assert.equal(verdict(words, `${one}1`, `${other}1.0`), 'right');
    assert.equal(verdict(words, `${one}1`, `${other}1.1`), 'wrong');
  });

  it('are read like longer numbers', () => {
    for (const [short, long] of [
      ['-12.5', '-12.5000000000000000000'],
      ['+.5', '+0.50000000000000000'],
      ['999999999999999', '999999999999999.0000000000'],
      ['-0.000001', '-1000000000000000000e-24'],
      ['5.', '5.00000000000000000000'],
    ] as const) {
      const exact: ComparisonRule = { unit: 'tokens', tolerance: { absolute: 0, relative: 0 } };
      const compared = compareOutputs(exact, `1 2.50 ${short} 3`, `1.0 2.5 ${long} 3.0`);
      assert.equal(compared.verdict, 'right', short);
    }
    assert.equal(verdict(words, '1.2.3', '1.2.3000'), 'wrong');
    assert.equal(verdict(words, '-', '+'), 'wrong');
    assert.equal(verdict(words, '. 1', '. 1.0'), 'right');
  });

  it('have exponents', () => {
    assert.equal(verdict(words, '1.5e3 -2.5E-3 1e+0', '1500 -.0025 1.0'), 'right');
    assert.equal(verdict(words, '1.5e3 -2.5E-3', '1500 -.00251'), 'wrong');
    assert.equal(verdict(words, '1e0000001', '10'), 'wrong');
    assert.equal(verdict(words, '1e 2', '1 2'), 'wrong');
    assert.equal(verdict(words, '1e- 2', '1e- 2.0'), 'right');
    assert.equal(verdict(words, '1e999999 2', '2e999999 2.0'), 'right');
  });

  it('differ if they are integers beyond the exact ones, and the rule has no tolerance', () => {
    const lines: ComparisonRule = { unit: 'lines' };
    assert.equal(verdict(lines, '7 2.50', '7 2.5'), 'nearly');
    assert.equal(verdict(lines, '7 2.50', '8 2.5'), 'wrong');
    assert.equal(verdict(lines, '9007199254740993', '9007199254740992'), 'wrong');
    assert.equal(verdict(lines, '1000000000', '1000000001'), 'wrong');
  });
});
