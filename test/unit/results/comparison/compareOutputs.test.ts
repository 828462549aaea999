import assert from 'node:assert/strict';
import { compareOutputs, type ComparisonRule } from '../../../../src/results';
import { isLinear } from '../../../fuzz/growth';

const text: ComparisonRule = { unit: 'text' };
const lines: ComparisonRule = { unit: 'lines' };
const words: ComparisonRule = { unit: 'tokens' };

function verdict(rule: ComparisonRule, output: string | Uint8Array, expected: string | Uint8Array): string {
  return compareOutputs(rule, output, expected).verdict;
}

describe('compareOutputs', () => {
  it('ignores blanks at the ends of lines, and empty lines at the end', () => {
    assert.equal(verdict(lines, '1 2 \r\n3\t\n\n\n', '1 2\n3'), 'right');
    assert.equal(verdict(lines, '', '\n'), 'right');
    assert.equal(verdict(lines, '1\n\n2', '1\n2'), 'nearly');
    assert.equal(verdict(lines, '1\n\n2', '1\n3'), 'wrong');
  });

  it('counts lines of blanks at the end if the rule keeps them', () => {
    const rule: ComparisonRule = { unit: 'lines', blanks: 'testlib', keepsBlankLines: true };
    assert.equal(verdict(rule, '1\n \n', '1\n'), 'nearly');
    assert.equal(verdict(rule, '1\n \n', '1\n\t\n'), 'right');
    assert.equal(verdict(rule, '1\n \n2', '1\n\n2'), 'right');
  });

  it('compares bytes that aren’t UTF-8 as bytes', () => {
    assert.equal(verdict(lines, Buffer.from([0xb4]), Buffer.from([0xb5])), 'wrong');
    assert.equal(verdict(lines, Buffer.from([0xb4]), '\ufffd'), 'wrong');
    assert.equal(verdict(lines, Buffer.from([0xb4, 0x20, 0x0a]), Buffer.from([0xb4])), 'right');
    // overlong, a surrogate, and beyond Unicode
    for (const bytes of [
      [0xc1, 0x81],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xe2, 0x82],
    ]) {
      assert.equal(verdict(words, Buffer.from(bytes), Buffer.from(bytes).toString()), 'wrong', String(bytes));
      assert.equal(verdict(words, Buffer.from(bytes), Buffer.from(bytes)), 'right', String(bytes));
    }
  });

  it('reads bytes and text alike', () => {
    for (const same of ['答案\n', '😀 é', 'a😀b']) {
      assert.equal(verdict(lines, Buffer.from(same), same), 'right');
      assert.equal(verdict(words, same, Buffer.from(same)), 'right');
      assert.equal(verdict(text, same, Buffer.from(`${same}!`)), 'wrong');
    }
    assert.equal(verdict(words, '\ud83d', '\ud83e'), 'wrong');
  });

  it('compares whole texts with LF for CRLF', () => {
    assert.equal(verdict(text, '1\r\n2\n', '1\n2\r\n'), 'right');
    assert.equal(verdict(text, '1\n2', '1\n2\n'), 'nearly');
    const rule: ComparisonRule = { unit: 'text', ignoresEnd: true, keepsCarriageReturns: true };
    assert.equal(verdict(rule, '1\n2', '1\r\n2 \n'), 'right');
    assert.equal(verdict(rule, '1\r\n2', '1\r\n2'), 'nearly');
  });

  it('uses the absolute and the relative error, each for itself', () => {
    const absolute: ComparisonRule = { unit: 'tokens', tolerance: { absolute: 0.01, relative: 0 } };
    const relative: ComparisonRule = { unit: 'tokens', tolerance: { absolute: 0, relative: 0.01 } };
    assert.equal(verdict(absolute, '1000.01', '1000'), 'right');
    assert.equal(verdict(absolute, '1001', '1000'), 'wrong');
    assert.equal(verdict(relative, '1001', '1000'), 'right');
    assert.equal(verdict(relative, '0.01', '0'), 'wrong');
    assert.equal(verdict(absolute, '1e3 -.5 +2. 1E-2', '1000 -0.5 2 0'), 'right');
    assert.equal(verdict(absolute, '1e400', '1e401'), 'right');
    assert.equal(verdict(absolute, '1e400', '1'), 'wrong');
    assert.equal(verdict(absolute, `0.${'0'.repeat(400)}1`, '0'), 'right');
    for (const other of ['1e', '1e+', '1.2.3', '0x1', '1,0', '-', '.', 'e1', '１'])
      assert.equal(verdict(absolute, other, '1'), 'wrong', other);
  });

  it('is nearly right if only the letter case, a small error, blanks, or the order differ', () => {
    const kind = (output: string, expected: string, rule: ComparisonRule = lines): string | undefined => {
      const compared = compareOutputs(rule, output, expected);
      return compared.verdict === 'nearly' ? compared.difference.kind : compared.verdict;
    };
    assert.equal(kind('YES\n', 'Yes\n'), 'letterCase');
    assert.equal(kind('0.30000000000000004', '0.3'), 'number');
    assert.equal(kind('1 2', '1\n2'), 'blanks');
    assert.equal(kind('3 1 2', '1 2 3'), 'order');
    assert.equal(kind('3 1 2', '1 2 2'), 'wrong');
    // integers must be equal
    assert.equal(kind('1000000006', '1000000007'), 'wrong');
    assert.equal(kind('9007199254740993', '9007199254740992'), 'wrong');
    assert.equal(kind('007', '7'), 'number');
    // a small error is only small if the rule has no tolerance of its own
    const exact: ComparisonRule = { unit: 'tokens', tolerance: { absolute: 1e-9, relative: 1e-9 } };
    assert.equal(kind('0.30000001', '0.3', exact), 'wrong');
  });

  it('returns the first word that differs, and its line', () => {
    assert.deepEqual(compareOutputs(lines, '1 2\n\n41 7\n', '1 2\n\n42 7\n').difference, {
      kind: 'word',
      line: 3,
      expected: '42',
      actual: '41',
    });
    assert.deepEqual(compareOutputs(words, 'Yes\nno', 'YES\nyes').difference, {
      kind: 'word',
      line: 2,
      expected: 'yes',
      actual: 'no',
    });
    assert.deepEqual(compareOutputs(words, '1\n', '1\n2\n').difference, {
      kind: 'word',
      line: 2,
      expected: '2',
      actual: null,
    });
    assert.deepEqual(compareOutputs(text, '1\n2\n3', '1\n2\n').difference, {
      kind: 'word',
      line: 3,
      expected: null,
      actual: '3',
    });
    const long = compareOutputs(words, 'a'.repeat(1_000), 'b').difference;
    assert.equal(long?.actual, `${'a'.repeat(100)}…`);
  });

  it('finds a difference wherever it is in a long text', () => {
    const numbers = Array.from({ length: 1_000 }, (_, number) => `${number}${number % 7 === 0 ? ' ' : ''}`);
    const expected = numbers.map((number) => number.trim());
    for (const rule of [text, lines, words]) {
      for (const at of [0, 1, 99, 100, 101, 499, 999]) {
        const output = numbers.with(at, 'x').join('\n');
        const compared = compareOutputs(rule, output, expected.join('\n'));
        assert.deepEqual(
          compared.difference,
          { kind: 'word', line: at + 1, expected: String(at), actual: 'x' },
          rule.unit,
        );
      }
    }
    assert.equal(verdict(lines, numbers.join('\n'), expected.join('\n')), 'right');
  });

  it('ignores letter case in long texts, but not between characters that only resemble letters', () => {
    const caseless: ComparisonRule = { unit: 'tokens', caseless: 'ascii' };
    const caselessLines: ComparisonRule = { unit: 'lines', caseless: true };
    const upper = 'YES No Maybe\n'.repeat(300);
    const long = upper.toLowerCase();
    for (const rule of [caseless, caselessLines]) {
      assert.equal(verdict(rule, upper, long), 'right');
      assert.equal(verdict(rule, new TextEncoder().encode(upper), long), 'right');
      for (const [one, other] of ['@`', '[{', '_\x7f', '\0 '] as const)
        assert.notEqual(verdict(rule, `${upper}${one}`, `${long}${other}`), 'right', `${one} ${other}`);
      assert.notEqual(verdict(rule, `${upper}x`, `${long}y`), 'right');
    }
    assert.notEqual(verdict(words, upper, long), 'right', 'letter case counts');
  });

  describe('takes linear time for any text', () => {
    const tolerance: ComparisonRule = { unit: 'tokens', tolerance: { absolute: 1e-6, relative: 1e-6 } };
    const caseless: ComparisonRule = { unit: 'tokens', caseless: 'unicode', blanks: 'unicode' };
    const pairs = [
      [' ', '\n'],
      ['a', 'A'],
      ['1', '1'],
      ['.5 ', '.50 '],
      ['É', 'é'],
      ['\u3000', ' '],
      ['1 \n', '1\n'],
    ] as const;
    for (const [name, rule] of Object.entries({ text, lines, words, tolerance, caseless })) {
      it(`by the rule “${name}”`, () => {
        for (const [part, other] of pairs)
          isLinear(part, (output) =>
            compareOutputs(rule, `${output}x`, `${other.repeat(output.length / part.length)}y`),
          );
      });
    }
  });
});
