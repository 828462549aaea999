import { compareOutputs } from './compareOutputs';
import { usualComparison, type ComparisonRule } from './comparisonRule';
import type { Difference } from './outputDifference';
import type { ComparisonSource } from './shownComparison';
import { statedComparison } from './statedComparison';

export interface ProblemComparison {
  readonly rule: ComparisonRule;
  readonly source: ComparisonSource;
  /** other outputs may also be right; absent: unknown */
  readonly hasSeveralAnswers?: true;
}

/** Why an output isn't right. `severalAnswers`: another answer may also be right */
export interface OutputDifference extends Omit<Difference, 'kind'> {
  readonly kind: Difference['kind'] | 'severalAnswers';
}

export type JudgedOutput =
  | { readonly verdict: 'right'; readonly difference: null }
  | { readonly verdict: 'nearly' | 'wrong'; readonly difference: OutputDifference };

/** Compares an output with the expected one. If the rule is certain, an output can't be nearly right. */
export function judgeOutput(
  { rule, source, hasSeveralAnswers }: ProblemComparison,
  output: string | Uint8Array,
  expected: string | Uint8Array,
): JudgedOutput {
  const compared = compareOutputs(rule, output, expected);
  if (compared.verdict === 'right') return compared;
  const isCertain = source === 'user' || source === 'judge';
  if (compared.verdict === 'nearly' && !isCertain) return compared;
  const { difference } = compared;
  return hasSeveralAnswers && source !== 'user'
    ? { verdict: 'nearly', difference: { ...difference, kind: 'severalAnswers' } }
    : { verdict: 'wrong', difference };
}

/** Returns the comparison that a statement describes. `rule`: that of the judge; undefined: unknown */
export function comparisonByStatement(
  rule: ComparisonRule | undefined,
  statement: string,
): ProblemComparison {
  const { tolerance, caseless, hasSeveralAnswers } = statedComparison(statement);
  const usual = rule ?? usualComparison;
  const words = usual.unit === 'tokens' ? usual : ({ unit: 'tokens' } as const);
  const withCase = caseless ? { ...words, caseless: words.caseless ?? ('ascii' as const) } : words;
  return {
    rule: tolerance ? { ...withCase, tolerance } : caseless ? withCase : usual,
    source: tolerance || caseless || hasSeveralAnswers ? 'statement' : 'default',
    ...(hasSeveralAnswers ? { hasSeveralAnswers: true as const } : {}),
  };
}

/** Returns the rule for programs that ran on Windows. They print CRLF there for the LF that they print at the judge. */
export function ruleOnWindows(rule: ComparisonRule): ComparisonRule {
  if (rule.unit !== 'text') return rule;
  const { ignoresByteOrderMark, ignoresEnd } = rule;
  return {
    unit: 'text',
    ...(ignoresByteOrderMark ? { ignoresByteOrderMark } : {}),
    ...(ignoresEnd ? { ignoresEnd } : {}),
  };
}
