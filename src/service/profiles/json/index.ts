import type { JudgeSemantics } from '../../../judge';
import type {
  Answer,
  BrowserSubmission,
  JudgeAdapter,
  JudgeHttp,
  Pages,
  ProblemSubmissions,
  Push,
  RecentSubmission,
  RequestIdInput,
} from '../../adapter';
import { pathBelow, serviceId } from '../../address';
import type { Account, Authentication } from '../../authentication';
import { ServiceFailed } from '../../failure';
import type { FieldReader, ServiceAddress } from '../../fields';
import type { Judge } from '../../judge';
import { isRequestId } from '../../requestIdInput';
import type { ProblemName } from '../../submission';
import { describedAuthentication, pushPlace, signInBy, webSocketPush } from '../described';
import { submissionAsDescribed } from '../describedSubmission';
import { bodyLimits } from '../limits';
import { makeJudge, type ServiceKind } from '../serviceKind';
import { isNullAt, misplaced, textAt } from '../dottedPaths';
import { jsonOf } from '../responseBody';
import { refusal } from '../refusals';
import { statesOf } from '../listedSubmissions';
import { readFrame, readListed, readRecent, readResult, refusalIn } from './answers';
import { describedFieldsIn } from './describedFields';
import { readDescription, type DescribedRecent, type JsonDescription } from './description';
import type { Codes } from './responseFields';

/** Any judge with a JSON API. The settings contain the path of each value. They can't contain code. */
export const json: ServiceKind = {
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
  const described = readDescription(fields);
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
      id: serviceId({ type: 'json', address: baseUrl, name }),
      name,
      baseUrl,
      authentication,
      rules,
      definesCodes: true,
    },
    jsonAdapter(address, authentication, described, rules, pushOf(described, fields)),
  );
}

function jsonAdapter(
  { baseUrl }: ServiceAddress,
  authentication: Authentication,
  described: JsonDescription,
  rules: JudgeSemantics,
  push: Push | null,
): JudgeAdapter {
  const { recent, submission } = described;
  return {
    signIn: signInBy(authentication),
    bodyLimit: bodyLimits.long,
    push: push ?? undefined,

    refusalIn(answer) {
      return refusalIn(answer, described.failure);
    },

    async checkAccount(http) {
      const { check } = described;
      if (!check) return checkByUnknownResult(http, described);
      return accountIn(await http.get(check.path), check.account);
    },

    async fetchResult(http, { requestId }) {
      const answer = await http.get(filled(described.result.path, 'id', requestId));
      return readResult(described, answer, requestId);
    },

    looksLikeRequestId(text) {
      return isRequestId(text) && text.length >= 16 && /\d/.test(text);
    },

    listing: recent
      ? {
          needsAccount: false,
          fetchRecent: (http) => fetchRecent(http, recent, described.codes),
        }
      : undefined,

    problemSubmissions:
      recent?.problemPath === undefined
        ? undefined
        : problemSubmissionsOf(recent, recent.problemPath, described),

    batch:
      recent?.fields.status === undefined
        ? undefined
        : {
            interval: 2_000,
            // a single pending submission is fetched on its own, because only that response contains its cases
            covers: (pending) => pending.length > 1,
            fetchStates: async (http) =>
              statesOf(await fetchRecent(http, recent, described.codes), rules, 'ended'),
          },

    submission: submission
      ? {
          ...submissionAsDescribed(submission),
          problemAt: (address) => problemAt(described, baseUrl, address),
        }
      : undefined,

    browserSubmission: browserSubmissionOf(described, baseUrl),

    pages: pagesOf(described, baseUrl),

    describedFields(answer) {
      return describedFieldsIn(described, answer);
    },
  };
}

/**
 * Checks the credentials by fetching a nonexistent result, if the settings contain no request for that. A JSON response
 * without a status means that the judge accepted the credentials.
 */
async function checkByUnknownResult(http: JudgeHttp, described: JsonDescription): Promise<Account> {
  const requestId = 'judge-results-credential-check';
  const answer = await http.get(filled(described.result.path, 'id', requestId));
  try {
    readResult(described, answer, requestId);
  } catch (error) {
    if (!(error instanceof ServiceFailed) || error.failure.kind !== 'place') throw error;
  }
  return { name: null };
}

/** Reads the account in the response to the check. Null in this field means that nobody is signed in. */
function accountIn(answer: Answer, place: string | undefined): Account {
  const json = jsonOf(answer);
  if (place === undefined) return { name: null };
  if (isNullAt(json, place)) throw refusal(answer, { status: 401 });
  const name = textAt(json, place, 100);
  if (name === null) throw misplaced(json, place, 'check.account');
  return { name };
}

/**
 * Creates the list of the user's submissions to a problem. If `path` contains `{page}`, the list has pages, numbered
 * from 1. The first empty page ends it.
 */
function problemSubmissionsOf(
  recent: DescribedRecent,
  path: string,
  described: JsonDescription,
): ProblemSubmissions {
  return {
    needsAccount: false,
    code: described.result.fields.code === undefined ? 'notReturned' : 'returned',

    async fetchPage(http, { problemId, place }, page) {
      const number = page ?? '1';
      const ofProblem = filled(filled(path, 'problem', problemId), 'contest', place ?? '');
      const json = jsonOf(await http.get(filled(ofProblem, 'page', number)));
      const submissions = readListed(recent, described, json);
      const hasPages = path.includes('{page}');
      return { submissions, next: hasPages && submissions.length > 0 ? String(Number(number) + 1) : null };
    },
  };
}

async function fetchRecent(
  http: JudgeHttp,
  recent: DescribedRecent,
  codes: Codes,
): Promise<readonly RecentSubmission[]> {
  return readRecent(recent, codes, jsonOf(await http.get(recent.path)));
}

function pushOf(described: JsonDescription, fields: FieldReader): Push | null {
  const { push } = described;
  const place = push && pushPlace(fields, push);
  if (!push || !place) return null;
  return {
    ...webSocketPush({ ...place, framing: 'plain', limits: null }),
    read: (text) => readFrame(described, push, text),
  };
}

function pagesOf({ result, page, problemPage, contestProblemPage }: JsonDescription, baseUrl: string): Pages {
  return {
    problem:
      problemPage === null
        ? undefined
        : ({ problemId, place }) => {
            const template = place === null ? problemPage : (contestProblemPage ?? problemPage);
            return baseUrl + filled(filled(template, 'problem', problemId), 'contest', place ?? '');
          },
    record: page === null ? undefined : ({ requestId }) => baseUrl + filled(page, 'id', requestId),
    readAddress: (text) => idAt(baseUrl, page ?? result.path, text),
  };
}

/**
 * Creates the support for submitting in the browser. Undefined if no page is configured, if the API accepts programs,
 * or if the list of submissions doesn't contain their problems.
 */
function browserSubmissionOf(described: JsonDescription, baseUrl: string): BrowserSubmission | undefined {
  const { submission, submitPage, recent } = described;
  if (submission || submitPage === null || recent?.fields.problem === undefined) return undefined;
  return {
    page: ({ problemId, place }) =>
      baseUrl + filled(filled(submitPage, 'problem', problemId), 'contest', place ?? ''),
    problemAt: (address) => problemAt(described, baseUrl, address),
  };
}

function filled(template: string, name: string, value: string): string {
  return template.replaceAll(`{${name}}`, encodeURIComponent(value.toWellFormed()));
}

/** Returns the problem that a page shows, with its contest if any; null for other pages. */
function problemAt(
  { problemPage, contestProblemPage, submitPage }: JsonDescription,
  baseUrl: string,
  text: string,
): ProblemName | null {
  const whole = pathAndQueryIn(baseUrl, text);
  if (whole === null) return null;
  for (const template of [contestProblemPage, problemPage, submitPage]) {
    const values = template === null ? null : valuesIn(template, whole);
    const problemId = values?.get('problem');
    if (problemId !== undefined) return { problemId, place: values?.get('contest') ?? null };
  }
  return null;
}

/** Returns the path and the query of a URL below the base URL; null for other URLs and texts. */
function pathAndQueryIn(baseUrl: string, text: string): string | null {
  const below = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? pathBelow(baseUrl, text) : null;
  if (!below) return null;
  const query = below.query.toString();
  return below.path + (query === '' ? '' : `?${query}`);
}

/** Returns the values of `{problem}` and `{contest}` if the path matches the template; null if it doesn't. */
function valuesIn(template: string, path: string): ReadonlyMap<string, string> | null {
  const placeholder = /\{(problem|contest)\}/g;
  const names = [...template.matchAll(placeholder)].map(([, name = '']) => name);
  const fixed = template.split(/\{(?:problem|contest)\}/).map((part) => part.replace(/[^\w/-]/g, '\\$&'));
  const match = new RegExp(`^${fixed.join('([\\w.-]{1,100})')}/?$`).exec(path);
  return match && new Map(names.map((name, index) => [name, match[index + 1] ?? '']));
}

/** Reads the request ID in a URL at the position of `{id}`. Null: not a URL of this judge. */
function idAt(baseUrl: string, template: string, text: string): RequestIdInput | null {
  const whole = pathAndQueryIn(baseUrl, text);
  if (whole === null) return null;
  const start = template.slice(0, template.indexOf('{id}'));
  const id = whole.startsWith(start) ? (/^[\w-]*/.exec(whole.slice(start.length))?.[0] ?? '') : '';
  return isRequestId(id) ? { kind: 'requestId', id } : { kind: 'addressWithoutId' };
}
