import type { JsonObject } from '../../../results';
import type { BatchAnswer, JudgeHttp, ListedSubmission, SubmissionPage } from '../../adapter';
import { encoded, textOf, wholeOf, type Raw } from '../shared/jsonValues';
import { endedOrNotReady, inGroups, recentOf } from '../shared/listedSubmissions';
import { refusal, throwIf, throwIfBusy } from '../shared/refusals';
import { isPage, readList, readObject } from '../shared/responseBody';
import type { ReadResult } from '../shared/makeResult';
import { contestPath, listRefusalIn, refusalIn, runRefusalIn } from './refusals';
import { isFinalReport, measured, readReport, scoreOf, timeOf } from './report';
import { codeOfVerdict } from './verdicts';

/** Maximum number of runs in one request, so that its URL doesn't become too long. */
const MAX_RUNS_TOGETHER = 50;

const PAGE_SIZE = 100;

/**
 * Fetches the full report of a run, or the brief one if the user may not read the full one. If the report of a tested
 * run doesn't contain the source, fetches the source too.
 */
export async function fetchResult(http: JudgeHttp, contest: string, requestId: string): Promise<ReadResult> {
  const path = contestPath(contest, `submissions/${encoded(requestId)}`);
  const full = await http.send({ method: 'GET', path: `${path}/full?locale=en` });
  const answer = full.status === 403 ? await http.send({ method: 'GET', path }) : full;
  throwIf(runRefusalIn(answer));
  const report = readObject(answer);
  const source = textOf(report.raw.source) || null;
  const needsSource = source === null && isFinalReport(report);
  const code = needsSource ? await fetchSourceIfAny(http, `${path}/source`) : source;
  return readReport(report, requestId, contest, code);
}

/** Fetches the source of a run; null if the API doesn't return it. */
async function fetchSourceIfAny(http: JudgeHttp, path: string): Promise<string | null> {
  const answer = await http.send({ method: 'GET', path });
  throwIfBusy(refusalIn(answer));
  return answer.status === 200 && !isPage(answer) ? answer.text.toWellFormed() || null : null;
}

interface Run {
  readonly requestId: string;
  readonly contest: string;
}

/** Fetches the reports of runs. A request covers at most `MAX_RUNS_TOGETHER` runs of one contest. */
export async function fetchStates(
  http: JudgeHttp,
  runs: readonly Run[],
): Promise<ReadonlyMap<string, BatchAnswer>> {
  const states = new Map<string, BatchAnswer>();
  for (const contest of new Set(runs.map((run) => run.contest))) {
    const runsOfContest = runs.filter((run) => run.contest === contest);
    for (const group of inGroups(runsOfContest, MAX_RUNS_TOGETHER)) {
      const ids = group.map(({ requestId }) => `runIds=${encoded(requestId)}`);
      const answer = await http.get(contestPath(contest, `submissions/multiple?${ids.join('&')}&locale=en`));
      for (const [requestId, state] of readList(answer, (report) => stateIn(report, contest))) {
        states.set(requestId, state);
      }
    }
  }
  return states;
}

/** Reads one of several reports. A tested run is only marked as ended: its own report, fetched later, contains more. */
function stateIn(report: JsonObject, contest: string): readonly [string, BatchAnswer] {
  const requestId = idOf(report.raw.runId);
  const state = isFinalReport(report) ? endedOrNotReady(true) : readReport(report, requestId, contest, null);
  return [requestId, state];
}

/** Selects submissions from a contest's list. */
export interface ListFilter {
  /** the user's name in the list; null: unknown */
  readonly user: string | null;
  /** alias of the problem; null: all problems */
  readonly problemId: string | null;
}

/**
 * Fetches one page of a contest's list, newest first. `page`: number of the page, from 1. `site`: URL of the website. A
 * manager's list contains the submissions of all users. Throws `RequestFailed` if it does, and the user's name is
 * unknown.
 */
export async function fetchList(
  http: JudgeHttp,
  contest: string,
  page: number,
  { user, problemId }: ListFilter,
  site: string,
): Promise<SubmissionPage> {
  const path = contestPath(contest, `submissions?page=${page}&pageSize=${PAGE_SIZE}`);
  const answer = await http.send({ method: 'GET', path });
  throwIf(listRefusalIn(answer, contest, site));
  const body = readObject(answer);
  const entries = body.list('submissions', ({ raw }) => raw);
  if (user === null && new Set(entries.map(authorOf)).size > 1) {
    throw refusal(answer, { status: 403, cause: { kind: 'ofSeveralUsers' } });
  }
  const submissions = entries
    .filter((entry) => user === null || isSameText(textOf(entry.author), user))
    .filter((entry) => problemId === null || isSameText(textOf(entry.problemAlias), problemId))
    .map((entry) => listedIn(entry, contest))
    .filter(({ requestId }) => requestId !== '')
    .toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0));
  // without a count, a full page may have a successor
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
    time: measured(entry.time),
    language: textOf(entry.compiler),
  };
}

/** Returns the ID of a run, which is a number; empty if it is anything else, or too large to be read exactly. */
export function idOf(value: unknown): string {
  const text = textOf(value) ?? String(wholeOf(value) ?? '');
  return /^\d{1,18}$/.test(text) ? text : '';
}
