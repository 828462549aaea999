import type { Contest } from '../../../results';
import type { Answer, JudgeHttp } from '../../adapter';
import type { OutgoingRequest } from '../../http/judgeHttp';
import { CLICS_CONTEST_VALID_MS, CLICS_WARNING_LENGTH } from '../limits';
import { bodyOf, jsonOf, judgeTime } from '../shared/responseBody';
import { type Raw, momentOf, objectOf, textOf } from '../shared/jsonValues';
import { objectInYaml } from './contestYaml';
import { below, fetchObjectIfAny, isUsable, objectIfAny, refusalOf } from './requests';

/**
 * The response may be older than an extension of the contest: before anything shows that the contest has ended, call
 * `fetchContest`.
 */
export function contestRequest(contest: string): OutgoingRequest {
  return { method: 'GET', path: below(contest, ''), keptFor: keptUntilChange };
}

/** Returns the time until the contest begins or ends, at most `CLICS_CONTEST_VALID_MS`. */
function keptUntilChange(answer: Answer): number {
  if (!isUsable(answer)) return 0;
  const contest = objectOf(bodyOf(answer));
  const now = judgeTime(answer);
  const changes = [momentOf(contest.start_time), endOf(contest)]
    .map((at) => (at ?? now) - now)
    .filter((left) => left > 0);
  return Math.min(CLICS_CONTEST_VALID_MS, ...changes);
}

/**
 * Fetches the current data of a contest, even if it is hidden before its start. Throws the server's refusal if the
 * contest doesn't exist, or if the account can't see it.
 */
export async function fetchContest(http: JudgeHttp, id: string): Promise<Contest> {
  const answer = await http.send({ ...contestRequest(id), refreshes: true });
  const contest = await contestFrom(http, answer, id);
  if (contest) return contest;
  if (answer.status >= 400) throw refusalOf(answer);
  return contestIn(objectOf(jsonOf(answer)), id);
}

/** Fetches a contest that has begun. All its data is null if the server rejected the request. */
export async function fetchContestIfAny(http: JudgeHttp, id: string): Promise<Contest> {
  return contestIn(await fetchObjectIfAny(http, below(id, '')), id);
}

/**
 * Reads the response to a request for a contest. If it is 404, looks for a hidden contest. Null: the contest doesn't
 * exist, or the account can't see it.
 */
export async function contestFrom(http: JudgeHttp, answer: Answer, id: string): Promise<Contest | null> {
  const contest = objectIfAny(answer);
  if (textOf(contest.id) !== null) return contestIn(contest, id);
  return answer.status === 404 ? fetchHiddenContest(http, id) : null;
}

/**
 * Fetches a contest that hasn't begun. DOMjudge 8.3 and 9.0 hide it from teams, but respond to requests for its state, for
 * its description in YAML, and for its scoreboard. Null: the contest doesn't exist, or has begun.
 */
async function fetchHiddenContest(http: JudgeHttp, id: string): Promise<Contest | null> {
  const state = await http.send({ method: 'GET', path: below(id, 'state') });
  const { started, ended } = objectOf(bodyOf(state));
  if (state.status !== 200 || started !== null || ended !== null) return null;
  const described = await fetchDescribedContest(http, id);
  if (described) return described;
  const { time, contest_time: sinceStart } = await fetchObjectIfAny(http, below(id, 'scoreboard'));
  const [now, elapsed] = [momentOf(time), durationIn(sinceStart)];
  if (now === null || elapsed === null) return { title: null, endsAt: null, id, hasBegun: false };
  if (elapsed >= 0) return null;
  return { title: null, endsAt: null, id, startsAt: Math.round(now - elapsed) };
}

/**
 * Fetches the title and the times of a contest as DOMjudge exports them. Null: the server doesn't send them, or the
 * contest has begun.
 */
async function fetchDescribedContest(http: JudgeHttp, id: string): Promise<Contest | null> {
  const answer = await http.send({ method: 'GET', path: below(id, 'contest-yaml') });
  if (answer.status !== 200) return null;
  // the end may be relative to the start
  const contest = contestIn({ ...objectInYaml(answer.text), end_time: undefined }, id);
  const { title, startsAt = null, hasBegun } = contest;
  if (title === null || (startsAt === null && hasBegun !== false)) return null;
  return startsAt !== null && startsAt <= judgeTime(answer) ? null : contest;
}

export function contestIn(contest: Raw, id: string): Contest {
  const startsAt = momentOf(contest.start_time);
  const endsAt = endOf(contest);
  const frozenFor = durationIn(contest.scoreboard_freeze_duration);
  const warning = textOf(contest.warning_message)?.slice(0, CLICS_WARNING_LENGTH).toWellFormed().trim();
  return {
    title: textOf(contest.formal_name) ?? textOf(contest.name),
    endsAt,
    id,
    ...(startsAt === null ? {} : { startsAt }),
    // the start was postponed
    ...(contest.start_time === null ? { hasBegun: false } : {}),
    ...(endsAt === null || frozenFor === null ? {} : { freezesAt: endsAt - frozenFor }),
    ...(contest.allow_submit === false ? { acceptsSubmissions: false } : {}),
    ...(warning ? { warning } : {}),
  };
}

/**
 * Returns the end of a contest, ms since 1970. DOMjudge sends the end. The specification only defines the start and the
 * duration (`5:00:00.000`). Null: the start isn't set. DOMjudge sends an end even if the start is delayed.
 */
function endOf({ start_time: start, end_time: end, duration }: Raw): number | null {
  if (start === null) return null;
  const [startsAt, length] = [momentOf(start), durationIn(duration)];
  if (textOf(end) !== null || startsAt === null || length === null) return momentOf(end);
  return startsAt + length;
}

/** Parses a duration such as `-1:02:03.456`, ms; null if it is invalid. */
function durationIn(text: unknown): number | null {
  const parts = /^(-?)(\d{1,6}):(\d\d):(\d\d(?:\.\d{1,6})?)$/.exec(textOf(text) ?? '');
  const [, sign, hours, minutes, seconds] = parts ?? [];
  if (hours === undefined) return null;
  const length = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -length : length;
}
