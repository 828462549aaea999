import type { Case, Envelope, Subtask } from './model';
import { type JudgeSemantics, meaningOf, wasNotRun, type StatusCode } from './status';

/**
 * Whether a result is the last word. `hidden`: there is one, but a contest keeps it back. `unknown`: the service's codes
 * don't tell; only time can (`settled`).
 */
export type Completion = 'unfinished' | 'finished' | 'hidden' | 'unknown';

export function completionOf(envelope: Envelope | null, rules: JudgeSemantics): Completion {
  if (!envelope?.data) return 'unfinished';
  const { compile, judge, hidden } = envelope.data;
  if (hidden) return 'hidden';
  // what cannot be judged may be all there ever is, even where the service doesn't say so
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
  /** all cases, known only where the service lists the unfinished ones too; else null */
  readonly total: number | null;
}

/** “34 of 50” if unfinished cases are listed or counted, “34 so far” if only the finished ones are. */
export function caseProgress(envelope: Envelope | null, rules: JudgeSemantics): CaseProgress {
  const { passed, total = null } = envelope?.data?.judge ?? {};
  if (passed !== undefined) return { done: passed, total };
  let done = 0;
  let listed = 0;
  for (const subtask of subtasksOf(envelope)) {
    for (const one of subtask.cases) {
      listed += 1;
      if (!isPending(one, rules)) done += 1;
    }
  }
  const all = Math.max(listed, total ?? 0);
  return { done, total: all > done ? all : null };
}

export function subtasksOf(envelope: Envelope | null): readonly Subtask[] {
  return envelope?.data?.judge?.subtasks ?? [];
}

function isPending(one: Case, rules: JudgeSemantics): boolean {
  return meaningOf(rules.statuses, one.status)?.kind === 'pending';
}

/**
 * What makes a subtask or case the same one in the next result: its ID, and which occurrence it is where that repeats,
 * so that it stays itself when others appear before or after it. One key an item, in the order of `items`: `3`, `3~2`
 * for the second with ID 3, `-` where there is no ID.
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

/** The case of these identities; null: there is none. */
export function caseIn(
  envelope: Envelope | null,
  place: { readonly subtask: string; readonly case: string },
): Case | null {
  const { cases = [] } = subtaskIn(envelope, place.subtask) ?? {};
  return cases[identities(cases).indexOf(place.case)] ?? null;
}

/** The subtask of this identity; null: there is none. */
export function subtaskIn(envelope: Envelope | null, identity: string): Subtask | null {
  const subtasks = subtasksOf(envelope);
  return subtasks[identities(subtasks).indexOf(identity)] ?? null;
}

/** Why a record or subtask isn't accepted, told by its cases. */
export interface Failure {
  /** how many cases failed, partly too */
  readonly failed: number;
  /** how many were not run, because of others */
  readonly notRun: number;
  /** the first that failed, before those that were skipped or couldn't be judged; null: none */
  readonly first: Case | null;
  /** the status of `first` where its own only says that something failed; null: its own says what */
  readonly cause: StatusCode | null;
}

/** `own`: what the service says of the whole. Linear in the number of cases. */
export function failureOf(own: StatusCode | null, cases: Iterable<Case>, rules: JudgeSemantics): Failure {
  const weights = new Map<StatusCode | null, number>();
  let failed = 0;
  let notRun = 0;
  let first: Case | null = null;
  let heaviest = 0;
  for (const one of cases) {
    let weight = weights.get(one.status);
    if (weight === undefined) weights.set(one.status, (weight = weightOf(one.status, rules)));
    if (weight > 0) failed += 1;
    if (weight === notRunWeight) notRun += 1;
    if (weight > heaviest) {
      heaviest = weight;
      first = one;
    }
  }
  const isOverall = isGeneral(own, rules) && !weights.has(own);
  return { failed, notRun, first, cause: first && isOverall ? first.status : null };
}

/** What is shown of a whole result. */
export function failureIn(envelope: Envelope | null, rules: JudgeSemantics): Failure {
  return failureOf(envelope?.data?.judge?.status ?? null, casesOf(envelope), rules);
}

/** The first failed case of a record. */
export interface FirstFailed {
  readonly case: Case;
  /** `2-1` */
  readonly name: string;
  /** where it stands, by the identities of its subtask and of itself */
  readonly place: { readonly subtask: string; readonly case: string };
}

/** Null: none failed. */
export function firstFailedIn(
  envelope: Envelope | null,
  rules: JudgeSemantics,
  { first }: Failure = failureIn(envelope, rules),
): FirstFailed | null {
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
  for (const { cases } of subtasksOf(envelope)) yield* cases;
}

const notRunWeight = -1;

/** 2: it failed; 1: it isn't accepted for another reason; 0: nothing is known to be wrong with it; −1: it was not run. */
function weightOf(status: StatusCode | null, rules: JudgeSemantics): -1 | 0 | 1 | 2 {
  const meaning = meaningOf(rules.statuses, status);
  if (!meaning) return 0;
  if (wasNotRun(meaning)) return notRunWeight;
  if (meaning.noVerdict === 'inReview') return 0;
  if (meaning.kind === 'failed') return 2;
  return meaning.kind === 'partial' || meaning.kind === 'error' ? 1 : 0;
}

/** A failed verdict that may say no more than that: limits, crashes and compilers have looks of their own. */
function isGeneral(status: StatusCode | null, { statuses }: JudgeSemantics): boolean {
  const meaning = meaningOf(statuses, status);
  return meaning?.kind === 'failed' && meaning.look === 'wrongAnswer';
}

/**
 * What a case is called, by the IDs of its subtask and of itself: `2-1` where subtasks number their cases anew; else `1`,
 * which is then the only one.
 */
export function caseName(subtask: number | null, one: number | null, showsSubtask: boolean): string {
  const own = one === null ? '–' : String(one);
  return showsSubtask && subtask !== null ? `${subtask}-${own}` : own;
}

const known = new WeakMap<readonly Subtask[], boolean>();

/** Whether two subtasks have a case of the same ID. Found out once a list. */
export function haveRepeatedCaseIds(subtasks: readonly Subtask[]): boolean {
  if (subtasks.length < 2) return false;
  const before = known.get(subtasks);
  if (before !== undefined) return before;
  const seen = new Set<number | null>();
  let found = false;
  for (const { cases } of subtasks) {
    const own = new Set(cases.map(({ id }) => id));
    if ([...own].some((id) => seen.has(id))) {
      found = true;
      break;
    }
    own.forEach((id) => seen.add(id));
  }
  known.set(subtasks, found);
  return found;
}
