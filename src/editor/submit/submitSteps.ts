import type { Contest, Limits } from '../../results';
import type {
  Judge,
  ProblemName,
  SourceLimits,
  SubmissionLanguage,
  SubmissionSupport,
  SubmittedEntry,
} from '../../judges';
import type { WithContests } from '../contests';
import type { WithLocalRuns } from '../localRuns';
import type { ChosenProblem } from '../problemPages';
import type { FileChoice, SourceToSubmit, SubmitArguments } from '../program';
import type { Choices } from '../shared/storage/recentSubmissions';
import type { BrowserSubmissions } from './inBrowser/browserSubmissions';

/** Data that is known before the first step. */
export interface Prepared {
  readonly judge: Judge;
  readonly offer: SubmissionSupport;
  readonly source: SourceToSubmit;
}

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
  /** the user chose the problem outside of a contest that has one with the same ID; absent: the user made no choice */
  readonly isOutside?: true;
  /** display name of the language; null: unknown */
  readonly languageName: string | null;
  /** the chosen language, as the judge lists it; absent: unknown */
  readonly submissionLanguage?: SubmissionLanguage;
  /** the user's choice of the entry point; absent: the user made no choice */
  readonly entry?: SubmittedEntry | undefined;
  /** names and entry point of the sent files; empty or absent: the judge chooses the name */
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

export type SubmitStep = ChooseStep | ReadStep | SendStep;

/** Finds out what to submit. */
export interface ChooseStep {
  readonly kind: 'choose';
  /** choices that were already made */
  readonly given: SubmitArguments;
  /** null: the file's, or the chosen one */
  readonly judge: Judge | null;
  readonly start: SubmissionStart;
}

/** How the questions about a submission begin. */
export interface SubmissionStart {
  /** problem of an earlier attempt, or of a selected row; null: the file's problem */
  readonly problem: ChosenProblem | null;
  /**
   * Which boxes are shown. `nothing`: none if the choices of the last submission can be repeated; `options`: the box with
   * the options; `problem`: also the box for the problem, even if it is known
   */
  readonly asks: 'nothing' | 'options' | 'problem';
  /** also offers to run the samples elsewhere */
  readonly offersSamples?: true;
}

/** Reads the program again, because the user can edit it while questions and notifications are shown, and checks it. */
export interface ReadStep {
  readonly kind: 'read';
  /** with the program as it was read before */
  readonly prepared: Prepared;
  readonly choices: ChosenSubmission;
  /**
   * When to request confirmation. `ifUnchanged`: before sending a program without changes since its last submission;
   * `always`: for any program
   */
  readonly question: 'none' | 'ifUnchanged' | 'always';
  /** `asBefore`: the samples if the program is still the one that was read before; the contest may have ended since then */
  readonly skipped: SkippedChecks | 'asBefore';
  /** lets the user choose again what to submit */
  readonly questions: ChooseStep;
}

/** Sends the program if the user wants it. */
export interface SendStep {
  readonly kind: 'send';
  readonly prepared: Prepared;
  readonly choices: ChosenSubmission;
  readonly question: SendingQuestion;
  readonly skipped: SkippedChecks;
}

/** The question before a program is sent. `foreign`: the user may not have chosen everything that is sent. */
export type SendingQuestion = 'none' | 'unchanged' | 'foreign';

/** Problems that the user has decided to ignore: failed samples, or also the end of the contest. */
export type SkippedChecks = 'nothing' | 'samples' | 'everything';

/** Returns the step that lets the user choose again what to submit. `problem`: preselected; null: none */
export function askAgain(
  { judge, source }: Prepared,
  problem: ChosenProblem | null,
  asks: SubmissionStart['asks'],
): ChooseStep {
  const given = { file: source.uri.toString(), problemId: null, language: null, optimise: null };
  return { kind: 'choose', given, judge, start: { problem, asks } };
}

/** Returns the step that submits the program as it is now, after the user pressed the button of a notification. */
export function submitAsItIs(
  prepared: Prepared,
  choices: ChosenSubmission,
  skipped: ReadStep['skipped'] = 'asBefore',
): ReadStep {
  const questions = askAgain(prepared, problemOf(choices), 'problem');
  return { kind: 'read', prepared, choices, question: 'none', skipped, questions };
}

/** Returns the step that sends exactly the same program again, without a check. */
export function sendAgain({ prepared, choices }: SendStep): SendStep {
  return { kind: 'send', prepared, choices, question: 'none', skipped: 'everything' };
}

export function problemOf({ problemId, place, title, contest }: SubmittedProblem): ChosenProblem {
  return { problemId, place, title, contest: contest?.title ?? null };
}

/** The known data about the problem of a submission or of a record. */
type SubmittedProblem = ProblemName & {
  readonly title: string | null;
  readonly contest?: Contest | null | undefined;
};
