import { joined } from './recordLabels';
import { sanitizeForUi } from './text';

/** The names of a problem. */
export interface ProblemNames {
  readonly problemId: string;
  /** label in its contest: `A`; empty or absent: none */
  readonly letter?: string | null | undefined;
  /** null or absent: unknown */
  readonly title?: string | null | undefined;
}

/** Returns the short name of a problem: “A – Digit Sum”, or its ID if it has no label in a contest. */
export function problemLabel({ problemId, letter, title }: ProblemNames): string {
  const hasLetter = letter !== undefined && letter !== null && letter !== '';
  if (!hasLetter) return sanitizeForUi(problemId, 64);
  return joined(' – ', sanitizeForUi(letter, 20), sanitizeForUi(title ?? '', 100));
}

/** Returns the problem with its title: “A – Digit Sum”, or “P1001 A+B Problem”. */
export function problemWithTitle(problem: ProblemNames): string {
  const label = problemLabel(problem);
  return label === sanitizeForUi(problem.problemId, 64)
    ? joined(' ', label, sanitizeForUi(problem.title ?? '', 60))
    : label;
}
