import { l10n } from 'vscode';
import { contestState, type Contest } from '../../results';
import type { JudgeId } from '../../judges';
import type { ReportedContest } from '../../records';
import { shortMoment } from '../labels/dateFormats';
import { nameOfJudgeId } from '../labels/judgeLabels';
import { joined } from '../labels/recordLabels';
import { leftWords, startWords, timeUntilNextWords } from '../labels/remainingTime';
import { sanitizeForUi } from '../labels/sanitizeText';
import { SHOWN_AFTER_END_MS, SHOWN_BEFORE_START_MS } from './limits';

/** A contest of a judge at a time of the judge's clock, ms since 1970. */
export interface TimedContest {
  readonly service: JudgeId;
  readonly contest: Contest;
  readonly now: number;
}

export function timedContests(
  contests: readonly ReportedContest[],
  timeAt: (service: JudgeId) => number,
): readonly TimedContest[] {
  return contests.map(({ service, contest }) => ({ service, contest, now: timeAt(service) }));
}

/** Returns the contests that concern the user now: running ones first, then coming ones, then ended ones. */
export function shownContests(contests: readonly TimedContest[]): readonly TimedContest[] {
  const ranked = contests.flatMap((timed) => {
    const rank = rankOf(timed);
    return rank === null ? [] : [{ timed, rank, at: changeOf(timed) }];
  });
  // two contests without a known time are equal
  const compare = (one: number, other: number): number => (one === other ? 0 : one - other);
  return ranked.toSorted((a, b) => compare(a.rank, b.rank) || compare(a.at, b.at)).map(({ timed }) => timed);
}

/** Null: the contest isn't shown. */
function rankOf({ contest, now }: TimedContest): number | null {
  const { startsAt = null, endsAt, isHomework } = contest;
  if (isHomework) return null;
  switch (contestState(contest, now)) {
    case 'running':
    case 'frozen':
      return 0;
    case 'notBegun':
      return startsAt === null || startsAt - now <= SHOWN_BEFORE_START_MS ? 1 : null;
    case 'ended':
      return endsAt !== null && endsAt <= now && now - endsAt < SHOWN_AFTER_END_MS ? 2 : null;
  }
}

/** Returns when the contest begins, or else ends; Infinity: unknown. */
function changeOf({ contest, now }: TimedContest): number {
  const { startsAt = null, endsAt } = contest;
  return (contestState(contest, now) === 'notBegun' ? startsAt : endsAt) ?? Infinity;
}

/** Returns “starts in 4 min”, “25 min left”, “25 min left · frozen”, or “ended”. */
export function clockWords({ contest, now }: TimedContest): string {
  const { startsAt = null, endsAt } = contest;
  const left = endsAt === null ? l10n.t('running') : leftWords(endsAt - now);
  switch (contestState(contest, now)) {
    case 'notBegun':
      return startsAt === null ? l10n.t('not begun') : startWords(startsAt, now);
    case 'running':
      return left;
    case 'frozen':
      return joined(' · ', left, l10n.t('frozen'));
    case 'ended':
      return l10n.t('ended');
  }
}

/** Returns the time until a contest is displayed differently, ms; Infinity: it isn't shown, or its text stays the same. */
export function timeUntilChange(timed: TimedContest): number {
  const { contest, now } = timed;
  if (rankOf(timed) === null) return Infinity;
  const { freezesAt = null, endsAt } = contest;
  const change = changeOf(timed) - now;
  const moments = [freezesAt ?? Infinity, endsAt === null ? Infinity : endsAt + SHOWN_AFTER_END_MS];
  const left = [...moments.map((moment) => moment - now), change].filter((time) => time > 0);
  const untilWords = change > 0 && change < Infinity ? timeUntilNextWords(change) : Infinity;
  return Math.min(...left, untilWords);
}

/** Describes a contest in two lines: its title with the judge, and its times. */
export function contestLines({ service, contest, now }: TimedContest): readonly string[] {
  const { endsAt, freezesAt = null } = contest;
  const freeze =
    freezesAt === null || (endsAt !== null && freezesAt >= endsAt)
      ? ''
      : l10n.t('scoreboard frozen from {0}', shortMoment(freezesAt, now));
  const times = joined(' · ', timesWords(contest, now), freeze);
  return [contestTitle(contest, nameOfJudgeId(service)), times].filter((line) => line !== '');
}

/** Returns the title of a contest with its judge. Contains the judge only once if its entry has the title of the contest. */
export function contestTitle({ title }: Contest, judge: string): string {
  const shown = sanitizeForUi(title ?? '', 100);
  return joined(' · ', shown === judge ? '' : shown, judge);
}

/** Returns “11:00–13:00”, “from 11:00”, or “until 13:00”; empty if neither the start nor the end is known. */
function timesWords({ startsAt = null, endsAt }: Contest, now: number): string {
  if (startsAt === null) return endsAt === null ? '' : l10n.t('until {0}', shortMoment(endsAt, now));
  const start = shortMoment(startsAt, now);
  return endsAt === null ? l10n.t('from {0}', start) : `${start}–${shortMoment(endsAt, now)}`;
}
