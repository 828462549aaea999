import type { JsonObject, StatusCode } from '../../../results';
import type { Answer, JudgeHttp } from '../../adapter';
import type { RequestName } from '../../requestName';
import { encoded, textOf } from '../shared/jsonValues';
import { throwIf, unknownId } from '../shared/refusals';
import { isPage } from '../shared/responseBody';
import { maximaOf, problemNamed, resultOf, type ReadResult } from '../shared/makeResult';
import { isTaskName, submissionPath } from './addresses';
import { readJson, refusalIn } from './refusals';
import { contestOfEntry } from './contest';
import { readDetails, type Details } from './details';
import { inEnglish } from './requests';
import { COMPILATION_FAILED, COMPILER_TIMED_OUT, SCORED, WITHOUT_POINTS } from './verdicts';
import { findTask } from './tasks';

/**
 * Fetches the state of a submission. After the end of the evaluation, also fetches its details and its source file. The
 * hint is the name of the task. Without a hint, finds the task in the lists of submissions. `baseUrl`: URL of the contest
 */
export async function fetchResult(
  http: JudgeHttp,
  { requestId, hint }: RequestName,
  baseUrl: string,
): Promise<ReadResult> {
  const task = isTaskName(hint) ? hint : await findTask(http, requestId);
  if (task === null) throw unknownId();
  const status = await fetchStatus(http, task, requestId);
  const { code, score, maximum, message } = verdictIn(status);
  const isCompileError = code === COMPILATION_FAILED;
  const isFinal = isFinalState(status);
  const details = isFinal ? await fetchDetails(http, task, requestId) : null;
  const timeout = isCompileError ? (details?.compilerTimeout ?? null) : null;
  const source = isFinal ? await fetchSource(http, task, requestId) : null;
  const subtasks = details?.subtasks ?? [];
  const cases = subtasks.flatMap((subtask) => subtask.cases);
  return resultOf(
    {
      requestId,
      status: timeout === null ? code : COMPILER_TIMED_OUT,
      isCompileError,
      judge: {
        score,
        ...(maximum === undefined ? {} : { maximum }),
        // a test can belong to several subtasks, so a sum of the times would count it more than once
        ...maximaOf(cases),
        subtasks,
      },
      description: timeout ?? message,
      compileMessage: details?.compilerOutput ?? null,
      hidesCases: isFinal && !isCompileError && cases.length === 0,
      about: {
        hint: task,
        problem: problemNamed(task),
        code: source,
        contest: contestOfEntry(baseUrl),
      },
    },
    status,
  );
}

export async function fetchStatus(http: JudgeHttp, task: string, requestId: string): Promise<JsonObject> {
  const answer = await http.send({
    method: 'GET',
    path: submissionPath(task, requestId),
    headers: inEnglish,
  });
  throwIf(refusalIn(answer));
  return readJson(answer);
}

/** Returns whether CMS has finished with a submission. */
function isFinalState(status: JsonObject): boolean {
  return [COMPILATION_FAILED, SCORED].includes(status.requiredInteger('status'));
}

/** The verdict of a submission, derived from its state and its scores. */
interface Verdict {
  readonly code: StatusCode;
  /** null: unknown, or hidden */
  readonly score: number | null;
  /** the highest possible score; absent: unknown, or without a score */
  readonly maximum?: number;
  /** CMS's text for the score; null: none, or only the score and its maximum */
  readonly message: string | null;
}

/**
 * Derives the verdict from the state and the score. CMS sends the score for all tests only in analysis mode, or if a
 * token was used. A full score for the public tests doesn't mean that the program is accepted.
 */
export function verdictIn(status: JsonObject): Verdict {
  const state = status.requiredInteger('status');
  if (state !== SCORED) return { code: state, score: null, message: null };
  const score = status.number('score');
  if (score !== null) return verdictFor(score, status.number('max_score'), 'AC', status.raw.score_message);
  const publicScore = status.number('public_score');
  if (publicScore === null) {
    // CMS sends the maximum of a task with points even if it hides the score
    const hasPoints = status.number('max_score') !== null || status.number('max_public_score') !== null;
    return { code: hasPoints ? SCORED : WITHOUT_POINTS, score: null, message: null };
  }
  const maximum = status.number('max_public_score');
  const hidesTests = (status.number('max_score') ?? 0) > (maximum ?? 0);
  const fullCode = hidesTests ? 'PUBLIC' : 'AC';
  return verdictFor(publicScore, maximum, fullCode, status.raw.public_score_message);
}

/** Returns the verdict for a score. `maximum`: null: unknown. `fullCode`: code for the maximum score. */
function verdictFor(score: number, maximum: number | null, fullCode: string, message: unknown): Verdict {
  return {
    code: codeForScore(score, maximum ?? 0, fullCode),
    score,
    ...(maximum !== null && maximum > 0 ? { maximum } : {}),
    message: messageOtherThanScore(textOf(message)?.slice(0, 200) ?? ''),
  };
}

/** Returns the message, unless it is only the score and its maximum: `30 / 100`. Null: none. */
function messageOtherThanScore(message: string): string | null {
  return message === '' || /^[\d\s.,’']{1,50}\/[\d\s.,’']{1,50}$/.test(message) ? null : message;
}

/** Returns the code for a score. Without a maximum, a score of 0 isn't a verdict. */
function codeForScore(score: number, maximum: number, fullCode: string): StatusCode {
  if (maximum <= 0) return score > 0 ? 'PART' : SCORED;
  if (score >= maximum) return fullCode;
  return score > 0 ? 'PART' : 'WA';
}

/** Fetches cases and compiler output. Null: CMS doesn't show them. */
async function fetchDetails(http: JudgeHttp, task: string, requestId: string): Promise<Details | null> {
  const path = `${submissionPath(task, requestId)}/details`;
  const answer = await http.send({ method: 'GET', path, headers: inEnglish });
  throwIfTemporary(answer);
  if (answer.status >= 400) return null;
  // Throws for a whole page, which is from a proxy, or the front page of a closed contest: CMS sends a part of a page.
  if (/^\s*<(?:!doctype|html)\b/i.test(answer.text.slice(0, 1_000))) readJson(answer);
  return readDetails(answer.text, answer.language ?? null);
}

/**
 * Throws the failure of a request for optional data if the server is overloaded or failed. If it were ignored, the data
 * would be missing forever. CMS sends a sentence instead of details that it can't show, so a 5xx is temporary.
 */
function throwIfTemporary(answer: Answer): void {
  if (answer.status === 429 || answer.status >= 500) throwIf(refusalIn(answer));
}

/**
 * Fetches the source file, if the contest allows downloads and the task has a single file with the usual name. CMS
 * accepts the name with `%l`, so the language of the submission needn't be known. Null: not available.
 */
async function fetchSource(http: JudgeHttp, task: string, requestId: string): Promise<string | null> {
  const path = `${submissionPath(task, requestId)}/files/${encoded(`${task}.%l`)}`;
  const answer = await http.send({ method: 'GET', path });
  throwIfTemporary(answer);
  const isSource =
    answer.status < 400 && !isPage(answer) && !/\bjson\b/i.test((answer.contentType ?? '').slice(0, 100));
  return isSource ? answer.text || null : null;
}
