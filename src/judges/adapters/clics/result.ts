import type { AboutResult } from '../../../results';
import type { JudgeHttp } from '../../adapter';
import type { Answer, OutgoingRequest } from '../../http/judgeHttp';
import { type KnownSubmission, type ReadResult, flatSubtask, resultOf } from '../shared/makeResult';
import { bodyOf, jsonOf, judgeTime } from '../shared/responseBody';
import { refusal, saidIn, throwIfBusy } from '../shared/refusals';
import { type Raw, encoded, momentOf, objectOf, textOf, wholeOf } from '../shared/jsonValues';
import { CLICS_PAGE_WAIT_MS, CLICS_TEAM_NAME_LENGTH, MAX_CLICS_CONTESTS } from '../limits';
import { accountIn, type OwnAccount } from './account';
import { type Constants, type ContestAddress, fetchWithConstants, submissionRequest } from './constants';
import { contestIn, fetchContestIfAny } from './contest';
import {
  codeOf,
  isJudged,
  isPreliminary,
  isTooLate,
  languageNameOf,
  limitsOf,
  pointsOf,
  problemOf,
  submissionOf,
  timeOf,
  type Judged,
} from './judgement';
import { compilationOf, fetchPageDetails, samplesOn } from './pageDetails';
import { caseIn, fetchRunDetails } from './runDetails';
import { below, listIfAny, objectIfAny, refusalIn, refusalOf, siteOf } from './requests';

/**
 * Fetches the submission and its judgement. After the verdict, also fetches the cases if this account may see them, and the
 * team's name if it is another team. `isOpened`: the user looks at the result, so its page may be fetched, which marks
 * the verdict as seen; a compile error's page is always fetched
 */
export async function fetchResult(
  http: JudgeHttp,
  address: ContestAddress,
  requestId: string,
  isOpened: boolean,
): Promise<ReadResult> {
  const { answers, constants } = await fetchWithConstants(http, address, [
    submissionRequest(address.contest, requestId),
    { method: 'GET', path: judgementPath(address.contest, requestId) },
  ]);
  const [answer, judgements] = answers;
  if (!answer || !judgements) throw new Error('each request has a response');
  const ignored = answer.status === 404 ? judgementIn(judgements, requestId) : null;
  if (answer.status === 404 && !ignored)
    return fetchElsewhere(http, address, requestId, isOpened, answer, constants);
  const failure = ignored ? null : refusalIn(answer);
  if (failure) throw failure;
  const submission = ignored ? {} : objectOf(jsonOf(answer));
  // a rejected list must not look like a submission without a verdict
  const rejected = refusalIn(judgements);
  if (rejected) throw rejected;
  jsonOf(judgements);
  const judgement =
    ignored ??
    judgementIn(judgements, requestId) ??
    (await fetchJudgementInList(http, address, requestId, submission, constants));
  return completed(http, answer, isOpened, {
    address,
    requestId,
    submission,
    judgement,
    constants,
    account: constants.account && accountIn(constants.account, address.baseUrl),
    now: judgeTime(answer),
  });
}

function judgementPath(contest: string, requestId: string): string {
  return below(contest, `judgements?submission_id=${encoded(requestId)}`);
}

/** Returns the valid judgement of a submission. PC² ignores parameters and sends the judgements of all submissions. */
function judgementIn(answer: Answer, requestId: string): Raw | null {
  const judgements = listIfAny(answer);
  return judgements.findLast((one) => submissionOf(one) === requestId && one.valid !== false) ?? null;
}

/**
 * Looks for the judgement in the complete list, because some versions of DOMjudge expect the internal number of an
 * imported submission in the query.
 */
async function fetchJudgementInList(
  http: JudgeHttp,
  { baseUrl, contest }: ContestAddress,
  requestId: string,
  { submitid: internal, external_id: external }: Raw,
  { account }: Constants,
): Promise<Raw | null> {
  const isInternal = /^\d+$/.test(requestId) && external !== requestId;
  const number = wholeOf(internal);
  const isKnown = number !== null && String(number) !== requestId;
  if (siteOf(baseUrl) === null || (!isKnown && (isInternal || number !== null))) return null;
  // the complete list of a jury has the judgements of all teams
  const isLong = account !== null && accountIn(account, baseUrl).isJury && isKnown;
  const path = isLong ? judgementPath(contest, String(number)) : below(contest, 'judgements');
  const answer = await http.send({ method: 'GET', path });
  throwIfBusy(refusalIn(answer));
  return judgementIn(answer, requestId);
}

/**
 * Looks for a submission that the contest doesn't contain: in the other contests, and without a contest. If the contest
 * itself is missing, because it was deactivated, only the latter. `missing`: the response of the contest
 */
async function fetchElsewhere(
  http: JudgeHttp,
  address: ContestAddress,
  requestId: string,
  isOpened: boolean,
  missing: Answer,
  constants: Constants,
): Promise<ReadResult> {
  const { baseUrl, contest } = address;
  const failure = refusalOf(missing);
  if (siteOf(baseUrl) === null || constants.account === null) throw failure;
  const id = encoded(requestId);
  const [submission, judgements, contests] = await http.sendAll([
    { method: 'GET', path: `/submissions/${id}` },
    { method: 'GET', path: `/judgements?submission_id=${id}` },
    { method: 'GET', path: '/contests' },
  ]);
  if (!submission || !judgements || !contests) throw failure;
  const isContestMissing = /^Contest with ID /.test(saidIn(bodyOf(missing)) ?? '');
  const others = listIfAny(contests)
    .map((other) => textOf(other.id) ?? '')
    .filter((other) => other !== '' && other !== contest)
    .slice(0, MAX_CLICS_CONTESTS);
  // the object doesn't contain its contest
  const found = isContestMissing ? null : await contestWith(http, others, id);
  if (found !== null) return fetchResult(http, { baseUrl, contest: found }, requestId, isOpened);
  const read = objectIfAny(submission);
  if (textOf(read.id) === requestId) {
    return completed(http, submission, false, {
      address,
      requestId,
      submission: read,
      judgement: judgementIn(judgements, requestId),
      constants,
      account: accountIn(constants.account, baseUrl),
      now: judgeTime(submission),
    });
  }
  if (!isContestMissing) throw failure;
  throw refusal(missing, {
    status: 404,
    message: saidIn(bodyOf(missing)),
    cause: { kind: 'inactiveContest', id: contest },
  });
}

/** Returns the contest that contains a submission. Null: none of them does. */
async function contestWith(http: JudgeHttp, contests: readonly string[], id: string): Promise<string | null> {
  if (contests.length === 0) return null;
  const requests = contests.map((contest): OutgoingRequest => ({
    method: 'GET',
    path: below(contest, `submissions/${id}`),
  }));
  const answers = await http.sendAll(requests);
  return contests.find((_, index) => answers[index]?.status === 200) ?? null;
}

/** Fetches the parts that depend on the judgement, and creates the result. */
async function completed(
  http: JudgeHttp,
  answer: Answer,
  isOpened: boolean,
  judged: Judged,
): Promise<ReadResult> {
  const { judgement, submission, account } = judged;
  const team = otherTeamOf(submission, account);
  // teams can't read the judgements of other teams
  if (team !== null && !judgement && account?.isTeam) {
    throw refusal(answer, { status: 403, cause: { kind: 'notOwn', whose: 'team' } });
  }
  if (!judgement || !isJudged(judgement)) return pendingResult(http, judged);
  const { runs, hidesRuns, user, code: program } = await fetchRunDetails(http, judged, judgement, team);
  const page = await fetchPageDetails(http, judged, judgement, isOpened);
  const { code, name } = codeOf(judgement, judged.constants.types);
  const hasRun = code !== 'CE';
  const shown = page.kind === 'page' ? page.page : null;
  // the page of a busy site is requested again: soon for a compile error, or else when the user opens the result
  const waits = page.kind === 'later' && !hasRun && isRecent(judgement, judged.now);
  const opensMore = page.kind === 'onOpening' || (page.kind === 'later' && hasRun);
  const isUnfinished = isPreliminary(judgement) || waits;
  const cases = runs.map((run, index) => caseIn(run, index, judged.constants));
  return resultOf({
    ...compilationOf(shown, code, page.kind),
    requestId: judged.requestId,
    status: code,
    judge: {
      score: pointsOf(judgement, judged.constants.contest),
      time: timeOf(judgement),
      subtasks: shown && cases.length === 0 ? samplesOn(shown, judged.constants) : flatSubtask(cases),
      ...(isUnfinished ? { isPreliminary: true } : {}),
      ...(isIgnored(judged) ? { isIgnored: true } : {}),
      ...(opensMore && !isUnfinished ? { opensMore: true } : {}),
    },
    total: testCountOf(judged),
    description: name,
    hidesCases: hasRun && hidesRuns,
    about: {
      ...aboutOf(judged),
      ...(user === null ? {} : { user: user.slice(0, CLICS_TEAM_NAME_LENGTH) }),
      ...(program === null ? {} : { code: program }),
    },
  });
}

/** Returns whether the evaluation has ended so recently that a busy site may still respond. */
function isRecent({ end_time: end }: Raw, now: number): boolean {
  const endedAt = momentOf(end);
  return endedAt !== null && now - endedAt < CLICS_PAGE_WAIT_MS;
}

/** Creates the result of a submission without a verdict. */
async function pendingResult(http: JudgeHttp, judged: Judged): Promise<ReadResult> {
  const { address, requestId, submission, judgement, constants, account } = judged;
  const about = aboutOf(judged);
  const known = { requestId, about, total: testCountOf(judged) } satisfies Partial<KnownSubmission>;
  if (judgement) return resultOf({ ...known, status: codeOf(judgement, constants.types).code });
  const importError = textOf(submission.import_error);
  if (importError !== null) return resultOf({ ...known, status: 'IE', description: importError });
  if (siteOf(address.baseUrl) !== null && isTooLate(about.at ?? null, contestIn(constants.contest, ''))) {
    // the contest may have been extended since it was requested
    const contest = await fetchContestIfAny(http, address.contest);
    if (isTooLate(about.at ?? null, contest))
      return resultOf({ requestId, status: 'LATE', about: { ...about, contest } });
  }
  const isUnverified = account?.isJury === true && constants.configuration.verification_required === true;
  return resultOf({ ...known, status: isUnverified ? 'PENDING' : 'QUEUED' });
}

/** Returns the data of a submission other than its result. */
function aboutOf({ address, submission, constants, judgement }: Judged): Partial<AboutResult> {
  const language = textOf(submission.language_id);
  const languageName = languageNameOf(language, constants.languages);
  const limits = limitsOf(constants.problems.get(textOf(submission.problem_id) ?? ''));
  return {
    hint: address.contest,
    problem: problemOf(submission, constants.problems),
    language,
    at: momentOf(submission.time),
    ...(languageName === null ? {} : { languageName }),
    ...(limits ? { limits } : {}),
    ...(judgement ? { contest: contestIn(constants.contest, address.contest) } : {}),
  };
}

/** Returns the number of the problem's tests, which only a jury can read. Null: unknown. */
function testCountOf({ submission, constants }: Judged): number | null {
  return wholeOf(constants.problems.get(textOf(submission.problem_id) ?? '')?.test_data_count);
}

/** The jury ignores a submission if only its judgement can be read. */
function isIgnored({ submission }: Judged): boolean {
  return textOf(submission.id) === null;
}

/** Returns the team ID of a submission. Null: it is the account's own team, or unknown. */
function otherTeamOf({ team_id: team }: Raw, account: OwnAccount | null): string | null {
  const id = textOf(team);
  return account === null || id === null || account.teams.includes(id) ? null : id;
}

/** Creates the result of a judgement in a list, whose other parts are fetched separately. */
export function resultOfJudgement(
  judgement: Raw,
  constants: Pick<Constants, 'types' | 'contest'>,
): ReadResult {
  const { code, name } = codeOf(judgement, constants.types);
  return resultOf({
    requestId: submissionOf(judgement),
    status: code,
    isCompileError: code === 'CE',
    judge: {
      score: pointsOf(judgement, constants.contest),
      time: timeOf(judgement),
      isPreliminary: true,
    },
    description: name,
  });
}
