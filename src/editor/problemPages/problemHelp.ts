import type { Uri } from 'vscode';
import {
  RequestFailed,
  type Contests,
  type Judge,
  type ListedProblems,
  type Operation,
  type SubmissionSupport,
} from '../../judges';
import {
  isSameProblem,
  loadRecents,
  meantProblem,
  rememberingMeant,
  saveRecents,
} from '../shared/recentSubmissions';
import { answerOrNull, orFailure, showFailure } from '../shared/showFailure';
import type { ContestHelp, ProblemHelp, RememberedChoices } from './askProblem';
import { knownProblems, problemStates, withKnownPlaces } from './knownProblems';
import { logging } from '../program';
import type { Core } from '../shared/core';

/** Returns what the question for the problem of a submission can look up. `again`: starts over after a failure. */
export function problemHelp(
  extension: Core,
  judge: Judge,
  { problemAt, findProblems, places }: SubmissionSupport,
  file: Pick<Uri, 'path'>,
  signal: AbortSignal,
  again: () => Promise<void>,
): ProblemHelp {
  const ofContest = async (
    fetchProblems: NonNullable<Contests['fetchProblems']>,
    contest: string,
    mayStart: boolean,
  ): Promise<ListedProblems> => {
    const list: Operation<ListedProblems> = (http) => fetchProblems(http, contest, mayStart);
    const listed = await orFailure(extension.judges.ask(judge, list, signal));
    if (!(listed instanceof RequestFailed)) return listed;
    if (!signal.aborted) void showFailure(extension, listed, judge, again, 'submission');
    return { problems: [] };
  };
  return {
    problemIn: (text) => problemAt?.(text) ?? null,
    contestAt: (text) => {
      const { contestAt, fetchProblems } = judge.contests ?? {};
      const contest = contestAt?.(text) ?? null;
      if (!fetchProblems || contest === null) return null;
      return (mayStart) => ofContest(fetchProblems, contest, mayStart);
    },
    search: findProblems
      ? async (text) => {
          const found = await answerOrNull(extension, judge, (http) => findProblems(http, text), signal);
          return found && withKnownPlaces(found, knownProblems(extension, judge), judge);
        }
      : null,
    contest: contestHelp(extension, judge, file.path, signal),
    isWholeId: (text) => judge.problemIdIn?.(text) === text,
    idForm: judge.problemIdForm ?? null,
    placeName: (place) => places?.name(place) ?? '',
    choices: rememberedChoices(extension, judge),
    stateOf: problemStates(extension, judge),
  };
}

/** Returns the problems of the judge's contest; null: it has no finite list. `path`: of the file; null: none. */
export function contestHelp(
  extension: Core,
  judge: Judge,
  path: string | null,
  signal?: AbortSignal,
): ContestHelp | null {
  const list = judge.submission?.problemList;
  if (!list) return null;
  return {
    named: list.named,
    ...(list.hasOthers ? { hasOthers: true as const } : {}),
    fetchAll: (): Promise<ListedProblems | null> =>
      answerOrNull(extension, judge, (http) => list.fetchAll(http), signal),
    path,
    now: () => extension.judges.timeAt(judge.id),
  };
}

/** Returns the user's choices between problems that have the same name. */
export function rememberedChoices(extension: Core, { id }: Judge): RememberedChoices {
  const { globalState } = extension.context;
  return {
    includes: (text, problem) => {
      const meant = meantProblem(loadRecents(globalState), id, text);
      return meant !== null && isSameProblem(meant, problem);
    },
    remember: (text, problem) => {
      const save = async (): Promise<void> =>
        saveRecents(extension, rememberingMeant(loadRecents(globalState), id, text, problem));
      void logging(extension, 'saving the choice of a problem', save());
    },
  };
}
