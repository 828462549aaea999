import { isObject, type JsonObject } from '../../../judge';
import type { Answer, JudgeHttp } from '../../adapter';
import type { ServiceFailed } from '../../failure';
import { bodyOf } from '../reading';
import { readObject, refusal } from '../toolkit';
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

/** Reads the result of a response that isn't a refusal. */
export function resultIn(answer: Answer): JsonObject {
  return readObject(answer).object('result');
}

/** Fetches a result that nothing else depends on; an empty object if the request was refused. */
export async function fetchResultIfAny(http: JudgeHttp, path: string): Promise<Raw> {
  const answer = await http.send({ method: 'GET', path });
  return refusalIn(answer) ? {} : objectOf(objectOf(bodyOf(answer)).result);
}

/** Failures have HTTP status 200, too, and a symbol that doesn't depend on the language. */
export function refusalIn(answer: Answer): ServiceFailed | null {
  const error = errorIn(answer);
  // a page contains nothing about the key
  if (!error) return answer.status >= 400 ? refusal(answer) : null;
  const { symbol, message } = error;
  const status = statuses.get(symbol) ?? (answer.status >= 400 ? answer.status : 400);
  return refusal(answer, { status, type: textOf(symbol), message: textOf(message) });
}

/** Returns whether ejudge refused the request with that symbol. */
export function isRefusedWith(answer: Answer, symbol: string): boolean {
  return errorIn(answer)?.['symbol'] === symbol;
}

/** Null if the request wasn't refused. */
function errorIn(answer: Answer): Raw | null {
  const { ok, error } = objectOf(bodyOf(answer));
  return ok === false || isObject(error) ? objectOf(error) : null;
}
