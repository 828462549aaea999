import { l10n, window } from 'vscode';
import type { Core } from '../shared/core';
import { isSameProblem, lastOf, loadRecents } from '../shared/storage/recentSubmissions';
import { submissionDetails } from './confirmSubmission';
import type { ChosenSubmission, Prepared } from './submitSteps';

/** Returns whether the file's last submission had the same text, problem, and options. */
export function isUnchanged(
  extension: Core,
  { judge, source }: Prepared,
  choices: ChosenSubmission,
): boolean {
  const last = lastOf(loadRecents(extension.context.globalState), judge.id, source.uri.toString());
  return (
    choices.inputs === null &&
    last !== null &&
    isSameProblem(last, choices) &&
    last.language === choices.language &&
    last.optimise === choices.optimise &&
    last.textHash === source.textHash
  );
}

/** The user's choice for a program that was submitted before. */
export type Wish = 'submit' | 'otherProblem' | 'cancel';

/** Requests confirmation to submit a file again without changes, or to another problem than before. */
export async function confirmUnchanged(
  extension: Pick<Core, 'remaining' | 'judges'>,
  prepared: Prepared,
  last: ChosenSubmission,
): Promise<Wish> {
  const submitAgain = l10n.t('Submit Again');
  const otherProblem = l10n.t('Other Problem…');
  const detail = submissionDetails(extension, prepared, last);
  const pressed = await window.showWarningMessage(
    l10n.t('{0} hasn’t changed since the last submission. Submit again?', prepared.source.name),
    { modal: true, detail },
    submitAgain,
    otherProblem,
  );
  if (pressed === otherProblem) return 'otherProblem';
  return pressed === submitAgain ? 'submit' : 'cancel';
}
