import { isObject } from '../../../judge';
import type { PlainAnswer } from '../answer';
import { answersBy, bodyOf, inside, refused } from '../reading';
import { type Raw, objectOf, textOf } from '../values';

/**
 * HTTP statuses that the symbols of errors stand for; 400 if a symbol isn't listed. A denied permission always means the key: it is
 * wrong, expired, or of a user who may not take part. The run of another user is an unknown run.
 */
const statuses = new Map<unknown, number>([
  ['ERR_PERMISSION_DENIED', 401],
  ['ERR_INV_RUN_ID', 404],
  ['ERR_USERLIST_SERVER_DOWN', 503],
  ['ERR_SERVICE_NOT_AVAILABLE', 503],
  ['ERR_RATE_EXCEEDED', 429],
]);

export const { asked, askedForResult, understood } = answersBy(refuseFailure, inside('result'));

/** Throws what a refusal means. Failures have HTTP status 200, too, and a symbol that doesn't depend on the language. */
function refuseFailure(answer: PlainAnswer, now: number): void {
  const error = errorIn(answer);
  if (error) {
    const { symbol, message } = error;
    const status = statuses.get(symbol) ?? (answer.status >= 400 ? answer.status : 400);
    throw refused(answer, now, status, { type: textOf(symbol), message: textOf(message) });
  }
  // a page contains nothing about the key
  if (answer.status >= 400) throw refused(answer, now);
}

export function isRefused(answer: PlainAnswer | undefined): boolean {
  return answer !== undefined && (answer.status >= 400 || errorIn(answer) !== null);
}

/** Returns whether ejudge refused the request with that symbol. */
export function isRefusedWith(answer: PlainAnswer | undefined, symbol: string): boolean {
  return answer !== undefined && errorIn(answer)?.['symbol'] === symbol;
}

/** Returns the result of an answer that something else doesn't depend on; an empty object if it was refused. */
export function resultIfAny(answer: PlainAnswer | undefined): Raw {
  if (!answer || answer.status >= 400 || errorIn(answer)) return {};
  return objectOf(objectOf(bodyOf(answer)).result);
}

/** Null if the request wasn't refused. */
function errorIn(answer: PlainAnswer): Raw | null {
  const { ok, error } = objectOf(bodyOf(answer));
  return ok === false || isObject(error) ? objectOf(error) : null;
}
