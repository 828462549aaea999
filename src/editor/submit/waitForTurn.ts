import { l10n, ProgressLocation, window, type Disposable } from 'vscode';
import { systemClock, type Clock } from '../../base/ports';
import { nameOfJudge } from '../labels/judgeLabels';
import type { Core } from '../shared/core';
import type { ChosenSubmission, Prepared } from './submitSteps';

/**
 * Waits until the judge accepts the next submission to the problem, and shows how long. Returns false if the user
 * canceled.
 */
export async function waitForTurn(
  { remaining, judges }: Pick<Core, 'remaining' | 'judges'>,
  { judge, source }: Pick<Prepared, 'judge' | 'source'>,
  problem: Pick<ChosenSubmission, 'problemId' | 'place'>,
  clock: Clock = systemClock,
): Promise<boolean> {
  const waitLeft = (): number => remaining.waitFor(judge.id, problem, judges.timeAt(judge.id));
  if (waitLeft() <= 0) return true;
  const title = l10n.t('{0} doesn’t accept {1} yet', nameOfJudge(judge), source.name);
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      let timer: Pick<Disposable, 'dispose'> = { dispose: () => undefined };
      let canceling = timer;
      try {
        return await new Promise<boolean>((resolve) => {
          const tick = (): void => {
            const left = waitLeft();
            if (token.isCancellationRequested || left <= 0) {
              resolve(!token.isCancellationRequested);
              return;
            }
            progress.report({ message: l10n.t('It is submitted in {0} s.', Math.ceil(left / 1000)) });
            timer = clock.after(Math.min(left, 1000), tick);
          };
          canceling = token.onCancellationRequested(() => resolve(false));
          tick();
        });
      } finally {
        timer.dispose();
        canceling.dispose();
      }
    },
  );
}
