import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { compareOutputs, type ComparisonRule } from '../../../../src/results';
import type { Tolerance } from '../../../../src/results/comparison/comparisonRule';
import { comparisonOf } from '../../../support/profiles';

/** A text of the pairs, or how to make a long one. */
type PairText =
  | string
  | { readonly repeated: string; readonly times: number; readonly end: string }
  | { readonly numbersUpTo: number; readonly separator: string; readonly end: string };

interface Pairs {
  readonly pairs: readonly {
    readonly name: string;
    readonly output: PairText;
    readonly expected: PairText;
  }[];
  /** names of the pairs that each program accepts */
  readonly accepted: Readonly<Record<string, readonly string[]>>;
  /** names of the pairs whose expected output each program rejects */
  readonly unusable: Readonly<Record<string, readonly string[]>>;
}

const { pairs, accepted, unusable } = JSON.parse(
  readFileSync('test/fixtures/comparison/pairs.json', 'utf8'),
) as Pairs;

function textOf(text: PairText): string {
  if (typeof text === 'string') return text;
  if ('repeated' in text) return text.repeated.repeat(text.times) + text.end;
  const numbers = Array.from({ length: text.numbersUpTo }, (_, number) => number);
  return numbers.join(text.separator) + text.end;
}

function words(rule: ComparisonRule, tolerance: Tolerance): ComparisonRule {
  assert.equal(rule.unit, 'tokens');
  return { ...rule, tolerance };
}

const micro = { absolute: 1e-6, relative: 1e-6 };

const defaults: Readonly<Record<string, ComparisonRule>> = {
  kattis: comparisonOf('kattis'),
  domjudge: comparisonOf('clics'),
  'testlib wcmp': comparisonOf('codeforces'),
  'hydro default': comparisonOf('hydro'),
  'dmoj standard': comparisonOf('dmoj'),
  'cms white diff': comparisonOf('cms'),
  'ejudge cmp_file': comparisonOf('ejudge'),
  'omegaup token-caseless': comparisonOf('omegaup'),
  judge0: comparisonOf('judge0'),
};

const others: Readonly<Record<string, ComparisonRule>> = {
  qduoj: { unit: 'text', ignoresEnd: true, keepsCarriageReturns: true },
  'omegaup token': { unit: 'tokens', blanks: 'unicode' },
  'omegaup token-numeric': {
    unit: 'tokens',
    blanks: 'notNumeric',
    tolerance: { absolute: 1.5e-6, relative: 1e-6 },
  },
  'testlib rcmp4': words(comparisonOf('codeforces'), { absolute: 1e-4, relative: 1e-4 }),
  'testlib rcmp6': words(comparisonOf('codeforces'), micro),
  'testlib rcmp9': words(comparisonOf('codeforces'), { absolute: 1e-9, relative: 1e-9 }),
  'dmoj floats': words(comparisonOf('dmoj'), { ...micro, special: 'wrong' }),
  'ejudge cmp_double_seq 1e-6': words(
    { unit: 'tokens', ignoresByteOrderMark: true },
    { ...micro, special: 'equal' },
  ),
  'kattis float_tolerance 1e-6': words(comparisonOf('kattis'), micro),
  'domjudge float_tolerance 1e-6': words(comparisonOf('clics'), { ...micro, special: 'equal' }),
};

/** Pairs that are right here although the program rejects them. */
const tooLenient: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'domjudge float_tolerance 1e-6': { 'edge exactly 1e-6': 'DOMjudge computes with more digits' },
};

describe('The comparison of a judge', () => {
  for (const [program, rule] of Object.entries({ ...defaults, ...others })) {
    const minimum = program in defaults ? 0.99 : 0.97;
    it(`is that of ${program}`, () => {
      const usable = pairs.filter(({ name }) => !unusable[program]?.includes(name));
      const differing: string[] = [];
      for (const { name, output, expected } of usable) {
        const [text, expectedText] = [textOf(output), textOf(expected)];
        const { verdict } = compareOutputs(rule, text, expectedText);
        for (const other of [
          compareOutputs(rule, Buffer.from(text), expectedText),
          compareOutputs(rule, text, Buffer.from(expectedText)),
          compareOutputs(rule, Buffer.from(text), Buffer.from(expectedText)),
        ])
          assert.equal(other.verdict, verdict, name);
        const isAccepted = accepted[program]?.includes(name) === true;
        if ((verdict === 'right') === isAccepted) continue;
        assert.ok(isAccepted || tooLenient[program]?.[name] !== undefined, `${name} is right here`);
        differing.push(name);
      }
      const share = 1 - differing.length / usable.length;
      assert.ok(usable.length > 100 && share >= minimum, `${share}: ${differing.join(', ')}`);
    });
  }
});
