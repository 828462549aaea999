import type { Contest } from '../../../results';
import type { JudgeHttp } from '../../adapter';
import type { FoundProblem } from '../../submission';
import { readObject } from '../shared/responseBody';
import { type Raw, encoded, milliseconds, momentOf, numberOf, objectOf, textOf } from '../shared/jsonValues';
import { problemIn } from './result';

/** Phases of a contest up to its end. The system tests after it belong to none. */
const phasesUntilEnd: readonly unknown[] = ['BEFORE', 'CODING'];

/** Fetches a contest with one row of its standings: the API has no smaller response with a contest. */
export async function fetchStandings(http: JudgeHttp, id: string): Promise<Raw> {
  const answer = await http.get(`/contest.standings?contestId=${encoded(id)}&from=1&count=1`);
  return readObject(answer).object('result').raw;
}

export function contestInStandings({ contest }: Raw, id: string): Contest {
  const { name, phase, startTimeSeconds, durationSeconds, freezeDurationSeconds } = objectOf(contest);
  const [start, duration] = [numberOf(startTimeSeconds), numberOf(durationSeconds)];
  const startsAt = momentOf(start);
  const endsAt = start === null || duration === null ? null : momentOf(start + duration);
  const frozenFor = milliseconds(numberOf(freezeDurationSeconds));
  return {
    title: textOf(name),
    endsAt,
    id,
    ...(startsAt === null ? {} : { startsAt }),
    ...(phase === 'BEFORE' && startsAt === null ? { hasBegun: false } : {}),
    ...(endsAt === null || frozenFor === null ? {} : { freezesAt: endsAt - frozenFor }),
    ...(typeof phase === 'string' && !phasesUntilEnd.includes(phase) ? { isOver: true } : {}),
  };
}

/** Reads a problem of the standings. Its ID contains the number of the contest, so it has no scope. */
export function foundProblem(raw: Raw, contest: Contest): readonly FoundProblem[] {
  const problem = problemIn(raw);
  const letter = textOf(raw.index);
  if (!problem || letter === null) return [];
  return [{ problemId: problem.id, place: null, title: problem.title ?? '', letter, contest: contest.title }];
}
