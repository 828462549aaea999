import type { Contest } from '../../../results';
import type { JudgeHttp } from '../../adapter';
import type { Answer, OutgoingRequest } from '../../judgeHttp';
import { encoded, momentOf, objectOf, textOf } from '../jsonValues';
import { DMOJ_CONTEST_VALID_MS } from '../limits';
import { throwIf } from '../refusals';
import { bodyOf } from '../responseBody';
import { refusalIn } from './answers';

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
  const { name, start_time: startsAt, end_time: endsAt } = objectOf(objectOf(dataOf(answer)).object);
  return {
    id: key,
    title: textOf(name)?.slice(0, 300) ?? null,
    startsAt: momentOf(textOf(startsAt)),
    endsAt: momentOf(textOf(endsAt)),
  };
}

function dataOf(answer: Answer): unknown {
  return answer.status === 200 ? objectOf(bodyOf(answer)).data : undefined;
}
