import type { JudgeSemantics } from '../../../results';
import type { Answer, JudgeAdapter, JudgeHttp, Push } from '../../adapter';
import { hasUserInformation, pastedUrl, judgeIdOf } from '../../address';
import { RequestFailed } from '../../requestFailed';
import { shortName, yesOrNo, type FieldReader, type JudgeAddress } from '../../settingFields';
import type { Judge } from '../../judge';
import { makeJudge, siteCheck, type JudgeType, type SiteFields } from '../judgeType';
import { bodyOf, readObject } from '../shared/responseBody';
import type { PlainAnswer } from '../shared/makeResult';
import { refusal, throwIf } from '../shared/refusals';
import { objectOf, textOf } from '../shared/jsonValues';
import { contestPath, placeAt, placeOf, prefixOf, problemPlace, readPlace } from './addresses';
import { readResult, USER_CONTEXT } from './result';
import { refusalIn } from './refusals';
import { contestOfPage, fetchContest, fetchContestProblems } from './contest';
import { readFrame } from './frames';
import {
  fetchOfProblem,
  fetchOpenContests,
  fetchOpenHomework,
  fetchRecent,
  fetchRecentInContest,
  fetchStates,
  selectContests,
} from './submissionLists';
import { comparison, hydroStatuses } from './record';
import { signIn, signOut } from './signIn';
import { submissionSupport } from './submission';

const rules: JudgeSemantics = {
  profile: 'hydro',
  statuses: hydroStatuses,
  units: { time: 'ms', memory: 'KiB', score: 'points' },
  compileFailureIsFinal: true,
  unknownStatusIsFinal: true,
  canRejudge: true,
};

/** Resolves to whether the site runs Hydro, according to its response to a guest who requests the front page. */
export async function isHydro(http: JudgeHttp): Promise<boolean> {
  return isHydroAnswer(await http.send({ method: 'GET', path: '/', headers: USER_CONTEXT }));
}

/** Hydro, a judge that many schools host: https://github.com/hydro-dev/Hydro. Its API has no public documentation. */
export const hydro: JudgeType = {
  promptedFields: [
    { field: 'url', defaultValue: null },
    { field: 'domain', defaultValue: '', whileEditing: true },
  ],
  site: { siteIn, checkSite: siteCheck(isHydro), mayBeUnencrypted: true },
  followsSpecification: false,
  rules,
  describe,
};

function describe(name: string, fields: FieldReader): Judge | null {
  const authentication = { scheme: 'bearer' } as const;
  const allowsPlainHttp = fields.read('allowPlainHttp', yesOrNo, false);
  const address = fields.address(authentication, null, allowsPlainHttp);
  const domain = fields.read('domain', shortName, '') || null;
  if (!address) return null;
  const { baseUrl } = address;
  return makeJudge(
    {
      id: judgeIdOf({ type: 'hydro', address: baseUrl, name }),
      name,
      baseUrl,
      authentication,
      rules,
      allowsPlainHttp,
    },
    hydroAdapter(address, domain),
  );
}

/** `domain`: from the settings; null: the domain of URLs without `/d/<domain>` */
function hydroAdapter({ baseUrl }: JudgeAddress, domain: string | null): JudgeAdapter {
  return {
    comparison,
    signIn: { kind: 'password', signIn, signOut, cookie: 'sid' },
    refusalIn,

    async checkAccount(http) {
      const path = `${prefixOf({ domain })}/`;
      const answer = await http.send({ method: 'GET', path, headers: USER_CONTEXT });
      // the domain or the site doesn't exist
      if (answer.status === 404) throw refusal(answer);
      throwIf(refusalIn(answer));
      const user = readObject(answer).object('UserContext');
      return { name: textOf(user.raw.uname) };
    },

    async fetchResult(http, { requestId, hint }) {
      const path = recordPath(requestId, hint, domain);
      const answer = await ofOneRecord(http.get(path, { headers: USER_CONTEXT }));
      return readResult(answer, { requestId, hint });
    },

    requestIdForm: { kind: 'hex', length: 24 },

    looksLikeRequestId(text) {
      return /^[0-9a-f]{24}$/i.test(text);
    },

    problemIdIn(fileName) {
      return /(?<![A-Za-z\d])[A-Za-z]{1,3}\d{1,6}(?![A-Za-z\d])/.exec(fileName)?.[0] ?? null;
    },

    pace: { interval: 5_000, besidePush: 60_000 },

    batch: {
      interval: 5_000,

      // only the response for a single record contains its cases one by one
      covers(pending, account) {
        return pending.length > 1 && account !== null;
      },

      async fetchStates(http, _pending, account) {
        return fetchStates(http, account ?? '', domain);
      },
    },

    listing: {
      needsAccount: true,
      async fetchRecent(http, account) {
        return fetchRecent(http, account, domain);
      },
    },

    problemSubmissions: {
      needsAccount: true,
      code: 'returned',

      async fetchPage(http, { problemId, place }, page, account) {
        return fetchOfProblem(http, problemId, problemPlace(place, domain), Number(page ?? 1), account ?? '');
      },
    },

    contests: {
      async fetch(http, id) {
        return fetchContest(http, readPlace(id, domain));
      },

      async fetchProblems(http, id, mayStart) {
        return fetchContestProblems(http, readPlace(id, domain), mayStart);
      },

      contestAt(address) {
        const page = placeAt(baseUrl, address, domain);
        const contest = page && contestOfPage(page);
        return contest && placeOf(contest);
      },

      submissions: {
        fetchOpen: [
          async (http) => fetchOpenContests(http, domain),
          async (http) => fetchOpenHomework(http, domain),
        ],

        select(contests) {
          return selectContests(contests, domain);
        },

        async fetchRecent(http, contest, account) {
          return fetchRecentInContest(http, readPlace(contest, domain), account);
        },
      },
    },

    push: pushOf(baseUrl, domain),
    submission: submissionSupport(baseUrl, domain),

    pages: {
      contest(id) {
        return baseUrl + (contestPath(readPlace(id, domain)) ?? '');
      },

      problem({ problemId, place }) {
        const { contest, ...where } = problemPlace(place, domain);
        const query = contest === null ? '' : `?tid=${contest}`;
        return `${baseUrl}${prefixOf(where)}/p/${encodeURIComponent(problemId)}${query}`;
      },

      isProblemPage(address, { problemId, place }) {
        const page = placeAt(baseUrl, address, domain);
        const domainOf = (locator: { readonly domain: string | null }): string => locator.domain ?? 'system';
        return (
          page?.path === `/p/${encodeURIComponent(problemId)}` &&
          domainOf(page) === domainOf(readPlace(place, domain))
        );
      },

      record({ requestId, hint }) {
        return baseUrl + recordPath(requestId, hint, domain);
      },

      readAddress(text) {
        const place = placeAt(baseUrl, text, domain);
        const id = /^\/record\/([0-9a-f]{24})$/i.exec(place?.path ?? '')?.[1]?.toLowerCase();
        if (!place) return null;
        return id === undefined
          ? { kind: 'addressWithoutId' }
          : { kind: 'requestId', id, hint: placeOf(place) || null };
      },
    },

    // its CORS rules don't allow `authorization`
    worksInBrowser: false,
  };
}

/**
 * Waits for the response to a request for a record. A missing permission means that the record belongs to another user,
 * or that a contest hides it, not that the credentials are wrong.
 */
async function ofOneRecord(response: Promise<Answer>): Promise<Answer> {
  try {
    return await response;
  } catch (error) {
    if (!(error instanceof RequestFailed) || error.failure.kind !== 'status') throw error;
    const { failure } = error;
    if (failure.status !== 403 || failure.error?.errorType !== 'PermissionError') throw error;
    throw new RequestFailed(
      { ...failure, cause: { kind: 'notOwn', whose: 'unclear' } },
      { sent: error.sent },
    );
  }
}

function recordPath(requestId: string, hint: string | null, domain: string | null): string {
  return `${prefixOf(readPlace(hint, domain))}/record/${encodeURIComponent(requestId)}`;
}

/**
 * Creates push. One socket reports all records of a user, except those of contests and self-tests, each of which needs
 * its own socket.
 */
function pushOf(baseUrl: string, domain: string | null): Push {
  const base = baseUrl.replace(/^http/, 'ws');
  return {
    origin: new URL(base).origin,
    url: (account) =>
      account === null
        ? null
        : `${base}${prefixOf({ domain })}/record-conn?uidOrName=${encodeURIComponent(account)}&noTemplate=true`,
    authentication: { kind: 'header' },
    limits: null,
    read: readFrame,
    omitsProblem: true,
    detail: ({ requestId, hint }) => {
      const place = readPlace(hint, domain);
      // URLs without a domain mean `system`
      if (place.contest === null && (place.domain ?? 'system') === (domain ?? 'system')) return null;
      return `${base}${prefixOf(place)}/record-detail-conn?rid=${requestId}&noTemplate=true`;
    },
  };
}

/** First path segments of a site’s own pages. */
const pages = new Set(
  (
    'p problem problems record contest homework training ranking discuss user home login register logout domain ' +
    'manage wiki blog file'
  ).split(' '),
);

/**
 * Returns the URL of the site and its domain from the URL of any page. Returns the text unchanged if it isn't a URL.
 */
export function siteIn(text: string): SiteFields {
  const url = pastedUrl(text.trim());
  if (!url || hasUserInformation(url)) return { url: text.trim() };
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const at = parts.findIndex((part, index) => pages.has(part) || (part === 'd' && index + 1 < parts.length));
  const base = at < 0 ? parts : parts.slice(0, at);
  const domain = parts[at] === 'd' ? (parts[at + 1] ?? '') : '';
  const isNamed = /^[\w-]{1,64}$/.test(domain) && domain !== 'system';
  return { url: [url.origin, ...base].join('/'), ...(isNamed ? { domain } : {}) };
}

/**
 * Returns whether the response comes from Hydro: it contains the user, a redirect to the sign-in page, or an error in
 * Hydro's format.
 */
function isHydroAnswer(answer: PlainAnswer): boolean {
  const { UserContext: user, url, error } = objectOf(bodyOf(answer));
  const { message, params, stack } = objectOf(error);
  return (
    typeof objectOf(user)._id === 'number' ||
    /^(?:https?:\/\/[^/]*)?(?:\/d\/[^/]+)?\/(?:login|domain\/join)\b/.test(textOf(url) ?? '') ||
    (typeof message === 'string' &&
      typeof stack === 'string' &&
      (params === undefined || Array.isArray(params)))
  );
}
