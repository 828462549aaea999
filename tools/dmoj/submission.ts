import { pointsOf } from '../service/judging/judge';
import type { CaseState, JudgingState } from '../service/judging/state';
import type { Problem, ProblemSubtask } from '../service/problems/problem';

export interface DmojUser {
  readonly id: number;
  readonly username: string;
  token: string;
  /** Key of the contest that the user is in; null: none. */
  contest: string | null;
}

/** A language of the site. */
export interface DmojLanguage {
  /** Number that the form sends. */
  readonly id: number;
  readonly key: string;
  readonly name: string;
}

/** A contest. Times are in ms since 1970. */
export interface DmojContest {
  readonly key: string;
  readonly name: string;
  readonly startsAt: number;
  readonly endsAt: number;
  /** Codes of its problems. */
  readonly problems: readonly string[];
  /** Points of each problem in this contest. */
  readonly points: number;
  /** Only some of the cases are run before the end. */
  readonly isPretested: boolean;
  /** Maximum number of submissions to each problem; null: unlimited. */
  readonly maxSubmissions: number | null;
}

/** State of a submission. `D` is completed. */
export type DmojStatus = 'QU' | 'P' | 'G' | 'D' | 'IE' | 'CE' | 'AB';

/** Verdicts in ascending severity. A submission has the most severe verdict of its cases. */
const results = ['SC', 'AC', 'WA', 'MLE', 'TLE', 'IR', 'RTE', 'OLE'] as const;
export type DmojResult = (typeof results)[number] | 'CE' | 'IE' | 'AB';

export interface DmojCase {
  readonly case_id: number;
  readonly status: DmojResult;
  /** Seconds. */
  readonly time: number | null;
  /** KB. */
  readonly memory: number | null;
  readonly points: number;
  readonly total: number;
  /** Number of the batch; null if the case isn't part of a batch. */
  readonly batch: number | null;
  /** Message of the judge or its checker, which only the pages contain; absent: none. */
  readonly feedback?: string;
  /** Beginning of the program’s output, which only the pages contain; absent: none. */
  readonly output?: string;
}

/** The result of a submission. Before it is complete, only its graded cases are known. */
export interface DmojOutcome {
  status: DmojStatus;
  result: DmojResult | null;
  time: number | null;
  memory: number | null;
  points: number | null;
  case_points: number;
  case_total: number;
  cases: readonly DmojCase[];
  /** Errors or warnings of the compiler, which only the pages contain. */
  compilerOutput: string;
}

export interface DmojSubmission extends DmojOutcome {
  readonly id: number;
  readonly user: DmojUser;
  readonly problem: Problem;
  readonly language: string;
  readonly code: string | null;
  readonly date: Date;
  readonly contest: string | null;
  /** Only pretests are run. */
  readonly isPretested: boolean;
  /** ms since 1970; null while it is pending. */
  endedAt: number | null;
}

export const queued: DmojOutcome = {
  status: 'QU',
  result: null,
  time: null,
  memory: null,
  points: null,
  case_points: 0,
  case_total: 0,
  cases: [],
  compilerOutput: '',
};

export interface Grading {
  /** Whether no case is run after the first failure, in any batch. */
  readonly shortCircuit: boolean;
  /** Whether a part of the points is possible; false: all points or none. */
  readonly partial: boolean;
}

/** Total points of a problem, regardless of the points of its cases. */
const problemPoints = 10;

/** Converts the result of the local judge to a DMOJ result. */
export function outcomeOf(state: JudgingState, problem: Problem, grading: Grading): DmojOutcome {
  const compilerOutput = state.compile.message;
  if (!state.compile.success) return { ...queued, status: 'CE', result: 'CE', compilerOutput };
  const cases = gradedCases(state, problem, grading.shortCircuit);
  const verdict = state.judge?.verdict;
  const isGrading = verdict === undefined || verdict === 'waiting' || verdict === 'judging';
  return isGrading
    ? { ...queued, status: 'G', cases, compilerOutput }
    : completed(cases, grading.partial, compilerOutput);
}

function completed(cases: readonly DmojCase[], partial: boolean, compilerOutput: string): DmojOutcome {
  const worth = [...grouped(cases)].flatMap(([batch, inside]) =>
    batch === null ? inside : [batchPoints(inside)],
  );
  const points = sum(worth.map((item) => item.points));
  const total = sum(worth.map((item) => item.total));
  const share = Math.round((points / total) * problemPoints * 1000) / 1000;
  return {
    status: 'D',
    result: results[Math.max(...cases.map((testCase) => results.indexOf(testCase.status as 'AC')))] ?? 'IE',
    time: sum(cases.map((testCase) => testCase.time ?? 0)),
    memory: Math.max(...cases.map((testCase) => testCase.memory ?? 0)),
    points: partial || share === problemPoints ? share : 0,
    case_points: points,
    case_total: total,
    cases,
    compilerOutput,
  };
}

/**
 * Returns the graded cases. Subtasks with the scoring `min` are batches: after a failure, no other case of the batch is
 * run.
 */
function gradedCases(state: JudgingState, problem: Problem, shortCircuit: boolean): DmojCase[] {
  const graded: DmojCase[] = [];
  let batch = 0;
  let failed = false;
  for (const [at, subtask] of problem.subtasks().entries()) {
    const isBatch = subtask.scoring === 'min';
    if (isBatch) batch += 1;
    let failedHere = false;
    for (const [index, caseState] of (state.subtasks[at]?.cases ?? []).entries()) {
      if (caseState.verdict === 'waiting' || caseState.verdict === 'judging') return graded;
      const skipped = (shortCircuit && failed) || (isBatch && failedHere);
      graded.push({ ...caseOf(caseState, subtask, index, skipped), batch: isBatch ? batch : null });
      if (caseState.verdict !== 'accepted') failed = failedHere = true;
    }
  }
  return graded;
}

function caseOf(
  caseState: CaseState,
  subtask: ProblemSubtask,
  index: number,
  skipped: boolean,
): Omit<DmojCase, 'batch'> {
  const total = pointsOf(subtask, index);
  if (skipped) return { case_id: caseState.id, status: 'SC', time: 0, memory: 0, points: 0, total };
  const status = resultOf(caseState);
  const points = status === 'AC' ? total : 0;
  return {
    case_id: caseState.id,
    status,
    time: caseState.time / 1000,
    memory: caseState.memory,
    points,
    total,
  };
}

function resultOf({ verdict, signal }: CaseState): DmojResult {
  switch (verdict) {
    case 'accepted':
      return 'AC';
    case 'wrongAnswer':
      return 'WA';
    case 'memoryLimit':
      return 'MLE';
    case 'timeLimit':
      return 'TLE';
    case 'outputLimit':
      return 'OLE';
    case 'runtimeError':
      return signal === 0 ? 'IR' : 'RTE';
    default:
      return 'IE';
  }
}

/** Returns the object of `GET /api/v2/submission/<id>`. */
export function detailsOf(submission: DmojSubmission): object {
  const { id, problem, user, date, time, memory, points, language, status, result } = submission;
  return {
    id,
    problem: codeOf(problem),
    user: user.username,
    date: djangoDate(date),
    time,
    memory,
    points,
    language,
    status,
    result,
    case_points: submission.case_points,
    case_total: submission.case_total,
    cases: [...grouped(submission.cases)].flatMap<object>(([batch, inside]) => {
      const cases = inside.map(
        ({ case_id, status: verdict, time: seconds, memory: size, points: earned, total }) => ({
          type: 'case',
          case_id,
          status: verdict,
          time: seconds,
          memory: size,
          points: earned,
          total,
        }),
      );
      return batch === null ? cases : [{ type: 'batch', batch_id: batch, cases, ...batchPoints(inside) }];
    }),
  };
}

/**
 * Returns an entry of `GET /api/v2/submissions`. It contains neither status nor cases. `points`: those of its contest
 */
export function entryOf(submission: DmojSubmission, contestPoints: number): object {
  const { id, problem, user, date, language, time, memory, points, result, contest } = submission;
  return {
    id,
    problem: codeOf(problem),
    user: user.username,
    date: djangoDate(date),
    language,
    time,
    memory,
    points,
    result,
    contest: contest === null ? null : contestOf(contest, points === null ? null : contestPoints),
  };
}

function contestOf(key: string, points: number | null): object {
  return { key, points, virtual_participation_number: 0, time_since_start_of_participation: 'P0DT00H05M00S' };
}

export function codeOf(problem: Problem): string {
  return problem.id.toLowerCase();
}

function batchPoints(cases: readonly DmojCase[]): { readonly points: number; readonly total: number } {
  return {
    points: Math.min(...cases.map((testCase) => testCase.points)),
    total: Math.max(...cases.map((testCase) => testCase.total)),
  };
}

/** Returns the consecutive cases of each batch with the batch’s points, as the pages show them. */
export function caseGroups(cases: readonly DmojCase[]): readonly {
  readonly batch: { readonly points: number; readonly total: number } | null;
  readonly cases: readonly DmojCase[];
}[] {
  return grouped(cases).map(([batch, inside]) => ({
    batch: batch === null ? null : batchPoints(inside),
    cases: inside,
  }));
}

/** Groups consecutive cases of the same batch. */
function grouped(cases: readonly DmojCase[]): [batch: number | null, cases: DmojCase[]][] {
  const groups: [number | null, DmojCase[]][] = [];
  for (const testCase of cases) {
    const last = groups.at(-1);
    if (last?.[0] === testCase.batch) last[1].push(testCase);
    else groups.push([testCase.batch, [testCase]]);
  }
  return groups;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, other) => total + other, 0);
}

/** Formats a time like Django: `2026-11-22T06:13:53.123000+00:00`. */
export function djangoDate(date: Date): string {
  return date.toISOString().replace('Z', '000+00:00');
}
