import { l10n } from 'vscode';
import { shortMoment } from '../labels/dateFormats';
import { nameOfJudgeId } from '../labels/judgeLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import type { PausedJudge } from './contestWatch';

export function pauseWords({ service, contest }: PausedJudge): string {
  const judge = nameOfJudgeId(service);
  const title = sanitizeForUi(contest.title ?? '', 60) || l10n.t('contest');
  return contest.endsAt === null
    ? l10n.t('{0}: {1} is running, and its end is unknown', judge, title)
    : l10n.t('{0}: {1} is running until {2}', judge, title, shortMoment(contest.endsAt));
}
