import { l10n, window } from 'vscode';
import { nameOfJudge } from '../labels/judgeLabels';
import type { ChosenSubmission, Prepared } from './askSubmission';

/** If the judge doesn't accept this size or number of files, shows that and returns true. */
export function showSourceLimit(
  { judge, source }: Prepared,
  { sourceLimits }: Pick<ChosenSubmission, 'sourceLimits'>,
): boolean {
  const { size = null, files = null } = sourceLimits ?? {};
  const { others = [] } = source;
  if (size !== null && source.size > size) {
    const words = l10n.t(
      '{0} accepts at most {1} bytes. {2} has {3}. Nothing was submitted.',
      nameOfJudge(judge),
      size,
      source.name,
      source.size,
    );
    void window.showWarningMessage(words);
    return true;
  }
  if (files !== null && others.length + 1 > files) {
    const words = l10n.t(
      '{0} accepts at most {1} files. {2} would be sent. Nothing was submitted.',
      nameOfJudge(judge),
      files,
      others.length + 1,
    );
    void window.showWarningMessage(words);
    return true;
  }
  return false;
}
