import type { Contest } from '../../../results';
import type { JudgeHttp } from '../../adapter';
import type { FoundProblem, ListedProblems } from '../../submission';
import type { Answer, OutgoingRequest } from '../../http/judgeHttp';
import { encoded, momentOf, objectOf, objectsOf, textOf, type Raw } from '../shared/jsonValues';
import { DMOJ_CONTEST_VALID_MS } from '../limits';
import { throwIf } from '../shared/refusals';
import { bodyOf } from '../shared/responseBody';
import { refusalIn } from './refusals';

export function contestRequest(key: string): OutgoingRequest {
  return {
    method: 'GET',
    path: `/api/v2/contest/${encoded(key)}`,
    keptFor: ({ status }) => (status === 200 ? DMOJ_CONTEST_VALID_MS : 0),
  };
}

/** Fetches the title, the start, and the end of a contest. */
export async function fetchContest(http: JudgeHttp, key: string): Promise<Contest> {
  const answer = await http.send(contestRequest(key));
  throwIf(refusalIn(answer));
  return contestIn(answer, key);
}

/** Reads the response to `contestRequest`. Without its data, the title, the start, and the end are unknown. */
export function contestIn(answer: Answer, key: string): Contest {
  const { name, start_time: startsAt, end_time: endsAt } = objectIn(answer);
  return {
    id: key,
    title: textOf(name)?.slice(0, 300) ?? null,
    startsAt: momentOf(textOf(startsAt)),
    endsAt: momentOf(textOf(endsAt)),
  };
}

/**
 * Fetches a contest with its problems, which the site lists for participants, and for all users after its end. Users submit
 * outside of the contest's pages, so the problems have no scope.
 */
export async function fetchProblems(http: JudgeHttp, key: string): Promise<ListedProblems> {
  const answer = await http.send(contestRequest(key));
  throwIf(refusalIn(answer));
  const contest = contestIn(answer, key);
  const problems = objectsOf(objectIn(answer).problems).flatMap(({ code, name, label }): FoundProblem[] => {
    const problemId = textOf(code);
    if (problemId === null) return [];
    const letter = textOf(label);
    return [
      {
        problemId,
        place: null,
        title: textOf(name)?.slice(0, 300) ?? '',
        contest: contest.title,
        ...(letter === null ? {} : { letter }),
      },
    ];
  });
  return { problems, contest };
}

/** Returns the object of a response of the API; empty if there is none. */
export function objectIn(answer: Answer | undefined): Raw {
  return answer?.status === 200 ? objectOf(objectOf(objectOf(bodyOf(answer)).data).object) : {};
}
