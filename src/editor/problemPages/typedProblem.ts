import {
  containsText,
  problemsMatching,
  type FoundProblem,
  type ProblemList,
  type ProblemName,
} from '../../judges';
import { isProblemId } from '../shared/problemIds';
import { isSameProblem, type KnownProblem } from '../shared/storage/recentSubmissions';

export type ChosenProblem = ProblemName &
  Partial<Pick<KnownProblem, 'title' | 'contest' | 'letter'>> & {
    /** the user chose the problem outside of a contest that has one with the same ID */
    readonly isOutside?: true;
  };

export type TypedProblem =
  | { readonly kind: 'problem'; readonly problem: ChosenProblem; readonly isAsEntered?: true }
  /** Several problems match the text, and the user has to choose one. */
  | { readonly kind: 'several'; readonly problems: readonly ChosenProblem[] }
  /** The text is only a part of the IDs or titles of several problems. */
  | { readonly kind: 'parts'; readonly problems: readonly ChosenProblem[] }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'invalid' };

/**
 * Returns what a typed text means in a contest whose problems are known. `remembered`: the user's earlier choice. If the
 * judge also has other problems, an ID may belong to a problem outside of the contest, and a part of a name isn't enough.
 */
export function typedInContest(
  text: string,
  problems: readonly FoundProblem[],
  list: Pick<ProblemList, 'named' | 'hasOthers'>,
  remembered: (problem: ChosenProblem) => boolean,
): TypedProblem {
  const { named, others } = problemsMatching(text, problems, list);
  if (list.hasOthers) return typedNearContest(text, named);
  const candidates = (named.length > 0 ? named : others).map(listedProblem);
  const [first, ...more] = candidates;
  if (!first) return { kind: 'unknown' };
  if (more.length === 0) return { kind: 'problem', problem: first };
  if (named.length === 0) return { kind: 'parts', problems: candidates };
  const chosenBefore = candidates.find(remembered);
  return chosenBefore
    ? { kind: 'problem', problem: chosenBefore }
    : { kind: 'several', problems: candidates };
}

/** `named`: the problems of the contest with that name */
function typedNearContest(text: string, named: readonly FoundProblem[]): TypedProblem {
  const inContest = named.map(listedProblem);
  const [first, ...more] = inContest;
  if (!first) return { kind: 'unknown' };
  const isId = inContest.some(({ problemId }) => problemId.toLowerCase() === text.toLowerCase());
  if (!isId && more.length === 0) return { kind: 'problem', problem: first };
  const outside: ChosenProblem = { problemId: text, place: null, isOutside: true };
  return { kind: 'several', problems: isId ? [...inContest, outside] : inContest };
}

/**
 * Returns what a typed ID means at a judge with any number of problems. `found`: problems that the judge found for the
 * text; null: it can't be searched, or the search failed. `known`: problems that were submitted to before. If an ID is
 * known in a contest or domain, and the judge has a problem with that ID elsewhere, the user has to choose. `isWholeId`: the
 * text is a complete ID
 */
export function typedAnywhere(
  text: string,
  known: readonly KnownProblem[],
  found: readonly FoundProblem[] | null,
  remembered: (problem: ChosenProblem) => boolean,
  isWholeId: boolean,
): TypedProblem {
  if (!isProblemId(text) && found === null) return { kind: 'invalid' };
  const same = known.filter(({ problemId }) => problemId === text);
  const own = found === null ? null : withId(found, text);
  const candidates = [...same, ...(own && !same.some((other) => isSameProblem(other, own)) ? [own] : [])];
  const [first, ...more] = candidates;
  if (first && more.length === 0) return { kind: 'problem', problem: first };
  if (first) {
    const chosenBefore = candidates.find(remembered);
    return chosenBefore
      ? { kind: 'problem', problem: chosenBefore }
      : { kind: 'several', problems: candidates };
  }
  const parts = (found ?? []).map(chosenProblem);
  if (parts.length > 0 && !isWholeId) return { kind: 'parts', problems: endingFirst(parts, text) };
  if (!isProblemId(text)) return { kind: 'invalid' };
  return { kind: 'problem', problem: { problemId: text, place: null }, isAsEntered: true };
}

/** Returns the problems whose ID ends with the text first: `1001` probably means `P1001`. */
function endingFirst(problems: readonly ChosenProblem[], text: string): readonly ChosenProblem[] {
  const isEnding = ({ problemId }: ChosenProblem): boolean => problemId.endsWith(text);
  return [...problems.filter(isEnding), ...problems.filter((problem) => !isEnding(problem))];
}

/**
 * Returns the problem with that ID. Prefers the same case, and problems outside of contests and domains. Null: none.
 */
export function withId(found: readonly FoundProblem[], id: string): ChosenProblem | null {
  const same = found.filter(({ problemId }) => problemId.toLowerCase() === id.toLowerCase());
  const exact = same.filter(({ problemId }) => problemId === id);
  const best = exact.length > 0 ? exact : same;
  const problem = best.find(({ place }) => place === null) ?? best[0];
  return problem ? chosenProblem(problem) : null;
}

/** Returns whether a suggested problem fits a typed text. A single letter only fits an equal ID or label. */
export function fitsTypedText(
  { problemId, letter, title, contest }: ChosenProblem,
  placeName: string,
  text: string,
): boolean {
  if (text === '') return true;
  const isName = [problemId, letter ?? ''].some((name) => name.toLowerCase() === text.toLowerCase());
  return isName || containsText(`${problemId} ${title ?? ''} ${contest ?? ''} ${placeName}`, text);
}

/** Returns a problem with its label, which is unique in the judge's contest. */
export function listedProblem(problem: FoundProblem): ChosenProblem {
  const { letter } = problem;
  const chosen = chosenProblem(problem);
  return letter === undefined || letter === '' ? chosen : { ...chosen, letter };
}

/** Returns a problem without its label, because only its ID is unique: many contests have the same labels. */
export function chosenProblem({ problemId, place, title, contest }: FoundProblem): ChosenProblem {
  return { problemId, place, title: title === '' ? null : title, contest: contest ?? null };
}
