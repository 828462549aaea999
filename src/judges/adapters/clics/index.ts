import type { JudgeAdapter } from '../../adapter';
import { requiredName, type JudgeAddress } from '../../settingFields';
import { typeWithBuiltInCodes } from '../typeWithBuiltInCodes';
import { bodyLimits, CLICS_QUESTION_LENGTH } from '../limits';
import { required } from '../judgeType';
import { encoded } from '../shared/jsonValues';
import { fetchAccount } from './account';
import { checkAccount } from './accountCheck';
import { askJury, fetchClarifications } from './clarifications';
import type { ContestAddress } from './constants';
import { fetchContest } from './contest';
import { problemsNamed } from '../shared/problemsNamed';
import { websiteAt } from './page';
import { fetchRecordPages, readRecordAddress } from './recordPages';
import { fetchResult } from './result';
import { comparison, rules } from './verdicts';
import { fetchForm, fetchProblems, fetchSamples } from './problems';
import { refusalIn, siteOf } from './requests';
import { fetchStatement } from './statement';
import { checkSite, fetchOfferedContests, sitesIn } from './site';
import { fetchListSize, fetchPageOfProblem, fetchPageOfTeam } from './submissionLists';
import { fetchRecent, fetchStates, findSent } from './submissionStates';
import { submit } from './submission';

/** The ICPC Contest API, which DOMjudge and PC² implement. */
export const clics = typeWithBuiltInCodes({
  rules,
  promptedFields: required('url', 'contest'),
  authentication: { scheme: 'basic' },
  mayBeUnencrypted: true,
  readFields: (fields) => ({ contest: fields.read('contest', requiredName, '') }),

  site: { siteIn: (text) => sitesIn(text)[0], sitesIn, checkSite, mayBeUnencrypted: true },
  listedField: { field: 'contest', fetchValues: fetchOfferedContests },

  adapterFor: clicsAdapter,
});

function clicsAdapter({ baseUrl, contest }: JudgeAddress & { readonly contest: string }): JudgeAdapter {
  const site = siteOf(baseUrl);
  /** `hint`: ID of another contest; null: the configured one */
  const addressOf = (hint: string | null): ContestAddress => ({ baseUrl, contest: hint ?? contest });

  return {
    comparison,
    signIn: {
      kind: 'secret',
      secret: 'userAndPassword',
      page: null,
      isOptional: false,
      recognizesUser: true,
    },
    bodyLimit: bodyLimits.long,
    worksInBrowser: false,
    refusalIn,

    async checkAccount(http) {
      return checkAccount(http, baseUrl, contest);
    },

    async fetchResult(http, { requestId, hint }) {
      return fetchResult(http, addressOf(hint), requestId, false);
    },

    fetchOpened:
      site === null
        ? undefined
        : async (http, { requestId, hint }) => fetchResult(http, addressOf(hint), requestId, true),

    website: site === null ? undefined : websiteAt(site),

    looksLikeRequestId(text) {
      return /^\d{1,9}$/.test(text);
    },

    // an evaluation usually takes seconds, and a list for all pending results is cheap
    pace: { interval: 1_000, early: { gap: 2_500, until: 60_000 } },

    batch: {
      interval: 2_500,

      covers(pending) {
        return new Set(pending.map(({ hint }) => hint ?? contest)).size === 1;
      },

      async fetchStates(http, pending) {
        return fetchStates(http, addressOf(pending[0]?.hint ?? null), pending);
      },
    },

    contests: {
      only: contest,
      fetch: fetchContest,
      fetchProblems,
      clarifications: {
        maxLength: CLICS_QUESTION_LENGTH,
        async fetchAll(http, id) {
          return fetchClarifications(http, addressOf(id));
        },
        ask: askJury,
      },
    },

    listing: {
      needsAccount: true,
      isSmall: true,
      async fetchRecent(http, _account, before) {
        return fetchRecent(http, addressOf(null), before);
      },
      async fetchMayHaveAny(http) {
        return (await fetchAccount(http, baseUrl, contest)).teams.length > 0;
      },
    },

    problemSubmissions: {
      needsAccount: false,
      code: 'notReturned',

      async fetchPage(http, { problemId, place }, page) {
        return fetchPageOfProblem(http, addressOf(place), problemId, page);
      },

      // other servers have no programs, and don't report how many submissions there are
      ofAllTeams:
        site === null
          ? undefined
          : {
              async fetchSize(http, place) {
                return fetchListSize(http, addressOf(place));
              },
              async fetchPage(http, team, place, page) {
                return fetchPageOfTeam(http, addressOf(place), team, page);
              },
            },
    },

    submission: {
      acceptsSeveralFiles: true,
      keepsFileNames: true,

      async submit(http, submission) {
        return submit(http, baseUrl, submission.place ?? contest, submission);
      },

      async findSent(http, submission, sentAt) {
        return findSent(http, addressOf(submission.place), submission, sentAt);
      },

      async fetchForm(http, problem) {
        return fetchForm(http, addressOf(problem.place), problem);
      },

      // only DOMjudge has this archive
      fetchSamples:
        site === null
          ? undefined
          : async (http, problem) => fetchSamples(http, problem.place ?? contest, problem),

      hasStatementDocuments: true,

      async fetchStatement(http, problem) {
        return fetchStatement(http, problem.place ?? contest, problem, site !== null);
      },

      problemList: {
        async fetchAll(http) {
          return fetchProblems(http, contest);
        },
        named: problemsNamed,
      },
    },

    pages: {
      contest: site === null ? undefined : () => `${site}/team`,
      record: site === null ? undefined : ({ requestId }) => `${site}/team/submission/${encoded(requestId)}`,
      fetchRecord:
        site === null
          ? undefined
          : async (http, { requestId, hint }) => fetchRecordPages(http, site, addressOf(hint), requestId),

      readAddress(text) {
        return readRecordAddress(site ?? baseUrl, text);
      },
    },
  };
}
