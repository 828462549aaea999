import { jsonIn } from '../../base/json';
import { decodeEnvelope, decodeServiceError, type Reader } from '../../judge';
import { ServiceFailed } from '../failure';
import { isRequestId } from '../requestIdInput';
import { retryAfterMs } from '../retryAfter';
import { isRefusal, jsonOf, misshapen, readAnswer, type PlainAnswer, type ResultAnswer } from './reading';

/** A packet of judging points. Times are ms since 1970; null: not said. */
export interface Quota {
  readonly available: number;
  readonly most: number | null;
  readonly used: number | null;
  readonly validAfter: number | null;
  readonly expiresAt: number | null;
}

/** Of what JavaScript calls a time, ms since 1970. */
const LAST_MOMENT = 8.64e15;

/** What the retrieval endpoint says of a request (specification, sections 3 and 4.1). */
export function readResult(answer: PlainAnswer, now: number): ResultAnswer {
  const failure = failureOf(answer, now);
  if (failure) throw failure;
  if (answer.status === 204) return { kind: 'notReady' };
  const decoded = decodeEnvelope(jsonOf(answer));
  if (!decoded.ok) throw misshapen(decoded);
  return { kind: 'result', envelope: decoded.envelope, raw: answer.text, notices: decoded.notices };
}

/** The request ID in the answer to a submission. */
export function requestIdOf(answer: PlainAnswer): string {
  return readAnswer(answer, (json, reader) => {
    const { requestId } = reader.object(json, '');
    const text = reader.text(requestId, 'requestId');
    return text !== null && isRequestId(text) ? text : reader.misfit('requestId', 'a request ID', requestId);
  }).value;
}

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
    return time !== null && Math.abs(time) <= LAST_MOMENT ? time : null;
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

/** Which failure an answer is (specification, section 7); null: none. */
export function failureOf(answer: PlainAnswer, now: number): ServiceFailed | null {
  const { status } = answer;
  if (status >= 200 && status < 300) return null;
  const error = decodeServiceError(status, jsonIn(answer.text));
  const retryAfter = retryAfterMs(answer.retryAfter ?? null, answer.date ?? null, now);
  return new ServiceFailed(
    { kind: 'status', status, error, retryAfter },
    { sent: isRefusal(status) ? 'no' : 'maybe' },
  );
}
