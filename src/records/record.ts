import type {
  CaseProgress,
  Completion,
  Contest,
  JudgeSemantics,
  Limits,
  RecordState,
  StatusCode,
} from '../judge';

/** Service ID + request ID: what makes a record one record. */
export type RecordKey = string;

export function recordKey(service: string, requestId: string): RecordKey {
  return `${service}\n${requestId}`;
}

export type { RecordState } from '../judge';

/** Where a record stands. `newer`: a newer version of this extension has stored it, and only that one may change it. */
export type KnownState = RecordState | { readonly kind: 'newer' };

/** The user's file that was judged. */
export interface SourceTie {
  /** the file's URI as text */
  readonly uri: string;
  /** `submitted`: exactly this text was sent; `tied`: the text at the moment of tying, may differ */
  readonly how: 'submitted' | 'tied';
  /** SHA-256 of the text, hex; the text itself is stored beside the record. Null: too large to keep */
  readonly textHash: string | null;
}

/** What was handed in, where this extension did it or the service tells. */
export interface SubmissionDetails {
  readonly problemId: string;
  /** the problem's title; null: not told */
  readonly title: string | null;
  /** where the problem stands, in the form of the service's profile: a domain, a contest; null: nowhere in particular */
  readonly place: string | null;
  /** null: not told */
  readonly language: string | null;
  readonly optimise: boolean;
  /** what people call the language; absent: not told */
  readonly languageName?: string | undefined;
  /** the contest or homework that it was handed in for; absent: none, or not told */
  readonly contest?: Contest | undefined;
  /** run with inputs of one's own: no version of its file, and no verdict of a problem; absent: judged */
  readonly isSelfTest?: true | undefined;
  /** a self-test with the samples of the problem, so its verdict says whether they pass; absent: with others */
  readonly hasSamples?: true | undefined;
  /** who has handed it in, where that is somebody else; absent: the user, or not told */
  readonly user?: string | undefined;
}

/** What the row of a compile error says of the compile message. */
export interface CompileErrors {
  readonly count: number;
  /** of the first error that has one, 1-based; null: none has */
  readonly line: number | null;
}

/** What a record's row says of its result; always in memory, while the whole result is loaded when it is opened. */
export interface RecordSummary {
  readonly completion: Completion;
  /** status code, score, time and memory of the whole record, in the units of its rules */
  readonly status: StatusCode | null;
  /** what to show for a status that only says that something failed: that of the first failed case; null: `status` */
  readonly cause: StatusCode | null;
  /** cases that failed; 0 also where the service lists only some of the cases */
  readonly failed: number;
  readonly score: number | null;
  readonly time: number | null;
  readonly memory: number | null;
  /** null: nothing is said about the compilation */
  readonly compiled: boolean | null;
  readonly hasCompilation: boolean;
  readonly hasCompileMessage: boolean;
  readonly progress: CaseProgress;
  readonly subtasks: number;
  readonly cases: number;
  /** cases that were not run, because of others; absent: none */
  readonly notRun?: number | undefined;
  /** the first that failed, as `2-1`; absent: none, it has no name, or `failed` is 0 */
  readonly first?: string | undefined;
  /** why it doesn't compile; absent: it does, or no error could be read */
  readonly errors?: CompileErrors | undefined;
  readonly trackId: string | null;
}

/** Everything about a record but its result. Immutable: a change makes a new one. Times are ms since 1970. */
export interface KnownRecord {
  readonly key: RecordKey;
  readonly service: string;
  readonly requestId: string;
  /** what the service needs besides the ID to find it, in its profile's own form; null: nothing */
  readonly hint: string | null;
  /** how to read its codes and units: those it was judged under */
  readonly rules: JudgeSemantics;
  readonly state: KnownState;
  /** null while the service has nothing (204) or has refused it; the result itself: `RecordStore.envelope` */
  readonly summary: RecordSummary | null;
  /** given by a person or another extension; null: none */
  readonly label: string | null;
  /** what a person has noted about it; null: nothing */
  readonly note: string | null;
  readonly source: SourceTie | null;
  readonly submission: SubmissionDetails | null;
  /** what its problem allows each case; null: not told */
  readonly limits: Limits | null;
  /** SHA-256 of the text that the service says it judged, hex; it is stored beside the record. Null: it doesn't say */
  readonly judgedHash: string | null;
  /** the workspace folder (URI as text) it was asked for in; null: none was open */
  readonly folder: string | null;
  readonly addedAt: number;
  /** when the result last changed; null: never had one */
  readonly changedAt: number | null;
}

/** Stands where other records have their service: nobody is asked for samples. */
export const sampleService = 'sample:';

/** A ready result that comes with the extension. */
export function isSample({ service }: Pick<KnownRecord, 'service'>): boolean {
  return service === sampleService;
}

/** Nobody asks for it any more, though it is not at its end. */
export function canResumeTracking({ state: { kind } }: KnownRecord): boolean {
  return kind === 'failed' || kind === 'expired' || kind === 'stopped';
}

/** A newer version of this extension has stored it: it is shown as far as it can be read, and changed by that one only. */
export function isNewer({ state }: KnownRecord): boolean {
  return state.kind === 'newer';
}

/** The service may still have news for it. */
export function isPending({ state }: Pick<KnownRecord, 'state'>): boolean {
  return state.kind === 'waiting' || state.kind === 'judging';
}

/** A contest keeps the result back until its end. */
export function isHidden({ state, summary }: KnownRecord): boolean {
  return state.kind === 'settled' && summary?.completion === 'hidden';
}

/** The service judges again what had ended; the result is still that of before. */
export function isRejudging(record: KnownRecord): boolean {
  const { rules, state, summary } = record;
  return rules.canRejudge === true && state.kind === 'judging' && summary?.completion === 'finished';
}

/** How far the judging under way is. Of one that began again nothing is known: its cases are those of before. */
export function progressOf(record: KnownRecord): CaseProgress {
  return (isRejudging(record) ? null : record.summary?.progress) ?? { done: 0, total: null };
}

/** SHA-256 of the text that is kept: what was judged, or else the tied file of that time. Null: none is. */
export function keptTextHash({ judgedHash, source }: KnownRecord): string | null {
  return judgedHash ?? source?.textHash ?? null;
}

export function hasJudgedText(record: KnownRecord): boolean {
  return keptTextHash(record) !== null;
}

/** Most that is kept of a judged source text, in bytes of UTF-8. */
const mostSource = 256 * 1024;

export function isTooLargeToKeep(text: string): boolean {
  return text.length > mostSource || new TextEncoder().encode(text).byteLength > mostSource;
}

/** SHA-256, hex: tells whether a file still is what was judged, whatever its line ends are. */
export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(withLineFeeds(text)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** No byte order mark, every line end a line feed. */
export function withLineFeeds(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}
