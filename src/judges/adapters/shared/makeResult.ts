import {
  type AboutResult,
  type Case,
  type Dialog,
  type DecodeNotice,
  type Envelope,
  type JsonObject,
  type Judgement,
  type StatusCode,
  type Subtask,
} from '../../../results';
import { storableEnvelope, storableFacts } from './storable';

/** The parts of a response that adapters read, with any HTTP status. */
export interface PlainAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
  /** `Retry-After`; null or absent: not sent */
  readonly retryAfter?: string | null;
  /** `Date`; null or absent: not sent */
  readonly date?: string | null;
  /** all `Set-Cookie` headers, separated by commas */
  readonly cookies?: string | null;
  /** `Location` of a redirect that wasn't followed; null or absent: the response isn't such a redirect */
  readonly location?: string | null;
  /** `Content-Language`; null or absent: not sent */
  readonly language?: string | null;
  /** `cf-mitigated`: `challenge` if Cloudflare sent a bot check instead of the judge's response */
  readonly mitigated?: string | null;
}

/** A result that was read from a response or a frame. */
export interface ReadResult {
  readonly kind: 'result';
  readonly envelope: Envelope;
  /** original body if the judge follows the specification; null: the envelope is stored instead */
  readonly raw: string | null;
  readonly notices: readonly DecodeNotice[];
  /** additional data of the response; absent: none */
  readonly about?: AboutResult;
}

/** The result of one request ID, according to the judge. */
export type ResultAnswer =
  | ReadResult
  /** no result yet (204 in the specification, section 4.1) */
  | {
      readonly kind: 'notReady';
      /** the judge paused the evaluation and will resume it without user action; absent: not paused */
      readonly isSuspended?: true;
    };

const unmeasured = { score: null, time: null, memory: null } as const;

type ExtraValue = string | number | boolean | readonly string[] | null;

/** Known data of a case. `name`: for a case without a number; `extra`: fields that the specification doesn't have. */
type KnownCase = Partial<Omit<Case, 'extra'>> & {
  readonly name?: string | null;
  readonly extra?: Readonly<Record<string, ExtraValue | Readonly<Record<string, ExtraValue>> | Dialog>>;
};

export function caseOf({ name, extra = {}, ...known }: KnownCase): Case {
  const fullDescription = [name, known.description]
    .filter((text) => typeof text === 'string' && text !== '')
    .join(': ');
  const presentFields = Object.entries(extra).filter(([, value]) => value !== null);
  return {
    id: null,
    status: null,
    ...unmeasured,
    signal: null,
    exitCode: null,
    ...known,
    description: fullDescription === '' ? null : fullDescription,
    ...(presentFields.length > 0 ? { extra: Object.fromEntries(presentFields) } : {}),
  };
}

export function subtaskOf(known: Partial<Subtask>): Subtask {
  return { id: null, status: null, ...unmeasured, cases: [], ...known };
}

/** Creates the subtask for cases outside of subtasks; none without cases. */
export function flatSubtask(cases: readonly Case[]): readonly Subtask[] {
  return cases.length === 0 ? [] : [subtaskOf({ cases })];
}

export interface KnownSubmission {
  readonly requestId: string;
  readonly status: StatusCode | null;
  readonly judge?: Partial<Judgement>;
  /** number of passed cases; null: unknown */
  readonly passed?: number | null;
  /** total number of cases, while it is being judged; null: unknown */
  readonly total?: number | null;
  /** the judge hides the cases of this result */
  readonly hidesCases?: boolean;
  readonly description?: string | null;
  /** compiler output; null: unknown */
  readonly compileMessage?: string | null;
  /** the judge shows only the beginning of the compiler output */
  readonly isCompileMessageShortened?: boolean;
  readonly isCompileError?: boolean;
  /** the compilation succeeded; absent: unknown */
  readonly hasCompiled?: boolean;
  /** the judge's website shows the compiler output, which the API doesn't contain */
  readonly isCompileMessageOnPage?: boolean;
  readonly about?: Partial<AboutResult>;
}

/** Creates a result for a judge that doesn't follow the specification. Throws like `storableEnvelope`. */
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
 * Creates a result from the known data of a submission. `source`: the object that was read, whose notices are logged.
 * Throws like `ownResult`.
 */
export function resultOf(known: KnownSubmission, source: JsonObject | null = null): ReadResult {
  const { requestId, status, judge = {}, isCompileError = false, about } = known;
  const compileMessage = isOnlyLines(known.compileMessage) ? null : (known.compileMessage ?? null);
  const { passed = null, total = null, hidesCases = false, description } = known;
  const success = isCompileError ? false : known.hasCompiled ? true : null;
  const compileExtra = {
    ...(known.isCompileMessageShortened ? { isShortened: true } : {}),
    ...(known.isCompileMessageOnPage && !compileMessage ? { isOnPage: true } : {}),
  };
  const envelope: Envelope = {
    type: 'judge',
    data: {
      compile:
        isCompileError || compileMessage
          ? {
              success,
              message: compileMessage,
              opt2: null,
              ...(Object.keys(compileExtra).length === 0 ? {} : { extra: compileExtra }),
            }
          : null,
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
  const completeAbout = { problem: null, code: null, language: null, ...about };
  return ownResult({
    envelope,
    notices: source?.notices() ?? [],
    ...(about ? { about: completeAbout } : {}),
  });
}

/** Returns whether a text consists of separators only, which some judges write around an empty output: `===`. */
function isOnlyLines(text: string | null | undefined): boolean {
  return typeof text === 'string' && text.includes('=') && !/[^\s=]/.test(text);
}

/** Returns a problem with only an ID. Null: unknown. */
export function problemNamed(id: string | null): AboutResult['problem'] {
  return id === null ? null : { id, title: null };
}

/** Returns the total time and the maximum memory of the cases. Null: no case has a value. */
export function figuresOf(cases: readonly Case[]): Pick<Case, 'time' | 'memory'> {
  const times = cases.flatMap(({ time }) => time ?? []);
  return {
    time: times.length > 0 ? times.reduce((sum, time) => sum + time, 0) : null,
    memory: maximaOf(cases).memory,
  };
}

/** Returns the maximum time and the maximum memory of the cases. Null: no case has a value. */
export function maximaOf(cases: readonly Case[]): Pick<Case, 'time' | 'memory'> {
  return {
    time: maximum(cases.flatMap(({ time }) => time ?? [])),
    memory: maximum(cases.flatMap(({ memory }) => memory ?? [])),
  };
}

function maximum(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((one, other) => Math.max(one, other));
}
