import { fromBase64 } from '../../../base/base64';
import { type AboutResult, type Case, type JsonObject, type Omission, meaningOf } from '../../../judge';
import type { Answer, JudgeHttp, ListedSubmission, RecentSubmission } from '../../adapter';
import { type ReadResult, type ResultAnswer, caseOf, problemNamed, resultOf } from '../results';
import { recentOf } from '../listedSubmissions';
import { throwIf, unknownId } from '../refusals';
import { type Raw, momentOf, numberOf, objectOf, objectsOf, textOf, wholeOf } from '../jsonValues';
import type { ContestPaths } from './addresses';
import { isRefusedWith, refusalIn, resultIn } from './answers';
import { type Contest, fetchContest, fetchContestIfAny, numberOfProblem } from './contest';
import { groupTests } from './groups';
import { ACCEPTED, COMPILE_ERROR, SKIPPED, STYLE_VIOLATION, noRuns, rules } from './rules';
import { MAX_EJUDGE_RUNS } from '../limits';

/**
 * Fetches the result of a run. A run contains only the numbers of its problem and compiler, so after it has finished,
 * the contest is fetched for their names.
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

/** Fetches the user's most recent runs, with the names of their problems. */
export async function fetchRecent(
  http: JudgeHttp,
  paths: ContestPaths,
): Promise<readonly RecentSubmission[]> {
  const runs = await fetchRuns(http, paths);
  const contest = runs.length === 0 ? null : await fetchContestIfAny(http, paths);
  return runs.slice(0, MAX_EJUDGE_RUNS).map((run) => recentIn(run, contest));
}

/**
 * Fetches the user's runs of a problem, newest first; none before the contest starts. Rejects with 404 for an unknown
 * problem.
 */
export async function fetchRunsOf(
  http: JudgeHttp,
  paths: ContestPaths,
  problemId: string,
): Promise<readonly ListedSubmission[]> {
  const contest = await fetchContest(http, paths);
  const number = numberOfProblem(contest, problemId);
  if (number === null) throw unknownId();
  const answer = await http.send({ method: 'GET', path: paths.runsOf(number) });
  if (isRefusedWith(answer, 'ERR_CONTEST_NOT_STARTED')) return [];
  throwIf(refusalIn(answer));
  // ejudge ignores an invalid problem number and returns all runs
  const runs = runsIn(answer).filter((run) => numberOf(run.prob_id) === number);
  return runs.map((run) => ({ ...recentIn(run, contest), time: null, language: null }));
}

/** Fetches all runs, to find the finished ones. */
export async function fetchStates(
  http: JudgeHttp,
  paths: ContestPaths,
): Promise<readonly RecentSubmission[]> {
  const runs = await fetchRuns(http, paths);
  return runs.map((run) => recentIn(run, null));
}

/** Finds the most recent run of a problem. Null: none, or ejudge rejected a request. */
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

/** Fetches the runs, newest first; none before the contest starts. */
async function fetchRuns(http: JudgeHttp, paths: ContestPaths): Promise<readonly Raw[]> {
  const answer = await http.send({ method: 'GET', path: paths.runs });
  if (isRefusedWith(answer, 'ERR_CONTEST_NOT_STARTED')) return [];
  throwIf(refusalIn(answer));
  return runsIn(answer);
}

function runsIn(answer: Answer): readonly Raw[] {
  const runs = resultIn(answer).list('runs', ({ raw }) => raw);
  return runs.filter(({ run_id: id, status }) => isRunId(id) && !noRuns.includes(status));
}

function isRunId(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'string') && /^\d{1,9}$/.test(String(value));
}

/** Reads an entry of the run list. `contest`: contains the names of problems; null: not requested. */
function recentIn(run: Raw, contest: Contest | null): RecentSubmission {
  const number = numberOf(run.prob_id);
  const problem = contest?.problems.find((listed) => listed.number === number);
  return recentOf({
    requestId: String(run.run_id),
    problem: problem?.shortName ?? number?.toString() ?? null,
    problemId: problem?.shortName ?? null,
    problemTitle: problem?.title || null,
    ...(contest ? { contest: contest.ofRecords } : {}),
    status: numberOf(run.status),
    score: scoreIn(run.score),
    at: momentOf(run.run_time),
  });
}

function hasEnded({ raw: { status } }: JsonObject): boolean {
  return typeof status === 'number' && meaningOf(rules.statuses, status)?.kind !== 'pending';
}

/** Reads the result of a run. `names`: problems and compilers of the contest; null: not requested. */
function readRun(result: JsonObject, run: JsonObject, requestId: string, names: Contest | null): ReadResult {
  const status = run.requiredInteger('status');
  const report = objectOf(result.raw.testing_report);
  const listed = objectsOf(report.tests).map(caseIn);
  const failed = run.raw.is_failed_test_available === true ? wholeOf(run.raw.failed_test) : null;
  const counted = passedIn(run.raw, failed);
  const hasFailed = rules.statuses[status]?.kind === 'failed' && failed !== null && failed > 0;
  const cases = listed.length === 0 && hasFailed ? [caseOf({ id: failed, status })] : listed;
  const comments = [report.valuer_comment, report.valuer_judge_comment].map(contentOf);
  const { subtasks, rest } = groupTests(cases, comments.filter((text) => text !== null).join('\n'));
  const isCompileError = status === COMPILE_ERROR || status === STYLE_VIOLATION;
  return resultOf(
    {
      requestId,
      status,
      judge: {
        score: run.raw.is_score_available === true && !isCompileError ? scoreIn(run.raw.score) : null,
        subtasks,
      },
      passed: showsAllTests(listed, counted) ? null : counted,
      description: rest,
      compileMessage: contentOf(result.raw.compiler_output),
      isCompileError,
      about: { ...namesOf(run.raw, names), at: momentOf(run.raw.run_time) },
    },
    result,
  );
}

/**
 * Returns the score; null: none. ejudge sends −1 for a run without a score, even if it marks the score as available.
 */
function scoreIn(value: unknown): number | null {
  const score = numberOf(value);
  return score !== null && score >= 0 ? score : null;
}

/**
 * Returns the number of passed tests; null: unknown. In the Moscow scoring system, the number includes the failed test.
 */
function passedIn(run: Raw, failed: number | null): number | null {
  const passed = run.is_passed_tests_available === true ? wholeOf(run.passed_tests) : null;
  if (passed === null || failed === null || failed < 1) return passed;
  return Math.min(passed, failed - 1);
}

/** Returns whether the listed tests tell all about the passed ones. ejudge also counts hidden tests as passed. */
function showsAllTests(tests: readonly Case[], counted: number | null): boolean {
  if (tests.length === 0) return false;
  const withVerdict = tests.filter(({ status }) => status !== null);
  const accepted = withVerdict.filter(({ status }) => status === ACCEPTED).length;
  const tellsResult = withVerdict.length === tests.length || accepted < withVerdict.length;
  return counted === null || (counted === accepted && tellsResult);
}

/** Returns the names of the run's problem and compiler, and its contest. Empty if `names` is null. */
function namesOf(run: Raw, names: Contest | null): Partial<AboutResult> {
  if (!names) return {};
  const number = numberOf(run.prob_id);
  const problem = names.problems.find((listed) => listed.number === number);
  const compiler = names.compilers.find((listed) => listed.number === run.lang_id);
  return {
    problem: problem
      ? { id: problem.shortName, title: problem.title || null }
      : problemNamed(number?.toString() ?? null),
    language: compiler?.language.id ?? null,
    ...(compiler ? { languageName: compiler.language.name } : {}),
    contest: names.ofRecords,
  };
}

/** Decodes the text in the `content` of an object. Null: absent or blank. */
function contentOf(holder: unknown): string | null {
  const text = fromBase64(textOf(objectOf(objectOf(holder).content).data) ?? '');
  return text === null || text.trim() === '' ? null : text;
}

/** Maps our names for a test's texts to ejudge's names. */
const texts = { stdin: 'input', stdout: 'output', stderr: 'error', expected: 'correct' } as const;

/** Reads a test. A hidden test has no status. ejudge truncates long texts. */
function caseIn(raw: Raw, index: number): Case {
  const status = numberOf(raw.status);
  const comments = [raw.checker_comment, raw.team_comment, raw.exit_comment].map(textOf).filter(Boolean);
  // tests in groups have 0 of 0 points
  const maximum = raw.max_score === 0 ? null : numberOf(raw.max_score);
  const omitted = Object.entries(texts).flatMap(([name, field]) => {
    const omission = omissionOf(raw[field]);
    return omission === null ? [] : [[name, omission] as const];
  });
  const shortened = Object.entries(texts).flatMap(([name, field]) => (isShortened(raw[field]) ? name : []));
  return caseOf({
    id: wholeOf(raw.num) ?? index + 1,
    status,
    score: raw.max_score === 0 || status === SKIPPED ? null : scoreIn(raw.score),
    time: status === SKIPPED ? null : numberOf(raw.time_ms),
    signal: wholeOf(raw.term_signal),
    exitCode: wholeOf(raw.exit_code),
    description: comments.join('; ') || dataOf(raw.checker),
    extra: {
      stdin: dataOf(raw[texts.stdin]),
      stdout: dataOf(raw[texts.stdout]),
      stderr: dataOf(raw[texts.stderr]) || null,
      expected: dataOf(raw[texts.expected]),
      total: maximum,
      omitted: omitted.length === 0 ? null : Object.fromEntries(omitted),
      shortened: shortened.length === 0 ? null : shortened,
    },
  });
}

/** Returns the text of a file. ejudge sends the size of an empty file, and no text. */
function dataOf(value: unknown): string | null {
  const { data, size } = objectOf(value);
  return data === undefined && size === 0 ? '' : textOf(data);
}

/** Returns whether a text isn't exactly the file, which has `size` bytes. ejudge cuts a longer text, even in a character. */
function isShortened(value: unknown): boolean {
  const { data, size } = objectOf(value);
  return (
    typeof data === 'string' && typeof size === 'number' && new TextEncoder().encode(data).length !== size
  );
}

/** Returns why an existing text wasn't sent. Null: it was sent, or doesn't exist. */
function omissionOf(value: unknown): Omission | null {
  const { is_too_big: isTooBig, is_binary: isBinary } = objectOf(value);
  if (isTooBig === true) return 'tooLarge';
  return isBinary === true ? 'binary' : null;
}
