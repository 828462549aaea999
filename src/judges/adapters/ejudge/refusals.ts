import { isObject, type JsonObject } from '../../../results';
import type { Answer, JudgeHttp } from '../../adapter';
import type { RequestFailed } from '../../requestFailed';
import type { OutgoingRequest } from '../../http/judgeHttp';
import { bodyOf, isPage, readObject } from '../shared/responseBody';
import { type RefusalDetails, refusal, throwIfBusy } from '../shared/refusals';
import { type Raw, objectOf, textOf } from '../shared/jsonValues';
import type { ContestPaths } from './addresses';

/** The meaning of each error symbol, as an HTTP status with details; 400 for other symbols. */
const meanings: Readonly<Record<string, RefusalDetails & { readonly status: number }>> = {
  ERR_INV_RUN_ID: { status: 404 },
  ERR_USERLIST_SERVER_DOWN: { status: 503 },
  ERR_SERVICE_NOT_AVAILABLE: { status: 503 },
  ERR_RATE_EXCEEDED: { status: 429 },
  ERR_CONTEST_NOT_STARTED: { status: 400, cause: { kind: 'closed', why: 'notBegun' } },
  ERR_CONTEST_ALREADY_FINISHED: { status: 400, cause: { kind: 'closed', why: 'ended' } },
  ERR_PROB_DEADLINE_EXPIRED: { status: 400, cause: { kind: 'closed', why: 'deadline' } },
  ERR_PROB_TOO_MANY_ATTEMPTS: { status: 400, cause: { kind: 'closed', why: 'attempts' } },
  ERR_CLIENTS_SUSPENDED: { status: 503, cause: { kind: 'closed', why: 'suspended' } },
  ERR_LANG_NOT_AVAIL_FOR_PROBLEM: { status: 400, cause: { kind: 'language' } },
};

export function resultIn(answer: Answer): JsonObject {
  return readObject(answer).object('result');
}

/**
 * Sends a request for optional data. Its result is empty if ejudge rejected the request. Rejects if the server is too
 * busy.
 */
export async function requestIfAny(
  http: JudgeHttp,
  request: OutgoingRequest,
  paths: ContestPaths,
): Promise<{ readonly answer: Answer; readonly result: Raw }> {
  const answer = await http.send(request);
  const failure = refusalIn(answer, paths);
  throwIfBusy(failure);
  return { answer, result: failure ? {} : objectOf(objectOf(bodyOf(answer)).result) };
}

/**
 * Returns the failure that a response reports. ejudge also sends failures with HTTP status 200. They contain a symbol
 * that doesn't depend on the language. A denied permission has one of three causes: the key is wrong or has expired, the
 * contest doesn't exist, or the user isn't registered for it. The run of another user is reported as unknown.
 */
export function refusalIn(answer: Answer, { page }: ContestPaths): RequestFailed | null {
  const error = errorIn(answer);
  if (!error) {
    if (isSignInPage(answer)) return refusal(answer, { status: 401, cause: { kind: 'lostCredential' } });
    // error pages contain no information about the key
    return answer.status >= 400 ? refusal(answer) : null;
  }
  const [symbol, message] = [textOf(error.symbol), textOf(error.message)];
  if (symbol === 'ERR_PERMISSION_DENIED') {
    return refusal(answer, { status: 401, type: symbol, message, page, cause: { kind: 'deniedInContest' } });
  }
  const known = symbol !== null && Object.hasOwn(meanings, symbol) ? meanings[symbol] : undefined;
  const status = answer.status >= 400 ? answer.status : 400;
  return refusal(answer, { status, ...known, type: symbol, message });
}

/** Returns whether the response is the page on which participants sign in, which ejudge sends to requests without a key. */
function isSignInPage(answer: Answer): boolean {
  return (
    answer.status === 200 && isPage(answer) && /<input\b[^<>]{0,200}\bname="password"/i.test(answer.text)
  );
}

export function isRefusedWith(answer: Answer, symbol: string): boolean {
  return errorIn(answer)?.['symbol'] === symbol;
}

/** Returns null if the request wasn't rejected. */
function errorIn(answer: Answer): Raw | null {
  const { ok, error } = objectOf(bodyOf(answer));
  return ok === false || isObject(error) ? objectOf(error) : null;
}
