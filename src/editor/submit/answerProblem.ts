import { env, l10n, Uri, window } from 'vscode';
import type { Judge, ProblemName } from '../../judges';
import { offer } from '../shared/dialogs';
import { sanitizeForUi } from '../labels/text';

/** Shows that a problem takes an answer, or nothing at all, but no program. Offers its page. */
export async function showTakesAnswer(
  { pages }: Judge,
  problem: ProblemName,
  fileName: string,
  takes: 'answer' | 'nothing' = 'answer',
): Promise<void> {
  const name = sanitizeForUi(problem.problemId, 64);
  const message =
    takes === 'answer'
      ? l10n.t('{0} wasn’t submitted: {1} takes an answer, not a program.', fileName, name)
      : l10n.t('{0} wasn’t submitted: {1} is only to be read and accepts no submissions.', fileName, name);
  const page = pages?.problem?.(problem);
  if (page === undefined) {
    void window.showWarningMessage(message);
    return;
  }
  await offer(
    message,
    l10n.t('Open Problem'),
    () => env.openExternal(Uri.parse(page, true)),
    window.showWarningMessage,
  );
}
