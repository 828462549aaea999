import { jsonIn } from '../../base/json';
import type { Case, Envelope, Reader, Subtask } from '../../judge';
import type { ServiceFailed } from '../failure';
import { readAnswer, refused, textOf, type PlainAnswer, type ResultAnswer } from './reading';

type Raw = Record<string, unknown>;

/** The submission of that number in the answer of `user.status` or `contest.status`. */
export function readResult(answer: PlainAnswer, requestId: string, now: number): ResultAnswer {
  const found = readResults(answer, now).get(requestId);
  if (found) return found;
  throw refused(answer, now, 404);
}

/** All submissions of an answer, by their number. */
function readResults(
  answer: PlainAnswer,
  now: number,
): ReadonlyMap<string, Extract<ResultAnswer, { kind: 'result' }>> {
  const failure = failureOf(answer, now);
  if (failure) throw failure;
  const { value, notices } = readAnswer(answer, (json, reader) =>
    reader.list(reader.object(json, '').result, 'result', (raw) => ({
      envelope: envelopeOf(raw, reader),
      about: { problem: problemOf(raw.problem), code: null, language: textOf(raw.programmingLanguage) },
    })),
  );
  const results = value.flatMap(({ envelope, about }) => {
    const id = envelope.requestId;
    return id === null ? [] : [[id, { kind: 'result', envelope, raw: null, notices, about }] as const];
  });
  return new Map(results);
}

/** One submission. Bytes become KiB. */
function envelopeOf(raw: Raw, reader: Reader): Envelope {
  const id = reader.integer(raw.id, 'id');
  const verdict = reader.text(raw.verdict, 'verdict');
  const passed = reader.integer(raw.passedTestCount, 'passedTestCount');
  const bytes = reader.number(raw.memoryConsumedBytes, 'memoryConsumedBytes');
  const figures = {
    time: reader.number(raw.timeConsumedMillis, 'timeConsumedMillis'),
    memory: bytes === null ? null : bytes / 1024,
  };
  const judge = {
    id,
    status: verdict,
    score: reader.number(raw.points, 'points'),
    ...figures,
    subtasks: failedTest(verdict, passed),
    ...(passed === null ? {} : { passed }),
  };
  const compile = verdict === 'COMPILATION_ERROR' ? { success: false, message: null, opt2: null } : null;
  return {
    type: 'judge',
    data: { compile, judge },
    requestId: id === null ? null : String(id),
    trackId: null,
  };
}

const failedOnTest = new Set([
  'RUNTIME_ERROR',
  'WRONG_ANSWER',
  'PRESENTATION_ERROR',
  'TIME_LIMIT_EXCEEDED',
  'MEMORY_LIMIT_EXCEEDED',
  'IDLENESS_LIMIT_EXCEEDED',
  'SECURITY_VIOLATED',
]);

/** The one test that is known of: the first that did not pass. The others are counted only. */
function failedTest(verdict: string | null, passed: number | null): Subtask[] {
  if (verdict === null || passed === null || !failedOnTest.has(verdict)) return [];
  const unknown = { score: null, time: null, memory: null };
  const one: Case = {
    id: passed + 1,
    status: verdict,
    ...unknown,
    signal: null,
    exitCode: null,
    description: null,
  };
  return [{ id: null, status: verdict, ...unknown, cases: [one] }];
}

function problemOf(problem: unknown): { readonly id: string; readonly title: string | null } | null {
  if (typeof problem !== 'object' || problem === null) return null;
  const { contestId, index, name } = problem as Raw;
  const letter = textOf(index);
  if (letter === null) return null;
  return { id: `${typeof contestId === 'number' ? contestId : ''}${letter}`, title: textOf(name) };
}

/**
 * Which failure an answer is; null: none. A failure has a comment, with whatever HTTP status. A 403 that is no JSON is
 * the page of the bot check: it says nothing of the submission.
 */
function failureOf(answer: PlainAnswer, now: number): ServiceFailed | null {
  const body = jsonIn(answer.text);
  if (typeof body === 'object' && body !== null && 'status' in body && body.status === 'FAILED') {
    const comment = 'comment' in body ? textOf(body.comment) : null;
    return refused(answer, now, statusOf(comment ?? '', answer.status), { message: comment });
  }
  const isBotCheck = answer.status === 403 && body === undefined;
  return answer.status >= 400 && !isBotCheck ? refused(answer, now) : null;
}

function statusOf(comment: string, status: number): number {
  if (/call limit exceeded/i.test(comment)) return 429;
  if (/\bnot found\b/i.test(comment)) return 404;
  if (/\bnot (?:allowed|authorized)\b|access/i.test(comment)) return 403;
  return status >= 400 ? status : 400;
}
