import type { JudgeAdapter } from '../../adapter';
import type { JudgeAddress } from '../../settingFields';
import { siteCheck } from '../judgeType';
import { typeWithBuiltInCodes } from '../typeWithBuiltInCodes';
import { encoded } from '../shared/jsonValues';
import { statesOf } from '../shared/listedSubmissions';
import { refusal, throwIf } from '../shared/refusals';
import { fetchName } from './account';
import { codeInName, fieldsIn, problemIn, PUBLIC_URL, siteIn, submissionIn } from './addresses';
import { fetchList, isDmoj, listPath, readList, refusalIn } from './refusals';
import { fetchContest, fetchProblems } from './contest';
import { fetchOfProblem, fetchRecent } from './submissionLists';
import { fetchResult } from './result';
import { comparison, rules } from './verdicts';
import { submissionSupport } from './submission';

/** dmoj.ca and other sites with the same software. Its API (version 2) is read-only, but its pages accept the same token. */
export const dmoj = typeWithBuiltInCodes({
  rules,
  promptedFields: [{ field: 'url', defaultValue: PUBLIC_URL }],
  publicUrl: PUBLIC_URL,
  fieldsIn,
  searchedSite: { siteIn, checkSite: siteCheck(isDmoj), mayBeUnencrypted: false },
  authentication: { scheme: 'bearer' },
  adapterFor: dmojAdapter,
});

function dmojAdapter({ baseUrl }: JudgeAddress): JudgeAdapter {
  const problemAt = (address: string) => problemIn(baseUrl, address);
  const submitPage = (problemId: string) => `${baseUrl}/problem/${encoded(problemId)}/submit`;
  return {
    comparison,
    signIn: { kind: 'secret', secret: 'apiToken', page: `${baseUrl}/edit/profile/`, isOptional: false },

    // without it, the site stores a new session for each request with the token
    sessionCookie: 'sessionid',

    refusalIn,

    // Lists are public, but DMOJ rejects an invalid token everywhere. The status is 400 if the token is malformed.
    async checkAccount(http) {
      const answer = await http.send({ method: 'GET', path: listPath('id=0') });
      if (answer.status === 400) throw refusal(answer, { status: 401 });
      throwIf(refusalIn(answer));
      readList(answer);
      return { name: await fetchName(http) };
    },

    fetchResult,

    contests: {
      fetch: fetchContest,
      fetchProblems,
    },

    requestIdForm: { kind: 'digits', length: 12 },

    looksLikeRequestId(text) {
      return /^\d{4,12}$/.test(text);
    },

    pace: { interval: 2_000 },

    // A single submission is requested directly, because the list contains no cases.
    batch: {
      interval: 2_000,

      covers(pending) {
        return pending.length > 1;
      },

      async fetchStates(http, pending) {
        const ids = pending.map(({ requestId }) => `id=${encoded(requestId)}`);
        const { submissions } = await fetchList(http, ids.join('&'));
        return statesOf(submissions, rules);
      },
    },

    listing: {
      needsAccount: false,
      fetchRecent,
    },

    problemSubmissions: {
      needsAccount: false,
      code: 'returned',

      async fetchPage(http, { problemId }, page, account) {
        return fetchOfProblem(http, problemId, page, account);
      },
    },

    problemIdForm: { example: 'aplusb' },

    problemIdIn: codeInName,

    submission: submissionSupport(problemAt),

    browserSubmission: {
      page({ problemId }) {
        return submitPage(problemId);
      },

      problemAt,
    },

    pages: {
      contest(key) {
        return `${baseUrl}/contest/${encoded(key)}`;
      },

      problem({ problemId }) {
        return `${baseUrl}/problem/${encoded(problemId)}`;
      },

      record({ requestId }) {
        return `${baseUrl}/submission/${encoded(requestId)}`;
      },

      readAddress(text) {
        return submissionIn(baseUrl, text);
      },
    },
  };
}
