import type { Contest } from '../../../judge';
import type { JudgeHttp } from '../../adapter';
import { type Raw, momentOf, textOf } from '../jsonValues';
import { below, fetchObjectIfAny } from './server';

/** Fetches the title and the end of a contest. Both are null if the server rejected the request. */
export async function fetchContestIfAny(http: JudgeHttp, id: string): Promise<Contest> {
  return contestIn(await fetchObjectIfAny(http, below(id, '')), id);
}

export function contestIn(contest: Raw, id: string): Contest {
  return { title: textOf(contest.formal_name) ?? textOf(contest.name), endsAt: endOf(contest), id };
}

/**
 * Returns the end of a contest, ms since 1970. DOMjudge sends the end. The specification only defines the start and the
 * duration (`5:00:00.000`). Null: the start isn't set.
 */
export function endOf({ start_time: start, end_time: end, duration }: Raw): number | null {
  const startsAt = momentOf(start);
  const [, hours, minutes, seconds] =
    /^(\d{1,6}):(\d\d):(\d\d(?:\.\d{1,6})?)$/.exec(textOf(duration) ?? '') ?? [];
  if (textOf(end) !== null || startsAt === null || hours === undefined) return momentOf(end);
  return startsAt + ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
