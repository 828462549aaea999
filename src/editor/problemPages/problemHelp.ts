import { commands, l10n, type Uri } from 'vscode';
import {
  RequestFailed,
  sampleFetcher,
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
import { button } from '../shared/quickPick';
import { answerOrNull, orFailure, showFailure } from '../shared/showFailure';
import { showingUnexpectedErrors } from '../shared/unexpectedErrors';
import type { ContestHelp, ProblemAction, ProblemHelp, RememberedChoices } from './askProblem';
import { knownProblems, problemIdElsewhere, problemStates, withKnownPlaces } from './knownProblems';
import { logging } from '../program';
import { showStatement } from './showStatement';
import type { Core } from '../shared/core';

/** Returns what the question for the problem of a submission can look up. `again`: starts over after a failure. */
export function problemHelp(
  extension: Core,
  judge: Judge,
  { problemAt, findProblems, places }: SubmissionSupport,
  file: Uri,
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
    contest: contestHelp(extension, judge, file, signal),
    isWholeId: (text) => judge.problemIdIn?.(text) === text,
    idForm: judge.problemIdForm ?? null,
    placeName: (place) => places?.name(place) ?? '',
    choices: rememberedChoices(extension, judge),
    stateOf: problemStates(extension, judge),
    actions: problemActions(extension, judge, file),
  };
}

/** Returns the problems of the judge's contest; null: it has no finite list. `file`: null if there is none. */
export function contestHelp(
  extension: Core,
  judge: Judge,
  file: Pick<Uri, 'path' | 'toString'> | null,
  signal?: AbortSignal,
): ContestHelp | null {
  const list = judge.submission?.problemList;
  if (!list) return null;
  return {
    named: list.named,
    ...(list.hasOthers ? { hasOthers: true as const } : {}),
    fetchAll: (): Promise<ListedProblems | null> =>
      answerOrNull(extension, judge, (http) => list.fetchAll(http), signal),
    path: file?.path ?? null,
    idElsewhere: file && problemIdElsewhere(extension, judge, file),
    now: () => extension.judges.timeAt(judge.id),
  };
}

/** Returns what the user can do with a problem in the box. `file`: to which its samples are added; null: none */
export function problemActions(extension: Core, judge: Judge, file: Uri | null): readonly ProblemAction[] {
  const actions: ProblemAction[] = [];
  if (judge.submission?.fetchStatement) {
    actions.push({
      button: button('book', l10n.t('Show Problem Statement')),
      run: (problem) =>
        void showingUnexpectedErrors(extension, 'showStatement', () =>
          showStatement(extension, judge, problem),
        ),
    });
  }
  if (file && sampleFetcher(judge.submission)) {
    actions.push({
      button: button('beaker', l10n.t('Get Samples')),
      run: (problem) => void commands.executeCommand('judgeResults.getSamples', file, problem),
    });
  }
  return actions;
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
