import type { BatchAnswer, ListedBefore, ListedSubmission } from '../../adapter';
import type { JudgeHttp, OutgoingRequest } from '../../http/judgeHttp';
import type { RequestName } from '../../requestName';
import { isRequestId } from '../../requestIdInput';
import type { Submission } from '../../submission';
import { endedOrNotReady, recentOf } from '../shared/listedSubmissions';
import { jsonOf, judgeTime } from '../shared/responseBody';
import { throwIf, throwIfBusy } from '../shared/refusals';
import { type Raw, encoded, momentOf, objectsOf, textOf } from '../shared/jsonValues';
import { MAX_CLICS_PATH_LENGTH, MAX_CLICS_SUBMISSIONS, CLICS_TEAM_NAME_LENGTH } from '../limits';
import { accountIn, fetchAccount, type OwnAccount } from './account';
import { type Constants, type ContestAddress, fetchWithConstants, judgementTypesRequest } from './constants';
import { contestIn, contestRequest } from './contest';
import {
  codeOf,
  isJudged,
  isPreliminary,
  isTooLate,
  languageNameOf,
  pointsOf,
  problemOf,
  submissionOf,
  timeOf,
} from './judgement';
import { resultOfJudgement } from './result';
import { below, listIfAny, objectIfAny, refusalIn, siteOf } from './requests';

/**
 * Fetches the states of pending submissions of one contest: for a team from the list of its judgements, for a jury, whose
 * list contains all teams, one by one. After the end of the contest, submissions that were too late have ended.
 */
export async function fetchStates(
  http: JudgeHttp,
  address: ContestAddress,
  pending: readonly RequestName[],
): Promise<ReadonlyMap<string, BatchAnswer>> {
  const { contest } = address;
  const { isJury } = await fetchAccount(http, address.baseUrl, contest);
  // others than the first are polled separately
  const ids = pending.map(({ requestId }) => requestId).slice(0, isJury ? MAX_CLICS_SUBMISSIONS : undefined);
  const paths = isJury
    ? ids.map((id) => below(contest, `judgements?submission_id=${encoded(id)}`))
    : [below(contest, 'judgements')];
  const answers = await http.sendAll([
    ...paths.map((path): OutgoingRequest => ({ method: 'GET', path })),
    judgementTypesRequest(contest),
    contestRequest(contest),
  ]);
  const lists = answers.slice(0, paths.length);
  for (const answer of lists) throwIf(refusalIn(answer));
  const ofConstants = answers.slice(paths.length);
  for (const answer of ofConstants) throwIfBusy(refusalIn(answer));
  const [types, ofContest] = ofConstants;
  const constants = {
    types: new Map((types ? listIfAny(types) : []).map((type) => [textOf(type.id) ?? '', type])),
    contest: ofContest ? objectIfAny(ofContest) : {},
  };
  const judged = judgementsById(lists.flatMap((answer) => objectsOf(jsonOf(answer))));
  const left = ids.filter((id) => !judged.has(id));
  const now = lists[0] ? judgeTime(lists[0]) : -Infinity;
  const late = await idsOfLate(http, address, left, constants.contest, now);
  return new Map(
    ids.map((id): [string, BatchAnswer] => {
      const judgement = judged.get(id);
      if (!judgement) return [id, endedOrNotReady(late.has(id))];
      const known = resultOfJudgement(judgement, constants);
      return [id, isPreliminary(judgement) ? known : { kind: 'ended', known }];
    }),
  );
}

/** Returns the IDs of pending submissions that were made after the end of the contest. Only DOMjudge accepts these. */
async function idsOfLate(
  http: JudgeHttp,
  { baseUrl, contest }: ContestAddress,
  pending: readonly string[],
  ofContest: Raw,
  now: number,
): Promise<ReadonlySet<string>> {
  const shown = contestIn(ofContest, contest);
  if (siteOf(baseUrl) === null || pending.length === 0 || !isTooLate(now, shown)) return new Set();
  const submissions = await fetchByIds(http, contest, pending);
  return new Set(
    submissions.filter(({ time }) => isTooLate(momentOf(time), shown)).map(({ id }) => textOf(id) ?? ''),
  );
}

/** Returns the newest judgement with a verdict for each submission. */
function judgementsById(judgements: readonly Raw[]): ReadonlyMap<string, Raw> {
  return new Map(judgements.filter(isJudged).map((judgement) => [submissionOf(judgement), judgement]));
}

/**
 * Fetches the newest submissions of the account's team. For a team, requests only the submissions in the list of its
 * judgements that aren't known yet. Known ones are listed with their current verdict only. `before`: null: also lists
 * those that are pending elsewhere, which needs the complete list
 */
export async function fetchRecent(
  http: JudgeHttp,
  address: ContestAddress,
  before: ListedBefore | null,
): Promise<readonly ListedSubmission[]> {
  const account = await fetchAccount(http, address.baseUrl, address.contest);
  if (account.teams.length === 0) return [];
  // the judgements of a jury, and those of PC², are of all teams
  const needsAll = before === null || account.isJury || siteOf(address.baseUrl) === null;
  const submissions = needsAll
    ? await fetchAll(http, address)
    : await fetchUnknown(http, address, account, before);
  return submissions.slice(0, MAX_CLICS_SUBMISSIONS);
}

async function fetchUnknown(
  http: JudgeHttp,
  address: ContestAddress,
  account: OwnAccount,
  before: ListedBefore,
): Promise<readonly ListedSubmission[]> {
  const answer = await http.send({ method: 'GET', path: below(address.contest, 'judgements') });
  throwIf(refusalIn(answer));
  const judgements = objectsOf(jsonOf(answer));
  const newest = judgements
    .toSorted((one, other) => (momentOf(other.start_time) ?? 0) - (momentOf(one.start_time) ?? 0))
    .map(submissionOf)
    .filter((id) => isRequestId(id) && !before.known.has(id));
  const ids = [...new Set(newest)].slice(0, MAX_CLICS_SUBMISSIONS);
  const known = judgements
    .filter((judgement) => isJudged(judgement) && !isPreliminary(judgement))
    .map(submissionOf)
    .filter((id) => before.known.has(id));
  if (ids.length === 0 && known.length === 0) return [];
  const submissions = await fetchByIds(http, address.contest, ids);
  const { constants } = await fetchWithConstants(http, address, [], 'any');
  return listed({
    contest: address.contest,
    submissions: [...ofTeams(submissions, account.teams), ...[...new Set(known)].map((id) => ({ id }))],
    judgements,
    constants,
  });
}

/** Fetches all submissions of the team, newest first. */
export async function fetchAll(
  http: JudgeHttp,
  address: ContestAddress,
): Promise<readonly ListedSubmission[]> {
  return listed(await fetchOwn(http, address));
}

export interface ContestSubmissions {
  readonly contest: string;
  readonly submissions: readonly Raw[];
  /** may contain judgements of other submissions */
  readonly judgements: readonly Raw[];
  readonly constants: Constants;
}

/** Fetches the complete list, which also contains submissions of other teams. */
async function fetchOwn(http: JudgeHttp, address: ContestAddress): Promise<ContestSubmissions> {
  const { contest, baseUrl } = address;
  const { answers, constants } = await fetchWithConstants(http, address, [
    { method: 'GET', path: below(contest, 'submissions') },
    { method: 'GET', path: below(contest, 'judgements') },
  ]);
  const [submissions, judgements] = answers;
  if (!submissions || !judgements) throw new Error('each request has a response');
  throwIf(refusalIn(submissions));
  const { teams } = accountIn(constants.account ?? {}, baseUrl);
  return {
    contest,
    submissions: ofTeams(objectsOf(jsonOf(submissions)), teams),
    judgements: listIfAny(judgements),
    constants,
  };
}

function ofTeams(submissions: readonly Raw[], teams: readonly string[]): readonly Raw[] {
  return submissions.filter(({ team_id: team }) => typeof team === 'string' && teams.includes(team));
}

/**
 * Fetches the submissions with these IDs, in groups of IDs that fit in a path. If the server rejects a group because it
 * doesn't have one of them, or because the path is too long, requests its halves.
 */
export async function fetchByIds(
  http: JudgeHttp,
  contest: string,
  ids: readonly string[],
): Promise<readonly Raw[]> {
  const groups = groupsOf(ids);
  if (groups.length === 0) return [];
  const requests = groups.map((group): OutgoingRequest => ({ method: 'GET', path: pathOf(contest, group) }));
  const answers = await http.sendAll(requests);
  const found: Raw[] = [];
  for (const [index, answer] of answers.entries()) {
    const group = groups[index] ?? [];
    if (answer.status === 404 || answer.status === 414) {
      const middle = Math.ceil(group.length / 2);
      if (group.length < 2) continue;
      found.push(...(await fetchByIds(http, contest, group.slice(0, middle))));
      found.push(...(await fetchByIds(http, contest, group.slice(middle))));
      continue;
    }
    throwIf(refusalIn(answer));
    found.push(...objectsOf(jsonOf(answer)));
  }
  return found;
}

function pathOf(contest: string, ids: readonly string[]): string {
  return below(contest, `submissions?${ids.map(parameter).join('&')}`);
}

function parameter(id: string): string {
  return `ids%5B%5D=${encoded(id)}`;
}

/** Divides IDs into groups whose paths aren't longer than `MAX_CLICS_PATH_LENGTH`. */
function groupsOf(ids: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let length = Infinity;
  for (const id of ids) {
    const added = parameter(id).length + 1;
    if (length + added > MAX_CLICS_PATH_LENGTH) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(id);
    length += added;
  }
  return groups;
}

/**
 * Fetches the team's submissions to that problem in that language, the oldest first. `sentAt`: by the judge's clock, ms
 * since 1970, inclusive
 */
export async function findSent(
  http: JudgeHttp,
  address: ContestAddress,
  { problemId, language }: Submission,
  sentAt: { readonly from: number; readonly to: number },
): Promise<readonly ListedSubmission[]> {
  const own = await fetchOwn(http, address);
  const submissions = own.submissions.filter((submission) => {
    const at = momentOf(submission.time);
    const isAlike = submission.problem_id === problemId && submission.language_id === language;
    return isAlike && at !== null && at >= sentAt.from && at <= sentAt.to;
  });
  return listed({ ...own, submissions }).toReversed();
}

/** Returns the rows of submissions, newest first. */
export function listed({
  contest,
  submissions,
  judgements,
  constants,
}: ContestSubmissions): readonly ListedSubmission[] {
  const judged = judgementsById(judgements);
  const ofRecords = contestIn(constants.contest, contest);
  return submissions
    .map((submission): ListedSubmission => {
      const requestId = textOf(submission.id) ?? '';
      const judgement = judged.get(requestId);
      const problem = problemOf(submission, constants.problems);
      const language = textOf(submission.language_id);
      return {
        ...recentOf({
          requestId,
          hint: contest,
          contest: ofRecords,
          problem: shownProblem(problem),
          problemId: problem?.id ?? null,
          problemTitle: problem?.title ?? null,
          ...(problem?.letter === undefined ? {} : { letter: problem.letter }),
          status: judgement ? codeOf(judgement, constants.types).code : 'QUEUED',
          score: judgement ? pointsOf(judgement, constants.contest) : null,
          at: momentOf(submission.time),
        }),
        time: judgement ? timeOf(judgement) : null,
        language: languageNameOf(language, constants.languages) ?? language,
      };
    })
    .filter(({ requestId }) => isRequestId(requestId))
    .toSorted((first, other) => (other.at ?? 0) - (first.at ?? 0));
}

/** Returns `A – Sum`, or the ID of the problem if its letter is unknown. */
export function shownProblem(problem: ReturnType<typeof problemOf>): string | null {
  if (problem?.letter === undefined) return problem?.id ?? null;
  return problem.title === null ? problem.letter : `${problem.letter} – ${problem.title}`;
}

/** Returns the display name of a team, or else its name or ID. */
export function nameOfTeam({ id, name, display_name: displayName }: Raw): string {
  const shown = textOf(displayName) ?? textOf(name) ?? textOf(id) ?? '';
  return shown.slice(0, CLICS_TEAM_NAME_LENGTH).toWellFormed();
}
