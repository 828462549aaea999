import type { ProblemName } from '../../judges';
import { isProblemId } from '../shared/problemIds';
import type { KnownProblem } from '../shared/storage/recentSubmissions';
import type { ContestListing } from './contestListing';
import type { JudgeProblems } from './judgeProblems';
import type { ProblemGuess } from './knownProblems';
import type { ProblemElsewhere } from './problemElsewhere';
import type { FoundForText, UnstartedContest } from './problemSearch';
import {
  listedProblem,
  typedAnywhere,
  typedInContest,
  type ChosenProblem,
  type TypedProblem,
} from './typedProblem';

/** The known data about the problems that the user can choose. */
export interface ProblemChoices {
  readonly problems: JudgeProblems;
  /** problem to which the file probably belongs; null: unknown */
  readonly guess: ProblemGuess | null;
  /** the preselected problem; null: none, still being looked up, or not found */
  readonly guessed: KnownProblem | null;
  readonly isLookingUpGuess: boolean;
  /** recent problems without the guess */
  readonly recent: readonly KnownProblem[];
  /** null: the judge has no contest, or one without a finite list */
  readonly contest: Pick<ContestListing, 'listed' | 'isBeforeStart'> | null;
  readonly isListingContest: boolean;
  /** null: nothing was searched */
  readonly found: FoundForText | null;
  /** null: no such contest was pasted */
  readonly unstarted: UnstartedContest | null;
}

/** Meaning of a typed text, which may be the URL of a page of another judge. */
export type TypedText = TypedProblem | { readonly kind: 'elsewhere'; readonly elsewhere: ProblemElsewhere };

/**
 * Returns the meaning of the typed text, as far as it is known now. Null: unknown until the judge responds. `isFinal`: the
 * judge has responded, or can't be searched.
 */
export function meaningOf(choices: ProblemChoices, text: string, isFinal = false): TypedText | null {
  const { problems, found } = choices;
  const pasted = problems.problemIn(text);
  if (pasted) return { kind: 'problem', problem: pasted };
  if (problems.contestAt(text) !== null) return null;
  const elsewhere = problems.elsewhere(text);
  if (elsewhere) return { kind: 'elsewhere', elsewhere };
  const inContest = meaningInContest(choices, text);
  if (inContest) return inContest;
  if (choices.isListingContest && !isFinal) return null;
  const foundForText = found?.text === text ? found.problems : null;
  const wasMeant = (problem: ChosenProblem): boolean => problems.wasMeant(text, problem);
  const meant = typedAnywhere(
    text,
    knownProblemsOf(choices),
    foundForText,
    wasMeant,
    problems.isWholeId(text),
  );
  const isRefused = problems.idForm?.accepts?.(text) === false;
  return isRefused && meant.kind === 'problem' && meant.isAsEntered ? { kind: 'invalid' } : meant;
}

/** Returns the meaning of a text in the judge's contest; null: its problems aren't known. */
function meaningInContest({ problems, contest, recent }: ProblemChoices, text: string): TypedProblem | null {
  const { list } = problems.contest ?? {};
  if (!list || !contest?.listed) return null;
  const listed = contest.listed.problems;
  if (listed.length === 0 && !contest.isBeforeStart) return null;
  const wasMeant = (problem: ChosenProblem): boolean => problems.wasMeant(text, problem);
  const inContest = typedInContest(text, listed, list, wasMeant);
  if (inContest.kind !== 'unknown') return inContest;
  const same = recent.filter(({ problemId }) => problemId === text);
  if (same.length === 0 && !list.hasOthers) return inContest;
  return typedAnywhere(text, same, [], wasMeant, problems.isWholeId(text));
}

export function knownProblemsOf({ guessed, recent }: ProblemChoices): readonly KnownProblem[] {
  return guessed ? [guessed, ...recent] : recent;
}

/** Returns the problems of the judge's contest, those that the user hasn't solved first. */
export function contestProblemsOf({ problems, contest }: ProblemChoices): readonly ChosenProblem[] {
  const isSolved = (problem: ProblemName): number => Number(problems.stateOf(problem).solved !== null);
  return (contest?.listed?.problems ?? [])
    .filter(({ problemId }) => isProblemId(problemId))
    .map(listedProblem)
    .sort((one, other) => isSolved(one) - isSolved(other));
}
