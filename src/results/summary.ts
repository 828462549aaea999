import type { Case, Envelope, Subtask } from './model';
import { type JudgeSemantics, meaningOf, wasNotRun, type StatusCode } from './status';

/**
 * Whether a result is final. `hidden`: the judge withholds it because of a contest. `unknown`: the status codes don't
 * show whether it is final; after a long time without a change, the record becomes `settled`.
 */
export type Completion = 'unfinished' | 'finished' | 'hidden' | 'unknown';

/** Determines whether a result is final, without regard to its age. */
export function completionOf(envelope: Envelope | null, rules: JudgeSemantics): Completion {
  if (!envelope?.data) return 'unfinished';
  const { compile, judge, hidden } = envelope.data;
  if (hidden) return 'hidden';
  if (judge?.isPreliminary) return 'unfinished';
  // after a failed compilation there may never be a verdict, even if the judge doesn't mark the result as final
  if (compile?.success === false) {
    if (rules.compileFailureIsFinal) return 'finished';
    if (!judge || judge.status === null) return 'unknown';
  }
  if (!judge || judge.status === null) {
    return Object.keys(rules.statuses).length > 0 ? 'unfinished' : 'unknown';
  }
  const meaning = meaningOf(rules.statuses, judge.status);
  if (!meaning) return rules.unknownStatusIsFinal === true ? 'finished' : 'unknown';
  return meaning.kind === 'pending' ? 'unfinished' : 'finished';
}

export interface CaseProgress {
  /** cases that have a verdict */
  readonly done: number;
  /** number of all cases; null unless some cases are unfinished and the judge lists or counts them */
  readonly total: number | null;
}

/** Counts the finished cases, for “34 of 50”, or for “34 so far” if the judge lists only finished cases. */
export function caseProgress(envelope: Envelope | null, rules: JudgeSemantics): CaseProgress {
  const { passed, total = null } = envelope?.data?.judge ?? {};
  if (passed !== undefined) return { done: passed, total };
  let done = 0;
  let listed = 0;
  for (const subtask of subtasksOf(envelope)) {
    for (const testCase of subtask.cases) {
      if (isRepeated(testCase)) continue;
      listed += 1;
      if (testCase.status !== null && !isPending(testCase, rules)) done += 1;
    }
  }
  const caseCount = Math.max(listed, total ?? 0);
  return { done, total: caseCount > done ? caseCount : null };
}

/** How many cases passed, and of how many the verdict isn't shown. */
export interface CaseCounts {
  /** the judge's own number, which includes hidden cases, or else the number of listed cases that are accepted */
  readonly passed: number;
  /** listed cases without a verdict; 0 until the result is final */
  readonly hidden: number;
  /** listed cases that ran, but whose outputs weren't compared */
  readonly notCompared: number;
}

/** Counts the passed and the hidden cases. A case without a verdict is neither passed nor failed. */
export function countCases(envelope: Envelope | null, rules: JudgeSemantics): CaseCounts {
  let accepted = 0;
  let withoutVerdict = 0;
  let notCompared = 0;
  for (const { status } of casesOf(envelope)) {
    const meaning = meaningOf(rules.statuses, status);
    if (status === null) withoutVerdict += 1;
    else if (meaning?.noVerdict === 'notCompared') notCompared += 1;
    else if (meaning?.kind === 'accepted') accepted += 1;
  }
  const isFinal = completionOf(envelope, rules) !== 'unfinished';
  return {
    passed: envelope?.data?.judge?.passed ?? accepted,
    hidden: isFinal ? withoutVerdict : 0,
    notCompared,
  };
}

/**
 * Returns whether an earlier subtask contains the same run of the same test, so that the case doesn't count again
 * (`extra.isRepeated`). At some judges, a test belongs to several subtasks.
 */
export function isRepeated({ extra }: Case): boolean {
  return extra?.['isRepeated'] === true;
}

export function subtasksOf(envelope: Envelope | null): readonly Subtask[] {
  return envelope?.data?.judge?.subtasks ?? [];
}

function isPending(testCase: Case, rules: JudgeSemantics): boolean {
  return meaningOf(rules.statuses, testCase.status)?.kind === 'pending';
}

/**
 * Returns keys that identify subtasks or cases across results, in the order of `items`. A key is the ID, followed by
 * the occurrence if the ID repeats: `3`, then `3~2` for the second item with ID 3. `-` replaces a missing ID. A key
 * doesn't change when items with other IDs appear before or after the item.
 */
export function identities(items: readonly (Subtask | Case)[]): string[] {
  const occurrences = new Map<number | null, number>();
  return items.map(({ id }) => {
    const occurrence = (occurrences.get(id) ?? 0) + 1;
    occurrences.set(id, occurrence);
    const name = id === null ? '-' : String(id);
    return occurrence === 1 ? name : `${name}~${occurrence}`;
  });
}

/** Returns the case with these identities, or null if there is none. */
export function caseIn(
  envelope: Envelope | null,
  place: { readonly subtask: string; readonly case: string },
): Case | null {
  const { cases = [] } = subtaskIn(envelope, place.subtask) ?? {};
  return cases[identities(cases).indexOf(place.case)] ?? null;
}

/** Returns the subtask with this identity, or null if there is none. */
export function subtaskIn(envelope: Envelope | null, identity: string): Subtask | null {
  const subtasks = subtasksOf(envelope);
  return subtasks[identities(subtasks).indexOf(identity)] ?? null;
}

/** The reason why a record or subtask isn't accepted, derived from its cases. */
export interface Failure {
  /** number of cases that failed, or couldn't be judged */
  readonly failed: number;
  /** number of cases that passed partially */
  readonly partial: number;
  /** number of cases that weren't run, for example because another case failed */
  readonly notRun: number;
  /** the first failed case; if none failed, the first case that passed partially or couldn't be judged; null: none */
  readonly first: Case | null;
  /** the status of `first` if the overall status is only a general failure; null: the overall status is specific */
  readonly cause: StatusCode | null;
}

/** Summarizes the failed cases. `overallStatus` is the status of the record or subtask. Takes linear time. */
export function failureOf(
  overallStatus: StatusCode | null,
  cases: Iterable<Case>,
  rules: JudgeSemantics,
): Failure {
  const outcomes = new Map<StatusCode | null, CaseOutcome>();
  const counts: Record<CaseOutcome, number> = { failed: 0, error: 0, partial: 0, notRun: 0, other: 0 };
  let first: Case | null = null;
  let heaviest = 0;
  for (const testCase of cases) {
    let outcome = outcomes.get(testCase.status);
    if (outcome === undefined) outcomes.set(testCase.status, (outcome = caseOutcome(testCase.status, rules)));
    counts[outcome] += 1;
    if (weights[outcome] > heaviest) {
      heaviest = weights[outcome];
      first = testCase;
    }
  }
  const isOverall = isUnspecificFailure(overallStatus, rules) && !outcomes.has(overallStatus);
  return {
    failed: counts.failed + counts.error,
    partial: counts.partial,
    notRun: counts.notRun,
    first,
    cause: first && isOverall ? first.status : null,
  };
}

export function failureIn(envelope: Envelope | null, rules: JudgeSemantics): Failure {
  return failureOf(envelope?.data?.judge?.status ?? null, casesOf(envelope), rules);
}

export interface FirstFailed {
  readonly case: Case;
  /** `2-1`, see `caseName` */
  readonly name: string;
  /** identities of the subtask and of the case, see `identities` */
  readonly place: { readonly subtask: string; readonly case: string };
}

/** Locates the first failed case of a record, see `Failure.first`. Null if there is none. */
export function firstFailedIn(
  envelope: Envelope | null,
  rules: JudgeSemantics,
  { first }: Failure = failureIn(envelope, rules),
): FirstFailed | null {
  return locatedCase(envelope, first);
}

/** Locates the first case with this status. Null if there is none. */
export function firstWithStatus(envelope: Envelope | null, status: StatusCode): FirstFailed | null {
  const found = [...casesOf(envelope)].find((testCase) => testCase.status === status);
  return locatedCase(envelope, found ?? null);
}

function locatedCase(envelope: Envelope | null, first: Case | null): FirstFailed | null {
  const subtasks = subtasksOf(envelope);
  const index = first ? subtasks.findIndex(({ cases }) => cases.includes(first)) : -1;
  const subtask = subtasks[index];
  if (!first || !subtask) return null;
  return {
    case: first,
    name: caseName(subtask.id, first.id, haveRepeatedCaseIds(subtasks)),
    place: {
      subtask: identities(subtasks)[index] ?? '',
      case: identities(subtask.cases)[subtask.cases.indexOf(first)] ?? '',
    },
  };
}

function* casesOf(envelope: Envelope | null): Generator<Case, void> {
  for (const { cases } of subtasksOf(envelope))
    for (const testCase of cases) if (!isRepeated(testCase)) yield testCase;
}

/** Contribution of a case to the result. `error`: it couldn't be judged; `other`: accepted, pending, or unknown */
type CaseOutcome = 'failed' | 'error' | 'partial' | 'notRun' | 'other';

/** The first case with the highest weight is the reason of a failure. */
const weights: Readonly<Record<CaseOutcome, number>> = {
  failed: 2,
  error: 1,
  partial: 1,
  notRun: 0,
  other: 0,
};

function caseOutcome(status: StatusCode | null, rules: JudgeSemantics): CaseOutcome {
  const meaning = meaningOf(rules.statuses, status);
  if (!meaning) return 'other';
  if (wasNotRun(meaning)) return 'notRun';
  if (meaning.noVerdict === 'inReview') return 'other';
  const { kind } = meaning;
  return kind === 'failed' || kind === 'partial' || kind === 'error' ? kind : 'other';
}

/**
 * Returns whether a verdict is a failure without a specific reason. Exceeded limits, crashes, etc. have other styles.
 */
function isUnspecificFailure(status: StatusCode | null, { statuses }: JudgeSemantics): boolean {
  const meaning = meaningOf(statuses, status);
  return meaning?.kind === 'failed' && meaning.style === 'wrongAnswer';
}

/**
 * Returns the name of a case: `2-1` (subtask ID, case ID) if `showsSubtask`, or else `1`. A missing case ID becomes
 * `–`. The subtask is only needed if case IDs repeat, see `haveRepeatedCaseIds`.
 */
export function caseName(subtask: number | null, caseId: number | null, showsSubtask: boolean): string {
  const caseLabel = caseId === null ? '–' : String(caseId);
  return showsSubtask && subtask !== null ? `${subtask}-${caseLabel}` : caseLabel;
}

const repeatedIdsByList = new WeakMap<readonly Subtask[], boolean>();

/** Returns whether two subtasks contain different cases with the same ID. Caches the result for each list. */
export function haveRepeatedCaseIds(subtasks: readonly Subtask[]): boolean {
  if (subtasks.length < 2) return false;
  const cached = repeatedIdsByList.get(subtasks);
  if (cached !== undefined) return cached;
  const seen = new Set<number | null>();
  let hasRepeatedId = false;
  for (const { cases } of subtasks) {
    const ids = new Set(cases.flatMap((testCase) => (isRepeated(testCase) ? [] : [testCase.id])));
    if ([...ids].some((id) => seen.has(id))) {
      hasRepeatedId = true;
      break;
    }
    ids.forEach((id) => seen.add(id));
  }
  repeatedIdsByList.set(subtasks, hasRepeatedId);
  return hasRepeatedId;
}
