import type { PlainAnswer } from './profiles/answer';

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

/** One request of a service's interface. */
export interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  /** path and query, below the base address */
  readonly path: string;
  /** sent as JSON */
  readonly body?: unknown;
  /** sent as a form instead, URL-encoded, or as multipart where a file is among its fields */
  readonly form?: Readonly<Record<string, string | FormFile>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** more parameters, which may be used only where it is signed */
  readonly ifSigned?: Readonly<Record<string, string>>;
  /** Sends the requests that follow it even if the service refuses this one. Absent: a refusal ends the question. */
  readonly mayBeRefused?: true;
}

/** A text that is sent as a file of a form. */
export interface FormFile {
  readonly fileName: string;
  readonly text: string;
}

/** A request that is made from the answers to those before it; null: it isn't needed, nor is what comes after it. */
export type LaterRequest = ServiceRequest | ((answers: readonly PlainAnswer[]) => ServiceRequest | null);

/** What is asked of a service, and what its answer says. `read` throws `ServiceFailed`; `now` is ms since 1970. */
export interface Question<Value> {
  readonly request: ServiceRequest;
  /**
   * requests that belong to it, sent one after the other until one is refused that may not be; absent: one is enough
   */
  readonly more?: readonly LaterRequest[];
  readonly read: (answer: PlainAnswer, now: number, more?: readonly PlainAnswer[]) => Value;
}

/** What finds one result at a service. */
export interface RequestName {
  readonly requestId: string;
  /** what the service needs besides the ID, in the profile's own form: a domain, a contest; null: nothing */
  readonly hint: string | null;
}
