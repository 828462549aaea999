import { l10n, window } from 'vscode';
import { answerOrNull } from '../shared/showFailure';
import { nameOfJudge } from '../labels/judgeLabels';
import { sanitizeForUi } from '../labels/text';
import type { ChosenSubmission, Prepared } from './askSubmission';
import type { Core } from '../shared/core';

/**
 * Asks whether a program is for the problem with the same ID in a running contest of the user, because outside of the
 * contest it wouldn't count there. Returns the submission with the chosen place; null: the user canceled.
 */
export async function withMeantPlace(
  extension: Core,
  { judge, offer: { problemList }, source }: Prepared,
  choices: ChosenSubmission,
): Promise<ChosenSubmission | null> {
  const { problemId, place, inputs, isOutside } = choices;
  if (!problemList?.hasOthers || place !== null || inputs !== null || isOutside) return choices;
  const listed = await answerOrNull(extension, judge, (http) => problemList.fetchAll(http, null));
  const same = listed?.problems.find(
    (problem) => problem.problemId.toLowerCase() === problemId.toLowerCase(),
  );
  if (!same || same.place === null) return choices;
  const inContest = l10n.t('Submit to the Contest');
  const outside = l10n.t('Submit Outside of It');
  const contest = sanitizeForUi(same.contest ?? same.place, 100);
  const pressed = await window.showWarningMessage(
    l10n.t(
      '{0} is also a problem of {1}, which is running. Where should {2} be submitted?',
      problemId,
      contest,
      source.name,
    ),
    {
      modal: true,
      detail: l10n.t('Outside of the contest, {0} counts it as practice.', nameOfJudge(judge)),
    },
    inContest,
    outside,
  );
  if (pressed === undefined) return null;
  if (pressed === outside) return choices;
  return {
    ...choices,
    problemId: same.problemId,
    place: same.place,
    contest: listed?.contest ?? { title: same.contest ?? null, endsAt: null, id: same.place },
    ...(same.letter === undefined ? {} : { letter: same.letter }),
  };
}
