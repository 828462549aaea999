import * as v from 'valibot';
import { bytesToBase64, toBase64 } from '../../../base/base64';
import { isObject, type JsonObject, type JudgeSemantics } from '../../../results';
import type { Answer, JudgeAdapter, JudgeHttp, RequestIdInput } from '../../adapter';
import { hasUserInformation, pastedUrl, pathBelow, judgeIdOf } from '../../address';
import { isCredentialHeaderName } from '../../signIn/credentials';
import { RequestFailed } from '../../requestFailed';
import { yesOrNo, type FieldReader, type JudgeAddress } from '../../settingFields';
import type { Judge } from '../../judge';
import { requestIdInPath } from '../../requestIdInput';
import type { SampleLimits, SampleRun, SubmissionLanguage } from '../../submission';
import { notUnderstood, readAccepted } from '../shared/acceptedResponse';
import { readSubmissions } from './result';
import { fetchSubmissions } from './submissions';
import { bodyLimits } from '../limits';
import { makeJudge, siteCheck, type JudgeType, type SiteFields } from '../judgeType';
import { editorLanguageOf, editorLanguagesKnown } from '../../languageNames';
import { bodyOf, jsonOf, readList, readObject } from '../shared/responseBody';
import { refusal } from '../shared/refusals';
import { objectOf, textOf } from '../shared/jsonValues';
import { statusTable } from '../shared/commonVerdicts';
import { zipOf } from '../shared/zip';

const judge0Statuses = statusTable([
  [1, 'pending', 'pending', 'In Queue', '排队中', '…'],
  [2, 'pending', 'pending', 'Processing', '处理中', '…', 'running'],
  [3, 'accepted', 'accepted', 'Accepted', '通过', 'AC'],
  [4, 'failed', 'wrongAnswer', 'Wrong Answer', '答案错误', 'WA'],
  [5, 'failed', 'limitExceeded', 'Time Limit Exceeded', '超出时间限制', 'TLE'],
  [6, 'failed', 'compileError', 'Compilation Error', '编译错误', 'CE'],
  [7, 'failed', 'runtimeError', 'Runtime Error (SIGSEGV)', '运行错误（SIGSEGV）', 'RE'],
  [8, 'failed', 'runtimeError', 'Runtime Error (SIGXFSZ)', '运行错误（SIGXFSZ）', 'RE'],
  [9, 'failed', 'runtimeError', 'Runtime Error (SIGFPE)', '运行错误（SIGFPE）', 'RE'],
  [10, 'failed', 'runtimeError', 'Runtime Error (SIGABRT)', '运行错误（SIGABRT）', 'RE'],
  [11, 'failed', 'runtimeError', 'Runtime Error (NZEC)', '运行错误（NZEC）', 'RE'],
  [12, 'failed', 'runtimeError', 'Runtime Error (Other)', '运行错误（其他）', 'RE'],
  [13, 'error', 'serviceError', 'Internal Error', '内部错误', 'IE'],
  [14, 'error', 'serviceError', 'Exec Format Error', '可执行文件格式错误', 'EFE'],
]);

const rules: JudgeSemantics = {
  profile: 'judge0',
  statuses: judge0Statuses,
  units: { time: 'ms', memory: 'KiB', score: null },
  compileFailureIsFinal: true,
  unknownStatusIsFinal: true,
};

/**
 * Judge0, with the API at https://ce.judge0.com. A submission is one run of a program with one input. A record contains
 * one submission, or several of the same program.
 */
export const judge0: JudgeType = {
  promptedFields: [
    { field: 'url', defaultValue: null },
    { field: 'headerName', defaultValue: 'X-Auth-Token' },
  ],
  searchedSite: { siteIn, checkSite: siteCheck(isJudge0), mayBeUnencrypted: true },
  mayBeUnencrypted: true,
  followsSpecification: false,
  rules,
  describe,
};

/** First path segments of a host's own pages and resources. */
const hostPaths = new Set(
  (
    'about authenticate authorize config_info docs docs.html dummy-client dummy-client.html isolate languages license ' +
    'statistics statuses submissions system_info version workers'
  ).split(' '),
);

function siteIn(text: string): SiteFields {
  const url = pastedUrl(text.trim());
  if (!url || hasUserInformation(url)) return { url: text.trim() };
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const page = parts.findIndex((part) => hostPaths.has(part));
  return { url: [url.origin, ...(page < 0 ? parts : parts.slice(0, page))].join('/') };
}

/** Resolves to whether a host that requires no token sends the limits of Judge0. */
async function isJudge0(http: JudgeHttp): Promise<boolean> {
  const answer = await http.send({ method: 'GET', path: '/config_info' });
  const { enable_wait_result: waits, max_cpu_time_limit: limit } = objectOf(bodyOf(answer));
  return answer.status === 200 && typeof waits === 'boolean' && typeof limit === 'number';
}

function describe(name: string, fields: FieldReader): Judge | null {
  const headerName = fields.read('headerName', v.nullish(v.string(), ''), '').trim() || 'X-Auth-Token';
  if (!isCredentialHeaderName(headerName)) fields.fault('headerName', { kind: 'headerName' });
  const authentication = { scheme: 'header', headerName } as const;
  const allowsPlainHttp = fields.read('allowPlainHttp', yesOrNo, false);
  const given = fields.address(authentication, null, allowsPlainHttp);
  if (!given) return null;
  // pages of the host itself
  const address = { baseUrl: given.baseUrl.replace(/\/(?:docs|dummy-client)(?:\.html)?$/, '') };
  return makeJudge(
    {
      id: judgeIdOf({ type: 'judge0', address: address.baseUrl, name }),
      name,
      baseUrl: address.baseUrl,
      authentication,
      rules,
      allowsPlainHttp,
    },
    judge0Adapter(address),
  );
}

function judge0Adapter({ baseUrl }: JudgeAddress): JudgeAdapter {
  return {
    comparison: { unit: 'lines', blanks: 'cOrNul', refusesEmptyOutput: true },
    signIn: { kind: 'secret', secret: 'apiToken', page: null, isOptional: true },

    refusalIn,

    async checkAccount(http) {
      await http.postJson('/authenticate');
      return { name: null };
    },

    // the tokens of several submissions have the form `a,b;c,d`, where `;` separates requests
    async fetchResult(http, { requestId, hint: tokens }) {
      const groups = (tokens ?? requestId).split(';').map((group) => group.split(','));
      return readSubmissions(await fetchSubmissions(http, groups), requestId);
    },

    looksLikeRequestId(text) {
      return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
    },

    bodyLimit: bodyLimits.longest,
    worksInBrowser: true,

    samples: {
      editorLanguages: editorLanguagesKnown,
      acceptsSeveralFiles: true,

      async fetchLanguages(http) {
        const languages = readList(await http.get('/languages'), readLanguage);
        return languages.filter(({ id }) => !notForPrograms.has(id));
      },

      async fetchLimits(http) {
        return readLimits(readObject(await http.get('/config_info')));
      },

      async run(http, run, limits) {
        const [submission, ...others] = submissionsOf(run, limits);
        const answer =
          others.length > 0
            ? await http.postJson('/submissions/batch?base64_encoded=true', {
                submissions: [submission, ...others],
              })
            : await http.postJson('/submissions?base64_encoded=true', submission);
        return readTokens(answer, run.samples.length);
      },
    },

    pages: {
      readAddress(text) {
        return batchIn(baseUrl, text) ?? requestIdInPath(baseUrl, text, /^\/submissions\/([\w-]{8,128})$/);
      },
    },
  };
}

/** Reads the tokens in the URL of several submissions: `/submissions/batch?tokens=a,b`. Null: another URL. */
function batchIn(baseUrl: string, text: string): RequestIdInput | null {
  const below = pathBelow(baseUrl, text);
  if (below?.path !== '/submissions/batch') return null;
  const tokens = (below.query.get('tokens') ?? '').split(',').filter((token) => token !== '');
  const [first] = tokens;
  const isValid = tokens.length <= 20 && tokens.every((token) => /^[\w-]{8,128}$/.test(token));
  if (first === undefined || !isValid) return { kind: 'addressWithoutId' };
  return { kind: 'requestId', id: first, ...(tokens.length > 1 ? { hint: tokens.join(',') } : {}) };
}

/** Returns the failure that a response reports: `{"error": …}`, lists of messages by field (422), or no body. */
function refusalIn(answer: Answer): RequestFailed | null {
  if (answer.status < 400) return null;
  const body = bodyOf(answer);
  if (typeof body !== 'object' || body === null) return refusal(answer);
  // a gateway in front of the host sends `message`
  const message = textOf(objectOf(body).error) ?? textOf(objectOf(body).message);
  if (message !== null) {
    const refused = refusal(answer, { message });
    // a full queue or maintenance, before anything was accepted
    return answer.status === 503 ? new RequestFailed(refused.failure, { sent: 'no' }) : refused;
  }
  return refusedFields(answer, Array.isArray(body) ? body[0] : body);
}

/**
 * Creates the failure of a submission with rejected fields. `tokens`: tokens of submissions that were accepted in the
 * same request.
 */
function refusedFields(answer: Answer, body: unknown, tokens: readonly string[] = []): RequestFailed {
  const fields = Object.entries(typeof body === 'object' && body !== null ? body : {})
    .slice(0, 100)
    .map(([name, sentences]) => ({
      name,
      value: null,
      message: [sentences].flat().filter(textOf).join('; '),
    }));
  return refusal(answer, {
    // a batch response has status 201 if some submissions were accepted
    status: answer.status < 400 ? 422 : answer.status,
    form: { submitted: true, valid: false, fields },
    taken: tokens,
  });
}

/** Languages without a program in one source file: plain text, an executable, and an archive with its own scripts. */
const notForPrograms: ReadonlySet<string> = new Set(['43', '44', '89']);

function readLanguage(language: JsonObject): SubmissionLanguage {
  const name = language.text('name') ?? '';
  return {
    id: String(language.requiredInteger('id')),
    name,
    editorLanguages: editorLanguageOf(languageIn(name)),
    extensions: [],
  };
}

/** Extracts the language from a compiler such as `C++ (GCC 9.2.0)`, `Python for ML (3.7.7)`, or `MPI (…) with C++ (…)`. */
function languageIn(name: string): string {
  const [, inner] = / with ([^ ]+)/.exec(name) ?? [];
  return inner ?? name.replace(/ \(.*/, '').replace(/ (?:Test|for ML)$/, '');
}

function readLimits(config: JsonObject): SampleLimits {
  const limit = (field: string, usual: number) => Math.max(config.number(field) ?? usual, 1);
  const wallTime = config.number('max_wall_time_limit');
  const output = config.number('max_max_file_size');
  const stack = config.number('max_stack_limit');
  const isBatched = config.raw.enable_batched_submissions !== false;
  return {
    time: limit('max_cpu_time_limit', 15) * 1000,
    memory: limit('max_memory_limit', 512_000),
    ...(wallTime === null ? {} : { wallTime: wallTime * 1000 }),
    ...(output === null ? {} : { output }),
    ...(stack === null ? {} : { stack }),
    together: isBatched
      ? Math.floor(Math.min(limit('max_submission_batch_size', 20), limit('max_queue_size', 20), 20))
      : 1,
  };
}

/** default of Judge0 */
const USUAL_WALL_TIME_MS = 10_000;

/** Creates a submission for each sample, within the host's limits. */
function submissionsOf(run: SampleRun, limits: SampleLimits): readonly object[] {
  const { time, memory } = run;
  const { wallTime, output, stack } = limits;
  const others = run.others ? bytesToBase64(zipOf(run.others.files)) : null;
  return run.samples.map(({ input, expected }) => ({
    language_id: Number(run.language),
    source_code: toBase64(run.code),
    stdin: toBase64(input),
    expected_output: toBase64(expected),
    ...(others ? { additional_files: others } : {}),
    ...(time === null ? {} : { cpu_time_limit: Math.min(time, limits.time) / 1000 }),
    // the default may be shorter than the CPU time that is allowed
    ...(time === null || wallTime === undefined
      ? {}
      : { wall_time_limit: Math.min(Math.max(2 * time, USUAL_WALL_TIME_MS), wallTime) / 1000 }),
    ...(output === undefined ? {} : { max_file_size: output }),
    ...(stack === undefined ? {} : { stack_limit: stack }),
    // the host rejects less than 2048 KiB
    ...(memory === null ? {} : { memory_limit: Math.min(Math.max(memory, 2048), limits.memory) }),
  }));
}

/** Returns whether a part of a response rejects a submission: with sentences by field, and without a token. */
function namesFields(refused: unknown): boolean {
  if (!isObject(refused) || Object.hasOwn(refused, 'token')) return false;
  return Object.values(refused).some((sentences) =>
    [sentences].flat().some((text) => typeof text === 'string'),
  );
}

const acceptedSubmission = v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/)) });

/**
 * Reads the tokens of new submissions. If some were rejected, throws the failure of the first one, with the tokens of
 * the accepted ones.
 */
function readTokens(answer: Answer, count: number): readonly string[] {
  const created = [readAccepted(answer, jsonOf)].flat<unknown[], 1>().slice(0, count);
  const tokens = created.flatMap((submission) =>
    v.is(acceptedSubmission, submission) ? submission.token : [],
  );
  if (tokens.length === count) return tokens;
  const refused = created.find((submission) => !v.is(acceptedSubmission, submission));
  if (!namesFields(refused)) throw notUnderstood(tokens);
  throw refusedFields(answer, refused, tokens);
}
