import { JsonObject } from '../../../judge';
import type { BatchAnswer, JudgeHttp, RecentSubmission } from '../../adapter';
import { endedOrNotReady } from '../reading';
import { readObject } from '../toolkit';
import { objectOf, textOf, type Raw } from '../values';
import { contestIn, contestPath, placeOf, prefixOf, readPlace, refusalIn, type HydroPlace } from './answers';
import { isPendingStatus, paramText } from './record';
import { selfTest } from './samples';

/** Maximum number of contests whose records are listed, with one request each, or two if the list is hidden. */
const MAX_CONTESTS = 3;

/** How long after the end of a contest its submissions are listed, ms: a window may get the focus only the next day. */
const afterContest = 24 * 3_600_000;

/** Fetches the states of the user’s newest records, which have no cases and no compiler output there. */
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

/** Fetches the user’s newest records, except those of contests, homework, and self-tests. */
export async function fetchRecent(
  http: JudgeHttp,
  account: string,
  domain: string | null,
): Promise<readonly RecentSubmission[]> {
  const where = { domain, contest: null };
  const body = readObject(await http.get(listPath(account, where)));
  return body.list('rdocs', (record) => recentIn(record, body.raw, where)).filter(hasRecordId);
}

/** Selects the newest contests and homework of these places, each once. Self-tests and other places are left out. */
export function selectContests(places: readonly string[], domain: string | null): readonly string[] {
  const contests = new Map(
    places
      .map((text) => readPlace(text, domain))
      .filter(({ contest }) => contest !== null && contest !== selfTest)
      .map((place) => [place.contest, placeOf(place)]),
  );
  return [...contests.values()].slice(0, MAX_CONTESTS);
}

/**
 * Fetches the user’s records in a contest or homework. While a contest hides its list, the list is refused with 403. Then its
 * own page has the newest record of each problem, or all.
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
    return list.list('rdocs', (record) => recentIn(record, list.raw, place)).filter(hasRecordId);
  }
  if (refused.failure.kind !== 'status' || refused.failure.status !== 403) throw refused;
  const page = readObject(await http.get(ownPage(place)));
  return recordsOfPage(page)
    .list('rdocs', (record) => recentIn(record, page.raw, place))
    .filter(hasRecordId);
}

/** Path of the page with the user's own submissions to a contest or homework. */
function ownPage(place: HydroPlace): string {
  const page = contestPath(place) ?? '';
  return place.isHomework ? page : `${page}/problems`;
}

/**
 * Fetches the contests that may have new submissions of the user. They are under way, or ended less than a day ago. A contest
 * that the user attends but hasn't opened yet is left out: it has no submissions, and a request for its problems would start
 * the user's time in it.
 */
export async function fetchOpenContests(http: JudgeHttp, domain: string | null): Promise<readonly string[]> {
  const answer = await http.get(`${prefixOf({ domain })}/contest`);
  const body = readObject(answer);
  const status = objectOf(body.raw.tsdict);
  return openPlaces(body, domain, answer.receivedAt)
    .filter(({ contest }) => hasBegun(objectOf(status[contest])))
    .map(placeOf);
}

/** The same for homework. Its list doesn't contain who takes part. */
export async function fetchOpenHomework(http: JudgeHttp, domain: string | null): Promise<readonly string[]> {
  const answer = await http.get(`${prefixOf({ domain })}/homework`);
  return openPlaces(readObject(answer), domain, answer.receivedAt).map((place) =>
    placeOf({ ...place, isHomework: true }),
  );
}

/** `now`: ms since 1970 */
function openPlaces(
  body: JsonObject,
  domain: string | null,
  now: number,
): readonly (HydroPlace & { readonly contest: string })[] {
  return body
    .list('tdocs', ({ raw }) => raw)
    .filter((tdoc) => isOpen(tdoc, now))
    .map(({ docId, domainId }) => ({
      domain: textOf(domainId) ?? domain,
      contest: /^[0-9a-f]{24}$/i.exec(textOf(docId) ?? '')?.[0] ?? '',
    }))
    .filter(({ contest }) => contest !== '');
}

/** True also if the answer doesn't contain when it begins or ends. */
function isOpen({ beginAt, endAt }: Raw, now: number): boolean {
  const begin = Date.parse(textOf(beginAt) ?? '');
  const end = Date.parse(textOf(endAt) ?? '');
  return !(begin > now) && !(end + afterContest <= now);
}

/** `startAt` is set when a user who attends the contest opens its problems for the first time. */
function hasBegun({ attend, startAt }: Raw): boolean {
  return Boolean(attend) && textOf(startAt) !== null;
}

function listPath(account: string, { contest, ...where }: HydroPlace): string {
  const list = `${prefixOf(where)}/record?uidOrName=${encodeURIComponent(account)}`;
  return contest === null ? list : `${list}&tid=${contest}`;
}

/** Returns all records on the page of a contest, or those of each problem with only an ID if the contest hides them. */
function recordsOfPage(page: JsonObject): JsonObject {
  const { rdocs, psdict, rdict } = page.raw;
  if (Array.isArray(rdocs) && rdocs.length > 0) return page;
  const newest = Object.entries(objectOf(psdict)).map(([pid, one]) => {
    const { rid } = objectOf(one);
    return { ...objectOf(objectOf(rdict)[paramText(rid)]), _id: rid, pid };
  });
  return JsonObject.of({ rdocs: newest });
}

function recentIn(record: JsonObject, { pdict, tdoc }: Raw, where: HydroPlace): RecentSubmission {
  const { _id: id, pid: problemId, domainId, contest } = record.raw;
  const requestId = textOf(id) ?? '';
  const { pid, title } = objectOf(objectOf(pdict)[paramText(problemId)]);
  const contestTitle = contestIn(tdoc)?.title ?? null;
  const place = {
    domain: textOf(domainId) ?? where.domain,
    contest: textOf(contest) ?? where.contest,
  };
  return {
    requestId,
    hint: placeOf(place) || null,
    problem: [textOf(pid), textOf(title)].filter((one) => one !== null).join(' ') || null,
    ...(contestTitle === null ? {} : { contest: contestTitle }),
    status: record.integer('status'),
    score: record.number('score'),
    at: momentOf(requestId),
  };
}

/** A record without an ID can't be fetched. */
function hasRecordId({ at }: RecentSubmission): boolean {
  return at !== null;
}

/** Reads when a record was made: its ID begins with the seconds since 1970. Null: it isn't the ID of a record. */
function momentOf(id: string): number | null {
  return /^[0-9a-f]{24}$/i.test(id) ? parseInt(id.slice(0, 8), 16) * 1000 : null;
}
