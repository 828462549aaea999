import * as v from 'valibot';
import { fromBase64 } from '../../base/base64';
import { type Case, type Reader, isObject, jsonIn } from '../../judge';
import { pastedUrl, pathBelow } from '../address';
import type { RecentSubmission } from '../profile';
import type { Question } from '../question';
import type { ProblemForm, Submission, Submitted } from '../submission';
import { type PlainAnswer, type ReadResult, caseOf, flatSubtask, problemNamed, resultOf } from './answer';
import { builtInKind, builtInRules, required } from './kind';
import { listedLanguage, toldLanguages } from './languageNames';
import {
  accepted,
  answersBy,
  codeAt,
  getting,
  inside,
  problemsLike,
  recentOf,
  refused,
  batchBy,
} from './reading';
import { plainSubmission } from './specification';
import { type Raw, encoded, momentOf, numberOf, objectOf, objectsOf, textOf, wholeOf } from './values';
import { verdicts } from './verdicts';

const rules = builtInRules(
  'ejudge',
  verdicts(
    '0=AC 1=CE 2=RTE 3=TLE 4=PE 5=WA 7=PART 9=IGN 10=DQ 12=MLE 13=SV 16=REVIEW 17=REJ 18=SKIP 98=COMPILING',
    {
      6: ['JE', 'Check Failed', '检查失败'],
      8: ['REVIEW', 'Accepted for Testing', '已接受，待测试'],
      11: ['SUSPENDED', 'Pending Check', '等待检查'],
      14: ['CE', 'Coding Style Violation', '代码风格不符'],
      15: ['TLE', 'Wall Time Limit Exceeded', '超出实际时间限制'],
      19: ['JE', 'Synchronization Error', '同步错误'],
      23: ['REVIEW', 'Summoned for Defense', '待答辩'],
      95: ['QUEUED', 'Full Rejudge', '全部重测'],
      96: ['JUDGING', 'Running', '运行中'],
      97: ['JUDGING', 'Compiled', '已编译'],
      99: ['QUEUED', 'Available', '等待评测'],
    },
  ),
);

/** Virtual starts and stops, which are listed among the runs. */
const noRuns: readonly unknown[] = [20, 21, 22];

const contestNumber = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.check((text) => /^[1-9]\d{0,5}$/.test(text)),
);

/** A contest of an ejudge site, by an API key that its participant makes. Failures come with status 200, too. */
export const ejudge = builtInKind(rules, {
  asks: required('url', 'contest'),
  fieldsIn,
  authentication: { scheme: 'bearer' },
  reads: (fields) => ({ contest: fields.read('contest', contestNumber, '') }),
  profile: ({ baseUrl, contest }) => {
    // the program itself takes its action as a parameter; where the site has the REST prefix it stands in the path
    const isProgram = /\/new-client$/.test(baseUrl);
    const path = (action: string, query = ''): string =>
      `${isProgram ? `?action=${action}&` : `/${action}?`}contest_id=${contest}${query}`;
    const [status, runs] = [path('contest-status-json'), path('list-runs-json')];
    return {
      place: `${baseUrl}#${contest}`,
      signIn: { kind: 'secret', secret: 'apiToken', page: null, secretIn, isOptional: false },
      check: asked(status, () => ({ name: null })),
      result: ({ requestId }) =>
        askedForResult(
          path('run-status-json', `&run_id=${encoded(requestId)}&max_content_size=65536`),
          (result, reader) => readRun(result, requestId, reader),
        ),
      batch: batchBy(3_000, rules, 'notReady', () => asked(runs, runsIn)),
      recent: () => asked(runs, (result, reader) => runsIn(result, reader).slice(0, 50)),
      submission: {
        ...{ ...plainSubmission, ...toldLanguages },
        formOf: ({ problemId }) => ({
          request: getting(status),
          more: [getting(path('problem-status-json', `&problem=${encoded(problemId)}`))],
          read: (answer, now, [problem] = []) =>
            formIn(understood(answer, now, objectOf), problem ? understood(problem, now, objectOf) : {}),
        }),
        search: (text) => asked(status, (result, reader) => problemsLike(text, problemsIn(result, reader))),
        submit: (submission) => submitQuestion(submission, path('submit-run'), runs),
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
  },
});

/** Of the address of a contest’s pages, `…/new-client?contest_id=7`: site and contest. */
function fieldsIn(text: string): Readonly<Record<string, string>> | null {
  const url = pastedUrl(text.trim());
  const contest = url?.searchParams.get('contest_id') ?? '';
  return url && /^\d{1,6}$/.test(contest) ? { url: url.origin + url.pathname, contest } : null;
}

/** The page of keys shows it without the word that it is sent with. */
function secretIn(text: string): string {
  const key = text.replace(/^bearer\s+/i, '');
  return key.length === 43 ? `AQAA${key}` : key;
}

/**
 * Denied is who has a wrong or expired key, one of another contest, or may not take part: nothing that is asked here is
 * denied for another reason, and another's run is an unknown one.
 */
const meanings = new Map<unknown, number>([
  ['ERR_PERMISSION_DENIED', 401],
  ['ERR_INV_RUN_ID', 404],
  ['ERR_USERLIST_SERVER_DOWN', 503],
  ['ERR_SERVICE_NOT_AVAILABLE', 503],
  ['ERR_RATE_EXCEEDED', 429],
]);

const { asked, askedForResult, understood } = answersBy(refuseFailure, inside('result'));

/** Decided by `error.symbol`, which doesn’t depend on the language. */
function refuseFailure(answer: PlainAnswer, now: number): void {
  const { ok, error } = objectOf(jsonIn(answer.text));
  if (ok === false || isObject(error)) {
    const { symbol, message } = objectOf(error);
    const status = meanings.get(symbol) ?? (answer.status >= 400 ? answer.status : 400);
    throw refused(answer, now, status, { type: textOf(symbol), message: textOf(message) });
  }
  // a page says nothing of the key: to who shows one, whichever it is, every address answers JSON
  if (answer.status >= 400) throw refused(answer, now);
}

/** The text of a `content`; none where it isn’t told. */
function contentOf(holder: unknown): string | null {
  return fromBase64(textOf(objectOf(objectOf(holder).content).data) ?? '') || null;
}

function readRun(result: Raw, requestId: string, reader: Reader): ReadResult {
  const run = reader.object(result.run, 'run');
  reader.enter('run');
  const status = codeAt(run, 'status', reader);
  const report = objectOf(result.testing_report);
  const told = objectsOf(report.tests).map(caseIn);
  const isAlone = told.length === 0;
  const failed = isAlone && run.is_failed_test_available === true ? (numberOf(run.failed_test) ?? 0) : 0;
  const isFailed = rules.statuses[status]?.kind === 'failed' && failed > 0;
  return resultOf({
    ...{ requestId, status },
    judge: {
      score: run.is_score_available === true ? numberOf(run.score) : null,
      subtasks: flatSubtask(isFailed ? [caseOf({ id: failed, status })] : told),
    },
    passed: isAlone && run.is_passed_tests_available === true ? wholeOf(run.passed_tests) : null,
    description: [report.valuer_comment, report.valuer_judge_comment]
      .map(contentOf)
      .filter(Boolean)
      .join('\n'),
    compileMessage: contentOf(result.compiler_output),
    isCompileError: status === 1 || status === 14,
    about: { problem: problemNamed(problemOf(run)), at: momentOf(run.run_time) },
  });
}

function problemOf({ prob_id: problem }: Raw): string | null {
  return numberOf(problem) === null ? null : String(problem);
}

/** A hidden test has no status; a text is cut where it is long. */
function caseIn(raw: Raw, index: number): Case {
  const dataOf = (name: string) => textOf(objectOf(raw[name]).data);
  const told = [raw.checker_comment, raw.team_comment, raw.exit_comment].map(textOf).filter(Boolean);
  return caseOf({
    id: wholeOf(raw.num) ?? index + 1,
    status: numberOf(raw.status),
    score: numberOf(raw.score),
    time: numberOf(raw.time_ms),
    signal: wholeOf(raw.term_signal),
    exitCode: wholeOf(raw.exit_code),
    description: told.join('; ') || dataOf('checker'),
    extra: {
      ...{ stdin: dataOf('input'), stdout: dataOf('output'), stderr: dataOf('error') },
      ...{ expected: dataOf('correct'), total: numberOf(raw.max_score) },
    },
  });
}

function runsIn(result: Raw, reader: Reader): readonly RecentSubmission[] {
  const runs = reader.list(result.runs, 'runs', (raw) => {
    const [status, score, at] = [numberOf(raw.status), numberOf(raw.score), momentOf(raw.run_time)];
    return recentOf({ requestId: String(raw.run_id), problem: problemOf(raw), status, score, at });
  });
  return runs.filter(({ requestId, status }) => /^\d{1,9}$/.test(requestId) && !noRuns.includes(status));
}

function problemsIn(contest: Raw, reader: Reader) {
  return reader.list(contest.problems, 'problems', (raw) => ({
    ...{ problemId: textOf(raw.short_name) ?? String(raw.id), place: null },
    title: textOf(raw.long_name) ?? '',
  }));
}

/** The compilers of the contest, without those that the problem doesn't take. */
function formIn({ compilers }: Raw, { problem: told }: Raw): ProblemForm {
  const problem = objectOf(told);
  const taken: readonly unknown[] | null = Array.isArray(problem.compilers) ? problem.compilers : null;
  const bytes = Number(textOf(problem.max_vm_size) ?? NaN);
  return {
    languages: objectsOf(compilers)
      .filter(({ id }) => taken?.includes(id) ?? true)
      .map(({ id, short_name: short, long_name: long, src_sfx: suffix }) =>
        listedLanguage(textOf(short) ?? String(id), textOf(long), suffix),
      ),
    limits: { time: numberOf(problem.time_limit_ms), memory: bytes > 0 ? numberOf(bytes / 1024) : null },
  };
}

/** The same program again is refused without its ID: then it is the newest run of the contest. */
function submitQuestion(
  { problemId, language, code }: Submission,
  path: string,
  runs: string,
): Question<Submitted> {
  const form = { prob_id: problemId, lang_id: language, file: { fileName: 'source', text: code } };
  const isDuplicate = (answer: PlainAnswer | undefined): boolean =>
    objectOf(objectOf(jsonIn(answer?.text ?? '')).error).symbol === 'ERR_DUPLICATE_SUBMIT';
  return {
    request: { method: 'POST', path, form },
    more: [([answer]) => (isDuplicate(answer) ? getting(runs) : null)],
    read: (answer, now, [list] = []) => {
      const [newest] = list && isDuplicate(answer) ? understood(list, now, runsIn) : [];
      if (newest) return accepted(newest.requestId);
      return understood(answer, now, (result, reader) => {
        const id = reader.integer(result.run_id, 'run_id') ?? -1;
        return id < 0 ? reader.misfit('run_id', 'a request ID', result.run_id) : accepted(String(id));
      });
    },
  };
}
