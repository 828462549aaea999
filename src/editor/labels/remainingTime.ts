import { l10n } from 'vscode';
import type { Remaining } from '../../judges';
import { ageWords } from './dateFormats';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Returns “ends in 12 min”, or “ended”; empty if the end is unknown. `now`: time of the judge's clock, ms since 1970.
 */
export function endWords(remaining: Remaining | null, now: number): string {
  const endsAt = remaining?.endsAt ?? null;
  if (endsAt === null) return '';
  const left = endsAt - now;
  return left <= 0 ? l10n.t('ended') : l10n.t('ends in {0}', timeLeftWords(left));
}

/** Returns “starts in 12 min”. `startsAt` is later than `now`. Both are times of the judge's clock, ms since 1970. */
export function startWords(startsAt: number, now: number): string {
  return l10n.t('starts in {0}', timeLeftWords(startsAt - now));
}

/** Returns “25 min left”. `left`: ms */
export function leftWords(left: number): string {
  return l10n.t('{0} left', timeLeftWords(left));
}

/** Returns how long the words for a remaining time stay the same, ms. `left`: ms */
export function timeUntilNextWords(left: number): number {
  const { unit, from, roundsUpAt } = unitOf(left);
  return Math.min((left - roundsUpAt + unit) % unit, left - from) + 1;
}

/** `left`: ms */
function timeLeftWords(left: number): string {
  const { unit, roundsUpAt } = unitOf(left);
  return ageWords(Math.max(Math.floor((left - roundsUpAt) / unit) + 1, 1) * unit);
}

/** How `timeLeftWords` formats durations, ms. */
interface LeftUnit {
  readonly unit: number;
  /** the shortest duration */
  readonly from: number;
  /** part of a unit that counts as a whole one */
  readonly roundsUpAt: number;
}

/** Rounds minutes down, so that nobody expects too much time at the end, and hours to the nearest one. */
function unitOf(duration: number): LeftUnit {
  if (duration < MINUTE) return { unit: 1000, from: 0, roundsUpAt: 1000 };
  if (duration < 2 * HOUR) return { unit: MINUTE, from: MINUTE, roundsUpAt: MINUTE };
  if (duration < 3 * DAY) return { unit: HOUR, from: 2 * HOUR, roundsUpAt: HOUR / 2 };
  return { unit: DAY, from: 3 * DAY, roundsUpAt: DAY / 2 };
}

/** Returns “3 submissions left”; empty if unlimited or unknown. */
export function submissionsLeftWords(remaining: Remaining | null): string {
  const count = remaining?.submissions ?? null;
  if (count === null) return '';
  if (count === 0) return l10n.t('no submissions left');
  return count === 1 ? l10n.t('1 submission left') : l10n.t('{0} submissions left', count);
}
