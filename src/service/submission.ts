import type { Contest, Limits } from '../judge';
import type { Question, RequestName } from './question';

export interface SubmissionOffer {
  /** the service's list; people may type another. Empty: `formOf` tells. */
  readonly languages: readonly SubmissionLanguage[];
  /** documents that may be handed in: the editor's own languages, and extensions of files */
  readonly documents: Pick<SubmissionLanguage, 'editorLanguages' | 'extensions'>;
  /** asks what a problem takes; null: `languages` is all that is known */
  readonly formOf: ((problem: ProblemName) => Question<ProblemForm>) | null;
  /** asks for problems by a part of their ID or title; null: the service can't be searched */
  readonly search: ((text: string) => Question<readonly FoundProblem[]>) | null;
  /** the problem that an address of the service's website is about; null: it is none */
  readonly problemIn: ((text: string) => ProblemName | null) | null;
  /** the problems of the contest that an address of the service's website is about; null: it is about none */
  readonly contestAt?: (text: string) => Question<readonly FoundProblem[]> | null;
  /** what people call a place, such as a domain; null: it is the service's own, or has no name */
  readonly placeName?: (place: string) => string | null;
  /** the same text for two ways to name one place */
  readonly placeKey?: (place: string | null) => string;
  /** where the problems of a contest stand once it has ended */
  readonly placeAfterContest?: (place: string) => string | null;
  /** asks for a problem's statement; absent: the service has none to read here */
  readonly statementOf?: (problem: ProblemName) => Question<Statement>;
  /** the switch for optimisation exists */
  readonly hasOptimisation: boolean;
  /** programs can be run with inputs of one's own */
  readonly hasSelfTest: boolean;
  /** such a run may be told which outputs are expected, so many characters in all; absent: it can't be */
  readonly longestExpected?: number;
  /** most characters of a `trackId` */
  readonly trackIdLimit: number;
  readonly submit: (submission: Submission) => Question<Submitted>;
}

export interface ProblemName {
  readonly problemId: string;
  /** where it stands, in the profile's own form: a domain, a contest; null: nowhere in particular */
  readonly place: string | null;
}

/** What the form for handing in says of a problem. */
export interface ProblemForm {
  /** all that the problem accepts; empty: not told */
  readonly languages: readonly SubmissionLanguage[];
  /** null: not told */
  readonly limits: Limits | null;
  /** null or absent: not told */
  readonly title?: string | null;
  /** the contest that it stands in; null or absent: none, or not told */
  readonly contest?: Contest | null;
  /** those of its statement; absent: not told */
  readonly samples?: readonly Sample[];
}

export interface FoundProblem extends ProblemName {
  readonly title: string;
  /** what its contest calls it: `A`; absent: it was not asked for as one of a contest */
  readonly letter?: string;
  /** the contest's title; absent: none, or not told */
  readonly contest?: string | null;
}

/** A record whose result its contest hides until the end. */
export interface HiddenRecord extends RequestName {
  readonly contest: Contest | null;
}

/** What a problem asks for. */
export interface Statement {
  /** null: not told */
  readonly title: string | null;
  /** Markdown, by the language it is written in; of one that isn't told under an empty name */
  readonly texts: Readonly<Record<string, string>>;
}

/** What a person hands in. */
export interface Submission extends ProblemName {
  /** as the service wants it: `cxx/17/gcc` */
  readonly language: string;
  readonly optimise: boolean;
  readonly code: string;
  /** random; the service returns it unchanged */
  readonly trackId: string;
  /** a self-test: run with these instead of being judged; null: judged */
  readonly inputs: readonly string[] | null;
  /** the output that is expected for each of the inputs; absent: not known */
  readonly expected?: readonly string[] | undefined;
}

/** What a service says of what was handed in. */
export type Submitted =
  | ({ readonly kind: 'accepted' } & RequestName)
  /** taken, but its result is kept back as long as the contest lasts; `found`: which record it is, null: not told */
  | { readonly kind: 'hidden'; readonly found?: Question<HiddenRecord | null> | null };

/** Runs a program on inputs of the person's own, each with the output that is expected of it. */
export interface SampleOffer {
  /** VS Code identifiers of the languages that such a service may have; which it has, `languages` tells */
  readonly editorLanguages: readonly string[];
  readonly languages: Question<readonly SubmissionLanguage[]>;
  readonly limits: Question<SampleLimits>;
  /**
   * In as many batches as it takes, at least one: samples that go out in one request. The answer is a token for each,
   * or a failure that says which were taken. With commas between them, and `;` between batches, they are the record's
   * hint.
   */
  readonly run: (run: SampleRun, limits: SampleLimits) => readonly Question<readonly string[]>[];
}

export interface Sample {
  readonly input: string;
  readonly expected: string;
}

export interface SampleRun {
  /** as the service wants it */
  readonly language: string;
  readonly code: string;
  /** at least one */
  readonly samples: readonly Sample[];
  /** of the problem, ms and KiB; null: as the service has it */
  readonly time: number | null;
  readonly memory: number | null;
}

/** The most that a service allows. */
export interface SampleLimits {
  /** ms */
  readonly time: number;
  /** KiB */
  readonly memory: number;
  /** samples in one request */
  readonly together: number;
}

export interface SubmissionLanguage {
  /** as the service wants it: `cxx/17/gcc` */
  readonly id: string;
  readonly name: string;
  /** VS Code language identifiers and file extensions (with the dot) it goes with */
  readonly editorLanguages: readonly string[];
  readonly extensions: readonly string[];
}

/** A packet of judging points. Times are ms since 1970; null: not said. */
export interface Quota {
  readonly available: number;
  readonly most: number | null;
  readonly used: number | null;
  readonly validAfter: number | null;
  readonly expiresAt: number | null;
}
