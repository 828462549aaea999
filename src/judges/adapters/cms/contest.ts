import type { Contest } from '../../../results';
import type { JudgeHttp } from '../../adapter';
import { provesContestClosed, reportsContestClosed } from './answers';
import type { PlainAnswer } from '../results';
import { contestPageRequest, readContestPage } from './contestPage';
import { tasksIn, tasksRequest } from './tasks';

/**
 * Creates the contest of an entry, whose URL identifies it. The API reports neither its title nor its end, so it counts
 * as running until `fetchContest` finds it closed.
 */
export function contestOfEntry(baseUrl: string): Contest {
  return { title: null, endsAt: null, id: baseUrl };
}

/**
 * Fetches whether the contest is still open, with the list of tasks. CMS sends this list only while the contest runs and
 * in its analysis mode, which the response doesn't distinguish. A contest that was open before is over if it is closed
 * now. Rejects with `RequestFailed` if the response proves neither.
 */
export async function fetchContest(http: JudgeHttp, id: string): Promise<Contest> {
  const answer = await http.send(tasksRequest);
  if (provesContestClosed(answer)) return { title: null, endsAt: null, id, isOver: true };
  // rejects any response without a list of tasks
  tasksIn(answer);
  return contestOfEntry(id);
}

/**
 * Fetches when a contest begins that is closed according to `answer`, from its front page, ms since 1970. Null: it isn't
 * closed, it has begun, or unknown.
 */
export async function fetchStart(http: JudgeHttp, answer: PlainAnswer): Promise<number | null> {
  if (!reportsContestClosed(answer)) return null;
  return readContestPage(await http.send(contestPageRequest))?.startsAt ?? null;
}
