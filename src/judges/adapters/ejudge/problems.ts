import type { Limits } from '../../../results';
import type { JudgeHttp } from '../../adapter';
import type { OutgoingRequest } from '../../http/judgeHttp';
import type { ProblemForm, Remaining } from '../../submission';
import { type Raw, momentOf, numberOf, objectOf, textOf, wholeOf } from '../shared/jsonValues';
import { EJUDGE_FULL_SCORE_VALID_MS } from '../limits';
import { throwIfBusy } from '../shared/refusals';
import { bodyOf } from '../shared/responseBody';
import type { ContestPaths } from './addresses';
import { refusalIn, requestIfAny } from './refusals';
import { type Contest, fetchBegunContest, problemOf } from './contest';
import { fetchSamplesIfAny } from './statement';

/** Type of a problem that takes a program. The other types take an output, or a short, long, or selected answer. */
const STANDARD = 0;

/**
 * Fetches the compilers that the problem accepts, its limits, and its statement, of which it returns the samples and how
 * outputs are compared. If ejudge rejects the request for the problem, returns all of the contest's compilers. Rejects
 * before the start of the contest.
 */
export async function fetchForm(
  http: JudgeHttp,
  paths: ContestPaths,
  problemId: string,
): Promise<ProblemForm> {
  const contest = await fetchBegunContest(http, paths);
  const known = problemOf(contest, problemId);
  const status = known === null ? {} : await fetchStatusIfAny(http, paths, known.number);
  const stated = known === null ? {} : await fetchSamplesIfAny(http, paths, known.number);
  const problem = objectOf(status.problem);
  const accepted: readonly unknown[] | null = Array.isArray(problem.compilers) ? problem.compilers : null;
  const type = wholeOf(problem.type) ?? STANDARD;
  return {
    languages: contest.compilers
      .filter(({ number }) => accepted?.includes(number) ?? true)
      .map(({ language }) => language),
    ...(type === STANDARD ? {} : { takesAnswer: true as const }),
    limits: limitsIn(problem),
    title: known?.title || null,
    letter: known?.shortName ?? null,
    contest: contest.ofRecords,
    ...stated,
    remaining: remainingIn(contest, problem, objectOf(status.problem_status)),
  };
}

/** Fetches the state of a problem; an empty object if ejudge rejected the request. */
async function fetchStatusIfAny(http: JudgeHttp, paths: ContestPaths, number: number): Promise<Raw> {
  return (await requestIfAny(http, { method: 'GET', path: paths.problem(number) }, paths)).result;
}

function limitsIn(problem: Raw): Limits {
  const bytes = Number(textOf(problem.max_vm_size) ?? NaN);
  return { time: numberOf(problem.time_limit_ms), memory: bytes > 0 ? numberOf(bytes / 1024) : null };
}

/**
 * Returns the time and the submissions that are left. `eff_attempts` counts the runs that the limit applies to, and is
 * absent if there are none.
 */
function remainingIn(
  { endsAt }: Contest,
  { max_user_run_count: most }: Raw,
  { eff_attempts: used, deadline }: Raw,
): Remaining {
  const limit = wholeOf(most);
  return {
    endsAt: earlier(endsAt, momentOf(deadline)),
    submissions: limit === null || limit === 0 ? null : Math.max(limit - (wholeOf(used) ?? 0), 0),
  };
}

/** Returns the earlier of two times; null if both are unknown. */
function earlier(first: number | null, other: number | null): number | null {
  return first === null || other === null ? (first ?? other) : Math.min(first, other);
}

/**
 * Fetches the highest possible scores of problems by their numbers. Problems without one, and those whose request ejudge
 * rejected, are missing. Rejects if the server is too busy.
 */
export async function fetchFullScores(
  http: JudgeHttp,
  paths: ContestPaths,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const requests = numbers.map((number): OutgoingRequest => ({
    method: 'GET',
    path: paths.problem(number),
    keptFor: (answer) => (refusalIn(answer, paths) ? 0 : EJUDGE_FULL_SCORE_VALID_MS),
  }));
  const answers = await http.sendAll(requests);
  for (const answer of answers) throwIfBusy(refusalIn(answer, paths));
  return new Map(
    answers.flatMap((answer) => {
      const problem = objectOf(objectOf(objectOf(bodyOf(answer)).result).problem);
      const [number, fullScore] = [numberOf(problem.id), numberOf(problem.full_score)];
      return number !== null && fullScore !== null && fullScore > 0 ? [[number, fullScore] as const] : [];
    }),
  );
}
