import type { Uri } from 'vscode';
import type { Judge } from '../../judges';
import { askProblem } from './askProblem';
import type { ChosenProblem } from './typedProblem';
import { JudgeProblems } from './judgeProblems';
import { goElsewhere } from './problemElsewhere';
import { knownProblems, likelyProblemOfFile } from './knownProblems';
import type { Core } from '../shared/core';

/** A problem, and its judge, which may differ from the chosen one. */
export interface AskedProblem {
  readonly judge: Judge;
  readonly problem: ChosenProblem;
}

/**
 * Prompts for a problem of a judge, or of another judge whose URL the user pastes. Suggests the problem of the file. `file`:
 * null if there is none. Returns null if the user canceled.
 */
export async function askProblemOfFile(
  extension: Core,
  judge: Judge,
  file: Uri | null,
  title: (judge: Judge) => string,
): Promise<AskedProblem | null> {
  const problems = new JudgeProblems(extension, judge, await extension.judges.all(), file, false);
  const guess = file && (await likelyProblemOfFile(extension, judge, file));
  const step = { title: title(judge), step: 1, steps: 1, canGoBack: false };
  const answer = await askProblem(step, guess, knownProblems(extension, judge), problems);
  if (typeof answer !== 'object') return null;
  if (!('kind' in answer)) return { judge, problem: answer };
  const there = await goElsewhere(extension, answer);
  if (!there) return null;
  const { problem } = there;
  return problem ? { judge: there.judge, problem } : askProblemOfFile(extension, there.judge, file, title);
}
