import type { Contest as RecordContest } from '../../../results';
import type { Answer, JudgeHttp } from '../../adapter';
import { RequestFailed } from '../../requestFailed';
import type { OutgoingRequest } from '../../http/judgeHttp';
import type { FoundProblem, ListedProblems, SubmissionLanguage } from '../../submission';
import { listedLanguage } from '../../languageNames';
import { type Raw, momentOf, numberOf, objectOf, objectsOf, textOf } from '../shared/jsonValues';
import { EJUDGE_CONTEST_VALID_MS } from '../limits';
import { throwIf } from '../shared/refusals';
import { bodyOf } from '../shared/responseBody';
import type { ContestPaths } from './addresses';
import { refusalIn, requestIfAny, resultIn } from './refusals';

/** A problem of a contest. Requests use its number; users and submissions use its short name. */
export interface ContestProblem {
  readonly number: number;
  readonly shortName: string;
  /** empty: none */
  readonly title: string;
}

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
  readonly hasBegun: boolean;
  /** Its title and times for the records of its runs. */
  readonly ofRecords: RecordContest;
}

export async function fetchContest(http: JudgeHttp, paths: ContestPaths): Promise<Contest> {
  const answer = await http.send({ method: 'GET', path: paths.contest });
  throwIf(refusalIn(answer, paths));
  return contestIn(resultIn(answer).raw, answer, paths);
}

/** Fetches the contest for an operation that is only possible after its start. Rejects before it. */
export async function fetchBegunContest(http: JudgeHttp, paths: ContestPaths): Promise<Contest> {
  const contest = await fetchContest(http, paths);
  if (!contest.hasBegun) throw notBegun(contest);
  return contest;
}

/**
 * Returns the contest as of the last minutes, for the titles of its problems and compilers. Both lists are empty if
 * ejudge rejected the request.
 */
export async function fetchNames(http: JudgeHttp, paths: ContestPaths): Promise<Contest> {
  const request: OutgoingRequest = { method: 'GET', path: paths.contest, keptFor: keptUntilChange };
  const { answer, result } = await requestIfAny(http, request, paths);
  return contestIn(result, answer, paths);
}

/** Returns the time until the contest ends, at most `EJUDGE_CONTEST_VALID_MS`. Before its start, nothing is reused. */
function keptUntilChange(answer: Answer): number {
  const { ok, result } = objectOf(bodyOf(answer));
  const contest = objectOf(objectOf(result).contest);
  if (ok !== true || contest.is_started !== true) return 0;
  const left = (momentOf(contest.expected_stop_time) ?? Infinity) - judgeTime(answer);
  return Math.min(EJUDGE_CONTEST_VALID_MS, left > 0 ? left : Infinity);
}

/** Returns the time of a response by the judge's clock, or else by this computer's, ms since 1970. */
function judgeTime(answer: Answer): number {
  return momentOf(objectOf(bodyOf(answer)).server_time) ?? answer.receivedAt;
}

/** Reads the result of `contest-status-json`. */
function contestIn(result: Raw, answer: Answer, { contestId }: ContestPaths): Contest {
  const contest = objectOf(result.contest);
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
    endsAt: momentOf(contest.expected_stop_time),
    hasBegun: contest.is_started !== false,
    ofRecords: contestOfRecords(contest, contestId, judgeTime(answer)),
  };
}

/**
 * Reads the contest for the records of its runs. A contest without an end runs until the organizers stop it. In
 * upsolving, the contest is over and participants practice. If organizers haven't started it at its planned time, its
 * start is unknown. `now`: ms since 1970 by the judge's clock
 */
function contestOfRecords(contest: Raw, id: string, now: number): RecordContest {
  const plannedAt = momentOf(contest.scheduled_start_time);
  const hasBegun = contest.is_started !== false;
  const isPlanned = hasBegun || (plannedAt !== null && plannedAt > now);
  const startsAt = momentOf(contest.start_time) ?? (isPlanned ? plannedAt : null);
  const freezesAt = contest.is_freezable === true ? momentOf(contest.freeze_time) : null;
  return {
    title: textOf(contest.name),
    id,
    endsAt: momentOf(contest.expected_stop_time) ?? momentOf(contest.stop_time),
    ...(startsAt === null ? {} : { startsAt }),
    ...(hasBegun ? {} : { hasBegun }),
    ...(freezesAt === null ? {} : { freezesAt }),
    ...(contest.is_stopped === true || contest.is_upsolving === true ? { isOver: true } : {}),
  };
}

/** Creates the failure of an operation that is only possible after the start of the contest. */
function notBegun({ ofRecords: { startsAt = null } }: Contest): RequestFailed {
  return new RequestFailed(
    {
      kind: 'status',
      status: 400,
      answered: 200,
      error: null,
      retryAfter: null,
      cause: { kind: 'closed', why: 'notBegun', ...(startsAt === null ? {} : { startsAt }) },
    },
    { sent: 'no' },
  );
}

/** Finds a problem by its short name, or else by its number, as ejudge does. Null: not in the contest. */
export function problemOf({ problems }: Contest, problemId: string): ContestProblem | null {
  const named = problems.find(({ shortName }) => shortName === problemId);
  return named ?? problems.find(({ number }) => String(number) === problemId) ?? null;
}

/** Fetches the problems of the contest; none before its start. */
export async function fetchProblems(http: JudgeHttp, paths: ContestPaths): Promise<ListedProblems> {
  const { problems, ofRecords } = await fetchContest(http, paths);
  return { problems: problems.map(foundProblem), contest: ofRecords };
}

function foundProblem({ shortName, title }: ContestProblem): FoundProblem {
  return { problemId: shortName, place: null, title, letter: shortName };
}
