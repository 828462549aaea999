import { type Case, type Compilation, isObject, JsonObject, type Limits } from '../../../results';
import { type ReadResult, figuresOf, ownResult } from '../shared/makeResult';
import { unknownId } from '../shared/refusals';
import { type Raw, decodedTexts, fromDecimal, milliseconds, objectOf, textOf } from '../shared/jsonValues';
import { isPendingCode, type FetchedSubmission } from './submissions';

/** Returns whether the host ran the program: it is neither pending nor a compile error, and the host had no error. */
function hasRun(code: number): boolean {
  return code >= 3 && code <= 12 && code !== 6;
}

/** Converts the submissions to a subtask with one case each. */
export function readSubmissions(list: readonly FetchedSubmission[], requestId: string): ReadResult {
  const record = JsonObject.of({
    submissions: list.map(({ raw }) => (isObject(raw) ? decoded(raw) : (raw ?? {}))),
  });
  const submissions = record.list('submissions', (submission) => submission);
  const cases = submissions.map((submission, at) => caseIn(submission, at, list[at]?.tooLarge ?? []));
  const known = submissions.map(({ raw }) => raw).filter((_, at) => list[at]?.raw !== null);
  if (known.length === 0) throw unknownId();

  const status = statusOfAll(cases);
  const { time, memory } = figuresOf(cases);
  const limits = limitsIn(known);
  return ownResult({
    envelope: {
      type: 'judge',
      data: {
        compile: compilationIn(known, cases),
        judge: {
          id: null,
          status,
          score: null,
          time,
          memory,
          subtasks: [{ id: null, status, score: null, time, memory, cases }],
        },
      },
      requestId,
      trackId: null,
    },
    notices: record.notices(),
    about: {
      problem: null,
      code: firstText(known, 'source_code'),
      language: textOf(objectOf(known[0]?.language).name),
      ...(limits ? { limits } : {}),
      at: submittedAt(known),
    },
  });
}

/** Decodes the texts of a submission. Old hosts leave the message unencoded, so it is decoded separately. */
function decoded(submission: Raw): Raw {
  return {
    ...submission,
    ...decodedTexts(submission, [
      'source_code',
      'stdin',
      'stdout',
      'stderr',
      'expected_output',
      'compile_output',
    ]),
    ...decodedTexts(submission, ['message']),
  };
}

/** Reads a submission. Converts seconds to ms. Judge0's kilobytes are KiB. `tooLarge`: texts that weren't read */
function caseIn(submission: JsonObject, index: number, tooLarge: readonly string[]): Case {
  const { message } = submission.raw;
  const status = statusIn(submission);
  const texts = textsIn(submission.raw, Number(status), tooLarge);
  const omitted = omittedTexts(tooLarge, Number(status));
  const extra = omitted ? { ...texts, omitted } : texts;
  const signal = submission.integer('exit_signal');
  const exitCode = submission.integer('exit_code');
  const shellSignal = exitCode === null ? null : signalOfShell(exitCode, texts['stderr'] ?? '');
  const isAtMemoryLimit = shellSignal === SIGKILL && usesAllMemory(submission);
  return {
    id: index + 1,
    status,
    score: null,
    time: milliseconds(secondsIn(submission)),
    memory: submission.number('memory'),
    signal: signal ?? (isAtMemoryLimit ? null : shellSignal),
    exitCode,
    description: isAtMemoryLimit ? 'Memory limit exceeded' : textOf(message) || null,
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

/**
 * Returns the texts of a case. Leaves out empty error output, and the outputs of a program that didn't run. An output that
 * is compared with an expected one may be empty.
 */
function textsIn(
  submission: Raw,
  status: number,
  tooLarge: readonly string[],
): Readonly<Record<string, string>> {
  const input = textOf(submission['stdin']);
  const output = textOf(submission['stdout']);
  const expected = textOf(submission['expected_output']);
  const errors = textOf(submission['stderr']);
  const isCompared = hasRun(status) && expected !== null;
  return {
    ...(input === null ? {} : { stdin: input }),
    ...(output || (isCompared && !tooLarge.includes('stdout')) ? { stdout: output ?? '' } : {}),
    ...(isCompared ? { expected } : {}),
    ...(errors ? { stderr: errors } : {}),
  };
}

/** Returns why texts of a case are missing. Null: none is. */
function omittedTexts(tooLarge: readonly string[], status: number): Readonly<Record<string, string>> | null {
  const names = {
    stdin: 'stdin',
    ...(hasRun(status) ? { stdout: 'stdout', expected_output: 'expected' } : {}),
  };
  const omitted = Object.entries(names).filter(([field]) => tooLarge.includes(field));
  return omitted.length === 0 ? null : Object.fromEntries(omitted.map(([, name]) => [name, 'tooLarge']));
}

const SIGKILL = 9;

/**
 * Returns the signal that ended a program in a shell, whose exit code is 128 plus the signal. The shell also writes a
 * line about it, which programs that return such an exit code don't. Null: no signal.
 */
function signalOfShell(exitCode: number, stderr: string): number | null {
  const isSignal = exitCode > 128 && exitCode <= 128 + 64 && /^run\.sh: line \d{1,9}: /m.test(stderr);
  return isSignal ? exitCode - 128 : null;
}

/** Returns whether a program used as much memory as its limit allows. The sandbox kills it then. */
function usesAllMemory(submission: JsonObject): boolean {
  const limit = fromDecimal(submission.raw['memory_limit']);
  return typeof limit === 'number' && (submission.number('memory') ?? 0) >= limit;
}

/** Reads the time, which Judge0 sends as text: `"0.002"`. */
function secondsIn(submission: JsonObject): number | null {
  const seconds = fromDecimal(submission.raw.time);
  return typeof seconds === 'number' ? seconds : submission.number('time');
}

function statusIn(submission: JsonObject): number | null {
  const { status } = submission.raw;
  if (status === null || status === undefined) return submission.integer('status_id');
  return submission.object('status').integer('id');
}

/**
 * Returns a pending status while any submission is pending, then the first one that isn't accepted. Unknown submissions
 * have no status.
 */
function statusOfAll(cases: readonly Case[]): Case['status'] {
  const codes = cases.map(({ status }) => Number(status ?? 0)).filter((code) => code > 0);
  if (codes.some(isPendingCode)) return codes.every((code) => code === 1) ? 1 : 2;
  return codes.find((code) => code !== 3) ?? codes[0] ?? null;
}

/** Reads the compilation. All submissions contain the same program, so the first compiler output applies to all. */
function compilationIn(submissions: readonly Raw[], cases: readonly Case[]): Compilation | null {
  const message = firstText(submissions, 'compile_output');
  const isCompiled = cases.some(({ status }) => hasRun(Number(status)));
  const success = cases.some(({ status }) => status === 6) ? false : isCompiled || null;
  return success === null && message === null ? null : { success, message, opt2: null };
}

/** Returns when the first submission was created, ms since 1970; null: unknown. */
function submittedAt(submissions: readonly Raw[]): number | null {
  const created = Date.parse(firstText(submissions, 'created_at') ?? '');
  return Number.isNaN(created) ? null : created;
}

function firstText(submissions: readonly Raw[], field: string): string | null {
  return submissions.map((submission) => textOf(submission[field])).find((text) => text) ?? null;
}

/** Returns the limits that are equal in all submissions. Null if neither is. */
function limitsIn(submissions: readonly Raw[]): Limits | null {
  const time = limitIn(submissions, 'cpu_time_limit');
  const memory = limitIn(submissions, 'memory_limit');
  return time === null && memory === null ? null : { time: milliseconds(time), memory };
}

function limitIn(submissions: readonly Raw[], field: string): number | null {
  const [limit, ...others] = new Set(submissions.map((submission) => fromDecimal(submission[field])));
  return typeof limit === 'number' && limit > 0 && others.length === 0 ? limit : null;
}
