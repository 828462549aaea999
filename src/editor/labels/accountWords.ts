import { l10n } from 'vscode';
import type { Contest } from '../../results';
import { isJudgeTypeName, judgeTypes, type Account, type Judge } from '../../judges';
import { shortMoment } from './dateFormats';
import { joined } from './recordLabels';
import { startWords } from './remainingTime';
import { nameOfJudge } from './judgeLabels';
import { sanitizeForUi } from './sanitizeText';

/**
 * Returns notices about an account for the first submission; empty if none are needed. `now`: time of the judge's clock,
 * ms since 1970.
 */
export function accountWords({ cannotSubmit, contest }: Account, now: number): string {
  return joined(
    ' ',
    cannotSubmit ? reasonWords(cannotSubmit) : '',
    contest ? contestWords(contest, now) : '',
  );
}

/** Returns that a contest starts later or accepts no submissions, and the judge's warning; empty if none applies. */
export function contestWords(contest: Contest, now: number): string {
  const { startsAt = null } = contest;
  return joined(
    ' ',
    startsAt !== null && startsAt > now
      ? l10n.t('The contest {0} ({1}).', startWords(startsAt, now), shortMoment(startsAt, now))
      : '',
    ...contestNotices(contest),
  );
}

/** Returns that a contest accepts no submissions, and the judge's warning; empty if none applies. */
export function contestNotices({ acceptsSubmissions, warning }: Contest): readonly string[] {
  return [
    ...(acceptsSubmissions === false ? [l10n.t('The contest accepts no submissions.')] : []),
    ...(warning === undefined ? [] : [l10n.t('Message from the judge: {0}', sanitizeForUi(warning, 300))]),
  ];
}

/** Returns why the user's submissions can't be listed: their name is unknown. */
export function userNameNeeded(judge: Judge): string {
  const name = nameOfJudge(judge);
  return hasUserField(judge)
    ? l10n.t('To list your submissions on {0}, add your user name to its settings.', name)
    : l10n.t('{0} doesn’t return your user name, so your submissions can’t be listed.', name);
}

/** Returns whether the user can enter the name in the judge's settings. */
export function hasUserField({ type }: Judge): boolean {
  return isJudgeTypeName(type) && judgeTypes[type].promptedFields.some(({ field }) => field === 'user');
}

function reasonWords(reason: NonNullable<Account['cannotSubmit']>): string {
  switch (reason) {
    case 'noTeam':
      return l10n.t('This account has no team, so it can’t submit.');
    case 'noTeamRole':
      return l10n.t('This account isn’t a contestant’s, so it can’t submit.');
    case 'teamNotListed':
      return l10n.t('Your team isn’t listed in the contest. It may be disabled or not registered.');
  }
}
