import type { Uri } from 'vscode';
import type { Judge, ProblemName } from '../../judges';
import { back } from '../shared/quickPick';
import { answerOrNull } from '../shared/showFailure';
import { problemPagesOf } from '../sourceFiles';
import { askProblem, type ProblemGuess, type ProblemHelp } from './askProblem';
import type { ChosenProblem } from './typedProblem';
import { knownProblems, problemOfFile } from './knownProblems';
import { contestHelp, rememberedChoices } from './problemHelp';
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
    contest: contestHelp(extension, judge, file?.path ?? null),
    isWholeId: (text) => judge.problemIdIn?.(text) === text,
    placeName: (place) => judge.submission?.places?.name(place) ?? '',
    choices: rememberedChoices(extension, judge),
  };
  const guess = file && (await guessedProblem(extension, judge, file));
  const step = { title, step: 1, steps: 1, canGoBack: false };
  const answer = await askProblem(step, guess, knownProblems(extension, judge), help);
  return answer === undefined || answer === back ? null : answer;
}

/**
 * Guesses the problem from the last submission, from data that another extension stores for the file, or from the file
 * name. Null: unknown.
 */
async function guessedProblem(extension: Core, judge: Judge, uri: Uri): Promise<ProblemGuess | null> {
  const guess = problemOfFile(extension, judge, uri);
  if (guess?.from === 'lastTime') return guess;
  const pages = await problemPagesOf(uri);
  const kept = pages.map((page) => problemAt(judge, page)).find((problem) => problem !== null);
  return kept ? { id: kept.problemId, place: kept.place, from: 'keptProblem' } : guess;
}

/** Returns the problem that a judge URL refers to; null if none. */
function problemAt({ submission, browserSubmission }: Judge, address: string): ProblemName | null {
  return (browserSubmission?.problemAt ?? submission?.problemAt)?.(address) ?? null;
}
