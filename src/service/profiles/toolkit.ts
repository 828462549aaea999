// Functions that adapters are written with.
import { JsonObject, meaningOf, type FormError, type JudgeSemantics } from '../../judge';
import { retryAfterMs, ServiceFailed } from '../failure';
import type { Answer } from '../judgeHttp';
import type { BatchAnswer, RecentSubmission } from '../adapter';
import { endedOrNotReady, isBlocked, isBotCheck, isRefusal, jsonOf } from './reading';

/** Reads a response that is a JSON object. Its fields are read by the methods of the object. Throws if it is anything else. */
export function readObject(answer: Answer): JsonObject {
  return JsonObject.of(jsonOf(answer));
}

/** Reads a response that is a list of JSON objects. Throws if it is anything else. */
export function readList<Item>(answer: Answer, read: (item: JsonObject) => Item): readonly Item[] {
  return JsonObject.listOf(jsonOf(answer), read);
}

/** What a response that reports a failure contains. */
export interface RefusalDetails {
  readonly type?: string | null;
  readonly message?: string | null;
  readonly form?: FormError;
  readonly retryAfter?: number | null;
  /** a 403 that other credentials wouldn't change; absent: as `isBlocked` finds */
  readonly refusesAnybody?: boolean;
  /** absent: the site may have an interface */
  readonly hasNoApi?: boolean;
  /** absent: it is not about the language */
  readonly refusesLanguage?: boolean;
  /** absent: the submission may be the user's own */
  readonly isOthers?: 'team' | 'unclear';
  /** ID of the contest that the site doesn't have; absent: it isn't about a contest */
  readonly missingContest?: string;
  /** where the API was found instead; absent: nowhere */
  readonly apiUrl?: string;
  /** of a submission that was refused in part */
  readonly taken?: readonly string[];
}

/**
 * Makes the failure that a response reports, in the form that the failures of all judges have. `status`: the HTTP status
 * that it means, if that isn’t the status it has. `details`: what else the response contains.
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

/** Throws a failure, if there is one: `throwIf(refusalIn(answer))`. */
export function throwIf(failure: ServiceFailed | null): void {
  if (failure) throw failure;
}

/** The usual `refusalIn`: the HTTP status decides. */
export function refusalByStatus(answer: Answer): ServiceFailed | null {
  return answer.status >= 400 ? refusal(answer) : null;
}

/** The failure if a bot check of Cloudflare responded instead of the judge; null if none did. Nothing reached the judge. */
export function botCheckIn(answer: Answer): ServiceFailed | null {
  return isBotCheck(answer) ? refusal(answer, { status: 403, refusesAnybody: true }) : null;
}

/**
 * States of listed submissions, for `fetchStates`. A pending code means that the result isn't ready. `withoutCode`: state of
 * a submission without a code.
 */
export function statesOf(
  submissions: readonly RecentSubmission[],
  { statuses }: JudgeSemantics,
  withoutCode: BatchAnswer['kind'] = 'notReady',
): ReadonlyMap<string, BatchAnswer> {
  return new Map(
    submissions.map(({ requestId, status }): [string, BatchAnswer] => {
      if (status === null) return [requestId, endedOrNotReady(withoutCode === 'ended')];
      const meaning = meaningOf(statuses, status);
      if (meaning?.suspended) return [requestId, { kind: 'notReady', isSuspended: true }];
      return [requestId, endedOrNotReady(meaning?.kind !== 'pending')];
    }),
  );
}
