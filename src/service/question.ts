import type { Operation, ServiceRequest } from './judgeHttp';
import type { PlainAnswer } from './profiles/answer';

export type { FormFile, ServiceRequest } from './judgeHttp';

/** What is asked of a service, and what its answer says. `read` throws `ServiceFailed`; `now` is ms since 1970. */
export interface Question<Value> {
  readonly request: ServiceRequest;
  readonly read: (answer: PlainAnswer, now: number) => Value;
  /** If present, it is run instead: `request` and `read` mean nothing then. */
  readonly run?: Operation<Value>;
}

/** What finds one result at a service. */
export interface RequestName {
  readonly requestId: string;
  /** what the service needs besides the ID, in the profile's own form: a domain, a contest; null: nothing */
  readonly hint: string | null;
}

export type Asked<Value> = Question<Value> | Operation<Value>;

/** Bridge: a question as an operation. It goes when the last question is gone. */
export function operationOf<Value>(asked: Asked<Value>): Operation<Value> {
  if (typeof asked === 'function') return asked;
  const { request, read, run } = asked;
  if (run) return run;
  return async (http) => {
    const answer = await http.send(request);
    return read(answer, answer.receivedAt);
  };
}

/** Bridge: an operation as a question, which only `operationOf` can run. It goes when the last question is gone. */
export function questionOf<Value>(run: Operation<Value>): Question<Value> {
  const fail = (): never => {
    throw new Error('an operation can only be run');
  };
  return { request: { method: 'GET', path: '/' }, read: fail, run };
}
