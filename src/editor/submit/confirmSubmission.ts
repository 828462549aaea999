import { l10n, workspace } from 'vscode';
import { displayAddress, type Judge } from '../../judges';
import { confirms } from '../shared/dialogs/dialogs';
import { problemLabel } from '../labels/problemLabel';
import { joined } from '../labels/recordLabels';
import { judgingPrice, nameOfJudge } from '../labels/judgeLabels';
import { listComma, sanitizeForUi } from '../labels/sanitizeText';
import { describeChoices } from './askOptions';
import type { ChosenSubmission, Prepared } from './submitSteps';
import type { Core } from '../shared/core';

/** Requests confirmation of the submission. The question contains the judge, the file, and the options. */
export function confirmSubmission(
  extension: Pick<Core, 'remaining' | 'judges'>,
  prepared: Prepared,
  choices: ChosenSubmission,
): Promise<boolean> {
  const { judge, source } = prepared;
  return confirms(
    l10n.t('Submit {0} to {1} as {2}?', source.name, nameOfJudge(judge), problemLabel(choices)),
    l10n.t('Submit'),
    joined('\n', submissionDetails(extension, prepared, choices), judgingPrice(judge)),
  );
}

/** Returns the lines below a question: the judge, the path of the file, and what is sent with it. */
export function submissionDetails(
  extension: Pick<Core, 'remaining' | 'judges'>,
  prepared: Prepared,
  choices: ChosenSubmission,
): string {
  return joined(
    '\n',
    judgeLine(prepared.judge),
    // other files may have the same name
    sanitizeForUi(workspace.asRelativePath(prepared.source.uri), 300),
    describeChoices(extension, prepared, choices),
    otherFilesLine(prepared),
    sentAsLine(choices),
  );
}

/** Returns the names and the entry point of the sent files; empty: the judge chooses the name. */
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
