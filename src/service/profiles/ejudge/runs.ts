import { fromBase64 } from '../../../base/base64';
import { type AboutResult, type Case, type Omission, type Reader, meaningOf } from '../../../judge';
import type { RecentSubmission } from '../../profile';
import type { Question } from '../../question';
import {
  type PlainAnswer,
  type ReadResult,
  type ResultAnswer,
  caseOf,
  flatSubtask,
  problemNamed,
  resultOf,
} from '../answer';
import { codeAt, getting, recentOf } from '../reading';
import { type Raw, momentOf, numberOf, objectOf, objectsOf, textOf, wholeOf } from '../values';
import { askedForResult, isRefused, isRefusedWith, resultIfAny, understood } from './answers';
import { type Contest, contestIfAny } from './contest';
import { COMPILE_ERROR, SKIPPED, STYLE_VIOLATION, noRuns, rules } from './rules';

/** Most runs that are offered. */
const MAX_RECENT = 50;

/**
 * Asks for the result of a run. A run contains only the numbers of its problem and compiler, so the contest is requested, too,
 * once the run has ended. `run`, `contest`: paths.
 */
export function resultQuestion(requestId: string, run: string, contest: string): Question<ResultAnswer> {
  return {
    request: getting(run),
    more: [([answer]) => (hasEnded(answer) ? getting(contest) : null)],
    read: (answer, now, [listed] = []) => {
      const names = listed ? contestIfAny(listed) : null;
      return askedForResult(run, (result, reader) => readRun(result, requestId, reader, names)).read(
        answer,
        now,
      );
    },
  };
}

/** Asks for the user's newest runs, with the names of their problems. `runs`, `contest`: paths. */
export function recentQuestion(runs: string, contest: string): Question<readonly RecentSubmission[]> {
  return {
    request: getting(runs),
    more: [([answer]) => (isRefused(answer) ? null : getting(contest))],
    read: (answer, now, [listed] = []) => runsIn(answer, now, contestIfAny(listed)).slice(0, MAX_RECENT),
  };
}

/** Asks for all runs, only to see which have ended. */
export function statesQuestion(runs: string): Question<readonly RecentSubmission[]> {
  return { request: getting(runs), read: (answer, now) => runsIn(answer, now, contestIfAny(undefined)) };
}

/** Reads a list of runs, newest first. A contest that hasn't started has none. Throws `ServiceFailed`. */
function runsIn(answer: PlainAnswer, now: number, { problems }: Contest): readonly RecentSubmission[] {
  if (isRefusedWith(answer, 'ERR_CONTEST_NOT_STARTED')) return [];
  return listedRuns(answer, now).map((raw) => {
    const number = numberOf(raw.prob_id);
    const problem = problems.find((one) => one.number === number)?.shortName ?? number?.toString() ?? null;
    return recentOf({
      requestId: String(raw.run_id),
      problem,
      status: numberOf(raw.status),
      score: scoreIn(raw.score),
      at: momentOf(raw.run_time),
    });
  });
}

/** Finds the newest run of the problem of that number in a list of runs. Null: there is none. Throws `ServiceFailed`. */
export function newestRunOf(answer: PlainAnswer, now: number, problem: number): string | null {
  const run = listedRuns(answer, now).find(({ prob_id: number }) => number === problem);
  return run ? String(run.run_id) : null;
}

function listedRuns(answer: PlainAnswer, now: number): readonly Raw[] {
  return understood(answer, now, (result, reader) => reader.list(result.runs, 'runs', (raw) => raw)).filter(
    ({ run_id: id, status }) => /^\d{1,9}$/.test(String(id)) && !noRuns.includes(status),
  );
}

function hasEnded(answer: PlainAnswer | undefined): boolean {
  const { status } = objectOf(resultIfAny(answer).run);
  return typeof status === 'number' && meaningOf(rules.statuses, status)?.kind !== 'pending';
}

/** `names`: what the contest lists; null: it wasn't requested. */
function readRun(result: Raw, requestId: string, reader: Reader, names: Contest | null): ReadResult {
  const run = reader.object(result.run, 'run');
  reader.enter('run');
  const status = codeAt(run, 'status', reader);
  const report = objectOf(result.testing_report);
  const listed = objectsOf(report.tests).map(caseIn);
  const failed = run.is_failed_test_available === true ? wholeOf(run.failed_test) : null;
  const hasFailed = rules.statuses[status]?.kind === 'failed' && failed !== null && failed > 0;
  const cases = listed.length === 0 && hasFailed ? [caseOf({ id: failed, status })] : listed;
  return resultOf({
    requestId,
    status,
    judge: {
      score: run.is_score_available === true ? scoreIn(run.score) : null,
      subtasks: flatSubtask(cases),
    },
    passed: listed.length === 0 ? passedIn(run, failed) : null,
    description: [report.valuer_comment, report.valuer_judge_comment]
      .map(contentOf)
      .filter((text) => text !== null)
      .join('\n'),
    compileMessage: contentOf(result.compiler_output),
    isCompileError: status === COMPILE_ERROR || status === STYLE_VIOLATION,
    about: { ...namesOf(run, names), at: momentOf(run.run_time) },
  });
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
