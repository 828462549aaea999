import type { Problem, ProblemSubtask } from '../problems/problem';
import type { Verdict } from './verdict';

export interface CaseState {
  readonly id: number;
  readonly verdict: Verdict;
  readonly score: number;
  /** CPU time, ms. */
  readonly time: number;
  /** Peak memory, KiB. */
  readonly memory: number;
  readonly signal: number;
  readonly exitCode: number;
  readonly description: string | null;
}

export interface SubtaskState {
  readonly id: number;
  readonly verdict: Verdict;
  readonly score: number;
  readonly time: number;
  readonly memory: number;
  readonly cases: readonly CaseState[];
}

/** The state of a submission while it is judged. */
export interface JudgingState {
  readonly compile: { readonly success: boolean; readonly message: string; readonly opt2: boolean };
  /** Null while only the compilation has finished. */
  readonly judge: SubtaskState | null;
  readonly subtasks: readonly SubtaskState[];
}

/**
 * Returns the subtasks of a problem with all cases waiting. Case numbers start at 1 and continue across subtasks.
 * Subtask numbers start at 0.
 */
export function unjudged(problem: Problem): SubtaskState[] {
  let cases = 0;
  return problem.subtasks().map((subtask, id) => ({
    id,
    verdict: 'waiting',
    score: 0,
    time: 0,
    memory: 0,
    cases: subtask.cases.map(() => waitingCase(++cases)),
  }));
}

function waitingCase(id: number): CaseState {
  return { id, verdict: 'waiting', score: 0, time: 0, memory: 0, signal: 0, exitCode: 0, description: null };
}

/** Returns a subtask with its verdict, score, time (sum), and memory (peak), computed from its cases. */
export function withSummary(state: SubtaskState, subtask: ProblemSubtask): SubtaskState {
  const verdict = overall(state.cases);
  const time = sum(state.cases.map((caseState) => caseState.time));
  const memory = Math.max(0, ...state.cases.map((caseState) => caseState.memory));
  const scores = state.cases.map((caseState) => caseState.score);
  const score = subtask.scoring === 'sum' ? sum(scores) : Math.min(...scores);
  return { ...state, verdict, time, memory, score };
}

/** Returns the totals of the record, computed from its subtasks. */
export function recordOf(id: number, subtasks: readonly SubtaskState[]): SubtaskState {
  return {
    id,
    verdict: overall(subtasks),
    score: sum(subtasks.map((subtask) => subtask.score)),
    time: sum(subtasks.map((subtask) => subtask.time)),
    memory: Math.max(0, ...subtasks.map((subtask) => subtask.memory)),
    cases: [],
  };
}

function overall(parts: readonly { readonly verdict: Verdict }[]): Verdict {
  const verdicts = new Set(parts.map((part) => part.verdict));
  if (verdicts.size === 1 && verdicts.has('waiting')) return 'waiting';
  if (verdicts.has('waiting') || verdicts.has('judging')) return 'judging';
  return verdicts.size === 1 && verdicts.has('accepted') ? 'accepted' : 'unaccepted';
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, other) => total + other, 0);
}
