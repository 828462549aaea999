import assert from 'node:assert/strict';
import {
  comparisonByStatement,
  judgeOutput,
  ruleOnWindows,
  shownComparisonIn,
  type ComparisonRule,
  type ProblemComparison,
} from '../../../../src/results';

const words: ComparisonRule = { unit: 'tokens' };

describe('judgeOutput', () => {
  const verdict = (comparison: ProblemComparison, output: string): string =>
    judgeOutput(comparison, output, 'Yes\n').verdict;

  it('is only nearly right if the rule isn’t certain', () => {
    assert.equal(verdict({ rule: words, source: 'default' }, 'YES'), 'nearly');
    assert.equal(verdict({ rule: words, source: 'statement' }, 'YES'), 'nearly');
    assert.equal(verdict({ rule: words, source: 'judge' }, 'YES'), 'wrong');
    assert.equal(verdict({ rule: words, source: 'user' }, 'YES'), 'wrong');
    assert.equal(verdict({ rule: words, source: 'judge' }, 'Yes'), 'right');
  });

  it('can’t reject an output if several answers are right', () => {
    const comparison = { rule: words, source: 'statement', hasSeveralAnswers: true } as const;
    assert.equal(verdict(comparison, 'Yes'), 'right');
    assert.deepEqual(judgeOutput(comparison, 'No', 'Yes'), {
      verdict: 'nearly',
      difference: { kind: 'severalAnswers', line: 1, expected: 'Yes', actual: 'No' },
    });
    assert.equal(verdict({ ...comparison, source: 'user' }, 'No'), 'wrong');
  });
});

describe('comparisonByStatement', () => {
  it('keeps the judge’s rule if the statement has none', () => {
    const rule: ComparisonRule = { unit: 'tokens', lineEnds: 'counted' };
    assert.deepEqual(comparisonByStatement(rule, 'Print the sum.'), { rule, source: 'default' });
    assert.deepEqual(comparisonByStatement(undefined, ''), { rule: { unit: 'lines' }, source: 'default' });
  });

  it('adds what the statement says to the judge’s rule', () => {
    const statement = 'Print each letter in any case. An absolute error of at most 1e-4 is allowed.';
    assert.deepEqual(comparisonByStatement({ unit: 'tokens', blanks: 'testlib' }, statement), {
      rule: {
        unit: 'tokens',
        blanks: 'testlib',
        caseless: 'ascii',
        tolerance: { absolute: 1e-4, relative: 0 },
      },
      source: 'statement',
    });
    assert.deepEqual(comparisonByStatement(undefined, 'If there are several answers, print any.'), {
      rule: { unit: 'lines' },
      source: 'statement',
      hasSeveralAnswers: true,
    });
  });
});

describe('ruleOnWindows', () => {
  it('reads CRLF as LF, because the program prints LF at the judge', () => {
    const rule: ComparisonRule = { unit: 'text', ignoresEnd: true, keepsCarriageReturns: true };
    assert.deepEqual(ruleOnWindows(rule), { unit: 'text', ignoresEnd: true });
    assert.deepEqual(ruleOnWindows(words), words);
  });
});

describe('shownComparisonIn', () => {
  it('rejects other forms', () => {
    for (const value of [null, 'words', {}, { unit: 'bytes', source: 'user', tolerance: 0 }])
      assert.equal(shownComparisonIn(value), null);
  });
});
