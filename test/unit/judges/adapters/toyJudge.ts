// A complete example: the judge that docs/development/recipes.md describes. A real one is in src/judges/adapters.
import { JsonObject, jsonIn, type Case } from '../../../../src/results';
import type { Answer, JudgeAdapter, JudgeHttp, RecentSubmission } from '../../../../src/judges/adapter';
import type { RequestFailed } from '../../../../src/judges/requestFailed';
import type { JudgeAddress } from '../../../../src/judges/settingFields';
import {
  caseOf,
  flatSubtask,
  problemNamed,
  resultOf,
  type ReadResult,
} from '../../../../src/judges/adapters/shared/makeResult';
import { typeWithBuiltInCodes } from '../../../../src/judges/adapters/typeWithBuiltInCodes';
import { builtInRules, required } from '../../../../src/judges/adapters/judgeType';
import { namedLanguages } from '../../../../src/judges/languageNames';
import { readAccepted } from '../../../../src/judges/adapters/shared/acceptedResponse';
import { accepted, recentOf, statesOf } from '../../../../src/judges/adapters/shared/listedSubmissions';
import { refusal, saidIn } from '../../../../src/judges/adapters/shared/refusals';
import { readObject } from '../../../../src/judges/adapters/shared/responseBody';
import { encoded, momentOf, textOf } from '../../../../src/judges/adapters/shared/jsonValues';
import { verdicts } from '../../../../src/judges/adapters/shared/commonVerdicts';
import { requestIdInPath } from '../../../../src/judges/requestIdInput';

/** The codes of Toy OJ are the usual short names. */
const rules = builtInRules('toy', verdicts('QUEUED JUDGING AC WA TLE MLE RE CE'));

const languages = namedLanguages('cpp17=cpp; java21=java; python3=python');

/** Toy OJ: https://toyoj.example */
export const toy = typeWithBuiltInCodes({
  rules,
  promptedFields: required('url'),
  authentication: { scheme: 'bearer' },
  adapterFor: toyAdapter,
});

function toyAdapter({ baseUrl }: JudgeAddress): JudgeAdapter {
  return {
    signIn: { kind: 'secret', secret: 'apiToken', page: `${baseUrl}/settings`, isOptional: false },

    refusalIn,

    async checkAccount(http) {
      const user = readObject(await http.get('/api/me'));
      return { name: user.text('name') };
    },

    async fetchResult(http, { requestId }) {
      const submission = readObject(await http.get(`/api/submissions/${encoded(requestId)}`));
      const log = submission.flag('has_log') ? await fetchLog(http, requestId) : null;
      return readSubmission(submission, requestId, log);
    },

    looksLikeRequestId(text) {
      return /^\d{5,12}$/.test(text);
    },

    // everything below is optional

    listing: {
      needsAccount: false,
      async fetchRecent(http) {
        return fetchOwnSubmissions(http);
      },
    },

    batch: {
      interval: 2_000,
      covers(pending) {
        return pending.length > 1;
      },
      async fetchStates(http) {
        return statesOf(await fetchOwnSubmissions(http), rules);
      },
    },

    submission: {
      languages,
      async submit(http, { problemId, language, code }) {
        const answer = await http.postJson('/api/submissions', { problem: problemId, language, code });
        return accepted(readAccepted(answer, () => String(readObject(answer).requiredInteger('id'))));
      },
    },

    pages: {
      problem({ problemId }) {
        return `${baseUrl}/problems/${encoded(problemId)}`;
      },
      record({ requestId }) {
        return `${baseUrl}/submissions/${encoded(requestId)}`;
      },
      readAddress(text) {
        return requestIdInPath(baseUrl, text, /^\/submissions\/(\d{1,12})(?:\/|$)/);
      },
    },
  };
}

/** Failures are `{ "error": "…" }` with the corresponding HTTP status. */
function refusalIn(answer: Answer): RequestFailed | null {
  return answer.status >= 400 ? refusal(answer, { message: saidIn(jsonIn(answer.text)) }) : null;
}

/** Fetches the compiler output; null if a contest hides it. */
async function fetchLog(http: JudgeHttp, requestId: string): Promise<string | null> {
  const answer = await http.send({ method: 'GET', path: `/api/submissions/${encoded(requestId)}/log` });
  return answer.status >= 400 ? null : JsonObject.of(jsonIn(answer.text)).text('log');
}

async function fetchOwnSubmissions(http: JudgeHttp): Promise<readonly RecentSubmission[]> {
  const page = readObject(await http.get('/api/submissions?mine=1'));
  return page.list('submissions', (submission) =>
    recentOf({
      requestId: String(submission.requiredInteger('id')),
      problem: submission.text('problem'),
      status: submission.text('status'),
      score: submission.number('score'),
      at: momentOf(submission.raw['created_at']),
    }),
  );
}

function readSubmission(submission: JsonObject, requestId: string, log: string | null): ReadResult {
  const status = submission.text('status');
  return resultOf(
    {
      requestId,
      status,
      isCompileError: status === 'CE',
      judge: {
        score: submission.number('score'),
        time: submission.number('time_ms'),
        memory: submission.number('memory_kib'),
        subtasks: flatSubtask(submission.list('tests', readTest)),
      },
      compileMessage: log,
      about: {
        problem: problemNamed(submission.text('problem')),
        language: textOf(submission.raw['language']),
        at: momentOf(submission.raw['created_at']),
      },
    },
    submission,
  );
}

function readTest(test: JsonObject): Case {
  return caseOf({
    id: test.integer('number'),
    status: test.text('status'),
    time: test.number('time_ms'),
    memory: test.number('memory_kib'),
    description: test.text('message'),
  });
}
