import * as v from 'valibot';
import { fromBase64 } from '../../base/base64';
import { type Case, type Reader, isObject, jsonIn } from '../../judge';
import { pastedUrl, pathBelow } from '../address';
import type { FieldReader } from '../fields';
import type {
  ProblemForm,
  Question,
  RecentSubmission,
  ServiceProfile,
  ServiceRequest,
  Submission,
  SubmissionLanguage,
  Submitted,
} from '../profile';
import { type PlainAnswer, type ResultAnswer, caseOf, flatSubtask, problemNamed, resultOf } from './answer';
import { type ServiceKind, builtInRules, profileOf } from './kind';
import { listedLanguage, toldLanguages } from './languageNames';
import {
  type Raw,
  encoded,
  momentOf,
  numberOf,
  objectOf,
  objectsOf,
  readAnswer,
  refused,
  textOf,
  wholeOf,
  recentOf,
  sightingsOf,
} from './reading';
import { plainSubmission } from './specification';
import { verdicts } from './verdicts';

const rules = builtInRules(
  'ejudge',
  verdicts('', {
    0: 'AC',
    1: 'CE',
    2: 'RTE',
    3: 'TLE',
    4: 'PE',
    5: 'WA',
    6: ['JE', 'Check Failed', '检查失败'],
    7: 'PART',
    8: ['REVIEW', 'Accepted for Testing', '已接受，待测试'],
    9: 'IGN',
    10: 'DQ',
    11: ['REVIEW', 'Pending Check', '等待检查'],
    12: 'MLE',
    13: 'SV',
    14: ['CE', 'Coding Style Violation', '代码风格不符'],
    15: ['TLE', 'Wall Time Limit Exceeded', '超出实际时间限制'],
    16: 'REVIEW',
    17: 'REJ',
    18: 'SKIP',
    19: ['JE', 'Synchronization Error', '同步错误'],
    23: ['REVIEW', 'Summoned for Defense', '待答辩'],
    95: ['QUEUED', 'Full Rejudge', '全部重测'],
    96: ['JUDGING', 'Running', '运行中'],
    97: ['JUDGING', 'Compiled', '已编译'],
    98: 'COMPILING',
    99: ['QUEUED', 'Available', '等待评测'],
  }),
);

/** A contest of an ejudge site, by an API key that its participant makes. Failures come with status 200, too. */
export const ejudge: ServiceKind = {
  asks: [
    { field: 'url', otherwise: null },
    { field: 'contest', otherwise: null },
  ],
  fieldsIn,
  speaksSpecification: false,
  rules,
  describe,
};

/** Of the address of a contest’s pages, `…/new-client?contest_id=7`: site and contest. */
function fieldsIn(text: string): Readonly<Record<string, string>> | null {
  const url = pastedUrl(text.trim());
  const contest = url?.searchParams.get('contest_id') ?? '';
  if (!url || !/^\d{1,6}$/.test(contest)) return null;
  return { url: url.origin + url.pathname, contest };
}

const contestNumber = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.check((text) => /^[1-9]\d{0,5}$/.test(text)),
);

function describe(name: string, fields: FieldReader): ServiceProfile | null {
  const authentication = { scheme: 'bearer' } as const;
  const address = fields.address(authentication);
  const contest = fields.read('contest', contestNumber, '');
  if (!address || contest === '') return null;
  const { baseUrl } = address;
  // the program itself takes its action as a parameter; where the site has the REST prefix it stands in the path
  const isProgram = /\/new-client$/.test(baseUrl);
  const path = (action: string, query = ''): string =>
    `${isProgram ? `?action=${action}&` : `/${action}?`}contest_id=${contest}${query}`;
  const get = (action: string, query?: string): ServiceRequest => ({
    method: 'GET',
    path: path(action, query),
  });
  const status = get('contest-status-json');
  return {
    ...profileOf(rules, name, address, authentication, `${baseUrl}#${contest}`),
    signIn: { kind: 'secret', secret: 'apiToken', page: null, secretIn, isOptional: false },
    check: asked(status, () => ({ name: null })),
    result: ({ requestId }) =>
      asked(
        get('run-status-json', `&run_id=${encoded(requestId)}&max_content_size=65536`),
        (result, reader) => readRun(result, requestId, reader),
      ),
    together: {
      interval: 3_000,
      // one alone is asked for itself: only so its tests come one by one
      question: (pending) =>
        pending.length < 2
          ? null
          : asked(get('list-runs-json'), (result, reader) =>
              sightingsOf(runsIn(result, reader), rules, 'notReady'),
            ),
    },
    recent: () => asked(get('list-runs-json'), (result, reader) => runsIn(result, reader).slice(0, 50)),
    submission: {
      ...plainSubmission,
      ...toldLanguages,
      formOf: ({ problemId }) => ({
        ...asked(status, () => null),
        more: [get('problem-status-json', `&problem=${encoded(problemId)}`)],
        read: (contestAnswer, now, [problem] = []) =>
          formIn(understood(contestAnswer, now, objectOf), problem ? understood(problem, now, objectOf) : {}),
      }),
      search: (text) =>
        asked(status, (result, reader) =>
          reader
            .list(result.problems, 'problems', (raw) => ({
              problemId: textOf(raw.short_name) ?? String(raw.id),
              place: null,
              title: textOf(raw.long_name) ?? '',
            }))
            .filter((one) => `${one.problemId} ${one.title}`.toLowerCase().includes(text.toLowerCase())),
        ),
      submit: (submission) => submitQuestion(submission, path('submit-run'), get('list-runs-json')),
    },
    readInput: (text) => {
      const below = /^https?:/i.test(text) ? pathBelow(baseUrl, text) : null;
      if (!below) return null;
      const id = below.query.get('run_id') ?? '';
      const isHere = [null, contest].includes(below.query.get('contest_id'));
      return isHere && /^\d{1,9}$/.test(id) ? { kind: 'requestId', id } : { kind: 'addressWithoutId' };
    },
    looksLikeRequestId: (text) => /^\d{1,7}$/.test(text),
    worksInBrowser: false,
  };
}

/** The page of keys shows it without the word that it is sent with. */
function secretIn(text: string): string {
  const key = text.replace(/^bearer\s+/i, '');
  return key.length === 43 ? `AQAA${key}` : key;
}

function asked<Value>(
  request: ServiceRequest,
  read: (result: Raw, reader: Reader) => Value,
): Question<Value> {
  return { request, read: (answer, now) => understood(answer, now, read) };
}

/**
 * Denied is who has a wrong or expired key, one of another contest, or may not take part: nothing that is asked here is
 * denied for another reason, and another's run is an unknown one.
 */
const meanings: Readonly<Record<string, number>> = {
  ...{ ERR_PERMISSION_DENIED: 401, ERR_INV_RUN_ID: 404, ERR_USERLIST_SERVER_DOWN: 503 },
  ...{ ERR_SERVICE_NOT_AVAILABLE: 503, ERR_RATE_EXCEEDED: 429 },
};

/** The `result` of an answer. Decided by `error.symbol`, which doesn’t depend on the language. */
function understood<Value>(
  answer: PlainAnswer,
  now: number,
  read: (result: Raw, reader: Reader) => Value,
): Value {
  const { ok, error } = objectOf(jsonIn(answer.text));
  if (ok === false || isObject(error)) {
    const { symbol, message } = objectOf(error);
    const type = textOf(symbol);
    const known = type !== null && Object.hasOwn(meanings, type) ? meanings[type] : undefined;
    const status = known ?? (answer.status >= 400 ? answer.status : 400);
    throw refused(answer, now, status, { type, message: textOf(message) });
  }
  if (answer.status >= 400) throw refused(answer, now);
  // without a key that it knows the site shows the page to sign in
  if (ok === undefined && /^\s*</.test(answer.text)) throw refused(answer, now, 401);
  return readAnswer(answer, (json, reader) => {
    const result = reader.object(reader.object(json, '').result, 'result');
    reader.enter('result');
    return read(result, reader);
  }).value;
}

/** The text of a `content`; none where it isn’t told. */
function contentOf(holder: unknown): string | null {
  const { data } = objectOf(objectOf(holder).content);
  return typeof data === 'string' ? fromBase64(data) : null;
}

function readRun(result: Raw, requestId: string, reader: Reader): ResultAnswer {
  const run = reader.object(result.run, 'run');
  reader.enter('run');
  const status =
    reader.integer(run.status, 'status') ?? reader.misfit('status', 'a whole number', run.status);
  reader.leave();
  const report = objectOf(result.testing_report);
  const tests = objectsOf(report.tests).map(caseIn);
  const passed = run.is_passed_tests_available === true ? wholeOf(run.passed_tests) : null;
  const failed = run.is_failed_test_available === true ? numberOf(run.failed_test) : null;
  const isFailed = rules.statuses[String(status)]?.kind === 'failed';
  const cases =
    tests.length === 0 && failed !== null && isFailed && failed > 0
      ? [caseOf({ id: failed, status })]
      : tests;
  const said = [report.valuer_comment, report.valuer_judge_comment].map(contentOf).filter(Boolean).join('\n');
  const problem = numberOf(run.prob_id);
  return resultOf({
    requestId,
    status,
    judge: {
      score: run.is_score_available === true ? numberOf(run.score) : null,
      subtasks: flatSubtask(cases),
      ...(tests.length === 0 && passed !== null ? { passed } : {}),
      ...(said === '' ? {} : { description: said }),
    },
    compileMessage: contentOf(result.compiler_output),
    isCompileError: status === 1 || status === 14,
    about: {
      problem: problemNamed(problem === null ? null : String(problem)),
      at: momentOf(run.run_time),
    },
  });
}

/** A hidden test has no status; a text is cut where it is long. */
function caseIn(raw: Raw, index: number): Case {
  const dataOf = (name: string) => textOf(objectOf(raw[name]).data);
  const told = [raw.checker_comment, raw.team_comment, raw.exit_comment].map(textOf).filter(Boolean);
  const checker = dataOf('checker');
  const total = numberOf(raw.max_score);
  const known = {
    ...{
      stdin: dataOf('input'),
      stdout: dataOf('output'),
      expected: dataOf('correct'),
      stderr: dataOf('error'),
    },
    total,
  };
  const extra = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null));
  return caseOf({
    id: wholeOf(raw.num) ?? index + 1,
    status: numberOf(raw.status),
    score: numberOf(raw.score),
    time: numberOf(raw.time_ms),
    signal: wholeOf(raw.term_signal),
    exitCode: wholeOf(raw.exit_code),
    description: told.length > 0 ? told.join('; ') : checker,
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  });
}

function runsIn(result: Raw, reader: Reader): readonly RecentSubmission[] {
  const runs = reader.list(result.runs, 'runs', (raw) => {
    const problem = numberOf(raw.prob_id);
    return recentOf({
      ...{ requestId: String(raw.run_id), problem: problem === null ? null : String(problem) },
      ...{ status: numberOf(raw.status), score: numberOf(raw.score), at: momentOf(raw.run_time) },
    });
  });
  // virtual starts and stops are no runs
  return runs.filter(
    ({ requestId, status }) => /^\d{1,9}$/.test(requestId) && ![20, 21, 22].includes(Number(status)),
  );
}

/** The compilers of the contest, without those that the problem doesn't take. */
function formIn(contest: Raw, { problem: told }: Raw): ProblemForm {
  const problem = objectOf(told);
  const taken = Array.isArray(problem.compilers) ? new Set<unknown>(problem.compilers) : null;
  const compilers = objectsOf(contest.compilers);
  const bytes = Number(textOf(problem.max_vm_size) ?? NaN);
  return {
    languages: compilers.filter(({ id }) => taken?.has(id) ?? true).map(languageOf),
    limits: {
      time: numberOf(problem.time_limit_ms),
      memory: Number.isFinite(bytes) && bytes > 0 ? bytes / 1024 : null,
    },
  };
}

function languageOf(raw: Raw): SubmissionLanguage {
  return listedLanguage(textOf(raw.short_name) ?? String(raw.id), textOf(raw.long_name), raw.src_sfx);
}

const DUPLICATE = 'ERR_DUPLICATE_SUBMIT';

/** The same program again is refused without its ID: then it is the newest run of the contest. */
function submitQuestion(
  { problemId, language, code }: Submission,
  path: string,
  runs: ServiceRequest,
): Question<Submitted> {
  const form = { prob_id: problemId, lang_id: language, file: { fileName: 'source', text: code } };
  const isDuplicate = (answer: PlainAnswer | undefined): boolean =>
    objectOf(objectOf(jsonIn(answer?.text ?? '')).error).symbol === DUPLICATE;
  return {
    request: { method: 'POST', path, form },
    more: [([answer]) => (isDuplicate(answer) ? runs : null)],
    read: (answer, now, [list] = []) => {
      if (list && isDuplicate(answer)) {
        const [newest] = understood(list, now, runsIn);
        if (newest) return { kind: 'accepted', requestId: newest.requestId, hint: null };
      }
      return understood(answer, now, (result, reader) => {
        const id = reader.integer(result.run_id, 'run_id');
        if (id === null || id < 0) return reader.misfit('run_id', 'a request ID', result.run_id);
        return { kind: 'accepted', requestId: String(id), hint: null };
      });
    },
  };
}
