import type { JsonObject } from '../../../results';
import type { Answer } from '../../adapter';
import type { RequestFailed } from '../../requestFailed';
import { objectOf, textOf } from '../shared/jsonValues';
import { refusal } from '../shared/refusals';
import { bodyOf } from '../shared/responseBody';

/** The codes of errors that concern the token: it isn’t valid, or not confirmed yet. */
export const tokenErrors: readonly (string | null)[] = ['invalid_api_key', 'pending_api_key'];

/** Returns the code of the error in a response; null if it contains none. */
export function errorCodeIn(answer: Answer): string | null {
  return textOf(objectOf(bodyOf(answer)).code);
}

/** Returns the failure that a response reports. Null: it reports success. Errors contain a code and a message. */
export function refusalIn(answer: Answer): RequestFailed | null {
  if (answer.status < 400) return null;
  const code = errorCodeIn(answer);
  if (code === null) return refusal(answer);
  const message = textOf(objectOf(bodyOf(answer)).message);
  return refusal(answer, { status: statusOf(answer, code, message), type: code, message });
}

/**
 * Returns the HTTP status that has the meaning of an error code. The message alone identifies too many requests, because
 * the documentation has neither a code nor a status for them.
 */
function statusOf({ status }: Answer, code: string, message: string | null): number {
  if (tokenErrors.includes(code)) return 401;
  if (code === 'server_error') return Math.max(status, 500);
  if (code === 'client_error' && /^\s{0,20}too many requests\b/i.test(message ?? '')) return 429;
  return status;
}

/** Returns the ID of a submission. Throws if it is missing, or too large to be read exactly. */
export function submissionIdIn(submission: JsonObject): string {
  const id = submission.requiredInteger('id');
  return Number.isSafeInteger(id) ? String(id) : submission.typeMismatch('id', 'a request ID');
}
