import { isObject, type JsonObject } from '../../../judge';
import type { Answer, JudgeHttp } from '../../adapter';
import type { ServiceFailed } from '../../failure';
import { bodyOf, readObject } from '../responseBody';
import { refusal, throwIfBusy } from '../refusals';
import { type Raw, objectOf, textOf } from '../jsonValues';

/**
 * HTTP status for each error symbol; 400 for other symbols. A permission error always concerns the key: it is wrong,
 * expired, or its user may not take part. The run of another user is reported as unknown.
 */
const statuses = new Map<unknown, number>([
  ['ERR_PERMISSION_DENIED', 401],
  ['ERR_INV_RUN_ID', 404],
  ['ERR_USERLIST_SERVER_DOWN', 503],
  ['ERR_SERVICE_NOT_AVAILABLE', 503],
  ['ERR_RATE_EXCEEDED', 429],
]);

/** Reads the result of a successful response. */
export function resultIn(answer: Answer): JsonObject {
  return readObject(answer).object('result');
}

/** Fetches an optional result; an empty object if ejudge rejected the request. */
export async function fetchResultIfAny(http: JudgeHttp, path: string): Promise<Raw> {
  const answer = await http.send({ method: 'GET', path });
  const failure = refusalIn(answer);
  throwIfBusy(failure);
  return failure ? {} : objectOf(objectOf(bodyOf(answer)).result);
}

/**
 * Returns the failure that a response reports. ejudge also sends failures with HTTP status 200. They contain a symbol
 * that doesn't depend on the language.
 */
export function refusalIn(answer: Answer): ServiceFailed | null {
  const error = errorIn(answer);
  // error pages contain no information about the key
  if (!error) return answer.status >= 400 ? refusal(answer) : null;
  const { symbol, message } = error;
  const status = statuses.get(symbol) ?? (answer.status >= 400 ? answer.status : 400);
  return refusal(answer, { status, type: textOf(symbol), message: textOf(message) });
}

/** Returns whether ejudge rejected the request with that symbol. */
export function isRefusedWith(answer: Answer, symbol: string): boolean {
  return errorIn(answer)?.['symbol'] === symbol;
}

/** Returns null if the request wasn't rejected. */
function errorIn(answer: Answer): Raw | null {
  const { ok, error } = objectOf(bodyOf(answer));
  return ok === false || isObject(error) ? objectOf(error) : null;
}
