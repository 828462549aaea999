import type { Judge, ListedProblems } from '../../judges';
import {
  isSameProblem,
  loadRecents,
  meantProblem,
  rememberingMeant,
  saveRecents,
} from '../shared/recentSubmissions';
import { answerOrNull } from '../shared/showFailure';
import type { ContestHelp, RememberedChoices } from './askProblem';
import { logging } from '../program';
import type { Core } from '../shared/core';

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
      answerOrNull(extension, judge, (http) => list.fetchAll(http, null), signal),
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
