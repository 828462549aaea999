import { env, l10n, Uri, window } from 'vscode';
import { namesProblem } from '../../records';
import type { Judge } from '../../judges';
import { judgeForFile, readyJudge } from '../judges';
import { nameOfJudge } from '../labels/judgeLabels';
import { offerJudges } from '../shared/dialogs/dialogs';
import { isProblemId } from '../shared/problemIds';
import { showSettingsProblems } from '../shared/settings/settingsProblems';
import { targetRecords, type RowArguments } from '../shared/commands/commandTargets';
import { askProblemOfFile, type AskedProblem } from './askProblemOfFile';
import { confirmedProblemOfFile } from './knownProblems';
import { showStatement } from './showStatement';
import type { Core, WithSelection } from '../shared/core';
import type { WithFollowing } from '../following';

/** “Open Problem”: opens the web page of a record's problem, or of the active file's problem. */
export async function openProblem(extension: Core & WithSelection, args: RowArguments): Promise<void> {
  const [record] = targetRecords(extension, args.length > 0 ? args : [null]);
  const fromRecord = args.length > 0 && namesProblem(record?.submission) ? record : null;
  const file = window.activeTextEditor?.document.uri ?? null;
  const choice = fromRecord ? null : (await judgeForFile(extension, file)).choice;
  if (choice?.kind === 'wrong') return showSettingsProblems(choice.problems);
  const chosen = choice?.kind === 'chosen' ? choice.judge : null;
  const judge = fromRecord ? await extension.judges.judgeOf(fromRecord.service) : chosen;
  if (!judge) return offerJudges(l10n.t('Choose a judge to open its problem pages.'));
  if (!judge.pages?.problem) return showNoPages(judge);
  const known = fromRecord?.submission;
  const chosenProblem = known ? { judge, problem: known } : await problemOfActiveFile(extension, judge);
  if (!chosenProblem || !isProblemId(chosenProblem.problem.problemId)) return;
  const pageOf = chosenProblem.judge.pages?.problem;
  if (!pageOf) return showNoPages(chosenProblem.judge);
  await env.openExternal(Uri.parse(pageOf(chosenProblem.problem), true));
}

function showNoPages(judge: Judge): void {
  offerJudges(l10n.t('{0} has no problem pages.', nameOfJudge(judge)));
}

/** “Show Problem Statement”: shows the statement of a record's problem, or of the active file's problem. */
export async function showStatementOf(
  extension: Core & WithFollowing & WithSelection,
  args: RowArguments,
): Promise<void> {
  const [record] = targetRecords(extension, args.length > 0 ? args : [null]);
  const fromRecord = args.length > 0 && namesProblem(record?.submission) ? record : null;
  const file = window.activeTextEditor?.document.uri ?? null;
  const judge = fromRecord
    ? await extension.judges.judgeOf(fromRecord.service)
    : await readyJudge(extension, file);
  if (!judge) return;
  if (!judge.submission?.fetchStatement) return showNoStatements(judge);
  const known = fromRecord?.submission;
  const chosen = known ? { judge, problem: known } : await problemOfActiveFile(extension, judge);
  if (!chosen || !isProblemId(chosen.problem.problemId)) return;
  if (!chosen.judge.submission?.fetchStatement) return showNoStatements(chosen.judge);
  await showStatement(extension, chosen.judge, chosen.problem);
}

function showNoStatements(judge: Judge): void {
  offerJudges(l10n.t('{0} has no problem statements.', nameOfJudge(judge)));
}

async function problemOfActiveFile(extension: Core, judge: Judge): Promise<AskedProblem | null> {
  const uri = window.activeTextEditor?.document.uri;
  const known = uri ? await confirmedProblemOfFile(extension, judge, uri) : null;
  if (known) return { judge, problem: known };
  const title = (asked: Judge): string => l10n.t('Open Problem from {0}', nameOfJudge(asked));
  return askProblemOfFile(extension, judge, uri ?? null, title);
}
