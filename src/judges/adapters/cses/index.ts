import type { JudgeAdapter } from '../../adapter';
import type { JudgeAddress } from '../../settingFields';
import { typeWithBuiltInCodes } from '../typeWithBuiltInCodes';
import { problemsLike } from '../shared/listedSubmissions';
import { refusalIn } from './refusals';
import { languages } from './languages';
import { fetchOfTask } from './submissionLists';
import { readResult } from './result';
import { rules } from './verdicts';
import { DEFAULT_SCOPE, PUBLIC_API, fieldsIn, scopeField, scopeOf } from './addresses';
import { fetchConfirmedUser, fetchUser, signOut, startSignIn } from './signIn';
import { fetchForm, fetchStatement, fetchTasks, submit } from './submission';

/** A course or contest on cses.fi, with the API in https://github.com/csesfi/cses-cli/blob/main/api/openapi.yaml */
export const cses = typeWithBuiltInCodes({
  rules,
  promptedFields: [
    { field: 'scope', defaultValue: DEFAULT_SCOPE },
    { field: 'url', defaultValue: PUBLIC_API, whileEditing: true },
  ],
  fieldsIn,
  publicUrl: PUBLIC_API,
  authentication: { scheme: 'header', headerName: 'X-Auth-Token' },
  readFields: (fields) => ({ scope: fields.read('scope', scopeField, DEFAULT_SCOPE) }),
  identityOf: ({ baseUrl, scope }) => `${baseUrl}#${scope}`,
  adapterFor: csesAdapter,
});

function csesAdapter({ baseUrl, scope: id }: JudgeAddress & { readonly scope: string }): JudgeAdapter {
  const scope = scopeOf({ baseUrl }, id);

  return {
    signIn: { kind: 'browser', start: startSignIn, fetchConfirmed: fetchConfirmedUser, signOut },

    refusalIn,
    checkAccount: fetchUser,

    async fetchResult(http, { requestId }) {
      return readResult(await http.get(scope.submission(requestId)), requestId);
    },

    async waitForResult(http, { requestId }) {
      const path = `${scope.submission(requestId)}?poll=true`;
      return readResult(await http.get(path, { waits: true }), requestId);
    },

    // after a response to a long poll, the next one follows soon
    pace: { interval: 2_000, maximum: 2_000 },

    requestIdForm: { kind: 'digits', length: 15 },

    looksLikeRequestId(text) {
      return /^\d{6,12}$/.test(text);
    },

    problemIdForm: { example: '1068' },

    problemIdIn: scope.isContest ? undefined : taskIdIn,

    problemSubmissions: {
      needsAccount: false,
      code: 'notReturned',

      async fetchPage(http, { problemId }) {
        return { submissions: await fetchOfTask(http, scope, problemId), next: null };
      },
    },

    submission: {
      languages,

      async submit(http, submission) {
        return submit(http, scope, submission);
      },

      async fetchForm(http, problem) {
        return fetchForm(http, scope, problem);
      },

      async findProblems(http, text) {
        return problemsLike(text, await fetchTasks(http, scope));
      },

      async fetchStatement(http, problem) {
        return fetchStatement(http, scope, problem);
      },

      formContainsSamples: true,
      problemAt: scope.taskAt,
    },

    pages: {
      problem({ problemId }) {
        return scope.taskPage(problemId);
      },

      record({ requestId }) {
        return scope.resultPage(requestId);
      },

      readAddress: scope.resultAt,
    },
  };
}

/** Finds the number of a course’s task, such as 1068, in a file name. Tasks of contests have letters instead. */
function taskIdIn(fileName: string): string | null {
  return /(?<![A-Za-z\d])\d{4}(?![A-Za-z\d])/.exec(fileName)?.[0] ?? null;
}
