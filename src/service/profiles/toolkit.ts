// Functions that adapters are written with.
import { JsonObject, meaningOf, type JudgeSemantics } from '../../judge';
import type { ServiceFailed } from '../failure';
import type { Answer } from '../judgeHttp';
import type { BatchAnswer, RecentSubmission } from '../adapter';
import { blocked, endedOrNotReady, isBotCheck, jsonOf, refused, type RefusalDetails } from './reading';

/** Reads a response that is a JSON object. Its fields are read by the methods of the object. Throws if it is anything else. */
export function readObject(answer: Answer): JsonObject {
  return JsonObject.of(jsonOf(answer));
}

/** Reads a response that is a list of JSON objects. Throws if it is anything else. */
export function readList<Item>(answer: Answer, read: (item: JsonObject) => Item): readonly Item[] {
  return JsonObject.listOf(jsonOf(answer), read);
}

/**
 * Makes the failure that a response reports. `status`: the HTTP status that it means, if that isn’t the status it has.
 * `details`: what else the response contains.
 */
export function refusal(
  answer: Answer,
  { status = answer.status, ...details }: { readonly status?: number } & RefusalDetails = {},
): ServiceFailed {
  return refused(answer, answer.receivedAt, status, details);
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
  return isBotCheck(answer) ? blocked(answer, answer.receivedAt) : null;
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
