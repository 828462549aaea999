// Helper functions for adapters.
import { JsonObject, meaningOf, type FormError, type JudgeSemantics } from '../../judge';
import { retryAfterMs, ServiceFailed } from '../failure';
import type { Answer } from '../judgeHttp';
import type { BatchAnswer, RecentSubmission } from '../adapter';
import { endedOrNotReady, isBlocked, isBotCheck, isRefusal, jsonOf } from './reading';

/** Reads a response that must be a JSON object. Its methods read the fields. Throws if it is anything else. */
export function readObject(answer: Answer): JsonObject {
  return JsonObject.of(jsonOf(answer));
}

/** Reads a response that must be a list of JSON objects. Throws if it is anything else. */
export function readList<Item>(answer: Answer, read: (item: JsonObject) => Item): readonly Item[] {
  return JsonObject.listOf(jsonOf(answer), read);
}

/** Data of a response that reports a failure. */
export interface RefusalDetails {
  readonly type?: string | null;
  readonly message?: string | null;
  readonly form?: FormError;
  readonly retryAfter?: number | null;
  /** a 403 that other credentials wouldn't change; absent: `isBlocked` decides */
  readonly refusesAnybody?: boolean;
  /** absent: the site may have the API */
  readonly hasNoApi?: boolean;
  /** absent: the failure doesn't concern the language */
  readonly refusesLanguage?: boolean;
  /** absent: the submission may be the user's own */
  readonly isOthers?: 'team' | 'unclear';
  /** ID of a contest that doesn't exist on the site; absent: the failure doesn't concern a contest */
  readonly missingContest?: string;
  /** URL of the API, if it isn't at the configured URL; absent: it is, or wasn't found */
  readonly apiUrl?: string;
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
): ServiceFailed {
  const { type = null, message = null, form = null, taken = [] } = details;
  const isSaid = type !== null || message !== null || form !== null;
  const error = { errorCode: status, errorType: type, errorMessage: message, errorData: null, form };
  const refusesAnybody = status === 403 && (details.refusesAnybody ?? isBlocked(answer));
  const retryAfter =
    details.retryAfter ?? retryAfterMs(answer.retryAfter ?? null, answer.date ?? null, answer.receivedAt);
  return new ServiceFailed(
    {
      kind: 'status',
      status,
      error: isSaid ? error : null,
      retryAfter,
      ...(answer.status === status ? {} : { answered: answer.status }),
      ...(refusesAnybody ? { refusesAnybody } : {}),
      ...(details.hasNoApi ? { hasNoApi: true } : {}),
      ...(details.refusesLanguage ? { refusesLanguage: true } : {}),
      ...(details.isOthers ? { isOthers: details.isOthers } : {}),
      ...(details.missingContest === undefined ? {} : { missingContest: details.missingContest }),
      ...(details.apiUrl === undefined ? {} : { apiUrl: details.apiUrl }),
    },
    { sent: taken.length === 0 && (isRefusal(answer.status) || isRefusal(status)) ? 'no' : 'maybe', taken },
  );
}

/** Throws a failure unless it is null: `throwIf(refusalIn(answer))`. */
export function throwIf(failure: ServiceFailed | null): void {
  if (failure) throw failure;
}

/** The default `refusalIn`: checks the HTTP status. */
export function refusalByStatus(answer: Answer): ServiceFailed | null {
  return answer.status >= 400 ? refusal(answer) : null;
}

/**
 * Returns a failure if a Cloudflare bot check responded instead of the judge; null if not. The judge received nothing
 * then.
 */
export function botCheckIn(answer: Answer): ServiceFailed | null {
  return isBotCheck(answer) ? refusal(answer, { status: 403, refusesAnybody: true }) : null;
}

/**
 * Converts listed submissions to batch states, for `fetchStates`. A pending code means that the result isn't ready.
 * `withoutCode`: state of a submission without a code.
 */
export function statesOf(
  submissions: readonly RecentSubmission[],
  { statuses }: JudgeSemantics,
  withoutCode: 'ended' | 'notReady' = 'notReady',
): ReadonlyMap<string, BatchAnswer> {
  return new Map(
    submissions.map(({ requestId, status }): [string, BatchAnswer] => {
      if (status === null) return [requestId, { kind: withoutCode }];
      const meaning = meaningOf(statuses, status);
      if (meaning?.suspended) return [requestId, { kind: 'notReady', isSuspended: true }];
      return [requestId, endedOrNotReady(meaning?.kind !== 'pending')];
    }),
  );
}
