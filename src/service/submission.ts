import type { Contest, Limits } from '../judge';
import type { Operation } from './judgeHttp';
import type { RequestName } from './requestName';

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
  /** taken, but its result is kept back as long as the contest lasts */
  | {
      readonly kind: 'hidden';
      /** Finds its record; null if the judge hides that, too. Absent: the record can't be requested. */
      readonly findRecord?: Operation<HiddenRecord | null>;
    };

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
