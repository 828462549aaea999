import type { Contest, Limits, ProblemComparison } from '../results';
import type { JudgeHttp, Operation } from './http/judgeHttp';
import type { RequestName } from './requestName';

export interface ProblemName {
  readonly problemId: string;
  /** Domain or contest, in a form that its adapter defines; null: none */
  readonly place: string | null;
}

/** The data on the submission page of a problem. */
export interface ProblemForm {
  /** Accepted languages; empty if unknown */
  readonly languages: readonly SubmissionLanguage[];
  /** the judge also accepts other languages, so that the user can type one; absent: only `languages` */
  readonly acceptsOtherLanguages?: true;
  /** the problem accepts an answer instead of a program, so no program may be sent; absent: it accepts programs */
  readonly takesAnswer?: true;
  /** the problem accepts no submissions, for example because it is only a text to read; absent: it accepts them */
  readonly takesNothing?: true;
  /** null if unknown */
  readonly limits: Limits | null;
  /** null or absent if unknown */
  readonly title?: string | null;
  /** Label of the problem in its contest: `A`; null or absent if none or unknown */
  readonly letter?: string | null;
  /** Limits of the submitted files; absent if unknown */
  readonly sourceLimits?: SourceLimits;
  /** Contest of the problem; null or absent if none or unknown */
  readonly contest?: Contest | null;
  /** Samples of the statement; absent if unknown */
  readonly samples?: readonly Sample[];
  /** How the outputs of the problem are compared; absent: unknown */
  readonly comparison?: ProblemComparison;
  /** Time and number of submissions left; absent if the judge reports neither */
  readonly remaining?: Remaining;
}

/** The samples of a problem, and its limits if the same responses contain them. */
export interface ProblemSamples {
  readonly samples: readonly Sample[];
  /** null if unknown */
  readonly limits: Limits | null;
  /** how the outputs of the problem are compared; absent: unknown */
  readonly comparison?: ProblemComparison;
}

/** Limits of one submission. null: unlimited, or unknown */
export interface SourceLimits {
  /** Maximum size of all files together, bytes */
  readonly size: number | null;
  /** Maximum number of files */
  readonly files: number | null;
}

/** The time and the submissions that a user has left for a problem. */
export interface Remaining {
  /** End of the contest for this user, ms since 1970 according to the judge's clock; null if none or unknown */
  readonly endsAt: number | null;
  /** How many more submissions the problem accepts; null if unlimited or unknown */
  readonly submissions: number | null;
  /**
   * From when on the judge accepts the next submission to the problem, ms since 1970 according to the judge's clock; absent:
   * now, or unknown
   */
  readonly nextAt?: number;
}

export interface FoundProblem extends ProblemName {
  readonly title: string;
  /** null or absent: unknown */
  readonly limits?: Limits | null;
  /** Label in the contest: `A`; absent if not listed for a contest */
  readonly letter?: string;
  /** Another name at the judge; absent: none */
  readonly shortName?: string;
  /** title of the contest; absent: none, or unknown */
  readonly contest?: string | null;
}

/** The problems of the judge's contest, or of all running contests of the user. */
export interface ProblemList {
  readonly fetchAll: (http: JudgeHttp) => Promise<ListedProblems>;
  /** Returns the problems whose name is in a typed text, a file name, or a path, the likeliest first. */
  readonly named: (text: string, problems: readonly FoundProblem[]) => readonly FoundProblem[];
  /** the judge also has problems outside of the contest, which may have the same IDs; absent: it has none */
  readonly hasOthers?: true;
}

export interface ListedProblems {
  /** in their order; empty before the contest begins */
  readonly problems: readonly FoundProblem[];
  /** with its current times; absent: unknown, or several */
  readonly contest?: Contest;
  /** Listing the problems starts the user's own time, so they aren't listed yet. Duration, ms; absent: it doesn't */
  readonly ownTime?: number;
}

/** A record whose result its contest hides until the end. */
export interface HiddenRecord extends RequestName {
  readonly contest: Contest | null;
}

export interface Statement {
  /** null: unknown */
  readonly title: string | null;
  /** Markdown by language; the key is empty if the language is unknown. Empty if there is a document, or no statement. */
  readonly texts: Readonly<Record<string, string>>;
  /** Bytes of a PDF document; absent: none */
  readonly document?: Uint8Array;
}

export interface ProgramFile {
  /** without folders */
  readonly fileName: string;
  readonly text: string;
}

/** The files of a program other than its main file. */
export interface OtherFiles {
  /** name of the main file in the user's folder, without folders */
  readonly mainName: string;
  /** at least one; their names differ, also from `mainName` */
  readonly files: readonly ProgramFile[];
}

/** The user's decision about the start of a program. */
export interface SubmittedEntry {
  /** The class to start, with its package, or the file that begins the program, under the name that is sent */
  readonly start: string;
}

export interface Submission extends ProblemName {
  /** ID that the judge uses: `cxx/17/gcc` */
  readonly language: string;
  readonly optimise: boolean;
  /** text of the program, or of its main file */
  readonly code: string;
  /** name of the program's file in the user's folder, without folders; absent: unknown */
  readonly fileName?: string | undefined;
  /** absent: the program is a single file */
  readonly others?: OtherFiles | undefined;
  /** absent: the user wasn't asked for the entry point */
  readonly entry?: SubmittedEntry | undefined;
  /** random; the judge returns it unchanged */
  readonly trackId: string;
  /** a self-test, which runs the program with these inputs; null: a normal submission */
  readonly inputs: readonly string[] | null;
  /** expected output for each of the inputs; absent: unknown */
  readonly expected?: readonly string[] | undefined;
}

export type Submitted =
  | ({
      readonly kind: 'accepted';
      /** from when on the judge accepts the next submission to the problem, see `Remaining`; absent: now, or unknown */
      readonly nextAt?: number;
    } & RequestName)
  /** Accepted, but the result is hidden until the contest ends. */
  | {
      readonly kind: 'hidden';
      /** Finds the record; null if the judge also hides the record. Absent: the record can't be found. */
      readonly findRecord?: Operation<HiddenRecord | null>;
    };

export interface Sample {
  readonly input: string;
  readonly expected: string;
}

export interface SampleRun {
  /** ID that the judge uses */
  readonly language: string;
  /** text of the program, or of its main file */
  readonly code: string;
  /** absent: the program is a single file */
  readonly others?: OtherFiles | undefined;
  readonly samples: readonly Sample[];
  /** time limit of the problem, ms; null: the judge's default */
  readonly time: number | null;
  /** memory limit of the problem, KiB; null: the judge's default */
  readonly memory: number | null;
}

/** Maximum values that a judge allows. */
export interface SampleLimits {
  /** ms */
  readonly time: number;
  /** KiB */
  readonly memory: number;
  /** ms of wall-clock time; absent: unknown */
  readonly wallTime?: number;
  /** size of the output, KiB; absent: unknown */
  readonly output?: number;
  /** KiB; absent: unknown */
  readonly stack?: number;
  /** maximum number of samples in one request */
  readonly together: number;
}

export interface SubmissionLanguage {
  /** ID that the judge uses: `cxx/17/gcc` */
  readonly id: string;
  readonly name: string;
  /** VS Code language IDs */
  readonly editorLanguages: readonly string[];
  /** file extensions, with the dot */
  readonly extensions: readonly string[];
  /** extensions of the files that the judge accepts, with the dot; absent: all of `extensions` */
  readonly acceptedExtensions?: readonly string[];
  /** the judge's name for the entry point that it requires: `Main class`; absent: it requires none */
  readonly entryPoint?: string;
  /** the judge derives the language from the extension of the submitted file; absent: it is this language */
  readonly isByExtension?: true;
}

/** A quota of points for submissions. Times are ms since 1970; null: unknown. */
export interface Quota {
  readonly available: number;
  readonly most: number | null;
  readonly used: number | null;
  readonly validAfter: number | null;
  readonly expiresAt: number | null;
}
