import { decodeEnvelope, decodeServiceError, plainText, readJson } from '../judge';
import type { DecodeNotice, Envelope, Misread, Reader } from '../judge';
import { ServiceFailed } from './failure';
import type { ServiceFailure } from './failure';
import { isRequestId } from './requestIdInput';
import { retryAfterMs } from './retryAfter';
import type { Answer } from './transport';

/** What the retrieval endpoint says of a request (specification, sections 3 and 4.1). */
export type ResultAnswer =
  | {
      readonly kind: 'result';
      readonly envelope: Envelope;
      /** the body as it came */
      readonly raw: string;
      readonly notices: readonly DecodeNotice[];
    }
  /** 204: nothing produced yet */
  | { readonly kind: 'notReady' };

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

export function resultOf(answer: Answer): ResultAnswer {
  if (answer.status === 204) return { kind: 'notReady' };
  const decoded = decodeEnvelope(jsonOf(answer));
  if (!decoded.ok) throw misshapen(answer, decoded);
  return { kind: 'result', envelope: decoded.envelope, raw: answer.text, notices: decoded.notices };
}

/** The request ID in the answer to a submission. */
export function requestIdOf(answer: Answer): string {
  return shaped(answer, (json, reader) => {
    const { requestId } = reader.object(json, '');
    const text = reader.text(requestId, 'requestId');
    return text !== null && isRequestId(text) ? text : reader.misfit('requestId', 'a request ID', requestId);
  });
}

export function quotasOf(answer: Answer): Quota[] {
  return shaped(answer, (json, reader) => {
    const { quotas } = reader.object(json, '');
    if (quotas === undefined || quotas === null) reader.misfit('quotas', 'a list', quotas);
    return reader.list(quotas, 'quotas', quotaOf);
  });
}

function quotaOf(raw: Record<string, unknown>, _key: string | null, reader: Reader): Quota {
  const { availablePoints, points } = raw;
  const seconds = (field: string) => {
    const value = reader.number(raw[field], field);
    const time = value === null ? null : value * 1000;
    // beyond it no calendar has a day: «never», in some services' words
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

/** Rejects an answer that is no success; `sent` is `no` where the service refused. */
export function refuseFailure(answer: Answer, now: number): void {
  if (answer.status >= 200 && answer.status < 300) return;
  const { status } = answer;
  if (status === 407) throw failed(answer, { kind: 'proxy', reason: '407' }, 'no');
  throw failed(
    answer,
    {
      kind: 'status',
      status,
      error: decodeServiceError(status, parsed(answer.text)),
      retryAfter: retryAfterMs(answer.retryAfter, answer.date, now),
    },
    status >= 400 && status < 500 ? 'no' : 'maybe',
  );
}

function shaped<T>(answer: Answer, read: (json: unknown, reader: Reader) => T): T {
  const result = readJson(jsonOf(answer), read);
  if (!result.ok) throw misshapen(answer, result);
  return result.value;
}

function misshapen(answer: Answer, { path, expected, found }: Misread): ServiceFailed {
  return failed(answer, { kind: 'shape', path, expected, found });
}

function jsonOf(answer: Answer): unknown {
  const json = parsed(answer.text);
  if (json !== undefined) return json;
  const contentType = answer.contentType === null ? null : plainText(answer.contentType, 100);
  const looksLikeHtml =
    /^\s*<(?:!doctype|html|head|body|!--|\?xml)/i.test(answer.text.slice(0, 1000)) ||
    /^text\/html\b/i.test(contentType ?? '');
  throw failed(answer, { kind: 'notJson', contentType, looksLikeHtml });
}

/** Undefined for what is no JSON: no JSON text stands for it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function failed(answer: Answer, failure: ServiceFailure, sent: 'no' | 'maybe' = 'maybe'): ServiceFailed {
  return new ServiceFailed(failure, { sent, credentialId: answer.credentialId });
}
