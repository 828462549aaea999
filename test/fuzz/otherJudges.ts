// Any response of CMS, Codeforces, DMOJ, Judge0, Eolymp, Yandex Contest, or a described API results in a value of the declared type, or in one `RequestFailed`.
import fc from 'fast-check';
import { cms } from '../../src/judges/adapters/cms';
import { codeforces } from '../../src/judges/adapters/codeforces';
import { dmoj } from '../../src/judges/adapters/dmoj';
import { eolymp } from '../../src/judges/adapters/eolymp';
import { json } from '../../src/judges/adapters/json';
import { judge0 } from '../../src/judges/adapters/judge0';
import { yandexContest } from '../../src/judges/adapters/yandexContest';
import type { JudgeType } from '../../src/judges/adapters/judgeType';
import type { PlainAnswer } from '../../src/judges/adapters/shared/makeResult';
import { described } from '../support/profiles';
import { canBeAsked, isRead, valueOf } from './answered';
import { untouchedPrototypes } from './envelopes';
import { anyJson, anyText, damaged, listOf, numberLike, objectOf } from './json';
import { target, type Target } from './target';
import { type BoundOperation, checkOf, on, recentOf, resultAt } from '../support/operations';

const now = Date.parse('2026-11-22T12:00:00Z');
const url = 'https://oj.example.org';
export const quoted = anyText.map((text) => JSON.stringify(text));
/** Mostly the expected values. */
export const maybe = (text: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 12, arbitrary: text }, { weight: 1, arbitrary: fc.oneof(fc.constant(null), anyJson) });
export const words = (...some: string[]) =>
  fc.oneof(fc.constantFrom(...some.map((text) => `"${text}"`)), quoted);
const id = fc.oneof(fc.constant('7'), numberLike);

const submissionOfCodeforces = objectOf({
  id: maybe(id),
  contestId: maybe(numberLike),
  creationTimeSeconds: maybe(numberLike),
  programmingLanguage: maybe(quoted),
  passedTestCount: maybe(numberLike),
  points: maybe(numberLike),
  timeConsumedMillis: maybe(numberLike),
  memoryConsumedBytes: maybe(numberLike),
  verdict: maybe(words('OK', 'TESTING', 'WRONG_ANSWER', 'COMPILATION_ERROR', '__proto__')),
  problem: maybe(objectOf({ contestId: maybe(numberLike), index: maybe(quoted), name: maybe(quoted) })),
});
export const ofCodeforces = objectOf({
  status: maybe(words('OK', 'OK', 'FAILED')),
  comment: fc.option(maybe(words('handle: Call limit exceeded', 'handle: User not found'))),
  result: maybe(listOf(submissionOfCodeforces, 3)),
});

const figures = { time: maybe(numberLike), memory: maybe(numberLike), points: maybe(numberLike) };
const caseOfDmoj = objectOf({
  ...figures,
  type: maybe(words('case')),
  case_id: maybe(numberLike),
  total: maybe(numberLike),
  status: maybe(words('AC', 'WA', 'SC', 'constructor')),
});
const batchOfDmoj = objectOf({
  type: maybe(words('batch')),
  batch_id: maybe(numberLike),
  points: maybe(numberLike),
  cases: maybe(listOf(caseOfDmoj, 3)),
});
const submissionOfDmoj = objectOf({
  ...figures,
  id: maybe(id),
  problem: maybe(quoted),
  user: maybe(quoted),
  language: maybe(quoted),
  date: maybe(words('2026-11-22T06:00:00Z')),
  case_points: maybe(numberLike),
  case_total: maybe(numberLike),
  status: maybe(words('D', 'P', 'G', 'CE')),
  result: maybe(words('AC', 'WA', 'CE', 'IE')),
  cases: maybe(listOf(fc.oneof(caseOfDmoj, batchOfDmoj), 4)),
});
export const ofDmoj = objectOf({
  data: maybe(
    objectOf({
      object: maybe(submissionOfDmoj),
      objects: maybe(listOf(submissionOfDmoj, 3)),
      has_more: maybe(quoted),
    }),
  ),
  error: fc.option(objectOf({ code: maybe(numberLike), message: maybe(words('login required')) })),
});

const inBase64 = anyText.map((text) => JSON.stringify(Buffer.from(text).toString('base64')));
const text = maybe(fc.oneof(inBase64, quoted));
const submissionOfJudge0 = objectOf({
  token: maybe(quoted),
  status_id: maybe(numberLike),
  time: maybe(fc.oneof(numberLike, quoted)),
  status: maybe(objectOf({ id: maybe(fc.oneof(fc.constantFrom('1', '3', '4', '6', '11'), numberLike)) })),
  memory: maybe(numberLike),
  exit_code: maybe(numberLike),
  exit_signal: maybe(numberLike),
  stdout: text,
  stderr: text,
  compile_output: text,
  message: text,
  source_code: text,
  expected_output: text,
  language: maybe(objectOf({ id: maybe(numberLike), name: maybe(quoted) })),
});
export const ofJudge0 = fc.oneof(
  submissionOfJudge0,
  objectOf({ submissions: maybe(listOf(fc.oneof(submissionOfJudge0, fc.constant('null')), 3)) }),
  listOf(objectOf({ id: maybe(numberLike), name: maybe(quoted), token: maybe(quoted) }), 3),
  objectOf({
    max_cpu_time_limit: maybe(numberLike),
    max_memory_limit: maybe(numberLike),
    max_submission_batch_size: maybe(numberLike),
    error: fc.option(quoted),
    language_id: fc.option(listOf(quoted, 3)),
  }),
);

const runOfYandexContest = {
  runId: maybe(id),
  status: maybe(words('FINISHED', 'FAILED', 'WAITING')),
  verdict: maybe(words('OK', '', 'wa', 'PrecompileCheckFailed', 'CompilationError', '__proto__')),
  problemAlias: maybe(quoted),
  compiler: maybe(quoted),
  submissionTime: maybe(words('2026-11-22T06:00:00Z', '2026-11-22T06:00:00')),
};
const testOfYandexContest = objectOf({
  sequenceNumber: maybe(numberLike),
  testName: maybe(words('01', 'x')),
  testsetIdx: maybe(fc.oneof(fc.constantFrom('0', '1'), numberLike)),
  isSample: maybe(fc.constantFrom('true', 'false')),
  verdict: maybe(words('OK', 'WA', '')),
  runningTime: maybe(numberLike),
  memoryUsed: maybe(numberLike),
  input: maybe(quoted),
  output: maybe(quoted),
  answer: maybe(quoted),
  error: maybe(quoted),
  message: maybe(quoted),
  checkerError: maybe(quoted),
});
const reportOfYandexContest = objectOf({
  ...runOfYandexContest,
  problemName: maybe(quoted),
  contestName: maybe(quoted),
  finalScore: maybe(words('100', '-1.5', '')),
  preliminaryScore: maybe(words('40')),
  score: maybe(numberLike),
  compileLog: maybe(quoted),
  source: maybe(quoted),
  maxTimeUsage: maybe(numberLike),
  maxMemoryUsage: maybe(numberLike),
  precompileChecks: maybe(
    listOf(objectOf({ checkerName: maybe(quoted), verdict: maybe(words('OK')), message: maybe(quoted) }), 3),
  ),
  postprocessorMessage: maybe(quoted),
  checkerLog: maybe(listOf(testOfYandexContest, 4)),
  tests: maybe(listOf(testOfYandexContest, 2)),
});
export const ofYandexContest = fc.oneof(
  reportOfYandexContest,
  listOf(reportOfYandexContest, 3),
  objectOf({
    active: maybe(fc.constantFrom('true', 'false')),
    count: maybe(numberLike),
    submissions: maybe(
      listOf(
        objectOf({ ...runOfYandexContest, id: maybe(id), author: maybe(quoted), time: maybe(numberLike) }),
        3,
      ),
    ),
  }),
);

const stateOfEolymp = {
  index: fc.option(maybe(numberLike)),
  status: maybe(words('COMPLETE', 'ERROR', 'TESTING', 'NONE', 'BLOCKED', 'FAILURE', 'constructor')),
  verdict: fc.option(maybe(words('ACCEPTED', 'WRONG_ANSWER', 'NO_VERDICT', '__proto__'))),
  cost: fc.option(maybe(numberLike)),
  score: fc.option(maybe(numberLike)),
  timeUsage: fc.option(maybe(numberLike)),
  wallTimeUsage: fc.option(maybe(numberLike)),
  memoryUsage: fc.option(maybe(fc.oneof(fc.constant('"1048576"'), numberLike))),
};
const groupOfEolymp = objectOf({
  ...stateOfEolymp,
  runs: fc.option(maybe(listOf(objectOf(stateOfEolymp), 3))),
});
const link = words(
  'https://cdn.eolymp.com/1',
  'https://api.eolymp.com/f?x#y',
  'https://evil.test',
  '/x',
  'data:,',
);
const submissionOfEolymp = objectOf({
  ...stateOfEolymp,
  id: maybe(fc.oneof(fc.constant('"7"'), id)),
  version: fc.option(maybe(numberLike)),
  problemId: maybe(quoted),
  memberId: fc.option(maybe(words('m1'))),
  submittedAt: maybe(words('2026-11-22T06:00:00Z')),
  lang: maybe(quoted),
  source: fc.option(maybe(quoted)),
  sourceUrl: fc.option(maybe(link)),
  error: fc.option(maybe(quoted)),
  errorUrl: fc.option(maybe(link)),
  spaceLink: fc.option(maybe(link)),
  groups: fc.option(maybe(listOf(groupOfEolymp, 3))),
});
const ofEolymp = objectOf({
  submission: fc.option(maybe(submissionOfEolymp)),
  event: fc.option(maybe(words('CREATED', 'UPDATED', 'DELETED'))),
  items: fc.option(maybe(listOf(submissionOfEolymp, 3))),
  nextPageCursor: fc.option(maybe(quoted)),
  member: fc.option(maybe(objectOf({ id: maybe(words('m1')), displayName: maybe(quoted) }))),
  code: fc.option(maybe(fc.oneof(fc.constantFrom('5', '13', '16'), numberLike))),
  message: fc.option(maybe(quoted)),
});

/** Uses everything that reads a response, with the names of the settings. */
const describedApi = {
  url,
  failure: { if: 'error', message: 'data', status: { '*': 400 } },
  units: { time: 's', memory: 'B' },
  statusCodes: { '*': 'JUDGING', done: { full: 'full' }, finished: { full: 100 }, odd: 'JE' },
  result: {
    path: '/api/{id}',
    fields: {
      status: ['detail.verdict', 'status'],
      score: 'score',
      time: 'time',
      memory: 'memory',
      message: { path: 'log', encoding: 'base64' },
      compileMessage: { path: 'log', encoding: 'base64' },
      code: { path: 'detail.code', encoding: 'base64' },
      problem: 'problem',
    },
    subtasks: { list: 'detail.groups', fields: { status: ['status'], score: 'score' } },
    cases: {
      list: 'cases',
      fields: {
        status: ['detail.verdict', 'status'],
        score: 'score',
        time: 'time',
        description: { path: 'log', encoding: 'base64' },
        output: { path: 'detail.code', encoding: 'base64' },
      },
    },
  },
  constants: { course: '../a b' },
  page: '/{course}/{problem}/{id}',
  problemPage: '/{course}/{problem}',
  recent: {
    path: '/{course}/mine',
    list: 'list',
    fields: { id: 'id', status: ['status', 'detail.verdict'] },
  },
};
/** Mostly a text that contains JSON. */
const inText = (value: fc.Arbitrary<string>) =>
  fc.oneof(
    value.map((json) => JSON.stringify(json)),
    value,
  );
const codeOfApi = maybe(fc.oneof(words('AC', 'CE', 'JUDGING', 'done', 'finished', '3/20', '*'), numberLike));
const measuredOfApi = {
  status: codeOfApi,
  score: maybe(fc.oneof(fc.constantFrom('0', '100', '-1', '0.5'), numberLike)),
  full: maybe(fc.oneof(fc.constantFrom('0', '100'), numberLike)),
  time: maybe(fc.oneof(fc.constant('-0.001'), numberLike)),
  memory: maybe(numberLike),
  log: text,
};
const caseOfApi = objectOf({
  ...measuredOfApi,
  detail: maybe(inText(objectOf({ verdict: codeOfApi, code: text }))),
});
const groupOfApi = objectOf({ ...measuredOfApi, cases: maybe(inText(listOf(caseOfApi, 3))) });
const ofDescribedApi = objectOf({
  ...measuredOfApi,
  error: fc.option(maybe(words('denied'))),
  problem: maybe(quoted),
  detail: maybe(
    inText(objectOf({ verdict: codeOfApi, code: text, groups: maybe(inText(listOf(groupOfApi, 3))) })),
  ),
  list: maybe(inText(listOf(objectOf({ ...measuredOfApi, id: maybe(id) }), 3))),
});

/** A response to any request, because each operation of CMS sends several. */
export const ofCms = objectOf({
  status: maybe(fc.oneof(fc.constantFrom('1', '2', '3', '4', '5', '5', '5'), numberLike)),
  status_text: maybe(quoted),
  score: fc.option(maybe(numberLike)),
  max_score: fc.option(maybe(numberLike)),
  public_score: fc.option(maybe(numberLike)),
  max_public_score: fc.option(maybe(numberLike)),
  public_score_message: maybe(quoted),
  tasks: maybe(
    listOf(
      objectOf({
        name: maybe(words('sum', '__proto__', '..')),
        submission_format: maybe(listOf(words('sum.%l', 'a.txt', '%l'), 3)),
      }),
      3,
    ),
  ),
  list: maybe(listOf(objectOf({ id: maybe(words('7', '8')) }), 3)),
  login_data: fc.option(maybe(words('2|1:0|x'))),
  error: fc.option(maybe(words('The contest is not open', 'An authenticated user is required'))),
  details: fc.option(maybe(quoted)),
});

/** Parts of the page with the details of a submission on CMS, in any order. */
const detailsOfCms = fc
  .array(
    fc.oneof(
      {
        weight: 12,
        arbitrary: fc.constantFrom(
          '<div class="score_details">',
          '<div class="subtask correct">',
          '<div class="subtask partiallycorrect"><div class="subtask-head">',
          '<span class="title">Subtask 1</span>',
          '<span class="score">(12.5 / 30)</span>',
          '<table class="testcase-list"><tr><th class="idx">#</th></tr>',
          '<tr class="correct"><td class="idx">1</td>',
          '<tr class="notcorrect"><td class="idx">2</td>',
          '<td class="details">Execution timed out</td>',
          '<td class="execution-time">&gt; 1.000 s</td>',
          '<td class="memory-used">1,023.5 MiB</td>',
          '</tr>',
          '</table>',
          '</div>',
          '<pre>a.cpp:1:2: error: x</pre>',
        ),
      },
      { weight: 1, arbitrary: anyText },
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));

/** The pages of a DMOJ submission, with damaged parts. */
const pagesOfDmoj = fc
  .array(
    fc.oneof(
      {
        weight: 12,
        arbitrary: fc.constantFrom(
          '<h3>Pretest Execution Results</h3>',
          '<h3>Compilation Warnings</h3><pre>a.cpp:1:2: warning: <b>x</b>',
          '</pre>',
          '<b>Batch #2</b> (30/30 points) <div class="batch-cases">',
          '<table class="submissions-status-table">',
          '<tr class="case-row toggle closed"><td><b>Test case #1:</b></td>',
          '<td><span class="case-WA">WA</span>&nbsp;(segmentation fault)</td>',
          '<tr class="case-feedback toggled"><td class="case-output"><pre>1<br>2</pre></td>',
          '<td class="case-ext-feedback"><pre>text</pre></td>',
          '</tr></table></div>',
          '15/20 (37.5/50 points)',
          '<i>Passing pretests</i>',
          '<div class="sub-result _AC"><div class="score">14 / 20</div>',
          '<div class="name"><a href="/problem/part">Part</a></div>',
          '<a class="submission-contest" href="/contest/live"><i title="Live"></i></a>',
          '<div class="sub-usage"><div title="0.01s" class="time">0.01s</div></div>',
          '<a href="/submissions/user/bob/">Mine</a>',
        ),
      },
      { weight: 1, arbitrary: anyText },
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));

export const otherJudges: readonly Target[] = [
  answersOf('CMS', cms, { url }, ofCms, { hint: 'sum', later: detailsOfCms }),
  answersOf('Codeforces', codeforces, { handle: 'alice' }, ofCodeforces),
  answersOf('DMOJ', dmoj, { url }, ofDmoj, { later: pagesOfDmoj }),
  answersOf('Judge0', judge0, { url }, ofJudge0),
  answersOf('Yandex Contest', yandexContest, { url, contest: 7 }, ofYandexContest),
  answersOf('Eolymp', eolymp, {}, ofEolymp),
  eventsOfEolymp(),
  answersOf('a described API', json, describedApi, ofDescribedApi),
];

/** Reads any events of Eolymp, one after the other. Only results of readable submissions can be stored. */
function eventsOfEolymp(): Target {
  const event = fc.oneof(
    { weight: 6, arbitrary: ofEolymp },
    { weight: 1, arbitrary: damaged(ofEolymp) },
    { weight: 1, arbitrary: anyText },
  );
  return target('events of Eolymp', fc.array(event, { maxLength: 4 }), (events) => {
    const { push } = described(eolymp, 'test', {});
    for (const text of events) {
      const frame = push?.read(text);
      if (frame?.kind === 'result') isRead(frame.answer.envelope, frame.answer.about);
    }
    untouchedPrototypes();
  });
}

/** How the result of a judge is fetched. */
interface ResultRequests {
  /** hint of some requests for a result; the others have none */
  readonly hint: string;
  /** bodies of the responses to the later requests of an operation; the others get 404 */
  readonly later: fc.Arbitrary<string>;
}

/** Runs every operation of the judge with any responses, and then fetches the submissions that it lists. */
export function answersOf(
  name: string,
  kind: JudgeType,
  fields: object,
  body: fc.Arbitrary<string>,
  { hint, later }: Partial<ResultRequests> = {},
): Target {
  const judge = described(kind, 'test', { ...fields });
  const { listing, batch, samples } = judge;
  const limits = { time: 1000, memory: 1000, together: 20 };
  const run = {
    code: 'x',
    language: '1',
    time: null,
    memory: null,
    samples: [{ input: 'x', expected: 'y' }],
  };
  const one = { requestId: '7', hint: null };
  const pending = [[one], [one, { requestId: '8', hint: null }]].find((some) => batch?.covers(some, 'alice'));
  const others: BoundOperation<unknown>[] = [checkOf(judge)];
  if (batch && pending) others.push(on(judge, (http) => batch.fetchStates(http, pending, 'alice')));
  if (samples) others.push(on(judge, samples.fetchLanguages), on(judge, samples.fetchLimits));
  const answer: fc.Arbitrary<PlainAnswer> = fc.record({
    status: fc.oneof(
      {
        weight: 12,
        arbitrary: fc.constantFrom(200, 200, 200, 200, 201, 400, 401, 403, 404, 422, 429, 500, 503),
      },
      { weight: 1, arbitrary: fc.integer() },
    ),
    contentType: fc.option(fc.constantFrom('application/json', 'text/html')),
    text: fc.oneof(
      { weight: 12, arbitrary: body },
      { weight: 2, arbitrary: damaged(body) },
      { weight: 1, arbitrary: fc.oneof(anyJson, fc.constantFrom('', '<!doctype html>')) },
    ),
    retryAfter: fc.option(fc.oneof(fc.constant('3'), anyText)),
    date: fc.option(fc.oneof(fc.constant(new Date(now).toUTCString()), anyText)),
    cookies: fc.constant(null),
  });
  const input = fc.tuple(
    answer,
    fc.nat(2 * (others.length + 2) - 1),
    later ? fc.option(later) : fc.constant(null),
    fc.constantFrom(null, hint ?? null),
  );
  return target(`responses of ${name}`, input, async ([one, which, text, resultHint]) => {
    const question = others[which];
    if (question) {
      await valueOf(question, one);
    } else if (which === others.length) {
      const list = listing ? await valueOf(recentOf(judge, 'alice'), one) : null;
      for (const each of list ?? []) await canBeAsked(judge, each);
    } else if (which === others.length + 1) {
      const sending = samples && on(judge, (http) => samples.run(http, run, limits));
      const tokens = sending ? await valueOf(sending, one) : null;
      if (tokens) await canBeAsked(judge, { requestId: '7', hint: tokens.join() });
    } else {
      const next = text === null ? null : { ...one, status: 200, contentType: 'text/html', text };
      const result = await valueOf(resultAt(judge, { requestId: '7', hint: resultHint }), one, next);
      if (result?.kind === 'result') {
        const { envelope, about } = result;
        isRead(envelope, about);
        const problem = about?.problem && { problemId: about.problem.id, place: null };
        await canBeAsked(judge, { requestId: '7', hint: about?.hint ?? null }, problem ?? undefined);
      }
      judge.describedFields?.({ ...one, receivedAt: now });
    }
    untouchedPrototypes();
  });
}
