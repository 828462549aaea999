import assert from 'node:assert/strict';
import type { BatchAnswer, RecentSubmission } from '../../src/judges/adapter';
import { RequestFailed } from '../../src/judges/requestFailed';
import {
  type Answer,
  Conversation,
  type Exchange,
  exchangesOf,
  judgeHttp,
  type JudgeHttp,
  type Operation,
  type RefusalPolicy,
  type OutgoingRequest,
} from '../../src/judges/http/judgeHttp';
import type { Account } from '../../src/judges/signIn/authentication';
import { listingOf, type Judge } from '../../src/judges/judge';
import type { PlainAnswer, ResultAnswer } from '../../src/judges/adapters/shared/makeResult';
import type { RequestName } from '../../src/judges/requestName';

/** ms since 1970. */
export const now = Date.parse('2026-11-22T06:13:53Z');

/** An operation with its judge's mapping of errors, so that it can be run alone. */
export type BoundOperation<Value> = (http: Pick<JudgeHttp, 'send'>) => Promise<Value>;

/** Combines an operation with that judge's mapping of errors. */
export function on<Value>(judge: RefusalPolicy, operation: Operation<Value>): BoundOperation<Value> {
  return ({ send }) => operation(judgeHttp(judge, send));
}

/** Checks the account. */
export function checkOf(judge: Pick<Judge, 'checkAccount' | 'refusalIn'>): BoundOperation<Account> {
  return on(judge, judge.checkAccount);
}

/** Fetches a result. */
export function resultAt(
  judge: Pick<Judge, 'fetchResult' | 'refusalIn'>,
  request: RequestName,
): BoundOperation<ResultAnswer> {
  return on(judge, (http) => judge.fetchResult(http, request));
}

/** Lists the newest submissions of that user. */
export function recentOf(
  judge: Pick<Judge, 'listing' | 'refusalIn'>,
  account: string | null,
): BoundOperation<readonly RecentSubmission[]> {
  const fetchRecent = listingOf(judge, account);
  assert.ok(fetchRecent);
  return on(judge, fetchRecent);
}

/** Fetches the states of pending submissions, which that one request must cover. */
export function statesAt(
  judge: Pick<Judge, 'batch' | 'refusalIn'>,
  pending: readonly RequestName[],
  account: string | null,
): BoundOperation<ReadonlyMap<string, BatchAnswer>> {
  const { batch } = judge;
  assert.ok(batch);
  assert.ok(batch.covers(pending, account));
  return on(judge, (http) => batch.fetchStates(http, pending, account));
}

/** A `BoundOperation` already contains its judge's mapping. */
const noRefusals: RefusalPolicy = { refusalIn: () => null };

type Reply = (request: OutgoingRequest) => PlainAnswer;

/** Runs an operation as the client does. `reply` returns the response to each request. */
export function run<Value>(operation: BoundOperation<Value>, reply: Reply, receivedAt = now): Promise<Value> {
  const sendOne = (request: OutgoingRequest): Answer => ({ ...reply(request), receivedAt });
  return new Conversation(noRefusals, sendOne).run(operation);
}

/** Runs an operation that must fail. Returns its failure, in the common form of all services. */
export async function failureOf<Value>(
  operation: BoundOperation<Value>,
  reply: Reply,
  receivedAt = now,
): Promise<RequestFailed> {
  try {
    await run(operation, reply, receivedAt);
  } catch (error) {
    if (error instanceof RequestFailed) return error;
    throw error;
  }
  throw new Error('it didn’t fail');
}

/** Describes a failure: status and message of a rejection, path of an invalid field, otherwise the kind. */
export async function failing<Value>(operation: BoundOperation<Value>, reply: Reply): Promise<string> {
  const { failure } = await failureOf(operation, reply);
  if (failure.kind === 'shape') return `${failure.path}: ${failure.expected}, not ${failure.found}`;
  if (failure.kind !== 'status') return failure.kind;
  return [failure.status, failure.error?.errorMessage].filter(Boolean).join(' ');
}

/** Runs an operation and returns its requests, even if it fails. By default each response is empty. */
export async function requestsOf<Value>(
  operation: BoundOperation<Value>,
  reply: Reply = () => ({ status: 200, contentType: null, text: '' }),
): Promise<readonly OutgoingRequest[]> {
  const exchanges = await run(
    exchangesOf(noRefusals, operation, (answer) => answer),
    reply,
  );
  return exchanges.map(({ request }) => request);
}

/** The first request of an operation, which all others depend on. By default the response to it is empty. */
export async function firstRequestOf<Value>(operation: BoundOperation<Value>): Promise<OutgoingRequest> {
  const [first] = await requestsOf(operation);
  if (!first) throw new Error('nothing was requested');
  return first;
}

/** Runs an operation and records its exchanges. Requests beyond the given responses get a 404. */
export function recorded<Value>(
  operation: BoundOperation<Value>,
  ...answers: readonly PlainAnswer[]
): Promise<readonly Exchange[]> {
  const left = [...answers];
  const reply = (): PlainAnswer => left.shift() ?? { status: 404, contentType: null, text: '' };
  return run(
    exchangesOf(noRefusals, operation, (answer) => answer),
    reply,
  );
}
