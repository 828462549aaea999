import { l10n } from 'vscode';
import type { ProblemName } from '../../judges';
import type { Limits } from '../../results';
import { sanitizeForUi, shownNumber } from './sanitizeText';

/** The title, ID, and letter of a problem. */
export interface ProblemNames {
  readonly problemId: string;
  /** label in its contest: `A`; empty or absent: none, or unknown */
  readonly letter?: string | undefined;
  /** null or absent: unknown */
  readonly title?: string | null | undefined;
}

/** A problem with its known title, ID, and letter. */
export type NamedProblem = ProblemName & ProblemNames;

/** Returns `A – Sum` if the problem has a label in its contest, or else its ID. */
export function problemLabel({ problemId, letter, title }: ProblemNames): string {
  if (!letter) return sanitizeForUi(problemId, 64);
  return sanitizeForUi(title ? `${letter} – ${title}` : letter, 80);
}

/** Returns the problem with its title: `A – Sum`, or `P1001 A+B Problem`. */
export function problemWithTitle({ problemId, letter, title }: ProblemNames): string {
  if (letter) return problemLabel({ problemId, letter, title });
  return sanitizeForUi(title ? `${problemId} ${title}` : problemId, 100);
}

/** Returns the time limit of a problem, such as “2 s”; empty if unknown. */
export function timeLimitWords(limits: Limits | null | undefined): string {
  const time = limits?.time ?? null;
  return time === null ? '' : l10n.t('{0} s', shownNumber(time / 1000));
}
