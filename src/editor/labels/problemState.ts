import { l10n } from 'vscode';
import {
  contestOfRecord,
  isAwaited,
  isInBrowser,
  isRejudging,
  namesProblem,
  showsVerdict,
  submissionTime,
  verdictOf,
  type KnownRecord,
} from '../../records';
import { isJudged } from './customInputRuns';
import { shortMoment } from './dateFormats';
import { joined, verdictWithScore } from './recordLabels';

export interface ProblemState {
  /** The first accepted submission; null: not solved. */
  readonly solved: KnownRecord | null;
  /**
   * Number of judged submissions up to the first accepted one. Compile errors, and submissions that the judge or the jury
   * didn't accept, aren't counted.
   */
  readonly tries: number;
  /**
   * The newest submission that is still judged, or else the newest one that the jury doesn't ignore, or else the newest
   * one; null: none.
   */
  readonly last: KnownRecord | null;
}

/**
 * Returns the user's result of a problem. `records`: the results of the problem. Ignores runs with samples or custom
 * input, and submissions of other users.
 */
export function problemState(records: readonly KnownRecord[]): ProblemState {
  const own = records
    .filter((record) => isJudged(record) && record.submission?.user === undefined)
    .sort((a, b) => submissionTime(a) - submissionTime(b));
  const counted = own.filter(isTry);
  const first = counted.findIndex((record) => verdictOf(record)?.kind === 'accepted');
  return {
    solved: first === -1 ? null : (counted[first] ?? null),
    tries: first === -1 ? counted.length : first + 1,
    last: own.findLast(isAwaited) ?? own.findLast(({ summary }) => !summary?.isIgnored) ?? own.at(-1) ?? null,
  };
}

/** Returns “✓ 13 min · 3 tries” or “✗ 2 tries”; empty if nothing was judged. */
export function problemStateWords({ solved, tries }: ProblemState): string {
  const count = tries === 1 ? l10n.t('1 try') : l10n.t('{0} tries', tries);
  if (solved) return joined(' · ', `✓ ${solvedAfter(solved)}`, count);
  return tries === 0 ? '' : `✗ ${count}`;
}

/** Returns whether two submissions are to one problem of one judge and contest, as far as it is known. */
export function areOfSameProblem(one: KnownRecord, other: KnownRecord): boolean {
  return (
    one.service === other.service &&
    one.submission?.problemId === other.submission?.problemId &&
    (one.submission?.place ?? null) === (other.submission?.place ?? null)
  );
}

/**
 * Returns the verdict of the same user's previous submission to the problem, until this one has a verdict. Empty: this
 * one has a verdict or is the first, or the problem is unknown. For a record that is rejudged, returns its own last
 * verdict.
 */
export function verdictBefore(record: KnownRecord, records: readonly KnownRecord[]): string {
  const isWaiting = isAwaited(record) || isInBrowser(record);
  const { submission } = record;
  if (!isWaiting || !isJudged(record) || !namesProblem(submission) || isRejudging(record)) return '';
  const earlier = records.filter(
    (other) =>
      other.key !== record.key &&
      isJudged(other) &&
      showsVerdict(other) &&
      areOfSameProblem(other, record) &&
      other.submission?.user === submission.user &&
      submissionTime(other) <= submissionTime(record),
  );
  const [before] = earlier.toSorted((a, b) => submissionTime(b) - submissionTime(a));
  return before ? verdictWithScore(before) : '';
}

/** Returns “Waiting · last: WA 10”. `before`: the verdict of the previous submission; empty: none. */
export function withVerdictBefore(verdict: string, before: string): string {
  return before === '' ? verdict : l10n.t('{0} · last: {1}', verdict, before);
}

function isTry(record: KnownRecord): boolean {
  const verdict = verdictOf(record);
  if (!verdict || !showsVerdict(record) || isAwaited(record) || record.summary?.isIgnored) return false;
  const isEvaluated = verdict.kind === 'accepted' || verdict.kind === 'partial' || verdict.kind === 'failed';
  return isEvaluated && verdict.style !== 'compileError' && !verdict.meaning?.tooLate;
}

const minute = 60_000;

/** Contests whose minutes are counted are at most this long. */
const longestContest = 10 * 60 * minute;

/** Returns the minute of the contest, “13 min”. Outside of a contest, or in one of several days, returns the moment. */
function solvedAfter(record: KnownRecord): string {
  const at = submissionTime(record);
  const { startsAt = null, endsAt = null } = contestOfRecord(record)?.contest ?? {};
  const isCounted = startsAt !== null && at >= startsAt && (endsAt ?? at) - startsAt <= longestContest;
  if (!isCounted || (endsAt !== null && at >= endsAt)) return shortMoment(at);
  return l10n.t('{0} min', Math.floor((at - startsAt) / minute));
}
