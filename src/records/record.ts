import type {
  CaseProgress,
  Completion,
  Contest,
  JudgeSemantics,
  Limits,
  RecordState,
  StatusCode,
} from '../results';
import { isAcceptedForTesting, meaningOf } from '../results/withoutDecoder';
import { MAX_KEPT_SOURCE_BYTES } from './limits';

/** Identifies a record: judge ID and request ID. */
export type RecordKey = string;

export function recordKey(service: string, requestId: string): RecordKey {
  return `${service}\n${requestId}`;
}

export type { RecordState } from '../results';

/**
 * State of a record. `newer`: a newer version of this extension stored the record, and only that version may change it.
 */
export type KnownState = RecordState | { readonly kind: 'newer' };

/** The user's file that was judged. */
export interface SourceLink {
  readonly uri: string;
  /**
   * `submitted`: exactly this text was sent. `tied`: the user linked the file, and its text at that moment may differ
   * from the judged one.
   */
  readonly how: 'submitted' | 'tied';
  /**
   * SHA-256 of the text, hex; null if the text isn't stored, for example because it is too large. The text itself is
   * stored next to the record.
   */
  readonly textHash: string | null;
  /** URIs of the other files that were submitted together with this file; absent if none. */
  readonly others?: readonly string[] | undefined;
}

/** Details of the submission, if this extension submitted it or the judge reports them. */
export interface SubmissionDetails {
  /** Empty: unknown. The judge reported only the contest, see `namesProblem`. */
  readonly problemId: string;
  /** Title of the problem; null if unknown. */
  readonly title: string | null;
  /** Label of the problem in its contest: `A`; absent if none or unknown. */
  readonly letter?: string | undefined;
  /**
   * Scope of the problem, such as a domain or a contest, in the format of the judge type; null if the ID is
   * sufficient.
   */
  readonly place: string | null;
  /** Language ID; null if unknown. */
  readonly language: string | null;
  readonly optimise: boolean;
  /** Display name of the language; absent if unknown. */
  readonly languageName?: string | undefined;
  /** Contest or homework of the submission; absent if none or unknown. */
  readonly contest?: Contest | undefined;
  /**
   * A self-test, which runs the program on inputs from the user or on the samples. It doesn't count as a version of its
   * file, and its verdict doesn't show whether the problem is solved. Absent for a judged submission.
   */
  readonly isSelfTest?: true | undefined;
  /**
   * The inputs of a self-test are the samples of the problem, so its verdict shows whether they pass. Absent for other
   * inputs.
   */
  readonly hasSamples?: true | undefined;
  /** Name of the submitter if it is another user; absent for the user or if unknown. */
  readonly user?: string | undefined;
  /** Time of the submission by the judge's clock, ms since 1970; absent: unknown. */
  readonly at?: number | undefined;
}

/** Summary of the compiler output for the row of a compile error. */
export interface CompileErrors {
  readonly count: number;
  /** Line of the first error with a line, 1-based; null if no error has one. */
  readonly line: number | null;
}

/**
 * Summary of a result for the record's row. It is always in memory. The complete result is loaded when the record is
 * opened.
 */
export interface RecordSummary {
  readonly completion: Completion;
  /** Status code of the whole record; null if there is none. */
  readonly status: StatusCode | null;
  /** Status of the first failed case, shown if `status` only means that a case failed; null if `status` is shown. */
  readonly cause: StatusCode | null;
  /** Number of failed cases; 0 if none failed, or if the judge lists only some of the cases. */
  readonly failed: number;
  /** Score of the whole record, in the unit of its rules; null if unknown. */
  readonly score: number | null;
  /** The highest possible score; absent if unknown. */
  readonly maximum?: number | undefined;
  /** Time of the whole record, in the unit of its rules; null if unknown. */
  readonly time: number | null;
  /** Memory of the whole record, in the unit of its rules; null if unknown. */
  readonly memory: number | null;
  /** Whether the compilation succeeded; null if unknown. */
  readonly compiled: boolean | null;
  readonly hasCompilation: boolean;
  readonly hasCompileMessage: boolean;
  readonly progress: CaseProgress;
  /** Number of passed cases, see `CaseCounts`; absent if it equals `progress.done` and no case is hidden. */
  readonly passed?: number | undefined;
  /** Number of cases whose verdict isn't shown; absent if none. */
  readonly hidden?: number | undefined;
  /** Number of cases that ran without a comparison of their outputs; absent if none. */
  readonly notCompared?: number | undefined;
  readonly subtasks: number;
  readonly cases: number;
  /** Number of cases that passed partially; absent if none, or if the judge lists only some of the cases. */
  readonly partial?: number | undefined;
  /** Number of cases that weren't run because of other cases; absent if none. */
  readonly notRun?: number | undefined;
  /** Name of the first failed case, such as `2-1`; absent if no case failed, or it has no name. */
  readonly first?: string | undefined;
  /** The verdict is known, but the judge is still running tests, or more of the result follows; else absent. */
  readonly isPreliminary?: true | undefined;
  /** The cases are only the samples, because the judge hides the others; else absent. */
  readonly hasOnlySamples?: true | undefined;
  /** The jury ignores the submission; else absent. */
  readonly isIgnored?: true | undefined;
  /** People wrote about lines of the program; else absent. */
  readonly hasRemarks?: true | undefined;
  /** Errors in the compiler output; absent if the program compiles, or if no error could be read. */
  readonly errors?: CompileErrors | undefined;
  readonly trackId: string | null;
}

/** All data of a record except its result. Immutable: a change creates a new object. Times are ms since 1970. */
export interface KnownRecord {
  readonly key: RecordKey;
  readonly service: string;
  readonly requestId: string;
  /**
   * Data that locates the record in addition to its ID, in the format of the judge type; null if the ID is
   * sufficient.
   */
  readonly hint: string | null;
  /** Rules for interpreting its codes and numbers, as of its evaluation. */
  readonly rules: JudgeSemantics;
  readonly state: KnownState;
  /**
   * Null until the judge sends a result, or if it rejected the request. `RecordStore.envelope` returns the result
   * itself.
   */
  readonly summary: RecordSummary | null;
  /** Label from the user or another extension; null if none. */
  readonly label: string | null;
  /** The user's note; null if none. */
  readonly note: string | null;
  readonly source: SourceLink | null;
  readonly submission: SubmissionDetails | null;
  /** The problem's limits for each case; null if unknown. */
  readonly limits: Limits | null;
  /**
   * SHA-256 of the text that the judge reports as judged, hex; null if it doesn't report it. The text is stored next
   * to the record.
   */
  readonly judgedHash: string | null;
  /** URI of the workspace folder in which it was requested, as text; null if no folder was open. */
  readonly folder: string | null;
  readonly addedAt: number;
  /** Time at which the result last changed; null if there was never one. */
  readonly changedAt: number | null;
}

/** Judge ID of demo results. They aren't requested from any judge. */
export const demoJudge = 'sample:';

/** Returns whether the record is a demo result that comes with the extension. */
export function isSample({ service }: Pick<KnownRecord, 'service'>): boolean {
  return service === demoJudge;
}

/** Returns whether polling ended without a final result, so that it can be started again. */
export function canResumeTracking({ state: { kind } }: KnownRecord): boolean {
  return kind === 'failed' || kind === 'expired' || kind === 'stopped';
}

/**
 * Returns whether a newer version of this extension stored the record. This version shows the readable part and never
 * changes it.
 */
export function isNewer({ state }: KnownRecord): boolean {
  return state.kind === 'newer';
}

/** Returns the time of the submission, or else the time at which the record was added. */
export function submissionTime({ submission, addedAt }: Pick<KnownRecord, 'submission' | 'addedAt'>): number {
  return submission?.at ?? addedAt;
}

export function isPending({ state }: Pick<KnownRecord, 'state'>): boolean {
  return state.kind === 'waiting' || state.kind === 'judging';
}

/** Prefix of the request IDs of records without a submission. No judge has IDs with a space. */
const NO_SUBMISSION = 'in browser ';

/** Returns a request ID for a program that the user submits in the browser. `unique`: differs for each program. */
export function idWithoutSubmission(unique: string): string {
  return NO_SUBMISSION + unique;
}

/** Returns whether the record belongs to a submission. If not, it has no result that can be requested. */
export function hasSubmission({ requestId }: Pick<KnownRecord, 'requestId'>): boolean {
  return !requestId.startsWith(NO_SUBMISSION);
}

export function namesProblem(
  submission: SubmissionDetails | null | undefined,
): submission is SubmissionDetails {
  return !!submission && submission.problemId !== '';
}

/** A record whose program the user is submitting in the browser. */
export type RecordInBrowser = KnownRecord & { readonly state: { readonly kind: 'inBrowser' } };

export function isInBrowser(record: KnownRecord): record is RecordInBrowser {
  return record.state.kind === 'inBrowser';
}

/** Returns whether the result is final, except that the judge runs further tests after the contest. */
export function awaitsFurtherTests({ state, summary, rules }: KnownRecord): boolean {
  return (
    state.kind === 'finished' && isAcceptedForTesting(meaningOf(rules.statuses, summary?.status ?? null))
  );
}

export function isHidden({ state, summary }: KnownRecord): boolean {
  return state.kind === 'settled' && summary?.completion === 'hidden';
}

/** Returns whether the judge evaluates a finished submission again. The stored result is still the previous one. */
export function isRejudging(record: KnownRecord): boolean {
  const { rules, state, summary } = record;
  return rules.canRejudge === true && state.kind === 'judging' && summary?.completion === 'finished';
}

/**
 * Returns the progress of the current evaluation. While the judge rejudges, the progress is unknown, because the
 * stored cases belong to the previous evaluation.
 */
export function progressOf(record: KnownRecord): CaseProgress {
  return (isRejudging(record) ? null : record.summary?.progress) ?? { done: 0, total: null };
}

/**
 * Returns the SHA-256 of the stored text: the judged text or, if there is none, the text of the linked file at the time
 * of linking. Null if no text is stored.
 */
export function keptTextHash({ judgedHash, source }: KnownRecord): string | null {
  return judgedHash ?? source?.textHash ?? null;
}

/** Returns whether another user, or another team, sent the submission. It belongs to no file of the user. */
export function isOfAnotherUser({ submission }: Pick<KnownRecord, 'submission'>): boolean {
  return submission?.user !== undefined;
}

export function hasJudgedText(record: KnownRecord): boolean {
  return keptTextHash(record) !== null;
}

export function isTooLargeToKeep(text: string): boolean {
  return (
    text.length > MAX_KEPT_SOURCE_BYTES || new TextEncoder().encode(text).byteLength > MAX_KEPT_SOURCE_BYTES
  );
}

/**
 * Returns the SHA-256 of a text, hex. Line ends and a byte order mark don't affect it, so it shows whether a file still
 * equals the judged text.
 */
export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(withLineFeeds(text)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Removes the byte order mark and converts every line end to a line feed. */
export function withLineFeeds(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}
