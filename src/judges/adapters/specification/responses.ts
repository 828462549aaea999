// Requests, results, failures, and pushed frames of judges that follow the specification.
import { isValidTime } from '../../../base/validTime';
import {
  decodeEnvelope,
  decodeErrorBody,
  isObject,
  jsonIn,
  type JsonObject,
  type ErrorBody,
} from '../../../results';
import type { Answer, JudgeHttp, PushFrame } from '../../adapter';
import type { Account } from '../../signIn/authentication';
import { retryAfterMs, RequestFailed } from '../../requestFailed';
import type { RequestName } from '../../requestName';
import { isRequestId } from '../../requestIdInput';
import type { Quota, Submitted } from '../../submission';
import { readAccepted } from '../shared/acceptedResponse';
import type { ResultAnswer } from '../shared/makeResult';
import { accepted } from '../shared/listedSubmissions';
import { bodyOf, jsonOf, misshapen, readObject } from '../shared/responseBody';
import { isBlocked, isRefusal, isUnknownResult, saidIn } from '../shared/refusals';

/** Fetches a result: `GET {base}/judge/result?id=` (specification, section 4.1). */
export async function fetchResult(http: JudgeHttp, { requestId }: RequestName): Promise<ResultAnswer> {
  const id = encodeURIComponent(requestId.replace(/\p{Surrogate}/gu, '\ufffd'));
  const answer = await http.get(`/judge/result?id=${id}`);
  if (answer.status === 204) return { kind: 'notReady' };
  const decoded = decodeEnvelope(jsonOf(answer));
  if (!decoded.ok) throw misshapen(decoded);
  return { kind: 'result', envelope: decoded.envelope, raw: answer.text, notices: decoded.notices };
}

/** A request ID that exists at no judge. */
const UNKNOWN_REQUEST = { requestId: 'judge-results-credential-check', hint: null };

/**
 * Checks the credentials at a judge that has no cheaper request: fetches a nonexistent result. If the judge itself
 * reports that it doesn't exist, it accepted them. The specification doesn't define an account.
 */
export async function checkByUnknownResult(http: JudgeHttp): Promise<Account> {
  try {
    await fetchResult(http, UNKNOWN_REQUEST);
  } catch (error) {
    if (!isUnknownResult(error)) throw error;
  }
  return { name: null };
}

export async function submitProgram(http: JudgeHttp, path: string, body: unknown): Promise<Submitted> {
  return accepted(readAccepted(await http.postJson(path, body), requestIdIn));
}

export function requestIdIn(answer: Answer): string {
  const body = readObject(answer);
  const requestId = body.text('requestId');
  return requestId !== null && isRequestId(requestId)
    ? requestId
    : body.typeMismatch('requestId', 'a request ID');
}

export function readQuotas(answer: Answer): readonly Quota[] {
  const body = readObject(answer);
  if (body.raw.quotas === undefined || body.raw.quotas === null) body.typeMismatch('quotas', 'a list');
  return body.list('quotas', readQuota);
}

function readQuota(quota: JsonObject): Quota {
  const points = quota.optionalObject('points');
  return {
    available: quota.number('availablePoints') ?? quota.typeMismatch('availablePoints', 'a number'),
    most: points.number('max'),
    used: points.number('used'),
    validAfter: readMoment(quota, 'validAfter'),
    expiresAt: readMoment(quota, 'expireTime'),
  };
}

/** Reads seconds since 1970. Null: missing, or later than any calendar date, which some judges send for “never”. */
function readMoment(quota: JsonObject, field: string): number | null {
  const seconds = quota.number(field);
  if (seconds === null) return null;
  const time = seconds * 1000;
  return isValidTime(time) ? time : null;
}

/** Returns the failure that a response reports (specification, section 7). Null: none. */
export function refusalIn(answer: Answer): RequestFailed | null {
  const { status, retryAfter = null, date = null, receivedAt } = answer;
  if (status >= 200 && status < 300) return null;
  const body = bodyOf(answer);
  return new RequestFailed(
    {
      kind: 'status',
      status,
      error: decodeErrorBody(status, body) ?? usualError(status, body),
      retryAfter: retryAfterMs(retryAfter, date, receivedAt),
      ...(isBlocked(answer) ? { refusesAnybody: true } : {}),
    },
    { sent: isRefusal(status) ? 'no' : 'maybe' },
  );
}

/**
 * Reads the error of a judge with its own format. Null: the body isn't a JSON object, so any web server may have sent
 * it.
 */
function usualError(errorCode: number, body: unknown): ErrorBody | null {
  if (!isObject(body)) return null;
  return { errorCode, errorType: null, errorMessage: saidIn(body), errorData: null, form: null };
}

/** Reads a pushed result: the whole text is the envelope (specification, section 4.2). */
export function readPushed(text: string): PushFrame {
  const decoded = decodeEnvelope(jsonIn(text));
  if (!decoded.ok) return { kind: 'unreadable' };
  const { envelope, notices } = decoded;
  if (envelope.requestId === null) return { kind: 'other' };
  return {
    kind: 'result',
    requestId: envelope.requestId,
    answer: { kind: 'result', envelope, raw: text, notices },
  };
}

/**
 * Reads a pushed result that follows the name of its channel, as the Luogu Open Platform sends it. `channel`: the
 * channel with results; null: any channel except that of the greeting.
 */
export function readChannelFrame(text: string, channel: string | null): PushFrame {
  const end = text.indexOf('\0');
  if (end < 0) return { kind: 'unreadable' };
  const name = text.slice(0, end);
  const isExpected = channel === null ? name !== GREETING : name === channel;
  return isExpected ? readPushed(text.slice(end + 1)) : { kind: 'other' };
}

/** Channel of the message that the Luogu Open Platform sends after each connection. */
const GREETING = 'AUTH_WELCOME';
