import { ServiceFailed } from '../../src/service/failure';
import {
  Conversation,
  exchangesOf,
  type Answer,
  type Exchange,
  type Operation,
} from '../../src/service/judgeHttp';
import type { PlainAnswer } from '../../src/service/profiles/answer';
import { operationOf, type Question, type ServiceRequest } from '../../src/service/question';

/** ms since 1970 */
export const now = Date.parse('2026-11-22T06:13:53Z');

type Reply = (request: ServiceRequest) => PlainAnswer;

/** Runs a question as the client does. `reply` returns the response to each request. */
export function run<Value>(
  question: Question<Value> | Operation<Value>,
  reply: Reply,
  receivedAt = now,
): Promise<Value> {
  const sendOne = (request: ServiceRequest): Answer => ({ ...reply(request), receivedAt });
  return new Conversation(sendOne).run(operationIn(question));
}

/** Runs a question that must fail. Returns its failure, in the one form of all services. */
export async function failureOf<Value>(
  question: Question<Value> | Operation<Value>,
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
export async function failing<Value>(
  question: Question<Value> | Operation<Value>,
  reply: Reply,
): Promise<string> {
  const { failure } = await failureOf(question, reply);
  if (failure.kind === 'shape') return `${failure.path}: ${failure.expected}, not ${failure.found}`;
  if (failure.kind !== 'status') return failure.kind;
  return [failure.status, failure.error?.errorMessage].filter(Boolean).join(' ');
}

/** Runs a question and returns its requests, even if it fails. By default each response is empty. */
export async function requestsOf<Value>(
  question: Question<Value> | Operation<Value>,
  reply: Reply = () => ({ status: 200, contentType: null, text: '' }),
): Promise<readonly ServiceRequest[]> {
  const exchanges = await run(
    exchangesOf(operationIn(question), (answer) => answer),
    reply,
  );
  return exchanges.map(({ request }) => request);
}

/** The first request of a question, which all others depend on. By default the response to it is empty. */
export async function firstRequestOf<Value>(
  question: Question<Value> | Operation<Value>,
): Promise<ServiceRequest> {
  const [first] = await requestsOf(question);
  if (!first) throw new Error('nothing was requested');
  return first;
}

/** Runs a question and records its exchanges. Later requests than there are answers get a 404. */
export function recorded<Value>(
  question: Question<Value> | Operation<Value>,
  ...answers: readonly PlainAnswer[]
): Promise<readonly Exchange[]> {
  const left = [...answers];
  const reply = (): PlainAnswer => left.shift() ?? { status: 404, contentType: null, text: '' };
  return run(
    exchangesOf(operationIn(question), (answer) => answer),
    reply,
  );
}

function operationIn<Value>(question: Question<Value> | Operation<Value>): Operation<Value> {
  return typeof question === 'function' ? question : operationOf(question);
}
