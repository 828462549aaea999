import type { Contest as RecordContest } from '../../../judge';
import type { JudgeHttp } from '../../adapter';
import type { FoundProblem, ProblemForm, SubmissionLanguage } from '../../submission';
import { listedLanguage } from '../../languageNames';
import { type Raw, momentOf, numberOf, objectOf, objectsOf, textOf, wholeOf } from '../jsonValues';
import type { ContestPaths } from './addresses';
import { fetchResultIfAny, resultIn } from './answers';

/** A problem of a contest. Requests use its number; users and submissions use its short name. */
export interface ContestProblem {
  readonly number: number;
  readonly shortName: string;
  /** empty: none */
  readonly title: string;
}

/** A compiler of a contest. */
interface Compiler {
  readonly number: number;
  readonly language: SubmissionLanguage;
}

/** Problems and compilers of a contest. Both lists are empty before its start. */
export interface Contest {
  readonly problems: readonly ContestProblem[];
  readonly compilers: readonly Compiler[];
  /** ms since 1970; null if the contest has no end, or has ended */
  readonly endsAt: number | null;
  /** Its title and end for the records of its runs. */
  readonly ofRecords: RecordContest;
}

export async function fetchContest(http: JudgeHttp, paths: ContestPaths): Promise<Contest> {
  return contestIn(resultIn(await http.get(paths.contest)).raw, paths);
}

/** Like `fetchContest`, but both lists are empty if ejudge rejected the request. */
export async function fetchContestIfAny(http: JudgeHttp, paths: ContestPaths): Promise<Contest> {
  return contestIn(await fetchResultIfAny(http, paths.contest), paths);
}

/** Reads the result of `contest-status-json`. */
function contestIn(result: Raw, { contestId }: ContestPaths): Contest {
  return {
    problems: objectsOf(result.problems).flatMap(({ id, short_name: short, long_name: long }) => {
      const number = numberOf(id);
      if (number === null) return [];
      return [{ number, shortName: textOf(short) ?? String(number), title: textOf(long) ?? '' }];
    }),
    compilers: objectsOf(result.compilers).flatMap((raw) => {
      const number = numberOf(raw.id);
      if (number === null) return [];
      const name = textOf(raw.short_name) ?? String(number);
      return [{ number, language: listedLanguage(name, textOf(raw.long_name), raw.src_sfx) }];
    }),
    endsAt: momentOf(objectOf(result.contest).expected_stop_time),
    ofRecords: contestOfRecords(objectOf(result.contest), contestId),
  };
}

/**
 * Reads the contest for the records of its runs. A contest without an end runs until the organizers stop it. In
 * upsolving, the contest is over and participants practice.
 */
function contestOfRecords(contest: Raw, id: string): RecordContest {
  const known = { title: textOf(contest.name), id, endsAt: momentOf(contest.expected_stop_time) };
  return contest.is_stopped === true || contest.is_upsolving === true ? { ...known, isOver: true } : known;
}

/** Finds the number of a problem by its short name, or else by its number, as ejudge does. Null: not in the contest. */
export function numberOfProblem({ problems }: Contest, problemId: string): number | null {
  const named = problems.find(({ shortName }) => shortName === problemId);
  return (named ?? problems.find(({ number }) => String(number) === problemId))?.number ?? null;
}

export function foundProblems({ problems }: Contest): readonly FoundProblem[] {
  return problems.map(({ shortName, title }) => ({ problemId: shortName, place: null, title }));
}

/**
 * Fetches the compilers that the problem accepts. If ejudge rejects the request for the problem, returns all of the
 * contest's compilers.
 */
export async function fetchForm(
  http: JudgeHttp,
  paths: ContestPaths,
  problemId: string,
): Promise<ProblemForm> {
  const contest = await fetchContest(http, paths);
  const number = numberOfProblem(contest, problemId);
  const status = number === null ? {} : await fetchResultIfAny(http, paths.problem(number));
  const problem = objectOf(status.problem);
  const taken: readonly unknown[] | null = Array.isArray(problem.compilers) ? problem.compilers : null;
  const bytes = Number(textOf(problem.max_vm_size) ?? NaN);
  const title = contest.problems.find((problem) => problem.number === number)?.title;
  const used = objectOf(status.problem_status);
  return {
    languages: contest.compilers
      .filter((compiler) => taken?.includes(compiler.number) ?? true)
      .map(({ language }) => language),
    limits: { time: numberOf(problem.time_limit_ms), memory: bytes > 0 ? numberOf(bytes / 1024) : null },
    title: title || null,
    contest: contest.ofRecords,
    remaining: {
      endsAt: earlier(contest.endsAt, momentOf(used.deadline)),
      submissions: submissionsLeft(problem, used),
    },
  };
}

/** Returns the earlier of two times; null if both are unknown. */
function earlier(first: number | null, other: number | null): number | null {
  return first === null || other === null ? (first ?? other) : Math.min(first, other);
}

/**
 * Returns how many more submissions to the problem ejudge accepts; null if there is no limit. `eff_attempts` counts the
 * runs that the limit applies to, and is absent if there are none.
 */
function submissionsLeft({ max_user_run_count: most }: Raw, { eff_attempts: used }: Raw): number | null {
  const limit = wholeOf(most);
  return limit === null || limit === 0 ? null : Math.max(limit - (wholeOf(used) ?? 0), 0);
}
