import { contestState, type Contest } from '../../../results';
import type { Answer, JudgeHttp } from '../../adapter';
import { RequestFailed } from '../../requestFailed';
import type { FoundProblem, HiddenRecord, ListedProblems, ProblemName } from '../../submission';
import { judgeTime, readObject } from '../shared/responseBody';
import { refusal } from '../shared/refusals';
import { momentOf, objectOf, textOf, type Raw } from '../shared/jsonValues';
import { contestPath, placeOf, prefixOf, readPlace, type HydroPlace } from './addresses';
import { refusalIn } from './refusals';
import { paramText } from './record';

/**
 * Finds the record of a submission that the contest hides. The contest's page contains the user's last record of each
 * problem. `url`: that page, from the response to the submission. Null: no record found.
 */
export async function fetchHiddenRecord(
  http: JudgeHttp,
  { problemId, place }: ProblemName,
  domain: string | null,
  contest: string,
  url: string | null,
): Promise<HiddenRecord | null> {
  const where = readPlace(place, domain);
  const page = /^(?:\/d\/[\w-]{1,64})?\/(?:contest|homework)\/[0-9a-f]{24}(?:\/problems)?$/i.exec(
    url ?? '',
  )?.[0];
  const path = page ?? `${prefixOf(where)}/contest/${contest}/problems`;
  const { pdict, psdict, tdoc } = readObject(await http.get(path)).raw;
  const docId = Object.entries(objectOf(pdict)).find(([, pdoc]) => isProblem(pdoc, problemId))?.[0];
  const requestId = textOf(objectOf(objectOf(psdict)[docId ?? problemId]).rid);
  if (requestId === null || !/^[0-9a-f]{24}$/i.test(requestId)) return null;
  return { requestId, hint: placeOf({ ...where, contest }), contest: contestIn(tdoc) };
}

function isProblem(pdoc: unknown, id: string): boolean {
  const { pid, docId } = objectOf(pdoc);
  return pid === id || paramText(docId) === id;
}

/** Fetches the title and the end of a contest or homework. Rejects with 404 if its page contains none. */
export async function fetchContest(http: JudgeHttp, place: HydroPlace): Promise<Contest> {
  const answer = await http.get(contestPath(place) ?? '');
  const contest = contestIn(readObject(answer).raw.tdoc);
  if (!contest) throw refusal(answer, { status: 404 });
  return contest;
}

/** Returns the contest or homework of a page, by the path below its domain. Null: another page. */
export function contestOfPage({ path, domain }: HydroPlace & { readonly path: string }): HydroPlace | null {
  const [, kind, contest] = /^\/(contest|homework)\/([0-9a-f]{24})(?:\/problems)?$/i.exec(path) ?? [];
  if (kind === undefined || contest === undefined) return null;
  return { domain, contest, ...(kind === 'homework' ? { isHomework: true } : {}) };
}

/** The start of a contest that must come before its problems can be listed. */
interface ContestStart {
  readonly contest: Contest;
  /** Listing the problems starts the user's own time. Duration, ms; absent: the contest starts later */
  readonly ownTime?: number;
}

/**
 * Fetches why the problems of a contest can't be listed yet: it starts later, or listing them starts the user's own time.
 * Null: they can. Requests only the contest's page, which doesn't start the time.
 */
export async function fetchContestStart(http: JudgeHttp, place: HydroPlace): Promise<ContestStart | null> {
  const page = contestPath(place) ?? '';
  const answer = await inContest(page, http.get(page));
  const { tdoc, tsdoc } = readObject(answer).raw;
  const contest = contestIn(tdoc);
  if (!contest) return null;
  const { duration } = objectOf(tdoc);
  const { attend, startAt } = objectOf(tsdoc);
  const state = contestState(contest, judgeTime(answer));
  if (state === 'notBegun') return { contest };
  const mayAttend = tsdoc === undefined || Boolean(attend);
  if (typeof duration !== 'number' || !(duration > 0) || state === 'ended' || !mayAttend) return null;
  return textOf(startAt) === null ? { contest, ownTime: duration * HOUR } : null;
}

const HOUR = 3_600_000;

/**
 * Fetches a page of a problem. If Hydro rejects that because the user doesn't take part in the contest, finds out whether
 * the contest is running.
 */
export async function fetchInContest(http: JudgeHttp, path: string, place: HydroPlace): Promise<Answer> {
  const contest = contestPath(place);
  try {
    return await inContest(contest, http.get(path));
  } catch (error) {
    if (!(error instanceof RequestFailed) || contest === null) throw error;
    const { failure } = error;
    if (failure.kind !== 'status' || failure.cause?.kind !== 'notTakingPart') throw error;
    const page = await http.send({ method: 'GET', path: contest });
    if (refusalIn(page)) throw error;
    const current = contestIn(readObject(page).raw.tdoc);
    const state = current ? contestState(current, judgeTime(page)) : 'running';
    switch (state) {
      case 'running':
      case 'frozen':
        throw error;
      case 'notBegun': {
        const startsAt = current?.startsAt ?? undefined;
        const closed = { kind: 'closed', why: 'notBegun' } as const;
        const cause = startsAt === undefined ? closed : { ...closed, startsAt };
        throw new RequestFailed({ ...failure, cause }, { sent: error.sent });
      }
      case 'ended':
        throw new RequestFailed(
          { ...failure, cause: { kind: 'closed', why: 'ended' } },
          { sent: error.sent },
        );
    }
  }
}

/** Fetches the problems of a contest or homework, in their order: A, B, C. `mayStart`: see `Contests.fetchProblems` */
export async function fetchContestProblems(
  http: JudgeHttp,
  place: HydroPlace,
  mayStart: boolean,
): Promise<ListedProblems> {
  const start = mayStart ? null : await fetchContestStart(http, place);
  if (start) return { problems: [], ...start };
  const page = contestPath(place) ?? '';
  const { isHomework = false } = place;
  // homework lists its problems on its main page
  const answer = await inContest(page, http.get(isHomework ? page : `${page}/problems`));
  const body = readObject(answer).raw;
  if (isHomework && !('pdict' in body)) throw withPage(notClaimed(answer), page);
  const contest = contestIn(body.tdoc);
  return { problems: problemsIn(body, placeOf(place)), ...(contest ? { contest } : {}) };
}

function problemsIn({ tdoc, pdict }: Raw, place: string): readonly FoundProblem[] {
  const known = objectOf(pdict);
  const { pids, title } = objectOf(tdoc);
  const order = Array.isArray(pids) ? pids.slice(0, 100).map(paramText) : Object.keys(known).slice(0, 100);
  return order
    .filter((docId) => docId !== '')
    .map((docId, index) => {
      const problem = objectOf(known[docId]);
      const letter = index < 26 ? String.fromCharCode(65 + index) : String(index + 1);
      const problemId = textOf(problem.pid) ?? docId;
      return { problemId, place, title: textOf(problem.title) ?? '', letter, contest: textOf(title) };
    });
}

/**
 * Creates the failure for a user who must claim a homework before its page lists the problems. Hydro sends the same
 * failure in response to a submission.
 */
function notClaimed(answer: Answer): RequestFailed {
  return refusal(answer, {
    status: 403,
    type: 'HomeworkNotAttendedError',
    message: 'You haven’t claimed this homework yet.',
    refusesAnybody: true,
  });
}

/**
 * Waits for the response to a request about a problem. If Hydro rejects it because the user doesn't take part in the
 * contest, adds the path of the contest's page to the failure. `page`: null if the problem isn't in a contest.
 */
export async function inContest(page: string | null, response: Promise<Answer>): Promise<Answer> {
  try {
    return await response;
  } catch (error) {
    throw error instanceof RequestFailed && page !== null ? withPage(error, page) : error;
  }
}

function withPage(error: RequestFailed, page: string): RequestFailed {
  const { failure, sent, taken } = error;
  if (failure.kind !== 'status' || !isNotTakingPart(failure.error?.errorType)) return error;
  return new RequestFailed({ ...failure, page, cause: { kind: 'notTakingPart' } }, { sent, taken });
}

function isNotTakingPart(type: string | null | undefined): boolean {
  return /^(?:Contest|Homework)Not(?:Attended|Live)Error$/.test(type ?? '');
}

/** Reads the contest or homework in a `tdoc`; null: none. */
export function contestIn(tdoc: unknown): Contest | null {
  const { title, beginAt, endAt, lockAt, rule, docId, domainId } = objectOf(tdoc);
  const [startsAt, endsAt, freezesAt] = [beginAt, endAt, lockAt].map((time) => momentOf(textOf(time)));
  if (textOf(title) === null && typeof startsAt !== 'number' && typeof endsAt !== 'number') return null;
  const isHomework = rule === 'homework';
  const contest = /^[0-9a-f]{24}$/i.exec(textOf(docId) ?? '')?.[0] ?? null;
  const domain = /^[\w-]{1,64}$/.exec(textOf(domainId) ?? '')?.[0] ?? null;
  return {
    title: textOf(title),
    endsAt: endsAt ?? null,
    ...(typeof startsAt === 'number' ? { startsAt } : {}),
    ...(typeof freezesAt === 'number' ? { freezesAt } : {}),
    ...(contest === null ? {} : { id: placeOf({ domain, contest, isHomework }) }),
    ...(isHomework ? { isHomework } : {}),
  };
}
