import { env, l10n, Uri, window } from 'vscode';
import { namesProblem } from '../../records';
import type { ProblemName, Judge } from '../../judges';
import { judgeForFile, readyJudge } from '../judges';
import { nameOfJudge } from '../labels/judgeLabels';
import { offerJudges } from '../shared/dialogs';
import { isProblemId } from '../shared/problemIds';
import { showSettingsProblems } from '../shared/settingsProblems';
import { targetRecords, type RowArguments } from '../shared/commandTargets';
import { askProblemOfFile } from './askProblemOfFile';
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
  const pageOf = judge?.pages?.problem;
  if (!pageOf) {
    offerJudges(
      judge
        ? l10n.t('{0} has no problem pages.', nameOfJudge(judge))
        : l10n.t('Choose a judge to open its problem pages.'),
    );
    return;
  }
  const problem = fromRecord?.submission ?? (await problemOfActiveFile(extension, judge));
  if (!problem || !isProblemId(problem.problemId)) return;
  await env.openExternal(Uri.parse(pageOf(problem), true));
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
  if (!judge.submission?.fetchStatement) {
    offerJudges(l10n.t('{0} has no problem statements.', nameOfJudge(judge)));
    return;
  }
  const problem = fromRecord?.submission ?? (await problemOfActiveFile(extension, judge));
  if (!problem || !isProblemId(problem.problemId)) return;
  await showStatement(extension, judge, problem);
}

async function problemOfActiveFile(extension: Core, judge: Judge): Promise<ProblemName | undefined> {
  const uri = window.activeTextEditor?.document.uri;
  const known = uri ? await confirmedProblemOfFile(extension, judge, uri) : null;
  if (known) return known;
  const title = l10n.t('Open Problem from {0}', nameOfJudge(judge));
  return (await askProblemOfFile(extension, judge, uri ?? null, title)) ?? undefined;
}
