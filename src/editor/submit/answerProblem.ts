import { env, l10n, Uri, window } from 'vscode';
import type { Judge, ProblemName } from '../../service';
import { offer } from '../shared/dialogs';
import { sanitizeForUi } from '../labels/text';

/** Shows that a problem takes an answer, not a program. Offers its page, where the answer is entered. */
export async function showTakesAnswer(
  { pages }: Judge,
  problem: ProblemName,
  fileName: string,
): Promise<void> {
  const message = l10n.t(
    '{0} wasn’t submitted: {1} takes an answer, not a program.',
    fileName,
    sanitizeForUi(problem.problemId, 64),
  );
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
