import { fromBase64 } from '../../../base/base64';
import { type AboutResult, type Case, type JsonObject, type Omission, meaningOf } from '../../../judge';
import type { Answer, JudgeHttp, RecentSubmission } from '../../adapter';
import { type ReadResult, type ResultAnswer, caseOf, flatSubtask, problemNamed, resultOf } from '../answer';
import { recentOf } from '../reading';
import { throwIf } from '../toolkit';
import { type Raw, momentOf, numberOf, objectOf, objectsOf, textOf, wholeOf } from '../values';
import type { ContestPaths } from './addresses';
import { isRefusedWith, refusalIn, resultIn } from './answers';
import { type Contest, fetchContestIfAny, numberOfProblem } from './contest';
import { COMPILE_ERROR, SKIPPED, STYLE_VIOLATION, noRuns, rules } from './rules';

/** Most runs that are offered. */
const MAX_RECENT = 50;

/**
 * Fetches the result of a run. A run contains only the numbers of its problem and compiler, so the contest is fetched, too,
 * once the run has ended.
 */
export async function fetchResult(
  http: JudgeHttp,
  paths: ContestPaths,
  requestId: string,
): Promise<ResultAnswer> {
  const result = resultIn(await http.get(paths.run(requestId)));
  const run = result.object('run');
  const names = hasEnded(run) ? await fetchContestIfAny(http, paths) : null;
  return readRun(result, run, requestId, names);
}

/** Fetches the user's newest runs, with the names of their problems. */
export async function fetchRecent(
  http: JudgeHttp,
  paths: ContestPaths,
): Promise<readonly RecentSubmission[]> {
  const runs = await fetchRuns(http, paths);
  const contest = runs.length === 0 ? null : await fetchContestIfAny(http, paths);
  return runs.slice(0, MAX_RECENT).map((run) => recentIn(run, contest));
}

/** Fetches all runs, only to see which have ended. */
export async function fetchStates(
  http: JudgeHttp,
  paths: ContestPaths,
): Promise<readonly RecentSubmission[]> {
  const runs = await fetchRuns(http, paths);
  return runs.map((run) => recentIn(run, null));
}

/** Finds the newest run of a problem. Null: there is none, or a request for it was refused. */
export async function fetchNewestRunOf(
  http: JudgeHttp,
  paths: ContestPaths,
  problemId: string,
): Promise<string | null> {
  const number = numberOfProblem(await fetchContestIfAny(http, paths), problemId);
  if (number === null) return null;
  const answer = await http.send({ method: 'GET', path: paths.runsOf(number) });
  if (refusalIn(answer)) return null;
  const run = runsIn(answer).find(({ prob_id: problem }) => problem === number);
  return run ? String(run.run_id) : null;
}

/** Fetches the runs, newest first. A contest that hasn't started has none. */
async function fetchRuns(http: JudgeHttp, paths: ContestPaths): Promise<readonly Raw[]> {
  const answer = await http.send({ method: 'GET', path: paths.runs });
  if (isRefusedWith(answer, 'ERR_CONTEST_NOT_STARTED')) return [];
  throwIf(refusalIn(answer));
  return runsIn(answer);
}

function runsIn(answer: Answer): readonly Raw[] {
  const runs = resultIn(answer).list('runs', ({ raw }) => raw);
  return runs.filter(({ run_id: id, status }) => /^\d{1,9}$/.test(String(id)) && !noRuns.includes(status));
}

/** `contest`: lists the names of problems; null: it wasn't requested */
function recentIn(run: Raw, contest: Contest | null): RecentSubmission {
  const number = numberOf(run.prob_id);
  const problem = contest?.problems.find((one) => one.number === number);
  return recentOf({
    requestId: String(run.run_id),
    problem: problem?.shortName ?? number?.toString() ?? null,
    status: numberOf(run.status),
    score: scoreIn(run.score),
    at: momentOf(run.run_time),
  });
}

function hasEnded({ raw: { status } }: JsonObject): boolean {
  return typeof status === 'number' && meaningOf(rules.statuses, status)?.kind !== 'pending';
}

/** `names`: what the contest lists; null: it wasn't requested. */
function readRun(result: JsonObject, run: JsonObject, requestId: string, names: Contest | null): ReadResult {
  const status = run.requiredInteger('status');
  const report = objectOf(result.raw.testing_report);
  const listed = objectsOf(report.tests).map(caseIn);
  const failed = run.raw.is_failed_test_available === true ? wholeOf(run.raw.failed_test) : null;
  const hasFailed = rules.statuses[status]?.kind === 'failed' && failed !== null && failed > 0;
  const cases = listed.length === 0 && hasFailed ? [caseOf({ id: failed, status })] : listed;
  const comments = [report.valuer_comment, report.valuer_judge_comment].map(contentOf);
  return resultOf(
    {
      requestId,
      status,
      judge: {
        score: run.raw.is_score_available === true ? scoreIn(run.raw.score) : null,
        subtasks: flatSubtask(cases),
      },
      passed: listed.length === 0 ? passedIn(run.raw, failed) : null,
      description: comments.filter((text) => text !== null).join('\n'),
      compileMessage: contentOf(result.raw.compiler_output),
      isCompileError: status === COMPILE_ERROR || status === STYLE_VIOLATION,
      about: { ...namesOf(run.raw, names), at: momentOf(run.raw.run_time) },
    },
    result,
  );
}

/** −1 means that a run has no score yet, although the run says that the score is available. Null: not told. */
function scoreIn(value: unknown): number | null {
  const score = numberOf(value);
  return score !== null && score >= 0 ? score : null;
}

/** How many tests have passed. A Moscow contest counts the failed test, too. Null: not told. */
function passedIn(run: Raw, failed: number | null): number | null {
  const passed = run.is_passed_tests_available === true ? wholeOf(run.passed_tests) : null;
  if (passed === null || failed === null || failed < 1) return passed;
  return Math.min(passed, failed - 1);
}

/** The names of the run's problem and compiler, as the contest lists them. The problem isn't named if `names` is null. */
function namesOf(run: Raw, names: Contest | null): Partial<AboutResult> {
  if (!names) return {};
  const number = numberOf(run.prob_id);
  const problem = names.problems.find((one) => one.number === number);
  const compiler = names.compilers.find((one) => one.number === run.lang_id);
  return {
    problem: problem
      ? { id: problem.shortName, title: problem.title || null }
      : problemNamed(number?.toString() ?? null),
    language: compiler?.language.id ?? null,
    ...(compiler ? { languageName: compiler.language.name } : {}),
  };
}

/** The text of a `content`. Null if it isn't told, or is blank. */
function contentOf(holder: unknown): string | null {
  const text = fromBase64(textOf(objectOf(objectOf(holder).content).data) ?? '');
  return text === null || text.trim() === '' ? null : text;
}

/** Our names of a test's texts, with ejudge's. */
const texts = { stdin: 'input', stdout: 'output', stderr: 'error', expected: 'correct' } as const;

/** A hidden test has no status. Long texts are cut. */
function caseIn(raw: Raw, index: number): Case {
  const status = numberOf(raw.status);
  const comments = [raw.checker_comment, raw.team_comment, raw.exit_comment].map(textOf).filter(Boolean);
  // a test that belongs to a group has 0 points of 0
  const most = raw.max_score === 0 ? null : numberOf(raw.max_score);
  const omitted = Object.entries(texts).flatMap(([name, field]) => {
    const omission = omissionOf(raw[field]);
    return omission === null ? [] : [[name, omission] as const];
  });
  return caseOf({
    id: wholeOf(raw.num) ?? index + 1,
    status,
    score: raw.max_score === 0 ? null : scoreIn(raw.score),
    time: status === SKIPPED ? null : numberOf(raw.time_ms),
    signal: wholeOf(raw.term_signal),
    exitCode: wholeOf(raw.exit_code),
    description: comments.join('; ') || dataOf(raw.checker),
    extra: {
      stdin: dataOf(raw[texts.stdin]),
      stdout: dataOf(raw[texts.stdout]),
      stderr: dataOf(raw[texts.stderr]),
      expected: dataOf(raw[texts.expected]),
      total: most,
      omitted: omitted.length === 0 ? null : Object.fromEntries(omitted),
    },
  });
}

function dataOf(value: unknown): string | null {
  return textOf(objectOf(value).data);
}

/** Why a text that exists isn't sent. Null: it is sent, or there is none. */
function omissionOf(value: unknown): Omission | null {
  const { is_too_big: isTooBig, is_binary: isBinary } = objectOf(value);
  if (isTooBig === true) return 'tooLarge';
  return isBinary === true ? 'binary' : null;
}
