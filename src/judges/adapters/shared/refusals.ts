import { type FormError, jsonIn } from '../../../results';
import { type RefusalCause, retryAfterMs, RequestFailed } from '../../requestFailed';
import type { Answer } from '../../http/judgeHttp';
import type { PlainAnswer } from './makeResult';
import { MAX_ERROR_MESSAGE_LENGTH } from '../limits';
import { bodyOf, isPage } from './responseBody';
import { objectOf } from './jsonValues';

/** Data of a response that reports a failure. */
export interface RefusalDetails {
  readonly type?: string | null;
  readonly message?: string | null;
  readonly form?: FormError;
  readonly retryAfter?: number | null;
  /** a 403 that other credentials wouldn't change; absent: `isBlocked` decides */
  readonly refusesAnybody?: boolean;
  /** absent: unknown, or the status explains it */
  readonly cause?: RefusalCause;
  /** path or URL of the web page that resolves the problem; absent: none */
  readonly page?: string;
  /** tokens of the accepted parts of a submission that was rejected in part */
  readonly taken?: readonly string[];
}

/**
 * Creates the failure that a response reports. `status`: the HTTP status that corresponds to the failure, if the
 * response has a different one. `details`: other data of the response.
 */
export function refusal(
  answer: Answer,
  { status = answer.status, ...details }: { readonly status?: number } & RefusalDetails = {},
): RequestFailed {
  const { type = null, message = null, form = null, taken = [] } = details;
  const isSaid = type !== null || message !== null || form !== null;
  const error = { errorCode: status, errorType: type, errorMessage: message, errorData: null, form };
  const refusesAnybody = status === 403 && (details.refusesAnybody ?? isBlocked(answer));
  const retryAfter =
    details.retryAfter ?? retryAfterMs(answer.retryAfter ?? null, answer.date ?? null, answer.receivedAt);
  return new RequestFailed(
    {
      kind: 'status',
      status,
      error: isSaid ? error : null,
      retryAfter,
      ...(answer.status === status ? {} : { answered: answer.status }),
      ...(refusesAnybody ? { refusesAnybody } : {}),
      ...(details.cause ? { cause: details.cause } : {}),
      ...(details.page === undefined ? {} : { page: details.page }),
    },
    {
      sent:
        taken.length === 0 &&
        (isRefusal(answer.status) || isRefusal(status) || details.cause?.kind === 'closed')
          ? 'no'
          : 'maybe',
      taken,
    },
  );
}

/** Throws a failure unless it is null: `throwIf(refusalIn(answer))`. */
export function throwIf(failure: RequestFailed | null): void {
  if (failure) throw failure;
}

/** HTTP statuses of a judge that is overloaded or restarting. */
const BUSY: readonly number[] = [429, 502, 503, 504];

/**
 * Throws the failure of a request for optional data if the judge is overloaded or restarting. If it were ignored, the
 * data would be missing forever. Any other failure means that the judge doesn't send the data.
 */
export function throwIfBusy(failure: RequestFailed | null): void {
  if (failure?.failure.kind === 'status' && BUSY.includes(failure.failure.status)) throw failure;
}

/** The default `refusalIn`: checks the HTTP status. */
export function refusalByStatus(answer: Answer): RequestFailed | null {
  return answer.status >= 400 ? refusal(answer) : null;
}

/** Returns whether this status means that the judge didn’t act on the request. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}

/** Returns whether a firewall or a bot check sent a page instead of the judge's response. */
export function isBlocked(answer: PlainAnswer): boolean {
  return answer.status === 403 && isPage(answer) && bodyOf(answer) === undefined;
}

/** Returns whether the response is certainly a Cloudflare bot check. The judge's own pages don't match. */
export function isBotCheck(answer: PlainAnswer): boolean {
  if (answer.mitigated?.toLowerCase() === 'challenge') return true;
  if (answer.status < 400 || !isPage(answer)) return false;
  const head = answer.text.slice(0, 100_000);
  return head.includes('/cdn-cgi/challenge-platform/') || head.includes('_cf_chl_opt');
}

/**
 * Returns a failure if a Cloudflare bot check responded instead of the judge; null if not. In that case, the judge
 * received nothing.
 */
export function botCheckIn(answer: Answer): RequestFailed | null {
  return isBotCheck(answer) ? refusal(answer, { status: 403, refusesAnybody: true }) : null;
}

/** Creates the failure of an unknown request ID, for responses without an error status. */
export function unknownId(): RequestFailed {
  return new RequestFailed({ kind: 'status', status: 404, error: null, retryAfter: null }, { sent: 'no' });
}

/**
 * Returns whether the judge itself reported that a result doesn't exist, after a request for an ID that can't exist. It
 * then accepted the credentials. Any web server can send a plain 404.
 */
export function isUnknownResult(error: unknown): boolean {
  if (!(error instanceof RequestFailed) || error.failure.kind !== 'status') return false;
  const { status, error: reported } = error.failure;
  return reported !== null && [400, 402, 404, 410, 422].includes(status);
}

/** Finds an error message in one of the usual fields; null if there is none. */
export function saidIn(body: unknown): string | null {
  const raw = objectOf(body);
  for (const field of ['errorMessage', 'message', 'detail', 'error', 'title', 'msg']) {
    const message = Object.hasOwn(raw, field) ? sentenceOf(raw[field]) : '';
    if (message) return message.toWellFormed().slice(0, MAX_ERROR_MESSAGE_LENGTH);
  }
  return null;
}

/** Returns a plain-text error such as `bad problem_id`. Null: the response isn't a short plain text. */
export function plainWordsIn(answer: PlainAnswer): string | null {
  const words = answer.text.trim();
  if (words === '' || words.length > 500 || isPage(answer) || jsonIn(words) !== undefined) return null;
  return words.toWellFormed();
}

/** Reads a text, an object that contains one, or a list of either. */
function sentenceOf(value: unknown): string {
  const sentences = [value].flat().map((item) => {
    const { message, msg, detail } = objectOf(item);
    return [item, message, msg, detail].find((text): text is string => typeof text === 'string');
  });
  return sentences.slice(0, 10).filter(Boolean).join('; ');
}
