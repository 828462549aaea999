import { l10n, window, workspace } from 'vscode';
import { displayAddress, type Judge } from '../../judges';
import { confirms } from '../shared/dialogs/dialogs';
import { problemLabel } from '../labels/problemLabel';
import { joined } from '../labels/recordLabels';
import { judgingPrice, nameOfJudge } from '../labels/judgeLabels';
import { listComma, sanitizeForUi } from '../labels/sanitizeText';
import { describeChoices } from './askOptions';
import type { ChosenSubmission, Prepared } from './submission';
import type { Core } from '../shared/core';

/** Asks the user to confirm the submission. The question contains the judge, the file, and the options. */
export function confirmSubmission(
  extension: Pick<Core, 'remaining' | 'judges'>,
  prepared: Prepared,
  choices: ChosenSubmission,
): Promise<boolean> {
  const { judge, source } = prepared;
  return confirms(
    l10n.t('Submit {0} to {1} as {2}?', source.name, nameOfJudge(judge), problemLabel(choices)),
    l10n.t('Submit'),
    // includes the path, because other files may have the same name
    joined(
      '\n',
      judgeLine(judge),
      sanitizeForUi(workspace.asRelativePath(source.uri), 300),
      describeChoices(extension, prepared, choices),
      otherFilesLine(prepared),
      sentAsLine(choices),
      judgingPrice(judge),
    ),
  );
}

/** The user's choice for a program that was submitted before. */
export type Wish = 'submit' | 'otherProblem' | 'cancel';

/** Asks whether to submit a file again that hasn't changed since its last submission, or to another problem. */
export async function confirmUnchanged(
  extension: Pick<Core, 'remaining' | 'judges'>,
  prepared: Prepared,
  last: ChosenSubmission,
): Promise<Wish> {
  const { judge, source } = prepared;
  const submitAgain = l10n.t('Submit Again');
  const otherProblem = l10n.t('Other Problem…');
  const detail = joined(
    '\n',
    judgeLine(judge),
    sanitizeForUi(workspace.asRelativePath(source.uri), 300),
    describeChoices(extension, prepared, last),
    otherFilesLine(prepared),
    sentAsLine(last),
  );
  const pressed = await window.showWarningMessage(
    l10n.t('{0} hasn’t changed since the last submission. Submit again?', source.name),
    { modal: true, detail },
    submitAgain,
    otherProblem,
  );
  if (pressed === otherProblem) return 'otherProblem';
  return pressed === submitAgain ? 'submit' : 'cancel';
}

/** Returns the names and the entry point that are sent; empty: the judge gives the file another name. */
function sentAsLine({ sentAs = '' }: ChosenSubmission): string {
  return sentAs === '' ? '' : l10n.t('Sent as: {0}', sentAs);
}

/** Returns the paths of the other files; empty: none. */
function otherFilesLine({ source: { others = [] } }: Prepared): string {
  if (others.length === 0) return '';
  const paths = others.map(({ uri }) => sanitizeForUi(workspace.asRelativePath(uri), 100));
  return l10n.t('Other files: {0}', paths.join(listComma()));
}

/** Returns name and address of the judge, because a user with several judges may expect another one. */
function judgeLine(judge: Judge): string {
  return l10n.t('Judge: {0} ({1})', nameOfJudge(judge), displayAddress(judge.baseUrl));
}
