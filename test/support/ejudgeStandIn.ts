// Responses of ejudge 3.14 to a participant. test/fixtures/services/ejudge-3.14.0.md contains those of a real one.
import type { Reply } from '../../tools/service/http/reply';

/** A run as the list and the result contain it. */
export interface EjudgeRun {
  readonly id: number;
  /** Status code of ejudge. */
  readonly status: number;
  /** null if the run was not submitted through the mock */
  readonly source: EjudgeSource | null;
  readonly tests: readonly object[];
  /** null if there is none */
  readonly compilerOutput: string | null;
}

export interface EjudgeSource {
  readonly problem: number;
  readonly language: number;
  readonly code: string;
}

/** A request to the mock. */
export interface EjudgeRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface EjudgeContest {
  /** Oldest first. */
  readonly runs: readonly EjudgeRun[];
  /** ms since 1970; null if it has no end */
  readonly endsAt: number | null;
  /** How many runs of a problem it accepts; null if unlimited. */
  readonly maxRuns: number | null;
  /** Adds a run, and returns its ID. */
  readonly submit: (source: EjudgeSource) => number;
}

const contestId = 7;
const compilers = [
  { id: 2, short_name: 'gcc', long_name: 'GNU C', src_sfx: '.c' },
  { id: 3, short_name: 'g++', long_name: 'GNU C++', src_sfx: '.cpp' },
  { id: 23, short_name: 'python3', long_name: 'Python3', src_sfx: '.py' },
];
const problems = [
  { id: 1, short_name: 'A', long_name: 'Sum' },
  { id: 2, short_name: 'B', long_name: 'Groups' },
];
/** Problem → compilers that it accepts; without an entry, it accepts all. */
const restricted = new Map([[2, [3]]]);
const startedAt = Date.parse('2026-11-24T10:00:00Z') / 1000;

/** Programs for participants, including REST addresses, whose last part can be any word. */
const programs = /^(?:\/cgi-bin)?\/(?:new-client|team)\/?$|^\/ej\/(?:api\/v1\/)?\w+\/?$/;

const json = (body: object): Reply => ({ status: 200, body });
const page = (text: string, status = 200): Reply => ({
  status,
  body: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"><html><body>${text}</body></html>`,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
});

function result(of: object): Reply {
  return json({ ok: true, server_time: startedAt, result: of });
}

function ejudgeError(num: number, symbol: string, message: string): Reply {
  return json({ ok: false, server_time: startedAt, error: { num, symbol, message, log_id: '3fedc144' } });
}

export const permissionDenied = ejudgeError(29, 'ERR_PERMISSION_DENIED', 'Permission denied');
const invalidProblem = ejudgeError(60, 'ERR_INV_PROB_ID', 'Invalid problem');

/** Response to any request without a key. */
export const signInPage = page('<form><input type="password" size="8" name="password" value=""/></form>');

/** Responds to a request with the right key. */
export function answerAsEjudge({ path, query, body }: EjudgeRequest, contest: EjudgeContest): Reply {
  if (!programs.test(path)) return page('<h1>Not Found</h1>', 404);
  if (query.get('contest_id') !== String(contestId)) return permissionDenied;
  switch (query.get('action')) {
    case 'contest-status-json':
      return result({
        contest: {
          id: contestId,
          name: 'Algorithms',
          score_system: 0,
          is_started: true,
          is_unlimited: contest.endsAt === null,
          is_stopped: contest.endsAt !== null && contest.endsAt <= Date.now(),
          ...(contest.endsAt === null ? {} : { expected_stop_time: Math.round(contest.endsAt / 1000) }),
        },
        online: { user_count: -1, max_user_count: 0, max_time: 0 },
        compilers,
        problems,
      });
    case 'problem-status-json':
      return problemStatus(query.get('problem') ?? '', contest);
    case 'list-runs-json':
      return listRuns(query.get('prob_id') ?? '', contest);
    case 'problem-statement-json':
      return statement(query.get('problem') ?? '');
    case 'download-run':
      return source(query.get('run_id') ?? '', contest);
    case 'run-status-json':
      return runStatus(query.get('run_id') ?? '', contest);
    case 'submit-run':
      return submitRun(body, contest);
    default:
      // An unknown action leads to the main page.
      return page('<h1>Algorithms</h1>');
  }
}

/** Accepts only the number of a problem. */
function problemStatus(text: string, { runs, maxRuns }: EjudgeContest): Reply {
  const problem = problems.find(({ id }) => String(id) === text);
  if (!problem) return invalidProblem;
  const taken = restricted.get(problem.id);
  const attempts = runs.filter((run) => runFields(run).prob_id === problem.id).length;
  return result({
    problem: {
      ...problem,
      type: 0,
      full_score: 100,
      real_time_limit_ms: 5000,
      time_limit_ms: 1000,
      ...(taken ? { compilers: taken } : {}),
      max_vm_size: '134217728',
      ...(maxRuns === null ? {} : { max_user_run_count: maxRuns }),
    },
    problem_status: {
      is_viewable: true,
      is_submittable: true,
      is_tabable: true,
      ...(attempts === 0 ? {} : { all_attempts: attempts, eff_attempts: attempts }),
    },
  });
}

/** HTML, although the content type says JSON. */
function statement(problem: string): Reply {
  const samples = '<h4>Input</h4>\n<pre>1 &lt;\n</pre>\n<h4>Output</h4>\n<pre>2</pre>\n';
  return {
    status: 200,
    body:
      problem === '1'
        ? `<h3>Sum</h3><p>Add. An absolute error of at most 10<sup>-4</sup> is allowed.</p>${samples}`
        : '<h2>Statement is not available</h2>',
    headers: { 'Content-Type': 'application/json' },
  };
}

function source(text: string, { runs }: EjudgeContest): Reply {
  const run = runs.find(({ id }) => String(id) === text);
  if (!run?.source) return ejudgeError(70, 'ERR_INV_RUN_ID', "`run_id' parameter value is invalid.");
  return { status: 200, body: run.source.code, headers: { 'Content-Type': 'text/plain' } };
}

/** `prob_id` is a number. Text is ignored silently. */
function listRuns(problem: string, { runs }: EjudgeContest): Reply {
  const isNumber = /^\d+$/.test(problem);
  if (isNumber && !problems.some(({ id }) => String(id) === problem)) return invalidProblem;
  const listed = runs.map(runFields).filter((run) => !isNumber || String(run.prob_id) === problem);
  return result({ runs: listed.reverse() });
}

function runStatus(text: string, { runs }: EjudgeContest): Reply {
  const run = runs.find(({ id }) => String(id) === text);
  if (!run) return ejudgeError(70, 'ERR_INV_RUN_ID', "`run_id' parameter value is invalid.");
  const hasReport = run.tests.length > 0 || run.compilerOutput !== null;
  return result({
    run: {
      ...runFields(run),
      lang_id: run.source?.language ?? 3,
      is_standard_problem: true,
      ...(run.source === null ? {} : { is_src_enabled: true, src_sfx: '.cpp' }),
    },
    ...(run.compilerOutput === null
      ? {}
      : {
          compiler_output: {
            content: {
              method: 1,
              size: Buffer.byteLength(run.compilerOutput),
              data: Buffer.from(run.compilerOutput).toString('base64'),
            },
          },
        }),
    ...(hasReport ? { testing_report: run.tests.length > 0 ? { tests: run.tests } : {} } : {}),
  });
}

function runFields({ id, status, source }: EjudgeRun) {
  return { run_id: id, prob_id: source?.problem ?? 1, run_time: startedAt + id, status };
}

/** Accepts a short name, otherwise a number. Only the newest run of the same problem makes a program a duplicate. */
function submitRun(fields: Readonly<Record<string, unknown>>, { runs, submit }: EjudgeContest): Reply {
  const named = <Item extends { readonly id: number; readonly short_name: string }>(
    items: readonly Item[],
    name: unknown,
  ): Item | undefined =>
    items.find(({ short_name: short }) => short === name) ?? items.find(({ id }) => String(id) === name);
  const problem = named(problems, fields['prob_id']);
  const compiler = named(compilers, fields['lang_id']);
  const code = typeof fields['file'] === 'string' ? fields['file'] : '';
  if (!problem) return invalidProblem;
  if (!compiler) return ejudgeError(63, 'ERR_INV_LANG_ID', 'Invalid compiler (language)');
  if (code === '') return ejudgeError(113, 'ERR_SUBMIT_EMPTY', 'Submission is empty');
  const newest = runs.findLast(({ source }) => source?.problem === problem.id)?.source;
  if (newest?.code === code && newest.language === compiler.id)
    return ejudgeError(82, 'ERR_DUPLICATE_SUBMIT', 'This submit is duplicate of another run');
  return result({ run_id: submit({ problem: problem.id, language: compiler.id, code }), run_uuid: 'x' });
}
