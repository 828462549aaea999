import type { Answer } from '../../adapter';
import type { RequestFailed } from '../../requestFailed';
import { bodyOf } from '../shared/responseBody';
import { refusal } from '../shared/refusals';
import { objectOf, textOf } from '../shared/jsonValues';

/**
 * Returns the failure that a response reports. Every failure has a comment, with any HTTP status. A 403 without
 * JSON is a bot check and doesn't concern the submission.
 */
export function refusalIn(answer: Answer): RequestFailed | null {
  const body = bodyOf(answer);
  const { status, comment } = objectOf(body);
  if (status === 'FAILED') {
    const message = textOf(comment);
    return refusal(answer, { status: statusIn(message ?? '', answer.status), message });
  }
  const isBotCheck = answer.status === 403 && body === undefined;
  return answer.status >= 400 && !isBotCheck ? refusal(answer) : null;
}

function statusIn(comment: string, status: number): number {
  if (/call limit exceeded/i.test(comment)) return 429;
  if (/^api(?:key|sig)\b/i.test(comment)) return 401;
  // the key belongs to another handle
  if (/^includeSources\b/i.test(comment)) return 403;
  if (/\bnot found\b/i.test(comment)) return 404;
  if (/\bnot (?:allowed|authorized)\b|\bauthenticated\b|access/i.test(comment)) return 403;
  return status >= 400 ? status : 400;
}
