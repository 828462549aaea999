import type { Contest } from '../../../results';
import type { Answer, JudgeHttp } from '../../adapter';
import type { OutgoingRequest } from '../../http/judgeHttp';
import type { FoundProblem, ListedProblems } from '../../submission';
import { MAX_OMEGAUP_CONTESTS, OMEGAUP_CONTEST_VALID_MS, OMEGAUP_REFUSAL_VALID_MS } from '../limits';
import { throwIf } from '../shared/refusals';
import { bodyOf, jsonOf } from '../shared/responseBody';
import { type Raw, encoded, momentOf, numberOf, objectOf, objectsOf, textOf } from '../shared/jsonValues';
import { type OmegaupPlace, readPlace } from './addresses';
import { refusalAt, refusalIn } from './refusals';

// None of these requests starts the user's time in a contest: `contest/open`, and `problem/details` with a contest, do.

function keptFor({ status }: Answer): number {
  return status === 200 ? OMEGAUP_CONTEST_VALID_MS : OMEGAUP_REFUSAL_VALID_MS;
}

/** The running contests that the user takes part in. */
function ownContestsRequest(): OutgoingRequest {
  const path = '/api/contest/list/?active=ACTIVE&participating=YES&page_size=20';
  return { method: 'GET', path, keptFor };
}

/** The problems of a contest or an assignment. The site rejects the request before the user has opened the contest. */
export function placeRequest(place: OmegaupPlace): OutgoingRequest {
  switch (place.kind) {
    case 'contest':
      return {
        method: 'GET',
        path: `/api/contest/details/?contest_alias=${encoded(place.contest)}`,
        keptFor,
      };
    case 'assignment':
      return {
        method: 'GET',
        path: `/api/course/assignmentDetails/?course=${encoded(place.course)}&assignment=${encoded(place.assignment)}`,
        keptFor,
      };
  }
}

/** Fetches title and end of a contest, also before the user has opened it. */
export async function fetchContest(http: JudgeHttp, id: string): Promise<Contest> {
  const answer = await http.get(`/api/contest/publicDetails/?contest_alias=${encoded(id)}`);
  return contestIn(objectOf(jsonOf(answer)), id);
}

/** Reads a contest or an assignment. `place`: as text */
export function contestIn(details: Raw, place: string): Contest {
  const startsAt = momentOf(details.start_time);
  const endsAt = momentOf(details.finish_time);
  const freezesAt = freezeIn(details, startsAt, endsAt);
  const isHomework = readPlace(place)?.kind === 'assignment';
  return {
    title: textOf(isHomework ? details.name : details.title),
    endsAt,
    id: place,
    ...(startsAt === null ? {} : { startsAt }),
    ...(freezesAt === null ? {} : { freezesAt }),
    ...(isHomework ? { isHomework: true as const } : {}),
  };
}

/** Returns when the scoreboard freezes, from the percentage of the time in which it is visible. Null: never, or unknown. */
function freezeIn({ scoreboard }: Raw, startsAt: number | null, endsAt: number | null): number | null {
  const percentage = numberOf(scoreboard);
  if (percentage === null || startsAt === null || endsAt === null) return null;
  const isPart = percentage > 0 && percentage < 100;
  return isPart ? Math.round(startsAt + ((endsAt - startsAt) * percentage) / 100) : null;
}

/** Returns the problems of a contest or an assignment, by their labels. */
function problemsIn(details: Raw, place: string): readonly FoundProblem[] {
  const contest = textOf(readPlace(place)?.kind === 'assignment' ? details.name : details.title);
  return objectsOf(details.problems).flatMap((problem) => {
    const problemId = textOf(problem.alias);
    if (problemId === null) return [];
    const letter = textOf(problem.letter);
    return [
      {
        problemId,
        place,
        title: textOf(problem.title) ?? '',
        contest,
        ...(letter === null ? {} : { letter }),
      },
    ];
  });
}

/** Fetches the problems of the running contests that the user has opened. */
export async function fetchRunning(http: JudgeHttp): Promise<ListedProblems> {
  const answer = await http.send(ownContestsRequest());
  // problems outside of contests don't depend on the list
  if (refusalIn(answer)) return { problems: [] };
  const aliases = objectsOf(objectOf(bodyOf(answer)).results)
    .filter(({ participating }) => participating === true)
    .flatMap(({ alias }) => textOf(alias) ?? [])
    .filter((alias) => readPlace(alias)?.kind === 'contest')
    .slice(0, MAX_OMEGAUP_CONTESTS);
  if (aliases.length === 0) return { problems: [] };
  const answers = await http.sendAll(aliases.map((contest) => placeRequest({ kind: 'contest', contest })));
  const contests: Contest[] = [];
  const problems: FoundProblem[] = [];
  for (const [index, details] of answers.entries()) {
    const alias = aliases[index] ?? '';
    // a contest that the user hasn't opened
    if (details.status !== 200) continue;
    const body = objectOf(jsonOf(details));
    contests.push(contestIn(body, alias));
    problems.push(...problemsIn(body, alias));
  }
  const [contest, ...others] = contests;
  return { problems, ...(contest && others.length === 0 ? { contest } : {}) };
}

/**
 * Fetches the problems of a contest or an assignment; none before it begins. Rejects before the user has opened the
 * contest.
 */
export async function fetchProblems(http: JudgeHttp, text: string): Promise<ListedProblems> {
  const place = readPlace(text) ?? { kind: 'contest', contest: text };
  const answer = await http.send(placeRequest(place));
  const { errorname, start_time: start } = objectOf(bodyOf(answer));
  const startsAt = errorname === 'contestNotStarted' ? momentOf(start) : null;
  if (startsAt !== null) return { problems: [], contest: { title: null, endsAt: null, id: text, startsAt } };
  throwIf(refusalAt(answer, place));
  const details = objectOf(jsonOf(answer));
  return { problems: problemsIn(details, text), contest: contestIn(details, text) };
}
