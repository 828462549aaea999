import type { BatchAnswer, JudgeHttp, ListedSubmission, SubmissionPage } from '../../adapter';
import type { RequestName } from '../../requestName';
import { encoded, numberOf, textOf, wholeOf, type Raw } from '../jsonValues';
import { endedOrNotReady, inGroups, recentOf } from '../listedSubmissions';
import { refusal, throwIf } from '../refusals';
import { isPage, readList, readObject } from '../responseBody';
import type { ReadResult } from '../results';
import { below, listRefusalIn, runRefusalIn } from './answers';
import { hasEnded, readReport, scoreOf, timeOf } from './report';
import { codeOfVerdict } from './verdicts';

/** Maximum number of runs in one request, so that its URL doesn't become too long. */
const MAX_RUNS_TOGETHER = 50;

const PAGE_SIZE = 100;

/**
 * Fetches the full report of a run, or the brief one if the user may not read the full one. If the report of a tested
 * run doesn't contain the source, fetches the source too.
 */
export async function fetchResult(http: JudgeHttp, contest: string, requestId: string): Promise<ReadResult> {
  const path = below(contest, `submissions/${encoded(requestId)}`);
  const full = await http.send({ method: 'GET', path: `${path}/full?locale=en` });
  const answer = full.status === 403 ? await http.send({ method: 'GET', path }) : full;
  throwIf(runRefusalIn(answer));
  const report = readObject(answer);
  const source = textOf(report.raw.source) || null;
  const isMissing = source === null && hasEnded(report);
  const code = isMissing ? await fetchSourceIfAny(http, `${path}/source`) : source;
  return readReport(report, requestId, contest, code);
}

/** Fetches the source of a run; null if the API doesn't return it. */
async function fetchSourceIfAny(http: JudgeHttp, path: string): Promise<string | null> {
  const answer = await http.send({ method: 'GET', path });
  return answer.status === 200 && !isPage(answer) ? answer.text.toWellFormed() || null : null;
}

/** Fetches the reports of runs together, with one request for each contest. Each run has a contest as its `hint`. */
export async function fetchStates(
  http: JudgeHttp,
  pending: readonly RequestName[],
  contestOf: (request: RequestName) => string,
): Promise<ReadonlyMap<string, BatchAnswer>> {
  const states = new Map<string, BatchAnswer>();
  const contests = new Set(pending.map(contestOf));
  for (const contest of contests) {
    const runs = pending.filter((request) => contestOf(request) === contest);
    for (const group of inGroups(runs, MAX_RUNS_TOGETHER)) {
      const ids = group.map(({ requestId }) => `runIds=${encoded(requestId)}`);
      const answer = await http.get(below(contest, `submissions/multiple?${ids.join('&')}&locale=en`));
      for (const [requestId, state] of readList(answer, (report) => stateIn(report, contest))) {
        states.set(requestId, state);
      }
    }
  }
  return states;
}

/** Reads one of several reports. The report of a tested run is fetched separately, because that one contains more. */
function stateIn(report: Parameters<typeof readReport>[0], contest: string): readonly [string, BatchAnswer] {
  const requestId = idOf(report.raw.runId);
  return [requestId, hasEnded(report) ? endedOrNotReady(true) : readReport(report, requestId, contest, null)];
}

/** Selects the user's submissions from a contest's list. */
export interface ListFilter {
  /** the user's name in the list; null: unknown */
  readonly user: string | null;
  /** alias of the problem; null: all problems */
  readonly problemId: string | null;
}

/**
 * Fetches one page of a contest's list, newest first. The list of a manager contains the submissions of all users. If
 * the user's name is unknown, rejects such a list. `page`: number of the page, from 1. `site`: URL of the website.
 */
export async function fetchList(
  http: JudgeHttp,
  contest: string,
  page: number,
  { user, problemId }: ListFilter,
  site: string,
): Promise<SubmissionPage> {
  const path = below(contest, `submissions?page=${page}&pageSize=${PAGE_SIZE}`);
  const answer = await http.send({ method: 'GET', path });
  throwIf(listRefusalIn(answer, contest, site));
  const body = readObject(answer);
  const entries = body.list('submissions', ({ raw }) => raw);
  if (user === null && new Set(entries.map(authorOf)).size > 1) {
    throw refusal(answer, { status: 403, lists: 'ofSeveralUsers' });
  }
  const submissions = entries
    .filter((entry) => user === null || isSameText(textOf(entry.author), user))
    .filter((entry) => problemId === null || isSameText(textOf(entry.problemAlias), problemId))
    .map((entry) => listedIn(entry, contest))
    .filter(({ requestId }) => requestId !== '')
    .toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0));
  const count = wholeOf(body.raw.count) ?? (entries.length < PAGE_SIZE ? 0 : Infinity);
  const hasMore = entries.length > 0 && page * PAGE_SIZE < count;
  return { submissions, next: hasMore ? String(page + 1) : null };
}

function authorOf({ authorId, author }: Raw): unknown {
  return authorId ?? author ?? null;
}

function isSameText(one: string | null, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

function listedIn(entry: Raw, contest: string): ListedSubmission {
  const problem = textOf(entry.problemAlias);
  const time = numberOf(entry.time);
  return {
    ...recentOf({
      requestId: idOf(entry.id),
      hint: contest,
      problem,
      problemId: problem,
      status: codeOfVerdict(textOf(entry.verdict)),
      score: scoreOf(entry.score),
      at: timeOf(entry.submissionTime),
    }),
    time: time !== null && time >= 0 ? time : null,
    language: textOf(entry.compiler),
  };
}

/** Returns the ID of a run, which is a number; empty if it is anything else. */
export function idOf(value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return /^\d{1,18}$/.test(text) ? text : '';
}
