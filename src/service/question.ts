import type { Operation, ServiceRequest } from './judgeHttp';
import type { PlainAnswer } from './profiles/answer';

export type { FormFile, ServiceRequest } from './judgeHttp';

/** A place that a description names, where an answer has nothing that can be used. */
export interface Gap {
  /** of the description: `result.fields.score` */
  readonly field: string;
  readonly place: string;
  /** what stands there, in JSON; null: nothing */
  readonly sent: string | null;
  /** where nothing stands: what there is beside it */
  readonly around: readonly string[];
}

/** A request that is made from the answers to those before it; null: it isn't needed, nor is what comes after it. */
export type LaterRequest = ServiceRequest | ((answers: readonly PlainAnswer[]) => ServiceRequest | null);

/** What is asked of a service, and what its answer says. `read` throws `ServiceFailed`; `now` is ms since 1970. */
export interface Question<Value> {
  readonly request: ServiceRequest;
  /** Requests that belong to it, sent one after the other until one is refused. Absent: one is enough. */
  readonly more?: readonly LaterRequest[];
  readonly read: (answer: PlainAnswer, now: number, more?: readonly PlainAnswer[]) => Value;
  /** If present, it is run instead: `request`, `more` and `read` mean nothing then. */
  readonly run?: Operation<Value>;
}

/** What finds one result at a service. */
export interface RequestName {
  readonly requestId: string;
  /** what the service needs besides the ID, in the profile's own form: a domain, a contest; null: nothing */
  readonly hint: string | null;
}

/** Bridge: a question as an operation. It goes when the last question is gone. */
export function operationOf<Value>({ request, more = [], read, run }: Question<Value>): Operation<Value> {
  if (run) return run;
  return async (http) => {
    const first = await http.send(request);
    const answers = [first];
    let latest = first;
    for (const later of more) {
      if (latest.status >= 400) break;
      const next = typeof later === 'function' ? later(answers) : later;
      if (!next) break;
      latest = await http.send(next);
      answers.push(latest);
    }
    return read(first, latest.receivedAt, answers.slice(1));
  };
}

/** Bridge: an operation as a question, which only `operationOf` can run. It goes when the last question is gone. */
export function questionOf<Value>(run: Operation<Value>): Question<Value> {
  const fail = (): never => {
    throw new Error('an operation can only be run');
  };
  return { request: { method: 'GET', path: '/' }, read: fail, run };
}
