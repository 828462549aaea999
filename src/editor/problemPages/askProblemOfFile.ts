import type { Uri } from 'vscode';
import type { Judge } from '../../judges';
import { askProblem } from './askProblem';
import type { ChosenProblem } from './typedProblem';
import { JudgeProblems } from './judgeProblems';
import { knownProblems, likelyProblemOfFile } from './knownProblems';
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
  const problems = new JudgeProblems(extension, judge, file, false);
  const guess = file && (await likelyProblemOfFile(extension, judge, file));
  const step = { title, step: 1, steps: 1, canGoBack: false };
  const answer = await askProblem(step, guess, knownProblems(extension, judge), problems);
  return typeof answer === 'object' ? answer : null;
}
