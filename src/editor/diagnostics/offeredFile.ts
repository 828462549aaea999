import type { KnownRecord } from '../../records';

/**
 * Why the open file is offered as the one that a record was made from: the compiler has something to show in it, or
 * has nothing to say any more where it had before. Null: it makes no difference.
 */
export function reasonToTie(
  { source, summary }: KnownRecord,
  file: string,
  records: readonly KnownRecord[],
): 'problems' | 'clean' | null {
  if (source || !summary) return null;
  if (summary.hasCompileMessage) return 'problems';
  const hadProblems = records.some((other) => other.source?.uri === file && other.summary?.hasCompileMessage);
  return summary.compiled === true && hadProblems ? 'clean' : null;
}
