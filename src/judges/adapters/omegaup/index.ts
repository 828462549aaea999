import type { JudgeAdapter } from '../../adapter';
import type { JudgeAddress } from '../../settingFields';
import { typeWithBuiltInCodes } from '../typeWithBuiltInCodes';
import { javaAsMain } from '../../entryPoints/submittedProgram';
import { problemsNamed } from '../shared/problemsNamed';
import { readObject } from '../shared/responseBody';
import { refusal } from '../shared/refusals';
import { objectOf, textOf } from '../shared/jsonValues';
import { OMEGAUP_QUESTION_LENGTH } from '../limits';
import { askJury, fetchClarifications } from './clarifications';
import { fetchContest, fetchProblems, fetchRunning } from './contests';
import { languages } from './languages';
import { areOfOneProblem, fetchRecent, fetchRunsOfProblem, fetchStates, findSent } from './submissionLists';
import {
  contestAt,
  contestPage,
  isProblemPage,
  problemAt,
  problemPage,
  readPlace,
  readRunAddress,
  runPage,
} from './addresses';
import { fetchForm, fetchSamples, fetchStatement } from './problems';
import { comparison, rules } from './verdicts';
import { fetchRun } from './result';
import { refusalIn } from './refusals';
import { submit } from './submission';

const publicUrl = 'https://omegaup.com';

/** omegaUp, with the API in https://github.com/omegaup/omegaup/blob/main/frontend/server/src/Controllers/README.md */
export const omegaup = typeWithBuiltInCodes({
  rules,
  promptedFields: [{ field: 'url', defaultValue: publicUrl }],
  authentication: { scheme: 'header', headerName: 'Authorization', prefix: 'token ' },
  publicUrl,
  adapterFor: omegaupAdapter,
});

function omegaupAdapter({ baseUrl }: JudgeAddress): JudgeAdapter {
  return {
    comparison,
    signIn: { kind: 'secret', secret: 'apiToken', page: `${baseUrl}/profile/`, isOptional: false },

    refusalIn,
    messageLanguages: ['en', 'es', 'pt'],

    async checkAccount(http) {
      const answer = await http.get('/api/session/currentSession/');
      const session = readObject(answer).object('session').raw;
      if (session.valid !== true) throw refusal(answer, { status: 401 });
      return { name: textOf(objectOf(session.identity).username) };
    },

    async fetchResult(http, request) {
      return fetchRun(http, request, false);
    },

    async fetchOpened(http, request) {
      return fetchRun(http, request, true);
    },

    requestIdForm: { kind: 'hex', length: 32 },

    looksLikeRequestId(text) {
      return /^[0-9a-f]{32}$/i.test(text);
    },

    // the limit is 1,000 requests per hour and token
    pace: { interval: 4_000 },

    // lists the user's runs of one problem
    batch: { interval: 4_000, covers: areOfOneProblem, fetchStates },

    contests: {
      fetch: fetchContest,
      fetchProblems,
      contestAt: (address) => contestAt(baseUrl, address),
      clarifications: {
        fetchAll: fetchClarifications,
        ask: askJury,
        maxLength: OMEGAUP_QUESTION_LENGTH,
        needsProblem: true,
      },
    },

    listing: { needsAccount: true, interval: 5 * 60_000, fetchRecent },

    problemSubmissions: {
      needsAccount: false,
      code: 'returned',

      async fetchPage(http, problem) {
        return { submissions: await fetchRunsOfProblem(http, problem), next: null };
      },
    },

    submission: {
      languages,
      compiledAs: javaAsMain,
      fetchForm,
      fetchSamples,
      fetchStatement,
      submit,
      findSent,
      problemList: { fetchAll: fetchRunning, named: problemsNamed, hasOthers: true },

      problemAt: (address) => problemAt(baseUrl, address),

      places: {
        name: (place) => place,
        key: (place) => place ?? '',
        // an ended contest's problems are solved outside of it
        afterContest: (place) => (readPlace(place)?.kind === 'contest' ? null : place),
      },
    },

    pages: {
      contest: (id) => contestPage(baseUrl, id),
      problem: (problem) => problemPage(baseUrl, problem),
      isProblemPage: (address, problem) => isProblemPage(baseUrl, address, problem),
      record: ({ requestId, hint }) => runPage(baseUrl, requestId, hint),
      readAddress: (text) => readRunAddress(baseUrl, text),
    },
  };
}
