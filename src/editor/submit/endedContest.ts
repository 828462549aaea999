import { l10n } from 'vscode';
import { confirmsOrOffers, watchingPerson } from '../shared/personActions';
import { systemClock, type Clock } from '../../base/ports';
import { sanitizeForUi } from '../labels/text';
import { answerOrNull } from '../shared/showFailure';
import type { ChosenSubmission, Prepared } from './askSubmission';
import type { Core } from '../shared/core';

/**
 * Asks whether to submit although the contest has ended. Fetches the contest again first, because it may have been
 * extended. If the user did something else meanwhile, returns false, and a notification offers `submitAnyway`.
 */
export async function maySubmitAfterEnd(
  extension: Core,
  { judge, source }: Prepared,
  { contest }: Pick<ChosenSubmission, 'contest'>,
  submitAnyway: () => Promise<void>,
  clock: Pick<Clock, 'now'> = systemClock,
): Promise<boolean> {
  const hasEnded = (endsAt: number | null | undefined): boolean =>
    typeof endsAt === 'number' && endsAt <= extension.judges.timeAt(judge.id);
  const { fetchContest } = judge;
  const id = contest?.id;
  if (!contest || !fetchContest || id === undefined || !hasEnded(contest.endsAt)) return true;
  return watchingPerson(async (person) => {
    const current = await answerOrNull(extension, judge, (http) => fetchContest(http, id));
    if (current && !hasEnded(current.endsAt)) return true;
    const title = sanitizeForUi(current?.title ?? contest.title ?? id, 100);
    const asked = {
      question: l10n.t('{0} has ended. Submit {1} anyway?', title, source.name),
      button: l10n.t('Submit Anyway'),
      detail: l10n.t('The judge may count it as too late.'),
    };
    return confirmsOrOffers(extension, person, asked, submitAnyway);
  }, clock);
}
