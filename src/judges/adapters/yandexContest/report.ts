import { type Case, meaningOf, type JsonObject, type Subtask } from '../../../results';
import { type ReadResult, caseOf, flatSubtask, resultOf, subtaskOf } from '../shared/makeResult';
import { type Raw, kibibytes, momentOf, numberOf, objectsOf, textOf, wholeOf } from '../shared/jsonValues';
import { CHECK_FAILED, COMPILE_ERROR, PASSED, TESTING, codeOfRun, codeOfVerdict, rules } from './verdicts';

/** Every report of a run has at least one of these fields. The contest's settings can hide the others. */
const identifyingFields = ['verdict', 'status', 'runId', 'problemAlias', 'problemId', 'submissionTime'];

/** Maximum length of the contest's title, UTF-16 units. */
const MAX_TITLE_LENGTH = 200;

/** Maximum number of failed checks that are shown. */
const MAX_CHECKS = 100;

/** Maximum length of the message of a failed check, UTF-16 units. */
const MAX_CHECK_MESSAGE_LENGTH = 10_000;

export function isFinalReport({ raw }: JsonObject): boolean {
  return meaningOf(rules.statuses, codeOf(raw))?.kind !== 'pending';
}

/**
 * Reads a report of a run: the full one, the brief one, or one of several. Times are in ms, memory in bytes. Any field
 * can be null, because the contest's settings decide which are shown. `source`: the submitted code; null: unknown.
 */
export function readReport(
  report: JsonObject,
  requestId: string,
  contest: string,
  source: string | null,
): ReadResult {
  const { raw } = report;
  if (!identifyingFields.some((field) => Object.hasOwn(raw, field))) report.typeMismatch('verdict', 'text');
  const code = codeOf(raw);
  const isFinal = isFinalReport(report);
  const isCompileError = code === COMPILE_ERROR || code === CHECK_FAILED;
  // the full report and the list of reports use different fields for the tests
  const listed = raw.checkerLog ?? raw.tests;
  const tests = objectsOf(listed);
  const alias = textOf(raw.problemAlias);
  const title = textOf(raw.contestName)?.slice(0, MAX_TITLE_LENGTH);
  return resultOf(
    {
      requestId,
      status: code,
      isCompileError,
      compileMessage: compilerOutput(raw, code),
      description: textOf(raw.postprocessorMessage),
      hidesCases: isFinal && !isCompileError && !Array.isArray(listed),
      judge: {
        id: wholeOf(raw.runId),
        score: scoreOf(raw.finalScore) ?? scoreOf(raw.preliminaryScore) ?? scoreOf(raw.score),
        time: measured(raw.maxTimeUsage),
        memory: kibibytes(measured(raw.maxMemoryUsage)),
        subtasks: subtasksOf(tests, isFinal),
      },
      about: {
        hint: contest,
        problem: alias === null ? null : { id: alias, title: textOf(raw.problemName) || null },
        code: source,
        language: textOf(raw.compiler),
        at: timeOf(raw.submissionTime),
        ...(title ? { contest: { title, endsAt: null } } : {}),
      },
    },
    report,
  );
}

function codeOf({ status, verdict }: Raw): string {
  return codeOfRun(textOf(status), textOf(verdict));
}

/** Returns the output of the compiler, and the messages of failed checks; null: neither. */
function compilerOutput({ compileLog, precompileChecks }: Raw, code: string): string | null {
  const log = textOf(compileLog) ?? '';
  const checks = code === CHECK_FAILED ? failedChecks(precompileChecks) : [];
  return [log, ...checks].filter((text) => text.trim() !== '').join('\n') || null;
}

/** Returns the messages of failed checks, in the format that the toolchain `precompileCheck` parses. */
function failedChecks(checks: unknown): readonly string[] {
  return objectsOf(checks)
    .filter(({ verdict }) => codeOfVerdict(textOf(verdict)) !== PASSED)
    .slice(0, MAX_CHECKS)
    .map(({ checkerName, verdict, message, errorMessage }) => {
      const messages = [message, errorMessage]
        .map(textOf)
        .filter((text) => text !== null && text.trim() !== '');
      const words = messages.length === 0 ? (textOf(verdict) ?? '') : messages.join('\n');
      const name = (textOf(checkerName) ?? '').replaceAll(/[\s:()]+/g, ' ').trim();
      const lines = words
        .trim()
        .slice(0, MAX_CHECK_MESSAGE_LENGTH)
        .split(/\r\n?|\n/);
      const title =
        name === '' ? 'Precompile check failed' : `Precompile check failed (${name.slice(0, 100)})`;
      return `${title}: ${lines.join('\n  ')}`;
    });
}

/** Groups the tests by test set, one subtask each. The tests of a single set aren't divided into subtasks. */
function subtasksOf(tests: readonly Raw[], isFinal: boolean): readonly Subtask[] {
  const sets = new Map<number | null, Case[]>();
  tests.forEach((test, index) => {
    const set = wholeOf(test.testsetIdx);
    const cases = sets.get(set) ?? [];
    cases.push(caseIn(test, index, isFinal));
    sets.set(set, cases);
  });
  if (sets.size < 2) return flatSubtask([...sets.values()].flat());
  return [...sets].map(([id, cases]) => subtaskOf({ id, status: statusOf(cases), cases }));
}

/** Returns the verdict of a test set: that of its first test that didn't pass. */
function statusOf(cases: readonly Case[]): Case['status'] {
  const [first = null] = cases;
  return (cases.find(({ status }) => status !== PASSED) ?? first)?.status ?? null;
}

/** Reads a test. `isFinal`: the run has been tested, so an empty verdict doesn't mean that the test is running. */
function caseIn(test: Raw, index: number, isFinal: boolean): Case {
  const code = codeOfVerdict(textOf(test.verdict));
  const id = wholeOf(test.sequenceNumber) ?? index + 1;
  const output = [test.message, test.checkerError].map(textOf).filter(Boolean).join('\n');
  const message = [nameOf(test, id), output].filter((text) => text !== '').join(': ');
  const isSample = test.isSample === true;
  return caseOf({
    id,
    name: isSample ? 'Sample' : null,
    status: code === TESTING && isFinal ? null : code,
    time: measured(test.runningTime),
    memory: kibibytes(measured(test.memoryUsed)),
    description: message,
    extra: {
      stdin: textOf(test.input),
      stdout: textOf(test.output),
      stderr: textOf(test.error),
      expected: textOf(test.answer),
      template: isSample ? (message === '' ? 'Sample' : 'Sample: {0}') : null,
      params: isSample && message !== '' ? [message] : null,
    },
  });
}

/** Returns the name of a test; empty if it only repeats the number. */
function nameOf({ testName }: Raw, id: number): string {
  const name = (textOf(testName) ?? '').trim().slice(0, 200);
  return /^\d{1,9}$/.test(name) && Number(name) === id ? '' : name;
}

/** Reads a time or a memory size. Null: absent or negative. */
export function measured(value: unknown): number | null {
  const number = numberOf(value);
  return number !== null && number >= 0 ? number : null;
}

/** Reads a score, which is a number or a decimal text. */
export function scoreOf(value: unknown): number | null {
  const isDecimal = typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value.trim());
  return isDecimal ? Number(value) : numberOf(value);
}

/** Converts an ISO 8601 time to ms since 1970. Null: not a valid time, or without a time zone, so it is ambiguous. */
export function timeOf(value: unknown): number | null {
  const text = textOf(value) ?? '';
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? momentOf(text) : null;
}
