import * as v from 'valibot';
import type { JudgeAdapter } from '../../adapter';
import type { JudgeAddress } from '../../settingFields';
import { typeWithBuiltInCodes } from '../typeWithBuiltInCodes';
import { bodyLimits } from '../limits';
import { required } from '../judgeType';
import { statesOf } from '../shared/listedSubmissions';
import { problemsNamed } from '../shared/problemsNamed';
import { firstJavaClass } from '../../entryPoints/submittedProgram';
import { fieldsIn, isOwnPage, pathsOf, runIn } from './addresses';
import { refusalIn } from './refusals';
import { fetchContest, fetchProblems } from './contest';
import { fetchForm } from './problems';
import { comparison, rules } from './verdicts';
import { fetchRecent, fetchResult, fetchRunsOf, fetchStates } from './runs';
import { fetchStatement } from './statement';
import { submit } from './submission';

const contestNumber = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.check((text) => /^[1-9]\d{0,5}$/.test(text)),
);

/** A contest of an ejudge site. Participants create an API token. */
export const ejudge = typeWithBuiltInCodes({
  rules,
  promptedFields: required('url', 'contest'),
  fieldsIn,
  isOwnPage,
  authentication: { scheme: 'bearer' },
  // the token as the website shows it, without the prefix
  secretParts: (secret) => [secret.replace(/^AQAA/, '')],
  readFields: (fields) => ({ contest: fields.read('contest', contestNumber, '') }),
  mayBeUnencrypted: true,
  identityOf: ({ baseUrl, contest }) => `${baseUrl}#${contest}`,
  adapterFor: ejudgeAdapter,
});

function ejudgeAdapter({ baseUrl, contest }: JudgeAddress & { readonly contest: string }): JudgeAdapter {
  const paths = pathsOf(contest);

  return {
    comparison,
    signIn: { kind: 'secret', secret: 'tokenOfPair', page: null, secretIn, isOptional: false },
    bodyLimit: bodyLimits.long,
    worksInBrowser: false,
    refusalIn: (answer) => refusalIn(answer, paths),

    async checkAccount(http) {
      return { name: null, contest: (await fetchContest(http, paths)).ofRecords };
    },

    async fetchResult(http, { requestId }) {
      return fetchResult(http, paths, requestId);
    },

    requestIdForm: { kind: 'digits', length: 12 },

    looksLikeRequestId(text) {
      return /^\d{1,7}$/.test(text);
    },

    // A single run is requested directly, because the list contains no tests.
    batch: {
      interval: 3_000,

      covers(pending) {
        return pending.length > 1;
      },

      async fetchStates(http) {
        return statesOf(await fetchStates(http, paths), rules);
      },
    },

    listing: {
      needsAccount: false,
      async fetchRecent(http) {
        return fetchRecent(http, paths);
      },
    },

    problemSubmissions: {
      needsAccount: false,
      code: 'returned',

      async fetchPage(http, { problemId }) {
        return { submissions: await fetchRunsOf(http, paths, problemId), next: null };
      },
    },

    contests: {
      only: contest,

      async fetch(http) {
        return (await fetchContest(http, paths)).ofRecords;
      },

      async fetchProblems(http) {
        return fetchProblems(http, paths);
      },
    },

    submission: {
      async submit(http, submission) {
        return submit(http, paths, submission);
      },

      async fetchForm(http, { problemId }) {
        return fetchForm(http, paths, problemId);
      },

      compiledAs: firstJavaClass,

      problemList: {
        async fetchAll(http) {
          return fetchProblems(http, paths);
        },
        named: problemsNamed,
      },

      formContainsSamples: true,

      async fetchStatement(http, { problemId }) {
        return fetchStatement(http, paths, problemId);
      },
    },

    pages: {
      readAddress(text) {
        return runIn(text, baseUrl, contest);
      },
    },
  };
}

/** Adds the prefix that requests need if the token has the form in which the website shows it (43 characters). */
function secretIn(text: string): string {
  const token = text.replace(/^bearer\s+/i, '');
  return token.length === 43 ? `AQAA${token}` : token;
}
