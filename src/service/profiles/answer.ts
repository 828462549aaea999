import {
  type AboutResult,
  type Case,
  type DecodeNotice,
  type Envelope,
  type JsonObject,
  type Judgement,
  type StatusCode,
  type Subtask,
} from '../../judge';
import { storableEnvelope, storableFacts } from './storable';

/** The parts of a response that adapters read, with any HTTP status. */
export interface PlainAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
  /** `Retry-After` and `Date`, where they were sent */
  readonly retryAfter?: string | null;
  readonly date?: string | null;
  /** all of `Set-Cookie`, separated by commas */
  readonly cookies?: string | null;
  /** `cf-mitigated`: `challenge` if Cloudflare answered with a bot check in place of the service */
  readonly mitigated?: string | null;
}

/** A result as a service tells it, in an answer or a frame. */
export interface ReadResult {
  readonly kind: 'result';
  readonly envelope: Envelope;
  /** the body as it came, of services that speak the specification; null: the envelope is what is stored */
  readonly raw: string | null;
  readonly notices: readonly DecodeNotice[];
  /** what else the answer tells; absent: nothing */
  readonly about?: AboutResult;
}

/** What a service says of the result of one request ID. */
export type ResultAnswer =
  | ReadResult
  /** nothing produced yet (204 in the specification, section 4.1) */
  | {
      readonly kind: 'notReady';
      /** the judge has stopped judging for now, and continues without anybody asking it to; absent: it judges */
      readonly isSuspended?: true;
    };

const unmeasured = { score: null, time: null, memory: null } as const;

/** What is known of a case: `name` is that of one which has no number of its own, `extra` what else there is of it. */
type KnownCase = Partial<Omit<Case, 'extra'>> & {
  readonly name?: string | null;
  readonly extra?: Readonly<Record<string, string | number | Readonly<Record<string, string>> | null>>;
};

/** A case with what is known of it. */
export function caseOf({ name, extra = {}, ...known }: KnownCase): Case {
  const said = [name, known.description].filter((text) => typeof text === 'string' && text !== '').join(': ');
  const there = Object.entries(extra).filter(([, value]) => value !== null);
  return {
    id: null,
    status: null,
    ...unmeasured,
    signal: null,
    exitCode: null,
    ...known,
    description: said === '' ? null : said,
    ...(there.length > 0 ? { extra: Object.fromEntries(there) } : {}),
  };
}

export function subtaskOf(known: Partial<Subtask>): Subtask {
  return { id: null, status: null, ...unmeasured, cases: [], ...known };
}

/** Cases outside of subtasks; no subtask at all where there are none. */
export function flatSubtask(cases: readonly Case[]): readonly Subtask[] {
  return cases.length === 0 ? [] : [subtaskOf({ cases })];
}

/** What is known of a submission. */
export interface KnownSubmission {
  readonly requestId: string;
  readonly status: StatusCode | null;
  readonly judge?: Partial<Judgement>;
  /** how many cases have passed, and what is said of all; null: not told */
  readonly passed?: number | null;
  /** number of all cases while it is judged; null: not told */
  readonly total?: number | null;
  /** the service doesn't show the cases of this result */
  readonly hidesCases?: boolean;
  readonly description?: string | null;
  /** what the compiler printed; null: nothing is known of it */
  readonly compileMessage?: string | null;
  /** the status says that it couldn't be compiled */
  readonly isCompileError?: boolean;
  readonly about?: Partial<AboutResult>;
}

/** Makes a result of a service that doesn't speak the specification. Throws as `storableEnvelope` does. */
export function ownResult({ envelope, notices, about }: Omit<ReadResult, 'kind' | 'raw'>): ReadResult {
  return {
    kind: 'result',
    envelope: storableEnvelope(envelope),
    raw: null,
    notices,
    ...(about ? { about: storableFacts(about) } : {}),
  };
}

/**
 * Makes a result of what is known of a submission. `source`: the object that it was read from, whose notices are logged.
 * Throws as `ownResult` does.
 */
export function resultOf(known: KnownSubmission, source: JsonObject | null = null): ReadResult {
  const { requestId, status, judge = {}, compileMessage = null, isCompileError = false, about } = known;
  const { passed = null, total = null, hidesCases = false, description } = known;
  const success = isCompileError ? false : null;
  const envelope: Envelope = {
    type: 'judge',
    data: {
      compile: isCompileError || compileMessage ? { success, message: compileMessage, opt2: null } : null,
      judge: {
        id: null,
        ...unmeasured,
        subtasks: [],
        ...judge,
        status,
        ...(passed === null ? {} : { passed }),
        ...(total === null ? {} : { total }),
        ...(hidesCases ? { hidesCases } : {}),
        ...(description ? { description } : {}),
      },
    },
    requestId,
    trackId: null,
  };
  const told = { problem: null, code: null, language: null, ...about };
  return ownResult({ envelope, notices: source?.notices() ?? [], ...(about ? { about: told } : {}) });
}

/** A problem by its ID alone. Null: it isn't told. */
export function problemNamed(id: string | null): AboutResult['problem'] {
  return id === null ? null : { id, title: null };
}

/** What cases took together: the time of all, the memory of the largest. Null: none says it. */
export function figuresOf(cases: readonly Case[]): Pick<Case, 'time' | 'memory'> {
  const times = cases.flatMap(({ time }) => time ?? []);
  const memories = cases.flatMap(({ memory }) => memory ?? []);
  return {
    time: times.length > 0 ? times.reduce((sum, one) => sum + one, 0) : null,
    memory: memories.length > 0 ? memories.reduce((a, b) => Math.max(a, b)) : null,
  };
}
