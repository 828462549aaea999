import type { JudgeSemantics } from '../../../results';
import type { BrowserSubmission, JudgeAdapter, JudgeHttp, PaceLimits, Pages, Push } from '../../adapter';
import { judgeIdOf } from '../../address';
import type { Account, Authentication, SignIn } from '../../signIn/authentication';
import { RequestFailed } from '../../requestFailed';
import type { FieldReader } from '../../settingFields';
import type { Judge } from '../../judge';
import { isRequestId } from '../../requestIdInput';
import type { RequestName } from '../../requestName';
import { describedAuthentication, signInBy } from '../described/authentication';
import { fillPath } from '../described/pathTemplate';
import { eventsPlace, pushPlace, webSocketPush } from '../described/push';
import { bodyLimits } from '../limits';
import { makeJudge, type JudgeType } from '../judgeType';
import { isUnknownResult } from '../shared/refusals';
import { statesOf } from '../shared/listedSubmissions';
import { accountIn } from './account';
import { readFrame, readResult } from './result';
import { refusalIn } from './refusals';
import { contestsOf, hasContests } from './contests';
import { describedFieldsIn } from './describedFields';
import { readDescription, type JsonDescription } from './description';
import { fetchRecent, problemSubmissionsOf } from './submissionLists';
import { idAt, problemAt } from './pages';
import { submissionSupport } from './submission';

/** Any judge with a JSON API. The settings contain the path of each value. They can't contain code. */
export const json: JudgeType = {
  promptedFields: [
    { field: 'url', defaultValue: null },
    { field: 'authentication', defaultValue: null },
  ],
  jsonExample: {
    result: { path: '/api/submissions/{id}', fields: { status: 'status', score: 'score' } },
    statusCodes: { '0': 'QUEUED', '1': 'AC', '2': 'WA' },
  },
  followsSpecification: false,
  rules: null,
  describe,
};

function describe(name: string, fields: FieldReader): Judge | null {
  const authentication = describedAuthentication(fields);
  const address = fields.address(authentication);
  const described = readDescription(fields, address?.baseUrl ?? '');
  if (!address || !described) return null;

  const { baseUrl } = address;
  const rules: JudgeSemantics = {
    profile: 'json',
    statuses: described.codes.statuses,
    units: { time: 'ms', memory: 'KiB', score: null },
    compileFailureIsFinal: true,
    canRejudge: true,
  };
  return makeJudge(
    {
      id: judgeIdOf({ type: 'json', address: baseUrl, name }),
      name,
      baseUrl,
      authentication,
      rules,
      definesCodes: true,
    },
    jsonAdapter(authentication, described, rules, pushOf(described, fields)),
  );
}

function jsonAdapter(
  authentication: Authentication,
  described: JsonDescription,
  rules: JudgeSemantics,
  push: Push | null,
): JudgeAdapter {
  const { recent, submission, pollInterval } = described;
  const { poll } = described.result;
  // a path with the problem doesn’t list all submissions
  const listing = recent?.path.includes('{problem}') ? null : recent;
  const problemPath = recent?.problemPath ?? (listing ? undefined : recent?.path);
  return {
    signIn: signInWith(authentication, described),
    bodyLimit: bodyLimits.long,
    pace: paceOf(described),
    sessionCookie: described.sessionCookie ?? undefined,
    comparison: described.comparison ?? undefined,
    push: push ?? undefined,

    refusalIn(answer) {
      return refusalIn(answer, described.failure, authentication.scheme !== 'none');
    },

    async checkAccount(http) {
      const { check } = described;
      if (!check) return checkByUnknownResult(http, described);
      return accountIn(await http.get(check.path), check.account);
    },

    async fetchResult(http, request) {
      const answer = await http.get(resultPath(described.result.path, request));
      return readResult(described, answer, request.requestId);
    },

    waitForResult:
      poll === undefined
        ? undefined
        : async (http, request) => {
            const answer = await http.get(resultPath(poll, request), { waits: true });
            return readResult(described, answer, request.requestId);
          },

    looksLikeRequestId(text) {
      return isRequestId(text) && text.length >= 16 && /\d/.test(text);
    },

    listing: listing
      ? {
          needsAccount: false,
          fetchRecent: (http) => fetchRecent(http, listing, described),
        }
      : undefined,

    problemSubmissions:
      recent && problemPath !== undefined ? problemSubmissionsOf(recent, problemPath, described) : undefined,

    contests: hasContests(described) ? contestsOf(described) : undefined,

    batch:
      listing?.fields.status === undefined
        ? undefined
        : {
            interval: pollInterval ?? 2_000,
            // a single pending submission is fetched on its own, because only that response contains its cases
            covers: (pending) => pending.length > 1,
            fetchStates: async (http) =>
              statesOf(await fetchRecent(http, listing, described), rules, 'ended'),
          },

    submission: submission ? submissionSupport(described, submission) : undefined,

    browserSubmission: browserSubmissionOf(described),

    pages: pagesOf(described),

    describedFields(answer) {
      return describedFieldsIn(described, answer);
    },
  };
}

/** Returns how the user signs in, with the name of the secret and the page that shows it, if they are configured. */
function signInWith(authentication: Authentication, { secret, websiteUrl }: JsonDescription): SignIn {
  const signIn = signInBy(authentication);
  if (signIn.kind !== 'secret' || !secret) return signIn;
  const { name, page } = secret;
  const address = page === undefined || page.startsWith('https://') ? page : websiteUrl + page;
  return { ...signIn, name, page: address ?? null };
}

/**
 * Checks the credentials by fetching a nonexistent result, if the settings contain no request for that. A JSON response
 * without a status, or with an error other than 401 and 403, means that the judge accepted the credentials.
 */
async function checkByUnknownResult(http: JudgeHttp, described: JsonDescription): Promise<Account> {
  const requestId = 'judge-results-credential-check';
  try {
    const answer = await http.get(resultPath(described.result.path, { requestId, hint: requestId }));
    readResult(described, answer, requestId);
  } catch (error) {
    const hasNoStatus = error instanceof RequestFailed && error.failure.kind === 'place';
    if (!hasNoStatus && !isUnknownResult(error)) throw error;
  }
  return { name: null };
}

/** Returns how often the judge may be polled. Undefined: as often as the user's settings allow. */
function paceOf({ result, pollInterval }: JsonDescription): PaceLimits | undefined {
  if (result.poll !== undefined) {
    // other requests must not wait for the end of a long poll, and the next one follows soon
    const interval = pollInterval ?? WAITING_INTERVAL_MS;
    return { interval, maximum: interval };
  }
  return pollInterval === null ? undefined : { interval: pollInterval, machine: pollInterval };
}

/** Time between two polls, if the judge responds when the result changes. */
const WAITING_INTERVAL_MS = 2000;

/** Fills the path of a result. Throws `RequestFailed` if it contains the problem, which is unknown. */
function resultPath(template: string, { requestId, hint: problem }: RequestName): string {
  if (template.includes('{problem}') && problem === null)
    throw new RequestFailed({ kind: 'problemUnknown' }, { sent: 'no' });
  return fillPath(template, { id: requestId, problem: problem ?? '' });
}

function pushOf(described: JsonDescription, fields: FieldReader): Push | null {
  const { push } = described;
  if (!push) return null;
  const read: Push['read'] = (text) => readFrame(described, push, text);
  const socket = pushPlace(fields, push);
  if (socket) return { ...webSocketPush({ ...socket, framing: 'plain', limits: null }), read };
  const events = eventsPlace(fields, push);
  if (!events) return null;
  const { url, authentication } = events;
  const { origin } = url;
  return {
    transport: 'events',
    origin,
    url: () => url.href,
    authentication,
    limits: null,
    read,
    detail: null,
  };
}

function pagesOf(described: JsonDescription): Pages {
  const { result, websiteUrl, page, problemPage, contestProblemPage } = described;
  return {
    problem:
      problemPage === null
        ? undefined
        : ({ problemId, place }) => {
            const template = place === null ? problemPage : (contestProblemPage ?? problemPage);
            return websiteUrl + fillPath(template, { problem: problemId, contest: place ?? '' });
          },
    record:
      page === null
        ? undefined
        : ({ requestId, hint: problem }) =>
            page.includes('{problem}') && problem === null
              ? null
              : websiteUrl + fillPath(page, { id: requestId, problem: problem ?? '' }),
    readAddress: (text) => idAt(websiteUrl, page ?? result.path, text),
  };
}

/**
 * Creates the support for submitting in the browser. Undefined if no page is configured, if the API accepts programs,
 * or if the list of submissions doesn't contain their problems.
 */
function browserSubmissionOf(described: JsonDescription): BrowserSubmission | undefined {
  const { websiteUrl, submission, submitPage, recent } = described;
  if (submission || submitPage === null || recent?.fields.problem === undefined) return undefined;
  return {
    page: ({ problemId, place }) =>
      websiteUrl + fillPath(submitPage, { problem: problemId, contest: place ?? '' }),
    problemAt: (address) => problemAt(described, address),
  };
}
