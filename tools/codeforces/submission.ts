import type { CaseState, JudgingState } from '../service/judging/state';
import type { Problem } from '../service/problems/problem';

/** Verdicts. The local judge can't produce all of them. Only `change` sets the others. */
export type CodeforcesVerdict =
  | 'TESTING'
  | 'OK'
  | 'COMPILATION_ERROR'
  | 'RUNTIME_ERROR'
  | 'WRONG_ANSWER'
  | 'TIME_LIMIT_EXCEEDED'
  | 'MEMORY_LIMIT_EXCEEDED'
  | 'IDLENESS_LIMIT_EXCEEDED'
  | 'FAILED'
  | 'PARTIAL'
  | 'PRESENTATION_ERROR'
  | 'SECURITY_VIOLATED'
  | 'CRASHED'
  | 'INPUT_PREPARATION_CRASHED'
  | 'CHALLENGED'
  | 'SKIPPED'
  | 'REJECTED'
  | 'SUBMITTED';

export type Testset = 'SAMPLES' | 'PRETESTS' | 'TESTS' | 'CHALLENGES' | `TESTS${number}`;

export interface CodeforcesOutcome {
  /** Null while it waits in the queue. */
  verdict: CodeforcesVerdict | null;
  testset: Testset;
  passedTestCount: number;
  timeConsumedMillis: number;
  memoryConsumedBytes: number;
  /** Null if the contest has no scores. */
  points: number | null;
}

export interface CodeforcesSubmission extends CodeforcesOutcome {
  readonly id: number;
  readonly handle: string;
  /** Null if the problem doesn't belong to a contest. */
  readonly contestId: number | null;
  readonly problem: Problem;
  readonly index: string;
  readonly language: string;
  readonly code: string | null;
  readonly participantType: 'CONTESTANT' | 'PRACTICE';
  readonly createdAt: number;
  /** ms since 1970; null while it is pending. */
  endedAt: number | null;
}

export const queued: CodeforcesOutcome = {
  verdict: null,
  testset: 'TESTS',
  passedTestCount: 0,
  points: null,
  timeConsumedMillis: 0,
  memoryConsumedBytes: 0,
};

export function isPending({ verdict }: CodeforcesOutcome): boolean {
  return verdict === null || verdict === 'TESTING' || verdict === 'SUBMITTED';
}

/** Converts the result of the local judge to a Codeforces result, which ends at the first failed test. */
export function outcomeOf(state: JudgingState, { limits }: Problem): Omit<CodeforcesOutcome, 'testset'> {
  if (!state.compile.success) return { ...queued, verdict: 'COMPILATION_ERROR' };
  const cases = state.subtasks.flatMap((subtask) => subtask.cases);
  const firstNotPassed = cases.findIndex(({ verdict }) => verdict !== 'accepted');
  const passed = firstNotPassed < 0 ? cases : cases.slice(0, firstNotPassed);
  const next = cases[firstNotPassed];
  const run = next ? [...passed, next] : passed;
  return {
    verdict: next ? verdictOf(next, limits.time) : cases.length > 0 ? 'OK' : 'TESTING',
    passedTestCount: passed.length,
    timeConsumedMillis: Math.round(Math.max(0, ...run.map((caseState) => caseState.time))),
    memoryConsumedBytes: Math.round(Math.max(0, ...run.map((caseState) => caseState.memory)) * 1024),
    points: null,
  };
}

function verdictOf({ verdict, time }: CaseState, timeLimit: number): CodeforcesVerdict {
  switch (verdict) {
    case 'waiting':
    case 'judging':
      return 'TESTING';
    case 'wrongAnswer':
      return 'WRONG_ANSWER';
    case 'timeLimit':
      // If the wall-clock limit ended the program, it was waiting and used little CPU time.
      return time < timeLimit ? 'IDLENESS_LIMIT_EXCEEDED' : 'TIME_LIMIT_EXCEEDED';
    case 'memoryLimit':
      return 'MEMORY_LIMIT_EXCEEDED';
    case 'outputLimit':
    case 'runtimeError':
      return 'RUNTIME_ERROR';
    default:
      return 'FAILED';
  }
}

/** Returns the object `Submission` of the API. */
export function objectOf(submission: CodeforcesSubmission, includesSource: boolean): object {
  const { id, contestId, handle, problem, index, verdict, points, participantType, code } = submission;
  const inContest = contestId === null ? {} : { contestId };
  const creationTimeSeconds = Math.floor(submission.createdAt / 1000);
  return {
    id,
    ...inContest,
    creationTimeSeconds,
    relativeTimeSeconds: 2_147_483_647,
    problem: { ...inContest, index, name: problem.english.title, type: 'PROGRAMMING', tags: [] },
    author: { ...inContest, members: [{ handle }], participantType, ghost: false },
    programmingLanguage: submission.language,
    ...(verdict === null ? {} : { verdict }),
    testset: submission.testset,
    passedTestCount: submission.passedTestCount,
    timeConsumedMillis: submission.timeConsumedMillis,
    memoryConsumedBytes: submission.memoryConsumedBytes,
    ...(points === null ? {} : { points }),
    ...(includesSource && code !== null ? { sourceBase64: Buffer.from(code).toString('base64') } : {}),
  };
}
