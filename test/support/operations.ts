import { ServiceFailed } from '../../src/service/failure';
import {
  Conversation,
  exchangesOf,
  judgeHttp,
  type Answer,
  type Exchange,
  type JudgeHttp,
  type Operation,
  type RefusalPolicy,
} from '../../src/service/judgeHttp';
import type { Account } from '../../src/service/authentication';
import type { ServiceProfile } from '../../src/service/profile';
import type { PlainAnswer, ResultAnswer } from '../../src/service/profiles/answer';
import {
  operationOf,
  type Question,
  type RequestName,
  type ServiceRequest,
} from '../../src/service/question';

/** ms since 1970 */
export const now = Date.parse('2026-11-22T06:13:53Z');

/** An operation together with the refusals of its judge, so that it can be run alone. */
export type BoundOperation<Value> = (http: Pick<JudgeHttp, 'send'>) => Promise<Value>;

export type Runnable<Value> = Question<Value> | BoundOperation<Value>;

/** Binds an operation to the refusals of that judge. */
export function on<Value>(judge: RefusalPolicy, operation: Operation<Value>): BoundOperation<Value> {
  return ({ send }) => operation(judgeHttp(judge, send));
}

/** Checks the account. */
export function checkOf(judge: Pick<ServiceProfile, 'checkAccount' | 'refusalIn'>): BoundOperation<Account> {
  return on(judge, judge.checkAccount);
}

/** Fetches a result. */
export function resultAt(
  judge: Pick<ServiceProfile, 'fetchResult' | 'refusalIn'>,
  request: RequestName,
): BoundOperation<ResultAnswer> {
  return on(judge, (http) => judge.fetchResult(http, request));
}

/** A `BoundOperation` has those of its judge. */
const noRefusals: RefusalPolicy = { refusalIn: () => null };

type Reply = (request: ServiceRequest) => PlainAnswer;

/** Runs a question as the client does. `reply` returns the response to each request. */
export function run<Value>(question: Runnable<Value>, reply: Reply, receivedAt = now): Promise<Value> {
  const sendOne = (request: ServiceRequest): Answer => ({ ...reply(request), receivedAt });
  return new Conversation(noRefusals, sendOne).run(operationIn(question));
}

/** Runs a question that must fail. Returns its failure, in the one form of all services. */
export async function failureOf<Value>(
  question: Runnable<Value>,
  reply: Reply,
  receivedAt = now,
): Promise<ServiceFailed> {
  try {
    await run(question, reply, receivedAt);
  } catch (error) {
    if (error instanceof ServiceFailed) return error;
    throw error;
  }
  throw new Error('it didn’t fail');
}

/** Describes a failure: the status and the message of a refusal, the place of a wrong shape, else its kind. */
export async function failing<Value>(question: Runnable<Value>, reply: Reply): Promise<string> {
  const { failure } = await failureOf(question, reply);
  if (failure.kind === 'shape') return `${failure.path}: ${failure.expected}, not ${failure.found}`;
  if (failure.kind !== 'status') return failure.kind;
  return [failure.status, failure.error?.errorMessage].filter(Boolean).join(' ');
}

/** Runs a question and returns its requests, even if it fails. By default each response is empty. */
export async function requestsOf<Value>(
  question: Runnable<Value>,
  reply: Reply = () => ({ status: 200, contentType: null, text: '' }),
): Promise<readonly ServiceRequest[]> {
  const exchanges = await run(
    exchangesOf(noRefusals, operationIn(question), (answer) => answer),
    reply,
  );
  return exchanges.map(({ request }) => request);
}

/** The first request of a question, which all others depend on. By default the response to it is empty. */
export async function firstRequestOf<Value>(question: Runnable<Value>): Promise<ServiceRequest> {
  const [first] = await requestsOf(question);
  if (!first) throw new Error('nothing was requested');
  return first;
}

/** Runs a question and records its exchanges. Later requests than there are answers get a 404. */
export function recorded<Value>(
  question: Runnable<Value>,
  ...answers: readonly PlainAnswer[]
): Promise<readonly Exchange[]> {
  const left = [...answers];
  const reply = (): PlainAnswer => left.shift() ?? { status: 404, contentType: null, text: '' };
  return run(
    exchangesOf(noRefusals, operationIn(question), (answer) => answer),
    reply,
  );
}

function operationIn<Value>(question: Runnable<Value>): BoundOperation<Value> {
  return typeof question === 'function' ? question : on(noRefusals, operationOf(question));
}
