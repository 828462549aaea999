import { JsonObject } from '../../../results';
import type { BatchAnswer, JudgeHttp, RecentSubmission, SubmissionPage } from '../../adapter';
import { endedOrNotReady } from '../shared/listedSubmissions';
import { readObject } from '../shared/responseBody';
import { objectOf, textOf, type Raw } from '../shared/jsonValues';
import { contestIn } from './contest';
import { contestPath, placeOf, prefixOf, readPlace, type HydroPlace } from './addresses';
import { refusalIn } from './refusals';
import { figuresIn, isPendingStatus, paramText } from './record';
import { selfTest } from './samples';
import { fetchContestStart } from './contest';
import { MAX_HYDRO_CONTESTS, MIN_HYDRO_PAGE, HYDRO_AFTER_CONTEST_MS } from '../limits';

/** Fetches the states of the user’s most recent records, without cases and compiler output. */
export async function fetchStates(
  http: JudgeHttp,
  account: string,
  domain: string | null,
): Promise<ReadonlyMap<string, BatchAnswer>> {
  const body = readObject(await http.get(listPath(account, { domain, contest: null })));
  const states = body.list('rdocs', (record): [string, BatchAnswer] => {
    const status = record.integer('status');
    const isPending = status !== null && isPendingStatus(status);
    return [textOf(record.raw._id) ?? '', endedOrNotReady(!isPending)];
  });
  return new Map(states);
}

/** Fetches the user’s most recent records, except those of contests, homework, and self-tests. */
export async function fetchRecent(
  http: JudgeHttp,
  account: string,
  domain: string | null,
): Promise<readonly RecentSubmission[]> {
  const where = { domain, contest: null };
  const body = readObject(await http.get(listPath(account, where)));
  return body.list('rdocs', (record) => listedSubmission(record, body.raw, where)).filter(hasRecordId);
}

/**
 * Fetches a page of the user’s records of a problem. Hydro numbers the pages from 1, and doesn’t send the number of
 * pages.
 */
export async function fetchOfProblem(
  http: JudgeHttp,
  problemId: string,
  place: HydroPlace,
  page: number,
  account: string,
): Promise<SubmissionPage> {
  const path = `${listPath(account, place)}&pid=${encodeURIComponent(problemId)}&page=${page}`;
  const body = readObject(await http.get(path));
  const submissions = body.list('rdocs', (record) => ({
    ...listedSubmission(record, body.raw, place),
    time: figuresIn(record, record.integer('status')).time,
    language: textOf(record.raw.lang),
  }));
  return {
    submissions: submissions.filter(hasRecordId),
    next: submissions.length < MIN_HYDRO_PAGE ? null : String(page + 1),
  };
}

/**
 * Selects the first few distinct contests and homework of these scopes. Leaves out self-tests and scopes without a
 * contest.
 */
export function selectContests(places: readonly string[], domain: string | null): readonly string[] {
  const contests = new Map(
    places
      .map((text) => readPlace(text, domain))
      .filter(({ contest }) => contest !== null && contest !== selfTest)
      .map((place) => [place.contest, placeOf(place)]),
  );
  return [...contests.values()].slice(0, MAX_HYDRO_CONTESTS);
}

/**
 * Fetches the user’s records in a contest or homework. While a contest hides its list, Hydro sends 403. In that case,
 * reads the contest's own page, which contains all records or the last record of each problem.
 */
export async function fetchRecentInContest(
  http: JudgeHttp,
  place: HydroPlace,
  account: string,
): Promise<readonly RecentSubmission[]> {
  const answer = await http.send({ method: 'GET', path: listPath(account, place) });
  const refused = refusalIn(answer);
  if (!refused) {
    const list = readObject(answer);
    return list.list('rdocs', (record) => listedSubmission(record, list.raw, place)).filter(hasRecordId);
  }
  if (refused.failure.kind !== 'status' || refused.failure.status !== 403) throw refused;
  // the user may have fetched another user's record of a contest without starting it
  if (!place.isHomework && (await fetchContestStart(http, place))) return [];
  const page = readObject(await http.get(ownPage(place)));
  return recordsOfPage(page)
    .list('rdocs', (record) => listedSubmission(record, page.raw, place))
    .filter(hasRecordId);
}

/** Returns the path of the page with the user's own submissions in a contest or homework. */
function ownPage(place: HydroPlace): string {
  const page = contestPath(place) ?? '';
  return place.isHomework ? page : `${page}/problems`;
}

/**
 * Fetches the contests in which the user may have new submissions: running, or ended less than a day ago. Those that the
 * user started last come first, because Hydro lists those first that end last. Omits a contest that the user attends but
 * never opened: it has no submissions, and requesting its problems would start the user's time.
 */
export async function fetchOpenContests(http: JudgeHttp, domain: string | null): Promise<readonly string[]> {
  const answer = await http.get(`${prefixOf({ domain })}/contest`);
  const body = readObject(answer);
  const statuses = objectOf(body.raw.tsdict);
  const startOf = ({ contest }: OpenPlace): number | null => startedAt(objectOf(statuses[contest]));
  return openPlaces(body, domain, answer.receivedAt)
    .filter((place) => startOf(place) !== null)
    .sort((one, other) => (startOf(other) ?? 0) - (startOf(one) ?? 0))
    .map(placeOf);
}

/**
 * Like `fetchOpenContests`, for homework. The homework list doesn't show whether the user takes part, so those that began
 * last come first.
 */
export async function fetchOpenHomework(http: JudgeHttp, domain: string | null): Promise<readonly string[]> {
  const answer = await http.get(`${prefixOf({ domain })}/homework`);
  return openPlaces(readObject(answer), domain, answer.receivedAt)
    .sort((one, other) => other.beginsAt - one.beginsAt)
    .map((place) => placeOf({ ...place, isHomework: true }));
}

interface OpenPlace extends HydroPlace {
  readonly contest: string;
  /** ms since 1970; 0 if unknown */
  readonly beginsAt: number;
}

/** Returns the contests or homework that are open at `now` (ms since 1970). */
function openPlaces(body: JsonObject, domain: string | null, now: number): OpenPlace[] {
  return body
    .list('tdocs', ({ raw }) => raw)
    .filter((tdoc) => isOpen(tdoc, now))
    .map(({ docId, domainId, beginAt }) => ({
      domain: textOf(domainId) ?? domain,
      contest: /^[0-9a-f]{24}$/i.exec(textOf(docId) ?? '')?.[0] ?? '',
      beginsAt: Date.parse(textOf(beginAt) ?? '') || 0,
    }))
    .filter(({ contest }) => contest !== '');
}

/** Returns whether a contest is running or ended recently. Also true if the start or end is unknown. */
function isOpen({ beginAt, endAt }: Raw, now: number): boolean {
  const begin = Date.parse(textOf(beginAt) ?? '');
  const end = Date.parse(textOf(endAt) ?? '');
  return !(begin > now) && !(end + HYDRO_AFTER_CONTEST_MS <= now);
}

/**
 * Returns when the user started the contest, ms since 1970: Hydro sets `startAt` when the user first opens the problems.
 * Null: the user doesn't attend it, or must still start it.
 */
function startedAt({ attend, startAt }: Raw): number | null {
  const start = Date.parse(textOf(startAt) ?? '');
  return Boolean(attend) && !Number.isNaN(start) ? start : null;
}

function listPath(account: string, { contest, ...where }: HydroPlace): string {
  const list = `${prefixOf(where)}/record?uidOrName=${encodeURIComponent(account)}`;
  return contest === null ? list : `${list}&tid=${contest}`;
}

/**
 * Returns the records on the page of a contest. If the contest hides them, returns the last record of each problem,
 * with only an ID.
 */
function recordsOfPage(page: JsonObject): JsonObject {
  const { rdocs, psdict, rdict } = page.raw;
  if (Array.isArray(rdocs) && rdocs.length > 0) return page;
  const newest = Object.entries(objectOf(psdict)).map(([pid, entry]) => {
    const { rid } = objectOf(entry);
    return { ...objectOf(objectOf(rdict)[paramText(rid)]), _id: rid, pid };
  });
  return JsonObject.of({ rdocs: newest });
}

/**
 * Reads one record of a list.
 * @param list the response: `pdict` has the problems by the IDs in `pid` of the records, and `tdoc` is the contest of the
 * list
 * @param requested the scope of the list, for records without a domain or contest
 */
function listedSubmission(record: JsonObject, list: Raw, requested: HydroPlace): RecentSubmission {
  const { _id, pid, domainId, contest } = record.raw;
  const requestId = textOf(_id) ?? '';
  const status = record.integer('status');
  const problem = objectOf(objectOf(list.pdict)[paramText(pid)]);
  const problemId = textOf(problem.pid);
  const problemTitle = textOf(problem.title);
  const language = textOf(record.raw.lang);
  const contestOfList = contestIn(list.tdoc);
  const place = {
    domain: textOf(domainId) ?? requested.domain,
    contest: textOf(contest) ?? requested.contest,
  };
  return {
    requestId,
    hint: placeOf(place) || null,
    problem: [problemId, problemTitle].filter((part) => part !== null).join(' ') || null,
    problemId,
    problemTitle,
    ...(language === null ? {} : { language }),
    ...(contestOfList ? { contest: { id: placeOf(requested), ...contestOfList } } : {}),
    status,
    score: figuresIn(record, status).score,
    at: momentOf(requestId),
  };
}

/** Returns whether the record has an ID. A record without one can't be fetched. */
function hasRecordId({ at }: RecentSubmission): boolean {
  return at !== null;
}

/** Returns when a record was created: its ID begins with the seconds since 1970. Returns ms; null: not a record ID. */
function momentOf(id: string): number | null {
  return /^[0-9a-f]{24}$/i.test(id) ? parseInt(id.slice(0, 8), 16) * 1000 : null;
}
