import { fromBase64 } from '../../../base/base64';
import { type AboutResult, type Case, type JsonObject, type Omission, meaningOf } from '../../../results';
import type { Answer, JudgeHttp, ListedSubmission, RecentSubmission } from '../../adapter';
import { type ReadResult, type ResultAnswer, caseOf, problemNamed, resultOf } from '../shared/makeResult';
import { recentOf } from '../shared/listedSubmissions';
import { throwIf, throwIfBusy, unknownId } from '../shared/refusals';
import { isPage } from '../shared/responseBody';
import { type Raw, momentOf, numberOf, objectOf, objectsOf, textOf, wholeOf } from '../shared/jsonValues';
import type { ContestPaths } from './addresses';
import { isRefusedWith, refusalIn, resultIn } from './refusals';
import { type Contest, fetchContest, fetchNames, problemOf } from './contest';
import { groupTests } from './testGroups';
import { ACCEPTED, COMPILE_ERROR, SKIPPED, STYLE_VIOLATION, noRuns, rules } from './verdicts';
import { fetchFullScores } from './problems';
import { MAX_EJUDGE_RUNS, MAX_EJUDGE_SCORED_PROBLEMS } from '../limits';

/** Data about a finished run that `run-status-json` doesn't contain. */
interface OtherData {
  readonly contest: Contest;
  /** highest possible score; null: none, or unknown */
  readonly fullScore: number | null;
  /** the program; null: ejudge doesn't show it */
  readonly source: string | null;
}

/**
 * Fetches the result of a run. A run contains only the numbers of its problem and compiler, so after it has finished,
 * the contest is fetched for their names, the problem for its highest score, and the program.
 */
export async function fetchResult(
  http: JudgeHttp,
  paths: ContestPaths,
  requestId: string,
): Promise<ResultAnswer> {
  const result = resultIn(await http.get(paths.run(requestId)));
  const run = result.object('run');
  const other = hasEnded(run) ? await fetchOtherData(http, paths, requestId, run.raw) : null;
  return readRun(result, run, requestId, other);
}

async function fetchOtherData(
  http: JudgeHttp,
  paths: ContestPaths,
  requestId: string,
  run: Raw,
): Promise<OtherData> {
  const contest = await fetchNames(http, paths);
  const number = numberOf(run.prob_id);
  const isListed = contest.problems.some((problem) => problem.number === number);
  const hasScore = run.is_score_available === true && scoreIn(run.score) !== null;
  const scores =
    number !== null && isListed && hasScore ? await fetchFullScores(http, paths, [number]) : null;
  return {
    contest,
    fullScore: (number === null ? null : scores?.get(number)) ?? null,
    source: run.is_src_enabled === true ? await fetchSourceIfAny(http, paths, requestId) : null,
  };
}

async function fetchSourceIfAny(
  http: JudgeHttp,
  paths: ContestPaths,
  requestId: string,
): Promise<string | null> {
  const answer = await http.send({ method: 'GET', path: paths.source(requestId) });
  const isFile = answer.status === 200 && /^text\/plain\b/i.test(answer.contentType ?? '') && !isPage(answer);
  if (isFile) return answer.text.toWellFormed() || null;
  throwIfBusy(refusalIn(answer, paths));
  return null;
}

/** Fetches the user's most recent runs, with the titles and the highest scores of their problems. */
export async function fetchRecent(
  http: JudgeHttp,
  paths: ContestPaths,
): Promise<readonly RecentSubmission[]> {
  const runs = (await fetchRuns(http, paths)).slice(0, MAX_EJUDGE_RUNS);
  if (runs.length === 0) return [];
  const contest = await fetchNames(http, paths);
  const fullScores = await fetchFullScoresOf(http, paths, runs, contest);
  return runs.map((run) => recentIn(run, contest, fullScores));
}

/** Fetches the highest possible scores of the problems whose runs have a score, by their numbers. */
async function fetchFullScoresOf(
  http: JudgeHttp,
  paths: ContestPaths,
  runs: readonly Raw[],
  { problems }: Contest,
): Promise<ReadonlyMap<number, number>> {
  const scored = new Set(runs.filter(({ score }) => scoreIn(score) !== null).map(({ prob_id: id }) => id));
  const numbers = problems.map(({ number }) => number).filter((number) => scored.has(number));
  return fetchFullScores(http, paths, numbers.slice(0, MAX_EJUDGE_SCORED_PROBLEMS));
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
  if (!contest.hasBegun) return [];
  const number = problemOf(contest, problemId)?.number;
  if (number === undefined) throw unknownId();
  const answer = await http.send({ method: 'GET', path: paths.runsOf(number) });
  if (isRefusedWith(answer, 'ERR_CONTEST_NOT_STARTED')) return [];
  throwIf(refusalIn(answer, paths));
  // ejudge ignores an invalid problem number and returns all runs
  const runs = runsIn(answer).filter((run) => numberOf(run.prob_id) === number);
  const fullScores = await fetchFullScoresOf(http, paths, runs, contest);
  return runs.map((run) => ({ ...recentIn(run, contest, fullScores), time: null, language: null }));
}

/** Fetches all runs, to find the finished ones. */
export async function fetchStates(
  http: JudgeHttp,
  paths: ContestPaths,
): Promise<readonly RecentSubmission[]> {
  const runs = await fetchRuns(http, paths);
  return runs.map((run) => recentIn(run, null, new Map()));
}

/** Finds the most recent run of a problem. Null: none, or ejudge rejected a request. */
export async function fetchNewestRunOf(
  http: JudgeHttp,
  paths: ContestPaths,
  problemId: string,
): Promise<string | null> {
  const number = problemOf(await fetchNames(http, paths), problemId)?.number;
  if (number === undefined) return null;
  const answer = await http.send({ method: 'GET', path: paths.runsOf(number) });
  if (refusalIn(answer, paths)) return null;
  const run = runsIn(answer).find(({ prob_id: problem }) => problem === number);
  return run ? String(run.run_id) : null;
}

/** Fetches the runs, newest first; none before the contest starts. */
async function fetchRuns(http: JudgeHttp, paths: ContestPaths): Promise<readonly Raw[]> {
  const answer = await http.send({ method: 'GET', path: paths.runs });
  if (isRefusedWith(answer, 'ERR_CONTEST_NOT_STARTED')) return [];
  throwIf(refusalIn(answer, paths));
  return runsIn(answer);
}

function runsIn(answer: Answer): readonly Raw[] {
  const runs = resultIn(answer).list('runs', ({ raw }) => raw);
  return runs.filter(({ run_id: id, status }) => isRunId(id) && !noRuns.includes(status));
}

function isRunId(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'string') && /^\d{1,9}$/.test(String(value));
}

/**
 * Reads an entry of the run list. `contest`: contains the titles of problems; null: not requested. `fullScores`: highest
 * scores by the numbers of problems
 */
function recentIn(
  run: Raw,
  contest: Contest | null,
  fullScores: ReadonlyMap<number, number>,
): RecentSubmission {
  const number = numberOf(run.prob_id);
  const score = scoreIn(run.score);
  const maximum = maximumOf(score, (number === null ? null : fullScores.get(number)) ?? null);
  const problem = contest?.problems.find((listed) => listed.number === number);
  return recentOf({
    requestId: String(run.run_id),
    problem: problem?.shortName ?? number?.toString() ?? null,
    problemId: problem?.shortName ?? null,
    problemTitle: problem?.title || null,
    ...(contest ? { contest: contest.ofRecords } : {}),
    status: numberOf(run.status),
    score,
    ...(maximum === null ? {} : { maximum }),
    at: momentOf(run.run_time),
  });
}

function hasEnded({ raw: { status } }: JsonObject): boolean {
  return typeof status === 'number' && meaningOf(rules.statuses, status)?.kind !== 'pending';
}

/** Reads the result of a run. `other`: null: not requested, because the run isn't finished */
function readRun(
  result: JsonObject,
  run: JsonObject,
  requestId: string,
  other: OtherData | null,
): ReadResult {
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
  const score = run.raw.is_score_available === true && !isCompileError ? scoreIn(run.raw.score) : null;
  const maximum = maximumOf(score, other?.fullScore ?? null);
  return resultOf(
    {
      requestId,
      status,
      judge: {
        score,
        ...(maximum === null ? {} : { maximum }),
        subtasks,
      },
      passed: showsAllTests(listed, counted) ? null : counted,
      description: [score === null ? '' : penaltyIn(run.raw.score_str), rest].filter(Boolean).join(' · '),
      compileMessage: compilerOutputIn(result.raw.compiler_output),
      isCompileError,
      about: {
        ...(other ? namesOf(run.raw, other.contest) : {}),
        code: other?.source ?? null,
        at: momentOf(run.raw.run_time),
      },
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

/** Returns the highest possible score of a run; null: unknown. A bonus can exceed it. */
function maximumOf(score: number | null, fullScore: number | null): number | null {
  return score === null || fullScore === null || score > fullScore ? null : fullScore;
}

/** Returns how ejudge calculated a score with a penalty: `96=100-4*1`. Empty: without a penalty. */
function penaltyIn(scoreText: unknown): string {
  const shown = (textOf(scoreText) ?? '').slice(0, 200).replace(/<[^<>]{0,100}>/g, '');
  return /^\d[\d.]{0,20}=[\d.+*()\s-]{1,100}$/.test(shown) ? shown : '';
}

/**
 * Returns the number of passed tests; null: unknown. In the Moscow scoring system, the number includes the failed test.
 */
function passedIn(run: Raw, failed: number | null): number | null {
  const passed = run.is_passed_tests_available === true ? wholeOf(run.passed_tests) : null;
  if (passed === null || failed === null || failed < 1) return passed;
  return Math.min(passed, failed - 1);
}

/** Returns whether the list contains every passed test. ejudge also counts hidden tests as passed. */
function showsAllTests(tests: readonly Case[], counted: number | null): boolean {
  if (tests.length === 0) return false;
  const withVerdict = tests.filter(({ status }) => status !== null);
  const accepted = withVerdict.filter(({ status }) => status === ACCEPTED).length;
  const tellsResult = withVerdict.length === tests.length || accepted < withVerdict.length;
  return counted === null || (counted === accepted && tellsResult);
}

/** Returns the titles of the run's problem and compiler, and its contest. */
function namesOf(run: Raw, names: Contest): Partial<AboutResult> {
  const number = numberOf(run.prob_id);
  const problem = names.problems.find((listed) => listed.number === number);
  const compiler = names.compilers.find((listed) => listed.number === run.lang_id);
  return {
    problem: problem
      ? { id: problem.shortName, title: problem.title || null, letter: problem.shortName }
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

/** Lines that Free Pascal writes before and after its messages. */
const pascalBanner =
  /^(?:Free Pascal Compiler version |Copyright \(c\) \d{4}-\d{4} by Florian |Target OS: |Compiling |Linking |\d{1,9} lines compiled, )/;

/** Decodes the output of the compiler. Null: absent, blank, or without a message. */
function compilerOutputIn(holder: unknown): string | null {
  const text = contentOf(holder);
  if (text === null || !text.startsWith('Free Pascal Compiler')) return text;
  const hasMessage = text.split('\n').some((line) => line.trim() !== '' && !pascalBanner.test(line));
  return hasMessage ? text : null;
}

/** The fields of a test's texts, with their names in ejudge. */
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
