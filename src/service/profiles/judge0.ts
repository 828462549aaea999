import * as v from 'valibot';
import { toBase64 } from '../../base/base64';
import { type Case, type Compilation, type JudgingRules, type Limits, type Reader } from '../../judge';
import { isCredentialHeaderName } from '../credentials';
import type { FieldReader } from '../fields';
import { serviceId } from '../address';
import type { ServiceRequest } from '../question';
import type { SampleRun, SubmissionLanguage } from '../submission';
import type { ServiceProfile } from '../profile';
import type { Question } from '../question';
import type { SampleLimits } from '../submission';
import { requestIdInPath } from '../requestIdInput';
import { bodyLimits, nothingOffered, type ServiceKind } from './kind';
import { editorLanguageOf, editorLanguagesKnown } from './languageNames';
import * as reading from './reading';
import * as values from './values';
import type { Raw } from './values';
import { figuresOf, ownResult } from './answer';
import { statusTable } from './verdicts';

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

const rules: JudgingRules = {
  profile: 'judge0',
  statuses: judge0Statuses,
  units: { time: 'ms', memory: 'KiB', score: null },
  compileFailureIsFinal: true,
  unknownStatusIsFinal: true,
};

/** Judge0: runs one program on one input; a record is one such run, or several of one program. */
export const judge0: ServiceKind = {
  asks: [
    { field: 'url', otherwise: null },
    { field: 'headerName', otherwise: 'X-Auth-Token' },
  ],
  speaksSpecification: false,
  rules,
  describe,
};

function describe(name: string, fields: FieldReader): ServiceProfile | null {
  const headerName = fields.read('headerName', v.nullish(v.string(), ''), '').trim() || 'X-Auth-Token';
  if (!isCredentialHeaderName(headerName)) fields.fault('headerName', { kind: 'headerName' });
  const authentication = { scheme: 'header', headerName } as const;
  const address = fields.address(authentication);
  if (!address) return null;
  return {
    ...nothingOffered,
    bodyLimit: bodyLimits.longest,
    id: serviceId({ type: 'judge0', address: address.baseUrl, name }),
    type: 'judge0',
    name,
    ...address,
    authentication,
    signIn: { kind: 'secret', secret: 'apiToken', page: null, isOptional: true },
    check: question({ method: 'POST', path: '/authenticate' }, () => ({ name: null })),
    rules,
    // the hint of several submissions: their tokens, `a,b;c,d`; what stands between `;` is asked for together
    result: ({ requestId, hint }) =>
      reading.joinedQuestions((hint ?? requestId).split(';').map(submissionsQuestion), (parts) =>
        resultOf(parts.flat(), requestId),
      ),
    samples: { editorLanguages: editorLanguagesKnown, languages, limits, run: runBatches },
    readInput: (text) => requestIdInPath(address.baseUrl, text, /^\/submissions\/([\w-]{8,128})$/),
    looksLikeRequestId: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
    worksInBrowser: true,
  };
}

const resultFields =
  'status,time,memory,stdout,stderr,compile_output,message,exit_code,exit_signal,language,source_code,' +
  'expected_output,cpu_time_limit,memory_limit';

/** `tokens`: one, or several with commas between them. */
function submissionsQuestion(tokens: string): Question<readonly unknown[]> {
  const query = `base64_encoded=true&fields=${resultFields}`;
  const names = tokens.split(',').map(encodeURIComponent);
  const path = names.length > 1 ? `batch?tokens=${names.join(',')}&${query}` : `${names.join(',')}?${query}`;
  return getQuestion(`/submissions/${path}`, (json, reader) => {
    const found = readSubmissions(json, reader);
    // of those that are missing nothing is known
    return found.length < names.length ? names.map((_, at) => found[at] ?? null) : found;
  });
}

/** One submission, or all of a batch in the order of its tokens, all texts in base 64. */
function readSubmissions(json: unknown, reader: Reader): readonly unknown[] {
  const body = reader.object(json, '');
  const { submissions = [body] } = body;
  if (!Array.isArray(submissions)) return reader.misfit('submissions', 'a list', submissions);
  if (submissions[0] === body && !('status' in body || 'status_id' in body))
    reader.misfit('status', 'an object', body.status);
  reader.countEntries('submissions', submissions as unknown[]);
  return submissions as unknown[];
}

/** One subtask with a case for each submission. Seconds become ms; Judge0's kilobytes are KiB. */
function resultOf(list: readonly unknown[], requestId: string): reading.ResultAnswer {
  const { value, notices } = reading.readValue(list, (_, reader) => {
    reader.enter('submissions');
    const submissions = list.map((one, at) => (one === null ? null : decoded(reader.object(one, at))));
    const cases = submissions.map((raw, index) => {
      reader.enter(index);
      const one = caseOf(raw, index, reader);
      reader.leave();
      return one;
    });
    reader.leave();
    const known = submissions.filter((one) => one !== null);
    if (known.length === 0) throw reading.unknownId();
    const measured = { status: overall(cases), score: null, ...figuresOf(cases) };
    const judge = { id: null, ...measured, subtasks: [{ id: null, ...measured, cases }] };
    const data = { compile: compilationOf(known, cases), judge };
    const language = values.textOf(values.objectOf(known[0]?.language).name);
    return {
      envelope: { type: 'judge', data, requestId, trackId: null },
      about: { problem: null, code: firstText(known, 'source_code'), language, ...limitsOf(known) },
    };
  });
  return ownResult({ ...value, notices });
}

/** What each submission may take, where all may take the same. */
function limitsOf(submissions: readonly Raw[]): { limits?: Limits } {
  const [time, memory] = ['cpu_time_limit', 'memory_limit'].map((name) => {
    const [most, ...others] = new Set(submissions.map((one) => values.fromDecimal(one[name])));
    return typeof most === 'number' && most > 0 && others.length === 0 ? most : null;
  });
  if (!time && !memory) return {};
  return { limits: { time: values.milliseconds(time ?? null), memory: memory ?? null } };
}

/** Pending as long as one is; then the first that was not accepted. An unknown token says nothing. */
function overall(cases: readonly Case[]): Case['status'] {
  const codes = cases.map(({ status }) => Number(status ?? 0)).filter((code) => code > 0);
  if (codes.some((code) => code === 1 || code === 2)) return codes.every((code) => code === 1) ? 1 : 2;
  return codes.find((code) => code !== 3) ?? codes[0] ?? null;
}

function caseOf(raw: Raw | null, index: number, reader: Reader): Case {
  const { stdout, expected_output: expected, stderr } = raw ?? {};
  const extra = Object.entries({ stdout, expected, stderr }).filter(([, text]) => values.textOf(text));
  return {
    id: index + 1,
    score: null,
    status: raw && statusOf(raw, reader),
    time: values.milliseconds(reader.number(values.fromDecimal(raw?.time), 'time')),
    memory: reader.number(raw?.memory, 'memory'),
    signal: reader.integer(raw?.exit_signal, 'exit_signal'),
    exitCode: reader.integer(raw?.exit_code, 'exit_code'),
    description: values.textOf(raw?.message) || null,
    ...(extra.length > 0 ? { extra: Object.fromEntries(extra) } : {}),
  };
}

function statusOf(raw: Raw, reader: Reader): number | null {
  if (raw.status === null || raw.status === undefined) return reader.integer(raw.status_id, 'status_id');
  return reader.integer(reader.object(raw.status, 'status').id, 'status');
}

/** All submissions of a batch are of one program: the first message stands for all. */
function compilationOf(submissions: readonly Raw[], cases: readonly Case[]): Compilation | null {
  const message = firstText(submissions, 'compile_output');
  const hasRun = cases.some(({ status }) => Number(status) >= 3 && Number(status) <= 12);
  const success = cases.some(({ status }) => status === 6) ? false : hasRun || null;
  return success === null && message === null ? null : { success, message, opt2: null };
}

function firstText(submissions: readonly Raw[], field: string): string | null {
  return submissions.map((one) => values.textOf(one[field])).find((text) => text) ?? null;
}

/** The submission with its texts decoded. Old hosts encode all but the message. */
function decoded(raw: Raw): Raw {
  const texts = ['source_code', 'stdout', 'stderr', 'expected_output', 'compile_output'];
  return { ...raw, ...values.decodedTexts(raw, texts), ...values.decodedTexts(raw, ['message']) };
}

const languages = getQuestion('/languages', (json, reader) =>
  reader.list(json, '', (raw): SubmissionLanguage => {
    const name = reader.text(raw.name, 'name') ?? '';
    const id = String(reader.integer(raw.id, 'id'));
    return { id, name, editorLanguages: editorLanguageOf(name.replace(/ \(.*/, '')), extensions: [] };
  }),
);

const limits = getQuestion('/config_info', (json, reader): SampleLimits => {
  const config = reader.object(json, '');
  const most = (name: string, usual: number) => Math.max(reader.number(config[name], name) ?? usual, 1);
  const isBatched = config.enable_batched_submissions !== false;
  return {
    time: most('max_cpu_time_limit', 15) * 1000,
    memory: most('max_memory_limit', 512_000),
    together: isBatched ? Math.min(Math.floor(most('max_submission_batch_size', 20)), 20) : 1,
  };
});

function runBatches(run: SampleRun, { together, ...most }: SampleLimits) {
  const { time, memory } = run;
  const submissions = run.samples.map(({ input, expected }) => ({
    language_id: Number(run.language),
    source_code: toBase64(run.code),
    stdin: toBase64(input),
    expected_output: toBase64(expected),
    ...(time === null ? {} : { cpu_time_limit: Math.min(time, most.time) / 1000 }),
    // less than 2048 KiB is refused
    ...(memory === null ? {} : { memory_limit: Math.min(Math.max(memory, 2048), most.memory) }),
  }));
  return reading.inGroups(submissions, together).map(createQuestion);
}

const taken = v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/)) });

/** The answer is their tokens. */
function createQuestion(submissions: readonly object[]): Question<readonly string[]> {
  const isBatch = submissions.length > 1;
  const path = `/submissions${isBatch ? '/batch' : ''}?base64_encoded=true`;
  const body = isBatch ? { submissions } : submissions[0];
  return question({ method: 'POST', path, body }, (answer, now) => {
    const created = [reading.jsonOf(answer)].flat<unknown[], 1>().slice(0, submissions.length);
    const tokens = created.flatMap((one) => (v.is(taken, one) ? one.token : []));
    if (tokens.length === submissions.length) return tokens;
    const wrong = created.find((one) => !v.is(taken, one));
    throw refusedForm(answer, now, wrong, tokens);
  });
}

/** Asks, and reads an answer that is no refusal. */
function question<Value>(request: ServiceRequest, read: Question<Value>['read']): Question<Value> {
  return { request, read: (answer, now) => (refuseFailure(answer, now), read(answer, now)) };
}

function getQuestion<Value>(path: string, read: (json: unknown, reader: Reader) => Value): Question<Value> {
  return question({ method: 'GET', path }, (answer) => reading.readAnswer(answer, read).value);
}

/** Throws what a refusal says: `{"error": …}`, field → list of sentences (422), or no body at all. */
function refuseFailure(answer: reading.PlainAnswer, now: number): void {
  if (answer.status < 400) return;
  const body = reading.bodyOf(answer);
  if (typeof body !== 'object' || body === null) throw reading.refused(answer, now);
  // a gateway before the host has a `message`
  const message = values.textOf(values.objectOf(body).error) ?? values.textOf(values.objectOf(body).message);
  if (message === null) throw refusedForm(answer, now, Array.isArray(body) ? body[0] : body);
  throw reading.refused(answer, now, answer.status, { message });
}

function refusedForm(
  answer: reading.PlainAnswer,
  now: number,
  body: unknown,
  tokens: readonly string[] = [],
) {
  const fields = Object.entries(typeof body === 'object' && body !== null ? body : {})
    .slice(0, 100)
    .map(([name, said]) => ({ name, value: null, message: [said].flat().filter(values.textOf).join('; ') }));
  // a batch is answered by 201 where some of it was taken
  const status = answer.status < 400 ? 422 : answer.status;
  return reading.refused(answer, now, status, {
    form: { submitted: true, valid: false, fields },
    taken: tokens,
  });
}
