import { zipOf } from '../../src/judges/adapters/shared/zip';
import type { Fields } from '../service/http/bodies';
import type { Reply } from '../service/http/reply';
import { OmegaupError } from './errors';
import {
  assignmentDetails,
  contestDetails,
  listedContest,
  listedRun,
  problemDetails,
  publicContest,
  recentRun,
  runDetails,
  runStatus,
  seconds,
} from './objects';
import {
  gapOf,
  nextSubmissionAt,
  type OmegaupProblem,
  type OmegaupProblemset,
  type OmegaupRun,
  type OmegaupSite,
  type OmegaupUser,
} from './site';

/** A request below `/api`. */
export interface ApiRequest {
  readonly site: OmegaupSite;
  readonly method: string;
  /** Path below `/api`, without slashes at its ends. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly fields: Fields;
  /** Null: it has no token. */
  readonly user: OmegaupUser | null;
}

/** Methods that change something, which the site refuses by GET. */
const changingMethods: ReadonlySet<string> = new Set(['run/create', 'contest/open']);

/** Returns the response to a request with a valid token or none. Throws `OmegaupError`. */
export function answerTo(request: ApiRequest): Reply {
  const { method, path } = request;
  if (changingMethods.has(path) && method === 'GET') throw new OmegaupError('methodNotAllowed');
  if (path === 'run/download') return download(request);
  // `status` is `ok` unless the response contains another one
  return { status: 200, body: { status: 'ok', ...bodyOf(request), _id: '6b0b437e0000000000000' } };
}

function bodyOf(request: ApiRequest): object {
  const { site, path, query, user } = request;
  switch (path) {
    case 'session/currentSession':
      return { session: sessionOf(user), time: seconds(site.now()) };
    case 'problem/details':
      return detailsOfProblem(request);
    case 'problem/runs':
      return runsOfProblem(request);
    case 'run/create':
      return created(request);
    case 'run/status':
      return runStatus(runOf(request));
    case 'run/details': {
      const run = runOf(request);
      if (site.oddities.isFileServerAway) throw new OmegaupError('serviceUnavailable');
      if (site.oddities.isGraderAway && run.status === 'ready') throw new OmegaupError('generalError');
      return runDetails(site, run);
    }
    case 'run/source': {
      const { source, compileError } = runOf(request);
      return { source, ...(compileError === null ? {} : { compile_error: compileError }) };
    }
    case 'contest/list':
      return contestList(request);
    case 'contest/publicDetails':
      return publicContest(contestNamed(site, query.get('contest_alias'), 'contestNotFound'));
    case 'contest/details':
      return contestDetails(openedContest(request));
    case 'contest/open': {
      const contest = contestNamed(site, text(request.fields, 'contest_alias'), 'contestNotFound');
      contest.members.add(signedIn(user));
      site.opened.push(contest.alias);
      return {};
    }
    case 'course/assignmentDetails':
      return assignmentDetails(assignmentOf(request));
    case 'submission/list':
      return recentList(request);
    default:
      throw new OmegaupError('apiNotFound');
  }
}

function sessionOf(user: OmegaupUser | null): object {
  if (!user) return { valid: false, identity: null, user: null };
  const { id, username } = user;
  return { valid: true, identity: { identity_id: id, username, name: null }, is_admin: false };
}

function signedIn(user: OmegaupUser | null): OmegaupUser {
  if (!user) throw new OmegaupError('loginRequired');
  return user;
}

function text(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function runOf({ site, query, user }: ApiRequest): OmegaupRun {
  const owner = signedIn(user);
  const guid = query.get('run_alias') ?? '';
  if (guid === '') throw new OmegaupError('parameterEmpty', { parameter: 'run_alias' });
  if (!/^[0-9a-f]{32}$/i.test(guid)) throw new OmegaupError('parameterInvalid', { parameter: 'run_alias' });
  const run = site.runs.find((one) => one.guid === guid.toLowerCase());
  if (!run) throw new OmegaupError('runNotFound');
  if (run.user !== owner) throw new OmegaupError('userNotAllowed');
  return run;
}

/** Returns the outputs of the run that the problem shows. */
function download(request: ApiRequest): Reply {
  const run = runOf(request);
  if (run.problem.showDiff === 'none') throw new OmegaupError('userNotAllowed');
  if (request.site.oddities.isGraderAway) throw new OmegaupError('generalError');
  const files = run.groups
    .flatMap(({ cases }) => cases)
    .flatMap(({ name, output }) => (output === null ? [] : [{ fileName: `${name}.out`, text: output }]));
  return {
    status: 200,
    body: Buffer.from(zipOf(files)),
    headers: { 'Content-Type': 'application/zip' },
  };
}

function isNamed(alias: string): (named: { readonly alias: string }) => boolean {
  return (named) => named.alias.toLowerCase() === alias.toLowerCase();
}

function problemNamed(site: OmegaupSite, alias: string | null): OmegaupProblem {
  if (alias === null || alias === '')
    throw new OmegaupError('parameterEmpty', { parameter: 'problem_alias' });
  const problem = site.problems.find(isNamed(alias));
  if (!problem) throw new OmegaupError('problemNotFound');
  return problem;
}

function contestNamed(
  site: OmegaupSite,
  alias: string | null,
  ifMissing: 'contestNotFound' | 'parameterNotFound',
): OmegaupProblemset {
  const contest = site.problemsets.filter(({ course }) => course === null).find(isNamed(alias ?? ''));
  if (!contest)
    throw new OmegaupError(
      ifMissing,
      ifMissing === 'parameterNotFound' ? { parameter: 'contest_alias' } : {},
    );
  return contest;
}

/** Returns the contest if the user has opened it. */
function openedContest({ site, query, user }: ApiRequest): OmegaupProblemset {
  const contest = contestNamed(site, query.get('contest_alias'), 'contestNotFound');
  if (contest.startsAt > site.now())
    throw new OmegaupError('contestNotStarted', { start_time: new Date(contest.startsAt).toISOString() });
  if (!contest.members.has(signedIn(user))) throw new OmegaupError('userNotAllowed');
  return contest;
}

function assignmentOf({ site, query, user }: ApiRequest): OmegaupProblemset {
  const assignment = site.problemsets
    .filter(({ course }) => course === query.get('course'))
    .find(isNamed(query.get('assignment') ?? ''));
  if (!assignment) throw new OmegaupError('problemsetNotFound');
  if (!assignment.members.has(signedIn(user)) || assignment.startsAt > site.now())
    throw new OmegaupError('userNotAllowed');
  return assignment;
}

function contestList({ site, query, user }: ApiRequest): object {
  const now = site.now();
  const found = site.problemsets
    .filter(({ course }) => course === null)
    .filter(({ startsAt, endsAt }) => query.get('active') !== 'ACTIVE' || (startsAt <= now && now < endsAt))
    .filter(({ members }) => query.get('participating') !== 'YES' || (user !== null && members.has(user)));
  return { number_of_results: found.length, results: found.map((contest) => listedContest(contest, user)) };
}

/** Returns a problem. With a contest, this opens the problem, and starts its clock. */
function detailsOfProblem({ site, query, user }: ApiRequest): object {
  const problem = problemNamed(site, query.get('problem_alias'));
  const alias = query.get('contest_alias');
  const number = query.get('problemset_id');
  if (alias !== null) {
    const contest = contestNamed(site, alias, 'contestNotFound');
    if (!contest.members.has(signedIn(user))) throw new OmegaupError('userNotAllowed');
    site.opened.push(`${contest.alias}/${problem.alias}`);
    return problemDetails(site, user, problem, contest);
  }
  if (number !== null) {
    const problemset = site.problemsets.find(({ id }) => String(id) === number);
    if (!problemset) throw new OmegaupError('problemsetNotFound');
    if (!problemset.members.has(signedIn(user))) throw new OmegaupError('userNotAllowed');
    return problemDetails(site, user, problem, problemset);
  }
  if (!problem.isPublic) throw new OmegaupError('problemIsPrivate');
  return problemDetails(site, user, problem, null);
}

function runsOfProblem({ site, query, user }: ApiRequest): object {
  const owner = signedIn(user);
  const problem = problemNamed(site, query.get('problem_alias'));
  if (query.get('show_all') === 'true') throw new OmegaupError('userNotAllowed');
  const runs = site.runs.filter((run) => run.user === owner && run.problem === problem);
  return { runs: runs.map(listedRun), totalRuns: 0 };
}

const DAY_MS = 86_400_000;

/** Returns the finished runs of a day, of public problems, and without those that were made during a contest. */
function recentList({ site, query }: ApiRequest): object {
  const username = query.get('username');
  const owner = site.users.find((user) => user.username === username);
  if (!owner) throw new OmegaupError('parameterInvalid', { parameter: 'username' });
  if (owner.isPrivate) throw new OmegaupError('userInformationIsPrivate');
  const size = Math.min(100, Number(query.get('pageSize') ?? 100));
  const page = Number(query.get('page') ?? 1);
  const runs = site.runs
    .filter((run) => run.user === owner && run.status === 'ready' && run.problem.isPublic)
    .filter(({ problemset }) => problemset?.course !== null)
    .filter(({ at }) => at > site.now() - DAY_MS)
    .toReversed();
  return { submissions: runs.slice((page - 1) * size, page * size).map(recentRun) };
}

/** Adds a program to the queue. The order of the checks is the site's. */
function created({ site, fields, user }: ApiRequest): object {
  const owner = signedIn(user);
  const alias = text(fields, 'problem_alias');
  const language = text(fields, 'language') ?? '';
  const contestAlias = text(fields, 'contest_alias');
  const number = text(fields, 'problemset_id');
  const problem = problemNamed(site, alias);
  if (typeof fields['source'] !== 'string') throw new OmegaupError('parameterEmpty', { parameter: 'source' });
  if (!problem.acceptsSubmissions || !problem.languages.includes(language))
    throw new OmegaupError('parameterNotInExpectedSet', { parameter: 'language' });
  if (contestAlias !== null && number !== null)
    throw new OmegaupError('incompatibleArgs', { parameter: 'problemset_id and contest_alias' });
  const problemset =
    contestAlias !== null
      ? contestNamed(site, contestAlias, 'parameterNotFound')
      : number === null
        ? null
        : (site.problemsets.find(({ id }) => String(id) === number) ?? missingProblemset());
  if (problemset) checkMembership(site, owner, problem, problemset, language);
  else if (!problem.isPublic) throw new OmegaupError('problemIsNotPublic');
  const nextAt = nextSubmissionAt(site, owner, problem, problemset);
  if (nextAt > site.now()) throw new OmegaupError('runWaitGap');
  if (site.oddities.isGraderAway) throw new OmegaupError('generalError');
  const run = site.accept({ user: owner, problem, problemset, language, source: fields['source'] });
  return {
    guid: run.guid,
    submit_delay: 0,
    submission_deadline: problemset ? seconds(problemset.endsAt) : 0,
    nextSubmissionTimestamp: seconds(run.at + gapOf(site, problemset) * 1000),
  };
}

function missingProblemset(): never {
  throw new OmegaupError('problemsetNotFound');
}

/** Throws if the user can't submit the problem there now. */
function checkMembership(
  site: OmegaupSite,
  user: OmegaupUser,
  problem: OmegaupProblem,
  problemset: OmegaupProblemset,
  language: string,
): void {
  const { alias, languages, members, problems, startsAt, endsAt, needsOpenProblems } = problemset;
  if (!problems.includes(problem))
    throw new OmegaupError('parameterNotFound', { parameter: 'problem_alias' });
  if (languages.length > 0 && !languages.includes(language))
    throw new OmegaupError('parameterNotInExpectedSet', { parameter: 'language' });
  const isOpened = !needsOpenProblems || site.opened.includes(`${alias}/${problem.alias}`);
  if (!members.has(user) || startsAt > site.now() || !isOpened) throw new OmegaupError('runNotEvenOpened');
  if (endsAt <= site.now()) throw new OmegaupError('runNotInsideContest');
}
