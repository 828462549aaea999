import { comparisonByStatement, type ComparisonRule, type ProblemComparison } from '../../../results';

/**
 * Returns the comparison that a statement describes as a field of a form; nothing if it describes none. `rule`: the
 * judge's own; undefined: unknown
 */
export function statedRule(
  rule: ComparisonRule | undefined,
  statement: string,
): { readonly comparison?: ProblemComparison } {
  const comparison = comparisonByStatement(rule, statement);
  return comparison.source === 'default' ? {} : { comparison };
}
