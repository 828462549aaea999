import type { JudgeAdapter } from '../../adapter';
import { judgeIdOf } from '../../address';
import { yesOrNo, type FieldReader, type JudgeAddress } from '../../settingFields';
import type { Judge } from '../../judge';
import { CMS_LIST_INTERVAL_MS } from '../limits';
import { makeJudge, required, siteCheck, type JudgeType } from '../judgeType';
import { contestsIn, isTaskName, submissionAt, taskAt } from './addresses';
import { isCms, refusalIn } from './refusals';
import { fetchContest } from './contest';
import { fetchPage, fetchRecent } from './submissionLists';
import { fetchResult } from './result';
import { comparison, rules } from './verdicts';
import { checkAccount, session } from './session';
import { fetchProblems, submissionSupport } from './submission';

/** Contest Management System, https://github.com/cms-dev/cms: its contest web server with the API of 2025. */
export const cms: JudgeType = {
  promptedFields: required('url'),
  site: {
    siteIn: (text) => contestsIn(text)[0],
    sitesIn: contestsIn,
    checkSite: siteCheck(isCms),
    mayBeUnencrypted: true,
  },
  followsSpecification: false,
  rules,
  describe,
};

function describe(name: string, fields: FieldReader): Judge | null {
  const authentication = { scheme: 'own' } as const;
  const allowsPlainHttp = fields.read('allowPlainHttp', yesOrNo, false);
  const address = fields.address(authentication, null, allowsPlainHttp);
  if (!address) return null;
  const { baseUrl } = address;
  return makeJudge(
    {
      id: judgeIdOf({ type: rules.profile, address: baseUrl, name }),
      name,
      baseUrl,
      authentication,
      rules,
      allowsPlainHttp,
    },
    cmsAdapter(address),
  );
}

function cmsAdapter({ baseUrl }: JudgeAddress): JudgeAdapter {
  return {
    comparison,
    signIn: { kind: 'secret', secret: 'userAndPassword', page: null, isOptional: false },
    session,
    refusalIn,

    async checkAccount(http) {
      return checkAccount(http, baseUrl);
    },

    async fetchResult(http, request) {
      return fetchResult(http, request, baseUrl);
    },

    contests: {
      only: baseUrl,
      fetch: fetchContest,

      async fetchProblems(http) {
        return fetchProblems(http, baseUrl);
      },
    },

    requestIdForm: { kind: 'digits', length: 19 },

    // most of the random numbers have 17 to 19 digits
    looksLikeRequestId(text) {
      return /^[1-9]\d{14,18}$/.test(text);
    },

    problemIdIn(fileName) {
      return isTaskName(fileName) ? fileName : null;
    },

    pace: { interval: 3_000 },

    listing: {
      needsAccount: false,
      interval: CMS_LIST_INTERVAL_MS,
      async fetchRecent(http) {
        return fetchRecent(http, baseUrl);
      },
    },

    problemSubmissions: {
      needsAccount: false,
      code: 'returned',

      async fetchPage(http, { problemId }, page) {
        return fetchPage(http, problemId, page, baseUrl);
      },
    },

    submission: submissionSupport(baseUrl),

    pages: {
      contest(id) {
        return id;
      },

      problem({ problemId }) {
        return `${baseUrl}/tasks/${encodeURIComponent(problemId)}/description`;
      },

      isProblemPage(address, { problemId }) {
        return taskAt(baseUrl, address)?.problemId === problemId;
      },

      // the page lists all submissions to the task; it ignores the ID
      record({ requestId, hint }) {
        return isTaskName(hint)
          ? `${baseUrl}/tasks/${encodeURIComponent(hint)}/submissions#${requestId}`
          : null;
      },

      readAddress(text) {
        return submissionAt(baseUrl, text);
      },
    },

    // web pages of other sites may not send its header
    worksInBrowser: false,
  };
}
