import { type Case, type Compilation, isObject, JsonObject, type Limits } from '../../judge';
import type { JudgeHttp } from '../adapter';
import { type ReadResult, figuresOf, ownResult } from './results';
import { unknownId } from './refusals';
import { readObject } from './responseBody';
import { type Raw, decodedTexts, fromDecimal, milliseconds, objectOf, textOf } from './jsonValues';

const RESULT_FIELDS = [
  'status',
  'time',
  'memory',
  'stdout',
  'stderr',
  'compile_output',
  'message',
  'exit_code',
  'exit_signal',
  'language',
  'source_code',
  'stdin',
  'expected_output',
  'cpu_time_limit',
  'memory_limit',
].join(',');

/** Fetches submissions by their tokens. All texts are base64-encoded. An unknown submission is null. */
export async function fetchSubmissions(
  http: JudgeHttp,
  tokens: readonly string[],
): Promise<readonly unknown[]> {
  const query = `base64_encoded=true&fields=${RESULT_FIELDS}`;
  const names = tokens.map(encodeURIComponent).join(',');
  const path = tokens.length > 1 ? `batch?tokens=${names}&${query}` : `${names}?${query}`;
  const body = readObject(await http.get(`/submissions/${path}`));
  const submissions = listIn(body);
  return submissions.length < tokens.length ? tokens.map((_, at) => submissions[at] ?? null) : submissions;
}

/** Returns the submissions of a batch in the order of their tokens, or the only submission. */
function listIn(body: JsonObject): readonly unknown[] {
  const { submissions } = body.raw;
  if (submissions === undefined) {
    const hasStatus = 'status' in body.raw || 'status_id' in body.raw;
    return hasStatus ? [body.raw] : body.typeMismatch('status', 'an object');
  }
  return Array.isArray(submissions) ? submissions : body.typeMismatch('submissions', 'a list');
}

/** Converts the submissions to a subtask with one case each. */
export function readSubmissions(list: readonly unknown[], requestId: string): ReadResult {
  const record = JsonObject.of({
    submissions: list.map((submission) => (isObject(submission) ? decoded(submission) : (submission ?? {}))),
  });
  const submissions = record.list('submissions', (submission) => submission);
  const cases = submissions.map(caseIn);
  const known = submissions.map(({ raw }) => raw).filter((_, at) => list[at] !== null);
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

/** Reads a submission. Converts seconds to ms. Judge0's kilobytes are KiB. */
function caseIn(submission: JsonObject, index: number): Case {
  const { message, stdin, stdout, expected_output: expected, stderr } = submission.raw;
  const extra = Object.entries({ stdin, stdout, expected, stderr }).filter(([, text]) => textOf(text));
  return {
    id: index + 1,
    status: statusIn(submission),
    score: null,
    time: milliseconds(secondsIn(submission)),
    memory: submission.number('memory'),
    signal: submission.integer('exit_signal'),
    exitCode: submission.integer('exit_code'),
    description: textOf(message) || null,
    ...(extra.length > 0 ? { extra: Object.fromEntries(extra) } : {}),
  };
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
  if (codes.some((code) => code === 1 || code === 2)) return codes.every((code) => code === 1) ? 1 : 2;
  return codes.find((code) => code !== 3) ?? codes[0] ?? null;
}

/** Reads the compilation. All submissions contain the same program, so the first compiler output applies to all. */
function compilationIn(submissions: readonly Raw[], cases: readonly Case[]): Compilation | null {
  const message = firstText(submissions, 'compile_output');
  const hasRun = cases.some(({ status }) => Number(status) >= 3 && Number(status) <= 12);
  const success = cases.some(({ status }) => status === 6) ? false : hasRun || null;
  return success === null && message === null ? null : { success, message, opt2: null };
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
