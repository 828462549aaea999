import { zipOf } from '../../src/judges/adapters/shared/zip';
import type { Reply } from '../service/http/reply';
import { ApiError, contestNotFound, objectNotFound, unauthorized } from './errors';
import { ask } from './asking';
import {
  clarificationObject,
  contestObject,
  contestYaml,
  infoOf,
  judgementObject,
  judgementTypeObjects,
  languageObjects,
  problemObject,
  runObjects,
  scoreboardObject,
  sourceCodeObjects,
  stateObject,
  submissionObject,
  teamObject,
  userObject,
} from './objects';
import {
  hasBegun,
  isJury,
  judgementForTeam,
  shownId,
  type DomjudgeClarification,
  type DomjudgeContest,
  type DomjudgeProblem,
  type DomjudgeSite,
  type DomjudgeSubmission,
  type DomjudgeUser,
} from './site';
import { submit, type SubmissionForm } from './submitting';

/** A request below `/api`. */
export interface ApiRequest {
  readonly site: DomjudgeSite;
  readonly method: string;
  /** Path below `/api` and its version, without the slash at the end. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Null: it has no credentials. */
  readonly user: DomjudgeUser | null;
  /** Absent: it isn't a POST. */
  readonly form?: SubmissionForm;
  /** URL without the query, for the message of an unknown path. */
  readonly address: string;
}

/** Returns the response to a request with valid credentials or none. Throws `ApiError`. */
export function answerTo(request: ApiRequest): Reply {
  const { site, method, path, user } = request;
  const [, first = '', second, ...rest] = path.split('/');
  const [third] = rest;
  if (method === 'POST' && first === 'contests' && third === 'submissions' && request.form) {
    if (!user) return unauthorized;
    return submit(
      site,
      user,
      contestFor(request, second ?? '') ?? fail(contestNotFound(second ?? '')),
      request.form,
    );
  }
  if (method === 'POST' && first === 'contests' && third === 'clarifications' && request.form) {
    if (!user) return unauthorized;
    return ask(
      site,
      user,
      contestFor(request, second ?? '') ?? fail(contestNotFound(second ?? '')),
      request.form,
    );
  }
  if (method !== 'GET') throw new ApiError(405, 'Method Not Allowed', { Allow: 'GET' });
  switch (first) {
    case '':
    case 'info':
      return ok(infoOf(site));
    case 'version':
      return ok({ api_version: 4 });
    case 'config':
      return ok({ compile_penalty: false, penalty_time: 20, ...site.config, show_too_late_result: false });
    case 'user':
      return user ? ok(userObject(site, user)) : unauthorized;
    case 'contests':
      return second === undefined
        ? ok(listedContests(request).map((contest) => contestObject(site, contest)))
        : answerInContest(request, second, rest);
    case 'submissions':
    case 'judgements':
      if (site.version === '10') return answerWithoutContest(request, first, second);
      break;
  }
  throw noRoute(request);
}

const accessDenied = new ApiError(403, 'Access Denied by #[IsGranted("ROLE_API_READER")] on controller');

function ok(body: unknown): Reply {
  return { status: 200, body };
}

function fail(error: ApiError): never {
  throw error;
}

function noRoute({ method, address }: ApiRequest): ApiError {
  return new ApiError(404, `No route found for "${method} ${address}"`);
}

/** Returns the contests that are shown to the user. Only version 10 shows those that haven't begun. */
function listedContests({ site, user }: ApiRequest): readonly DomjudgeContest[] {
  return site.contests.filter((contest) => contest.isActive && isListed(site, user, contest));
}

function isListed(site: DomjudgeSite, user: DomjudgeUser | null, contest: DomjudgeContest): boolean {
  const isShownBefore = site.version === '10' || contest.startsAt === null || (user !== null && isJury(user));
  return isShownBefore || hasBegun(site, contest);
}

/** Returns an active contest, even one that isn't listed; null: there is none. */
function contestFor({ site }: ApiRequest, id: string): DomjudgeContest | null {
  return site.contests.find((contest) => contest.isActive && shownId(site, contest) === id) ?? null;
}

function answerInContest(
  request: ApiRequest,
  id: string,
  [what = '', key, part]: readonly (string | undefined)[],
): Reply {
  const { site, user } = request;
  const contest = contestFor(request, id);
  if (what === '') {
    if (!contest || !isListed(site, user, contest)) throw objectNotFound(id);
    return ok(contestObject(site, contest));
  }
  if (!contest) throw contestNotFound(id);
  const begun = hasBegun(site, contest);
  const problems = begun || (user && isJury(user)) ? contest.problems : [];
  switch (key === undefined ? what : `${what}/<key>${part === undefined ? '' : `/${part}`}`) {
    case 'state':
      return ok(stateObject(site, contest));
    case 'contest-yaml': {
      const headers = { 'Content-Type': 'application/x-yaml' };
      return { status: 200, body: Buffer.from(contestYaml(site, contest)), headers };
    }
    case 'account':
      return user ? ok(userObject(site, user)) : unauthorized;
    case 'languages':
      return ok(languageObjects(site));
    case 'judgement-types':
      return ok(judgementTypeObjects());
    case 'problems':
      return ok(problems.map((problem, index) => problemObject(site, problem, index, user)));
    case 'problems/<key>': {
      const index = problems.findIndex((problem) => shownId(site, problem) === key);
      const problem = problems[index] ?? fail(objectNotFound(key ?? ''));
      return ok(problemObject(site, problem, index, user));
    }
    case 'samples.zip':
      return { status: 200, body: samplesOf(problems), headers: { 'Content-Type': 'application/zip' } };
    case 'teams/<key>': {
      const team = site.teams.find((candidate) => shownId(site, candidate) === key);
      if (!team) throw objectNotFound(key ?? '');
      return ok(teamObject(site, team));
    }
    case 'clarifications':
      return ok(clarificationsIn(request, contest).map((one) => clarificationObject(site, one)));
    case 'scoreboard':
      if (site.version === '10' && !begun) throw new ApiError(400, 'Bad Request');
      return ok(scoreboardObject(site, contest));
    case 'submissions':
      return ok(submissionsIn(request, contest).map((one) => submissionObject(site, one, user)));
    case 'submissions/<key>':
      return ok(submissionObject(site, submissionWith(request, contest, key ?? ''), user));
    case 'submissions/<key>/source-code':
      if (!user || !isJury(user)) throw accessDenied;
      return ok(sourceCodeObjects(submissionWith(request, contest, key ?? '')));
    case 'judgements':
      return user ? ok(judgementsIn(request, contest)) : unauthorized;
    case 'runs':
      return user ? ok(runsIn(request, contest, user)) : unauthorized;
    case 'teams':
      return ok(site.teams.map((team) => teamObject(site, team)));
    case 'status':
      if (!user || !isJury(user)) throw accessDenied;
      return ok({ num_submissions: inContest(request, contest).length, num_queued: 0, num_judging: 0 });
    case 'access':
    case 'event-feed':
      throw accessDenied;
    default:
      throw noRoute(request);
  }
}

/** Returns the messages that a user may read: for the jury all, for a team its own, and for everybody those to all teams. */
function clarificationsIn(
  { site, user }: ApiRequest,
  contest: DomjudgeContest,
): readonly DomjudgeClarification[] {
  return site.clarifications.filter(({ contest: own, from, to }) => {
    if (own !== contest) return false;
    const isToAll = from === null && to === null;
    const isOfTeam = user?.team != null && (from === user.team || to === user.team);
    return isToAll || isOfTeam || (user !== null && isJury(user));
  });
}

/** In version 10, submissions can be read without their contest, even if it isn't active. */
function answerWithoutContest(
  request: ApiRequest,
  what: 'submissions' | 'judgements',
  key: string | undefined,
): Reply {
  const { site, user } = request;
  if (!user) return unauthorized;
  if (what === 'judgements' && key === undefined) return ok(judgementsIn(request, null));
  if (key === undefined)
    return ok(submissionsIn(request, null).map((one) => submissionObject(site, one, user)));
  return ok(submissionObject(site, submissionWith(request, null, key), user));
}

function inContest({ site }: ApiRequest, contest: DomjudgeContest | null): readonly DomjudgeSubmission[] {
  return site.submissions.filter((submission) => contest === null || submission.contest === contest);
}

/**
 * Returns the submissions of all teams, without late and ignored ones. With `ids[]`, returns exactly those, and rejects
 * the request if one of them is unknown.
 */
function submissionsIn(request: ApiRequest, contest: DomjudgeContest | null): readonly DomjudgeSubmission[] {
  const { query } = request;
  if (!query.has('ids[]')) {
    if (query.has('ids')) throw new ApiError(400, "'ids' should be an array of ID's to fetch");
    return inContest(request, contest).filter(
      ({ isIgnored, at, contest: { endsAt } }) => !isIgnored && at < endsAt,
    );
  }
  const ids = query.getAll('ids[]');
  const found = inContest(request, contest).filter(({ id, isIgnored }) => !isIgnored && ids.includes(id));
  if (found.length < new Set(ids).size) throw new ApiError(404, 'One or more objects not found');
  return found;
}

function submissionWith(
  request: ApiRequest,
  contest: DomjudgeContest | null,
  id: string,
): DomjudgeSubmission {
  const found = inContest(request, contest).find((one) => one.id === id && !one.isIgnored);
  return found ?? fail(objectNotFound(id));
}

/**
 * Returns the judgements that the user may read: for a team those of its submissions before the end, for the jury all. In
 * version 9.0, the parameter `submission_id` is the internal number. A submission that the jury ignores keeps its
 * judgement.
 */
function judgementsIn(request: ApiRequest, contest: DomjudgeContest | null): readonly object[] {
  const { site, user, query } = request;
  const asked = query.get('submission_id');
  return inContest(request, contest).flatMap((submission) => {
    const key = site.version === '9.0' ? String(submission.number) : submission.id;
    if (asked !== null && asked !== key) return [];
    const own = user?.team !== null && user?.team === submission.team;
    const shown =
      user && isJury(user) ? submission.judgement : own ? judgementForTeam(site, submission) : null;
    return shown ? [judgementObject(site, submission, shown)] : [];
  });
}

/** Returns the runs of a judgement. The jury's parameter is `judging_id`; other parameters are ignored. */
function runsIn(request: ApiRequest, contest: DomjudgeContest, user: DomjudgeUser): readonly object[] {
  if (!isJury(user))
    throw new ApiError(
      403,
      request.site.version === '10'
        ? "Access Denied. The user doesn't have ROLE_JURY. The user doesn't have ROLE_JUDGEHOST. The user doesn't have ROLE_API_READER."
        : `Access Denied by #[IsGranted(new Expression("is_granted('ROLE_JURY') or is_granted('ROLE_JUDGEHOST') or is_granted('ROLE_API_READER')"))] on controller`,
    );
  const asked = request.query.get('judging_id');
  return inContest(request, contest).flatMap(({ judgement }) => {
    const isAsked = judgement !== null && (asked === null || asked === String(judgement.number));
    return isAsked ? runObjects(judgement, contest) : [];
  });
}

/** Returns an archive with the samples of the problems, in a folder for each label. */
function samplesOf(problems: readonly DomjudgeProblem[]): Buffer {
  const files = problems.flatMap(({ label, name, samples, cases }) => {
    const shown = cases
      .subtasks()
      .flatMap((subtask) => subtask.cases)
      .slice(0, samples);
    return [
      { fileName: `${label}/statement.html`, text: `<h1>${name}</h1>` },
      ...shown.flatMap(({ input, answer }, index) => [
        { fileName: `${label}/${index + 1}.in`, text: input },
        { fileName: `${label}/${index + 1}.ans`, text: answer },
      ]),
    ];
  });
  return Buffer.from(zipOf(files));
}
