import { caseName, numberAnew } from './caseName';
import type { Case, Envelope } from './model';
import type { JudgingRules } from './rules';
import { meaningOf, wasNotRun, type StatusCode } from './status';
import { identities, subtasksOf } from './summary';

/** Why a record or subtask isn't accepted, told by its cases. */
export interface Failure {
  /** how many cases failed, partly too */
  readonly failed: number;
  /** the first that failed, before those that were skipped or couldn't be judged; null: none */
  readonly first: Case | null;
  /** the status of `first` where its own only says that something failed; null: its own says what */
  readonly cause: StatusCode | null;
}

/** `own`: what the service says of the whole. Linear in the number of cases. */
export function failureOf(own: StatusCode | null, cases: Iterable<Case>, rules: JudgingRules): Failure {
  const weights = new Map<StatusCode | null, number>();
  let failed = 0;
  let first: Case | null = null;
  let heaviest = 0;
  for (const one of cases) {
    let weight = weights.get(one.status);
    if (weight === undefined) weights.set(one.status, (weight = weightOf(one.status, rules)));
    if (weight > 0) failed += 1;
    if (weight > heaviest) {
      heaviest = weight;
      first = one;
    }
  }
  const isOverall = isGeneral(own, rules) && !weights.has(own);
  return { failed, first, cause: first && isOverall ? first.status : null };
}

/** What is shown of a whole result. */
export function failureIn(envelope: Envelope | null, rules: JudgingRules): Failure {
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
export function firstFailedIn(envelope: Envelope | null, rules: JudgingRules): FirstFailed | null {
  const { first } = failureIn(envelope, rules);
  const subtasks = subtasksOf(envelope);
  const index = first ? subtasks.findIndex(({ cases }) => cases.includes(first)) : -1;
  const subtask = subtasks[index];
  if (!first || !subtask) return null;
  return {
    case: first,
    name: caseName(subtask.id, first.id, numberAnew(subtasks)),
    place: {
      subtask: identities(subtasks)[index] ?? '',
      case: identities(subtask.cases)[subtask.cases.indexOf(first)] ?? '',
    },
  };
}

function* casesOf(envelope: Envelope | null): Generator<Case, void> {
  for (const { cases } of subtasksOf(envelope)) yield* cases;
}

/** 2: it failed; 1: it isn't accepted for another reason; 0: nothing is known to be wrong with it. */
function weightOf(status: StatusCode | null, rules: JudgingRules): 0 | 1 | 2 {
  const meaning = meaningOf(rules.statuses, status);
  if (!meaning || wasNotRun(meaning)) return 0;
  if (meaning.kind === 'failed') return 2;
  return meaning.kind === 'partial' || meaning.kind === 'error' ? 1 : 0;
}

/** A failed verdict that may say no more than that: limits, crashes and compilers have looks of their own. */
function isGeneral(status: StatusCode | null, { statuses }: JudgingRules): boolean {
  const meaning = meaningOf(statuses, status);
  return meaning?.kind === 'failed' && meaning.look === 'wrongAnswer';
}
