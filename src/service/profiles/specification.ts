import {
  decodeEnvelope,
  decodeServiceError,
  isObject,
  jsonIn,
  type Reader,
  type ServiceError,
} from '../../judge';
import { isMoment } from '../../base/moments';
import { ServiceFailed, retryAfterMs } from '../failure';
import type { Account } from '../authentication';
import type { PushFrame } from '../profile';
import type { Question, RequestName, ServiceRequest } from '../question';
import type { Quota, SubmissionOffer, Submitted } from '../submission';
import { isRequestId } from '../requestIdInput';
import {
  bodyOf,
  isBlocked,
  isRefusal,
  jsonOf,
  misshapen,
  readAnswer,
  saidIn,
  type PlainAnswer,
  type ResultAnswer,
} from './reading';

/** `GET {base}/judge/result?id=` (specification, section 4.1). */
export function resultQuestion({ requestId }: RequestName): Question<ResultAnswer> {
  const id = encodeURIComponent(requestId.replace(/\p{Surrogate}/gu, '\ufffd'));
  return { request: { method: 'GET', path: `/judge/result?id=${id}` }, read: readResult };
}

/** An ID that no service has: what is of interest is whether the service knows who asks. */
const probe = { requestId: 'judge-results-credential-check', hint: null };

/** Where nothing cheaper is known: asks for a result that nobody has. Its 404 is the best answer there is. */
export const probeQuestion: Question<Account> = {
  request: resultQuestion(probe).request,
  read: (answer, now) => {
    readResult(answer, now);
    return nobody;
  },
};

/** The specification names no accounts. */
const nobody: Account = { name: null };

/** A question whose answer is read where it is no failure. */
export function question<Value>(
  request: ServiceRequest,
  read: (answer: PlainAnswer) => Value,
): Question<Value> {
  return {
    request,
    read: (answer, now) => {
      refuseFailure(answer, now);
      return read(answer);
    },
  };
}

/** What the retrieval endpoint says of a request (specification, sections 3 and 4.1). */
export function readResult(answer: PlainAnswer, now: number): ResultAnswer {
  refuseFailure(answer, now);
  if (answer.status === 204) return { kind: 'notReady' };
  const decoded = decodeEnvelope(jsonOf(answer));
  if (!decoded.ok) throw misshapen(decoded);
  return { kind: 'result', envelope: decoded.envelope, raw: answer.text, notices: decoded.notices };
}

/** The JSON of an answer that is no failure. */
export function understoodJson(answer: PlainAnswer, now: number): unknown {
  refuseFailure(answer, now);
  return jsonOf(answer);
}

/** The request ID in the answer to a submission. */
export function requestIdOf(answer: PlainAnswer): string {
  return readAnswer(answer, (json, reader) => {
    const { requestId } = reader.object(json, '');
    const text = reader.text(requestId, 'requestId');
    return text !== null && isRequestId(text) ? text : reader.misfit('requestId', 'a request ID', requestId);
  }).value;
}

/** Hands a program in; the answer names the request. */
export function submitQuestion(path: string, body: unknown): Question<Submitted> {
  return question({ method: 'POST', path, body }, (answer) => ({
    kind: 'accepted',
    requestId: requestIdOf(answer),
    hint: null,
  }));
}

/** Of what may be offered for handing in, all that the specification has nothing of. */
export const plainSubmission = {
  formOf: null,
  search: null,
  problemIn: null,
  hasOptimisation: false,
  hasSelfTest: false,
  trackIdLimit: 64,
} satisfies Partial<SubmissionOffer>;

export function quotasOf(answer: PlainAnswer): Quota[] {
  return readAnswer(answer, (json, reader) => {
    const { quotas } = reader.object(json, '');
    if (quotas === undefined || quotas === null) reader.misfit('quotas', 'a list', quotas);
    return reader.list(quotas, 'quotas', quotaOf);
  }).value;
}

function quotaOf(raw: Record<string, unknown>, _key: string | null, reader: Reader): Quota {
  const { availablePoints, points } = raw;
  const seconds = (field: string) => {
    const value = reader.number(raw[field], field);
    const time = value === null ? null : value * 1000;
    // beyond it no calendar has a day: “never”, in some services' words
    return time !== null && isMoment(time) ? time : null;
  };
  const whole = points === null || points === undefined ? {} : reader.object(points, 'points');
  reader.enter('points');
  const most = reader.number(whole.max, 'max');
  const used = reader.number(whole.used, 'used');
  reader.leave();
  return {
    available:
      reader.number(availablePoints, 'availablePoints') ??
      reader.misfit('availablePoints', 'a number', availablePoints),
    most,
    used,
    validAfter: seconds('validAfter'),
    expiresAt: seconds('expireTime'),
  };
}

/** Throws the failure that an answer is, if it is one (specification, section 7). */
function refuseFailure(answer: PlainAnswer, now: number): void {
  const { status } = answer;
  if (status >= 200 && status < 300) return;
  const body = bodyOf(answer);
  const error = decodeServiceError(status, body) ?? usualError(status, body);
  const retryAfter = retryAfterMs(answer.retryAfter ?? null, answer.date ?? null, now);
  throw new ServiceFailed(
    { kind: 'status', status, error, retryAfter, ...(isBlocked(answer) ? { refusesAnybody: true } : {}) },
    { sent: isRefusal(status) ? 'no' : 'maybe' },
  );
}

/** The error of a service that has a format of its own. Null: not even JSON, so it may be any web server's. */
function usualError(errorCode: number, body: unknown): ServiceError | null {
  if (!isObject(body)) return null;
  return { errorCode, errorType: null, errorMessage: saidIn(body), errorData: null, form: null };
}

/** A pushed result: the envelope is the whole text (specification, section 4.2). */
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
 * The same behind the name of its channel, as the public service frames it. `channel`: the one whose frames are
 * results; null: any but the greeting's.
 */
export function readChannelFrame(text: string, channel: string | null): PushFrame {
  const end = text.indexOf('\0');
  if (end < 0) return { kind: 'unreadable' };
  const name = text.slice(0, end);
  const isExpected = channel === null ? name !== GREETING : name === channel;
  return isExpected ? readPushed(text.slice(end + 1)) : { kind: 'other' };
}

/** Sent by the public service after connecting, without being asked for. */
const GREETING = 'AUTH_WELCOME';
