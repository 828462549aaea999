import { contestState, type Contest } from '../results/withoutDecoder';
import { isSample, type KnownRecord } from './record';
import { sameJson } from '../base/sameJson';
import { CONTEST_GRACE_MS, ENDED_CONTEST_KEPT_MS, MAX_REPORTED_CONTESTS } from './limits';

export interface ReportedContest {
  /** ID of the judge. */
  readonly service: string;
  readonly contest: Contest;
}

/**
 * Returns the type and the host with the path of a judge. Entries with the same site have the same contests, even if
 * their names, protocols, ports, and handles differ.
 */
export function siteOf(service: string): string {
  const [type = '', address = ''] = service.split(' ');
  const url = URL.canParse(address) ? new URL(address) : null;
  // Without a URL, the address is the user's handle.
  if (!url?.host) return type;
  // The fragment of a URL is the number of a contest, or a course or handle, which have no separate contests.
  const contest = /^#\d+$/.test(url.hash) ? url.hash : '';
  return `${type} ${url.hostname}${url.pathname.replace(/\/$/, '')}${contest}`;
}

/** Identifies a contest. A contest without an ID has its title instead. */
export function contestKey({ service, contest }: ReportedContest): string {
  return JSON.stringify([
    siteOf(service),
    contest.id ?? null,
    contest.id === undefined ? contest.title : null,
  ]);
}

/**
 * Returns whether a contest has begun, and not ended, at `now` (ms since 1970). A contest without a known end counts as
 * running until the judge reports that it is over. Homework isn't a contest.
 */
export function isRunning(contest: Contest, now: number): boolean {
  const { endsAt, isOver, isHomework } = contest;
  if (isOver || isHomework || contestState(contest, now + CONTEST_GRACE_MS) === 'notBegun') return false;
  return endsAt === null || now < endsAt + CONTEST_GRACE_MS;
}

/** Returns the contest of a record. Null if none is known, or for homework and demo results. */
export function contestOfRecord(record: KnownRecord): ReportedContest | null {
  const contest = record.submission?.contest;
  return !contest || contest.isHomework || isSample(record) ? null : { service: record.service, contest };
}

/**
 * Returns the running contest of a judge's site that ends last, or one without a known end. Null if none is running. If a
 * contest is in `reported` and in a record, the end in `reported` counts, because it is newer. `now`: ms since 1970.
 */
export function runningContest(
  service: string,
  records: readonly KnownRecord[],
  reported: readonly ReportedContest[],
  now: number,
): ReportedContest | null {
  const site = siteOf(service);
  const isOfSite = ({ service: other }: { readonly service: string }): boolean => siteOf(other) === site;
  const own = reported.filter(isOfSite);
  const keys = new Set(own.map(contestKey));
  const ofRecords = records
    .filter(isOfSite)
    .flatMap((record) => contestOfRecord(record) ?? [])
    .filter((contest) => !keys.has(contestKey(contest)))
    // its results prove that it has begun
    .map(({ service: ofRecord, contest }) => ({
      service: ofRecord,
      contest: { ...contest, startsAt: null },
    }));
  const running = [...own, ...ofRecords].filter(({ contest }) => isRunning(contest, now));
  const endOf = ({ contest }: ReportedContest): number => contest.endsAt ?? Infinity;
  return running.reduce<ReportedContest | null>(
    (last, contest) => (last === null || endOf(contest) > endOf(last) ? contest : last),
    null,
  );
}

/**
 * Adds newly reported contests to known ones. A report replaces an older one of the same contest, because organizers
 * move ends. Removes contests that ended long before `now` (ms since 1970), and those beyond a maximum number. Returns
 * `known` itself if nothing changes.
 */
export function withReported(
  known: readonly ReportedContest[],
  reports: readonly ReportedContest[],
  now: number,
): readonly ReportedContest[] {
  const byKey = new Map(known.map((contest) => [contestKey(contest), contest]));
  for (const report of reports) {
    const key = contestKey(report);
    const before = byKey.get(key);
    if (before && (sameJson(before.contest, report.contest) || isOnlyNamed(report, before))) continue;
    byKey.delete(key);
    byKey.set(key, report);
  }
  const isKept = ({ contest: { endsAt } }: ReportedContest): boolean =>
    endsAt === null || endsAt >= now - ENDED_CONTEST_KEPT_MS;
  const kept = withoutExcess([...byKey.values()].filter(isKept), now);
  const isSame = kept.length === known.length && kept.every((contest, at) => contest === known[at]);
  return isSame ? known : kept;
}

/**
 * Returns whether a report has only the name of a running contest whose times are known. Some judges list results without
 * the times of their contest.
 */
function isOnlyNamed({ contest }: ReportedContest, known: ReportedContest): boolean {
  const { endsAt, startsAt = null, isOver, hasBegun } = contest;
  return endsAt === null && startsAt === null && !isOver && hasBegun === undefined && !known.contest.isOver;
}

/**
 * Removes contests beyond the maximum number: ended ones first, and the oldest reports first. A judge with many ended
 * contests therefore can't remove a running one.
 */
function withoutExcess(contests: readonly ReportedContest[], now: number): readonly ReportedContest[] {
  const excess = contests.length - MAX_REPORTED_CONTESTS;
  if (excess <= 0) return contests;
  const ended = contests.filter(({ contest }) => !isRunning(contest, now));
  const running = contests.filter(({ contest }) => isRunning(contest, now));
  const removed = new Set([...ended, ...running].slice(0, excess));
  return contests.filter((contest) => !removed.has(contest));
}
