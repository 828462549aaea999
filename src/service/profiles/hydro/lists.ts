import type { RecentSubmission, BatchAnswer } from '../../profile';
import type { Question } from '../../question';
import type { Reader } from '../../../judge';
import { objectOf, textOf, type Raw } from '../values';
import {
  contestIn,
  contestPath,
  getQuestion,
  placeOf,
  prefixOf,
  readPlace,
  type HydroPlace,
} from './answers';
import { isPendingStatus, paramText } from './record';
import { selfTest } from './samples';

/** Contests whose records are listed, at one request each, or two where the list is hidden. */
const mostContests = 3;

/** Submissions of a contest are looked for so long after its end, ms: a window may get the focus only the next day. */
const afterContest = 24 * 3_600_000;

/** How the user’s newest records stand, without cases or compile message. */
export function batchQuestion(
  account: string,
  domain: string | null,
): Question<ReadonlyMap<string, BatchAnswer>> {
  return getQuestion(listPath(account, { domain, contest: null }), (body, reader) => {
    const records = reader.list(body.rdocs, 'rdocs', (raw): [string, BatchAnswer] => {
      const status = reader.integer(raw.status, 'status');
      const isPending = status !== null && isPendingStatus(status);
      return [textOf(raw._id) ?? '', { kind: isPending ? 'notReady' : 'ended' }];
    });
    return new Map(records);
  });
}

/** The user’s newest records, but those of contests, homework, and self-tests. */
export function recentSubmissions(
  account: string,
  domain: string | null,
): Question<readonly RecentSubmission[]> {
  const where = { domain, contest: null };
  return getQuestion(listPath(account, where), (body, reader) => listed(body.rdocs, body, where, reader));
}

/**
 * The user’s newest records in the newest of those contests and homeworks. A list that is hidden while the contest lasts
 * is refused: then its own page tells the records, of each problem the newest one at least.
 */
export function submissionsInContests(
  account: string,
  places: readonly string[],
  domain: string | null,
): readonly (readonly Question<readonly RecentSubmission[]>[])[] {
  const contests = new Map(
    places
      .map((text) => readPlace(text, domain))
      .filter(({ contest }) => contest !== null && contest !== selfTest)
      .map((place) => [place.contest, place]),
  );
  return [...contests.values()]
    .slice(0, mostContests)
    .map((place) => [
      getQuestion(listPath(account, place), (body, reader) => listed(body.rdocs, body, place, reader)),
      getQuestion(ownPage(place), (body, reader) => listed(onContestPage(body), body, place, reader)),
    ]);
}

/** The page on which a user finds their own submissions to a contest or homework. */
function ownPage(place: HydroPlace): string {
  const page = contestPath(place) ?? '';
  return place.isHomework ? page : `${page}/problems`;
}

/**
 * Reads which contests and which homework may have new submissions of the user. They are under way, or ended less than a
 * day ago. A contest that the user attends but hasn't opened yet is left out: it has no submissions, and a request for its
 * problems would start the user's time in it. The list of homework doesn't contain who takes part.
 */
export function openContests(domain: string | null): readonly Question<readonly string[]>[] {
  const prefix = prefixOf({ domain });
  return [
    getQuestion(`${prefix}/contest`, ({ tdocs, tsdict }, reader, now) => {
      const status = objectOf(tsdict);
      return openPlaces(tdocs, domain, reader, now)
        .filter(({ contest }) => hasBegun(objectOf(status[contest])))
        .map(placeOf);
    }),
    getQuestion(`${prefix}/homework`, ({ tdocs }, reader, now) =>
      openPlaces(tdocs, domain, reader, now).map((place) => placeOf({ ...place, isHomework: true })),
    ),
  ];
}

function openPlaces(
  tdocs: unknown,
  domain: string | null,
  reader: Reader,
  now: number,
): readonly (HydroPlace & { readonly contest: string })[] {
  return reader
    .list(tdocs, 'tdocs', (tdoc) => tdoc)
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

/** All of one’s own records, or the newest of each problem with no more than its ID where the contest hides them. */
function onContestPage({ rdocs, psdict, rdict }: Raw): unknown {
  if (Array.isArray(rdocs) && rdocs.length > 0) return rdocs;
  return Object.entries(objectOf(psdict)).map(([pid, one]) => {
    const { rid } = objectOf(one);
    return { ...objectOf(objectOf(rdict)[paramText(rid)]), _id: rid, pid };
  });
}

function listed(
  rdocs: unknown,
  { pdict, tdoc }: Raw,
  where: HydroPlace,
  reader: Reader,
): readonly RecentSubmission[] {
  const contest = contestIn(tdoc)?.title ?? null;
  const all = reader.list(rdocs, 'rdocs', (raw): RecentSubmission => {
    const requestId = textOf(raw._id) ?? '';
    const { pid, title } = objectOf(objectOf(pdict)[paramText(raw.pid)]);
    const place = {
      domain: textOf(raw.domainId) ?? where.domain,
      contest: textOf(raw.contest) ?? where.contest,
    };
    return {
      requestId,
      hint: placeOf(place) || null,
      problem: [textOf(pid), textOf(title)].filter((one) => one !== null).join(' ') || null,
      ...(contest === null ? {} : { contest }),
      status: reader.integer(raw.status, 'status'),
      score: reader.number(raw.score, 'score'),
      at: momentOf(requestId),
    };
  });
  // what has no ID could not be fetched
  return all.filter(({ at }) => at !== null);
}

/** An ID begins with the seconds of when it was made. */
function momentOf(id: string): number | null {
  return /^[0-9a-f]{24}$/i.test(id) ? parseInt(id.slice(0, 8), 16) * 1000 : null;
}
