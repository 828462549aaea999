import type { Uri } from 'vscode';
import type { Judge } from '../../judges';
import { back } from '../shared/quickPick';
import { answerOrNull } from '../shared/showFailure';
import { problemAt } from '../sourceFiles';
import { askProblem, type ProblemHelp } from './askProblem';
import type { ChosenProblem } from './typedProblem';
import { knownProblems, likelyProblemOfFile, problemStates } from './knownProblems';
import { contestHelp, problemActions, rememberedChoices } from './problemHelp';
import type { Core } from '../shared/core';

/**
 * Asks for a problem of a judge. Suggests the problem of the file. `file`: null if there is none. Returns null if the
 * user canceled.
 */
export async function askProblemOfFile(
  extension: Core,
  judge: Judge,
  file: Uri | null,
  title: string,
): Promise<ChosenProblem | null> {
  const findProblems = judge.submission?.findProblems;
  const help: ProblemHelp = {
    problemIn: (text) => problemAt(judge, text),
    contestAt: () => null,
    search: findProblems
      ? (text) => answerOrNull(extension, judge, (http) => findProblems(http, text))
      : null,
    contest: contestHelp(extension, judge, file),
    isWholeId: (text) => judge.problemIdIn?.(text) === text,
    idForm: judge.problemIdForm ?? null,
    placeName: (place) => judge.submission?.places?.name(place) ?? '',
    choices: rememberedChoices(extension, judge),
    stateOf: problemStates(extension, judge),
    actions: problemActions(extension, judge, file),
  };
  const guess = file && (await likelyProblemOfFile(extension, judge, file));
  const step = { title, step: 1, steps: 1, canGoBack: false };
  const answer = await askProblem(step, guess, knownProblems(extension, judge), help);
  return answer === undefined || answer === back ? null : answer;
}
