import type { Contest, Limits } from '../../results';
import type {
  Judge,
  SourceLimits,
  SubmissionLanguage,
  SubmissionSupport,
  SubmittedEntry,
} from '../../judges';
import type { WithContests } from '../contests';
import type { WithLocalRuns } from '../localRuns';
import type { FileChoice, SourceToSubmit } from '../program';
import type { Choices } from '../shared/recentSubmissions';
import type { BrowserSubmissions } from './inBrowser/browserSubmissions';

/** Data that is known before the first step. */
export interface Prepared {
  readonly judge: Judge;
  readonly offer: SubmissionSupport;
  readonly source: SourceToSubmit;
}

/** The user's choices for a submission. */
export type ChosenSubmission = Choices & {
  /** inputs of a self-test; null: this isn't a self-test */
  readonly inputs: readonly string[] | null;
  /** expected outputs, if the inputs are samples; absent: they aren't */
  readonly expected?: readonly string[];
  /** limits of the problem; null: unknown */
  readonly limits: Limits | null;
  /** title of the problem; null: unknown */
  readonly title: string | null;
  /** label of the problem in its contest: `A`; absent: none, or unknown */
  readonly letter?: string | undefined;
  /** contest of the problem; null: none, or unknown */
  readonly contest: Contest | null;
  /** the user chose the problem outside of a contest that has one with the same ID; absent: there was no choice */
  readonly isOutside?: true;
  /** display name of the language; null: unknown */
  readonly languageName: string | null;
  /** the chosen language, as the judge lists it; absent: unknown */
  readonly submissionLanguage?: SubmissionLanguage;
  /** what the user decided about the start of the program; absent: nothing was asked */
  readonly entry?: SubmittedEntry | undefined;
  /** names and entry point that are sent; empty or absent: the judge gives the file another name */
  readonly sentAs?: string;
  /** files that are sent along with the program; absent: none */
  readonly otherFiles?: FileChoice;
  /** limits of the submitted files; absent: unknown */
  readonly sourceLimits?: SourceLimits | undefined;
};

/** For submissions, before which the samples can be run on this computer. */
export interface WithSubmissions extends WithLocalRuns, WithContests {
  /** finds the submissions that the user makes in the browser; loaded with the first of them */
  readonly browserSubmissions: () => Promise<BrowserSubmissions>;
}
