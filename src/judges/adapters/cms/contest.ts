import type { Contest } from '../../../results';
import type { JudgeHttp } from '../../adapter';
import { provesContestClosed, reportsContestClosed } from './refusals';
import type { PlainAnswer } from '../shared/makeResult';
import { contestPageRequest, readContestPage, type ContestPage, type ContestTimes } from './contestPage';
import { tasksIn, tasksRequest } from './tasks';

/**
 * Creates the contest of an entry, whose URL identifies it. The API reports neither its title nor its times, so they are
 * unknown until `fetchContest` reads them.
 */
export function contestOfEntry(baseUrl: string): Contest {
  return { title: null, endsAt: null, id: baseUrl };
}

/** Adds the title and the times on the front page. `page`: null if it couldn't be read */
export function contestOnPage(page: ContestPage | null, baseUrl: string): Contest {
  const contest = contestOfEntry(baseUrl);
  return page ? { ...contest, title: page.title, ...page.times } : contest;
}

/**
 * Fetches the title and the times of the contest, from its front page. If they aren't there, the list of tasks shows
 * whether the contest is still open: CMS sends this list only while the contest runs and in its analysis mode. A contest
 * that was open before is over if it is closed now. Rejects with `RequestFailed` if the responses prove nothing.
 */
export async function fetchContest(http: JudgeHttp, id: string): Promise<Contest> {
  const [answer, front] = await http.sendAll([tasksRequest, contestPageRequest]);
  if (!answer) throw new Error('a response is missing');
  const contest = contestOnPage(readContestPage(front), id);
  const isKnown =
    contest.isOver === true || contest.hasBegun === false || typeof contest.startsAt === 'number';
  if (isKnown && (answer.status < 400 || reportsContestClosed(answer))) return contest;
  if (provesContestClosed(answer)) return { ...contest, isOver: true };
  // rejects any response without a list of tasks
  tasksIn(answer);
  return contest;
}

/**
 * Fetches when a contest begins that is closed according to `answer`, from its front page, ms since 1970. Null: it isn't
 * closed, it has begun, or unknown.
 */
export async function fetchStart(http: JudgeHttp, answer: PlainAnswer): Promise<number | null> {
  if (!reportsContestClosed(answer)) return null;
  const front = await http.send(contestPageRequest);
  return startIn(readContestPage(front)?.times);
}

/** Returns the start of a future contest; null: it has begun, the user starts it, or unknown. */
export function startIn(times: ContestTimes | undefined): number | null {
  // once it has begun, its end is known
  return times?.endsAt === null && !times.isOver ? (times.startsAt ?? null) : null;
}
