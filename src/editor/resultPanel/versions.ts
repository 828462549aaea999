import { isCustomInputRun, isSampleRun } from '../labels/customInputRuns';
import { areOfSameProblem } from '../labels/problemState';
import { namesProblem, submissionTime, type KnownRecord } from '../../records';
import { MAX_CHART_VERSIONS } from './limits';

/**
 * Returns the previous record of the same source file that has a result; null: none. A submission is compared with
 * submissions, a run of the samples with runs on the same judge.
 */
export function earlierOf(record: KnownRecord, all: readonly KnownRecord[]): KnownRecord | null {
  const earlier = all.filter(
    (other) =>
      other.key !== record.key &&
      other.summary &&
      submissionTime(other) < submissionTime(record) &&
      isOtherVersion(record, other),
  );
  return earlier.sort((a, b) => submissionTime(b) - submissionTime(a))[0] ?? null;
}

/**
 * Returns the versions of a record's source file that have a final result, oldest first, and the record itself. Empty if
 * it is the only one. Limited to `MAX_CHART_VERSIONS`.
 */
export function versionsOf(record: KnownRecord, all: readonly KnownRecord[]): readonly KnownRecord[] {
  const versions = all
    .filter(
      (other) =>
        other.key === record.key ||
        (isOtherVersion(record, other) &&
          (other.summary?.completion === 'finished' || other.summary?.completion === 'unknown')),
    )
    .sort((a, b) => submissionTime(a) - submissionTime(b));
  if (versions.length < 2) return [];
  // the most recent versions, or older ones if the record isn't among them
  const first = Math.min(
    versions.findIndex(({ key }) => key === record.key),
    Math.max(versions.length - MAX_CHART_VERSIONS, 0),
  );
  return versions.slice(first, first + MAX_CHART_VERSIONS);
}

/**
 * Returns whether two records are results of versions of one file for one problem. A file can belong to problems of several
 * contests. A run with custom input never is such a result.
 */
function isOtherVersion(one: KnownRecord, other: KnownRecord): boolean {
  const uri = one.source?.uri;
  if (uri === undefined || other.source?.uri !== uri) return false;
  if (isCustomInputRun(one) || isCustomInputRun(other)) return false;
  if (!isSampleRun(one) && !isSampleRun(other)) {
    const areKnown = namesProblem(one.submission) && namesProblem(other.submission);
    return !areKnown || areOfSameProblem(one, other);
  }
  return isSampleRun(one) && isSampleRun(other) && one.service === other.service;
}

/** Sorts two records by the time of their submission. */
export function inOrder(
  one: KnownRecord,
  other: KnownRecord,
): readonly [before: KnownRecord, now: KnownRecord] {
  return submissionTime(one) <= submissionTime(other) ? [one, other] : [other, one];
}
