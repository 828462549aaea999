import type { FoundProblem, ProblemList } from './submission';

/** The problems of a contest that a typed text means. */
export interface ProblemMatches {
  /** problems with that name, the likeliest first */
  readonly named: readonly FoundProblem[];
  /** other problems whose ID or title contains the text; all problems if the text is empty */
  readonly others: readonly FoundProblem[];
}

/** Finds the problems of a contest that a typed text means. A single letter is never searched in IDs and titles. */
export function problemsMatching(
  text: string,
  problems: readonly FoundProblem[],
  { named: problemsNamed }: Pick<ProblemList, 'named'>,
): ProblemMatches {
  if (text === '') return { named: [], others: problems };
  const named = problemsNamed(text, problems);
  const others = problems.filter(
    (problem) =>
      !named.includes(problem) &&
      [problem.problemId, problem.letter ?? '', problem.title].some((part) => containsText(part, text)),
  );
  return { named, others };
}

/** Returns whether the text of at least two characters is a part of the other one. Ignores letter case. */
export function containsText(whole: string, text: string): boolean {
  return text.length >= 2 && whole.toLowerCase().includes(text.toLowerCase());
}
