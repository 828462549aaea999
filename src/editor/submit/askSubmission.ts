import { commands, env, l10n, Uri, window } from 'vscode';
import {
  RequestFailed,
  type ProblemForm,
  type ProblemName,
  type Judge,
  type SubmissionSupport,
} from '../../judges';
import { offer } from '../shared/dialogs';
import { notePersonWaits, watchingPerson, type Person } from '../shared/personActions';
import { contestWords } from '../labels/accountWords';
import { problemLabel, problemWithTitle } from '../labels/problemLabel';
import { joined } from '../labels/recordLabels';
import { endWords, submissionsLeftWords } from '../labels/remaining';
import { sanitizeForUi } from '../labels/text';
import { judgingPrice, languageLabel, pointsLeft, pointsWords, nameOfJudge } from '../labels/judgeLabels';
import { answerOrNull, showFailure, orFailure } from '../shared/showFailure';
import { back, type Answer, type QuestionStep } from '../shared/quickPick';
import { askOptions, type SubmitAction } from './askOptions';
import {
  askLanguage,
  askOtherFiles,
  lastChoice,
  type FileChoice,
  type LanguageProposals,
  type SourceToSubmit,
  type SubmitArguments,
  fitsDocument,
  proposeLanguages,
} from '../program';
import { namesInLanguage } from './askEntryPoint';
import { askInputs } from '../localRuns';
import { browserWays } from './inBrowser/browserWays';
import {
  askProblem,
  type ProblemGuess,
  type ChosenProblem,
  knownProblems,
  likelyProblemOfFile,
  problemHelp,
} from '../problemPages';
import {
  isSameProblem,
  languageChoice,
  lastOf,
  loadRecents,
  type Choices,
} from '../shared/recentSubmissions';
import { signInAgain } from '../judges';
import type { Core } from '../shared/core';
import type { ChosenSubmission, Prepared, WithSubmissions } from './submission';

/** How the questions about a submission begin. */
export interface SubmissionStart {
  /** problem of an earlier attempt, or of a selected row; null: that of the file */
  readonly problem: ChosenProblem | null;
  /** `problem`: asks for the problem even if it is known */
  readonly asks: 'problem' | 'options';
  /** also offers to run the samples elsewhere */
  readonly offersSamples?: true;
}

const usualStart: SubmissionStart = { problem: null, asks: 'options' };

/**
 * Asks in one box what to submit, and before it for the problem, if that isn't known from the file's last submission or
 * a stored URL. Skips what is in `given`. `again`: starts over after a failure, with the chosen problem preselected (null:
 * none). Null: the user canceled, or a request failed, which was shown.
 */
export async function askSubmission(
  extension: Core & WithSubmissions,
  prepared: Prepared,
  given: SubmitArguments,
  again: (problem: ChosenProblem | null) => Promise<void>,
  start: SubmissionStart = usualStart,
): Promise<ChosenSubmission | null> {
  const questions = new SubmissionQuestions(extension, prepared, given, again, start);
  try {
    return await questions.ask();
  } finally {
    questions.dispose();
  }
}

/** A box of the questions about a submission. `details`: the inputs, or the other files */
type Box = 'problem' | 'language' | 'options' | 'details';

/** The next box, or that nothing is missing. Undefined: the user canceled, or a request failed, which was shown. */
type NextBox = Promise<Box | 'done' | undefined>;

/** The questions about a submission, and the answers so far, which are preselected if the user goes back. */
class SubmissionQuestions {
  private problem: ChosenProblem | null;
  private readonly isProblemGiven: boolean;
  private language: string | null;
  private readonly isLanguageGiven: boolean;
  private action: SubmitAction | null;
  private readonly isActionGiven: boolean;
  private inputs: readonly string[] | null = null;
  private otherFiles: FileChoice | null = null;
  /** Languages and limits of the problem; null: not fetched yet. */
  private form: ProblemForm | null = null;
  /** Choices of the file's last submission, or of the last one in its language; null: none. */
  private readonly before: Pick<Choices, 'language' | 'optimise'> | null;
  /** Language that is suggested first; null: none */
  private preferredLanguage: string | null;
  private readonly lastFiles: ReturnType<typeof lastChoice> | null;
  private readonly price: Promise<string>;
  /** the boxes that were shown before this one, to go back to; the last one is the newest */
  private readonly shown: Box[] = [];
  /** Ends requests that are no longer needed. */
  private readonly reading = new AbortController();

  constructor(
    private readonly extension: Core & WithSubmissions,
    private readonly prepared: Prepared,
    given: SubmitArguments,
    private readonly again: (problem: ChosenProblem | null) => Promise<void>,
    private readonly start: SubmissionStart,
  ) {
    const { judge, offer, source } = prepared;
    const { globalState, workspaceState } = extension.context;
    const recents = loadRecents(globalState);
    this.before =
      lastOf(recents, judge.id, source.uri.toString()) ??
      languageChoice(recents, judge.id, source.editorLanguage);
    this.preferredLanguage = this.before?.language ?? null;
    this.lastFiles = offer.acceptsSeveralFiles ? lastChoice(workspaceState, source.uri) : null;
    this.price = priceWords(extension, judge, this.reading.signal);
    this.isProblemGiven = given.problemId !== null;
    this.problem = given.problemId === null ? start.problem : { problemId: given.problemId, place: null };
    this.language = given.language;
    this.isLanguageGiven = given.language !== null;
    this.action = given.optimise === null ? null : { kind: 'submit', optimise: given.optimise };
    this.isActionGiven = given.optimise !== null;
  }

  /** Asks all questions. Null: the user canceled, or a request failed, which was shown. */
  async ask(): Promise<ChosenSubmission | null> {
    const isComplete = await this.askMissing();
    const { problem, language, action, inputs, otherFiles } = this;
    if (!isComplete || !problem || language === null || !action) return null;
    this.form ??= await this.fetchForm(problem);
    const { form } = this;
    if (!form) return null;
    return {
      problemId: problem.problemId,
      place: problem.place,
      language,
      optimise: optimises(action),
      inputs,
      ...titleAndContest(problem, form),
      ...(problem.isOutside ? { isOutside: true as const } : {}),
      limits: form.limits,
      languageName: languageNameIn(form, language),
      ...chosenLanguage(form, language),
      ...(otherFiles === null ? {} : { otherFiles }),
      ...(form.sourceLimits === undefined ? {} : { sourceLimits: form.sourceLimits }),
    };
  }

  dispose(): void {
    this.reading.abort();
  }

  /** Asks all questions. Returns false if the user canceled, or a request failed. */
  private async askMissing(): Promise<boolean> {
    if (!this.isProblemGiven && this.start.asks === 'options') this.problem ??= await this.knownProblem();
    const asksProblem = !this.problem || (!this.isProblemGiven && this.start.asks === 'problem');
    let box: Box | 'done' | undefined = asksProblem ? 'problem' : 'options';
    while (box !== undefined && box !== 'done') box = await this.open(box);
    return box === 'done';
  }

  /** Returns the problem of the file's last submission, or of the URL that is stored with the file; null: neither. */
  private async knownProblem(): Promise<ChosenProblem | null> {
    const { extension } = this;
    const { judge, source } = this.prepared;
    const guess = await likelyProblemOfFile(extension, judge, source.uri);
    if (!guess || guess.from === 'fileName') return null;
    const name = { problemId: guess.id, place: guess.place };
    return knownProblems(extension, judge).find((known) => isSameProblem(known, name)) ?? name;
  }

  private open(box: Box): NextBox {
    switch (box) {
      case 'problem':
        return this.askProblem();
      case 'language':
        return this.askLanguage();
      case 'options':
        return this.askOptions();
      case 'details':
        return this.askDetails();
    }
  }

  /** Asks with a box, and stores the answer. `next`: the box after it */
  private async askIn<Value>(
    box: Box,
    ask: (step: QuestionStep) => Answer<Value>,
    next: (answer: Awaited<Value>) => Box | 'done',
  ): NextBox {
    const { judge, source } = this.prepared;
    const title = l10n.t('Submit {0} to {1}', source.name, nameOfJudge(judge));
    const answer = await ask({ title, step: 1, steps: 1, canGoBack: this.shown.length > 0 });
    if (answer === undefined) return undefined;
    if (answer === back) return this.shown.pop();
    this.shown.push(box);
    return next(answer);
  }

  private async askProblem(): NextBox {
    const { extension, problem } = this;
    const { judge, offer, source } = this.prepared;
    const guess: ProblemGuess | null = problem
      ? { id: problem.problemId, place: problem.place, from: 'now' }
      : await likelyProblemOfFile(extension, judge, source.uri);
    const help = problemHelp(extension, judge, offer, source.uri, this.reading.signal, () =>
      this.again(null),
    );
    const recent = knownProblems(extension, judge);
    return this.askIn(
      'problem',
      (step) => askProblem(step, guess, recent, help),
      (answer) => {
        this.problem = answer;
        this.form = null;
        if (!this.isLanguageGiven) this.language = null;
        return 'options';
      },
    );
  }

  private async askLanguage(): NextBox {
    const form = await this.formInTime();
    if (!form) return undefined;
    const { offer, source } = this.prepared;
    const proposals = this.proposals(form);
    const sentAs = new Map(
      proposals.fitting.map((language) => [language.id, namesInLanguage(source, language, offer)]),
    );
    const mayType = !hasAllLanguages(offer, form);
    return this.askIn(
      'language',
      (step) => askLanguage(step, proposals, { mayType, price: this.price, sentAs }),
      (answer) => {
        this.language = answer;
        this.preferredLanguage = answer;
        return 'options';
      },
    );
  }

  private proposals(form: ProblemForm): LanguageProposals {
    const { offer, source } = this.prepared;
    const about = { editorLanguage: source.editorLanguage, fileName: source.name };
    return proposeLanguages(form, about, this.preferredLanguage, hasAllLanguages(offer, form));
  }

  /** Fetches the form unless it is known. Null: that failed, or the user did something else meanwhile and canceled. */
  private async formInTime(): Promise<ProblemForm | null> {
    const { problem } = this;
    if (!problem) return null;
    this.form ??= await watchingPerson(async (person) => {
      const fetched = await this.fetchForm(problem);
      return fetched && (await this.mayAskNow(person)) ? fetched : null;
    });
    return this.form;
  }

  /** Returns whether the next box may take the focus. If the person did something else, asks in a notification. */
  private async mayAskNow({ hasActed }: Person): Promise<boolean> {
    if (!hasActed) return true;
    const { name } = this.prepared.source;
    const button = l10n.t('Continue');
    return (await window.showInformationMessage(l10n.t('Continue submitting {0}?', name), button)) === button;
  }

  /** Asks with everything known in one box. Without a fitting language, asks for that first. */
  private async askOptions(): NextBox {
    const { extension, prepared, problem } = this;
    if (this.isActionGiven) return this.language === null ? 'language' : 'done';
    const form = await this.formInTime();
    if (!problem || !form) return undefined;
    this.language ??= this.proposals(form).fitting[0]?.id ?? null;
    const { language } = this;
    if (language === null) return 'language';
    const { judge, offer, source } = prepared;
    const chosen = {
      ...problem,
      ...titleAndContest(problem, form),
      languageName: languageNameIn(form, language),
      language,
    };
    const languageWords = sanitizeForUi(chosen.languageName ?? language, 60);
    return this.askIn(
      'options',
      (step) =>
        askOptions(step, offer, this.action ?? this.usualAction(), {
          program: l10n.t('{0} to {1} · {2}', problemLabel(chosen), nameOfJudge(judge), languageWords),
          summary: () => describeChoices(extension, prepared, chosen),
          price: this.price,
          warning: misfitWarning(form, language, source),
          acceptsAt:
            Date.now() +
            extension.remaining.waitFor(judge.id, problem, () => extension.judges.timeAt(judge.id)),
          offersSamples: this.start.offersSamples === true && extension.localComputer !== null,
        }),
      (option) => {
        switch (option.kind) {
          case 'otherProblem':
            return 'problem';
          case 'otherLanguage':
            return 'language';
          case 'selfTest':
          case 'submitSeveral':
          case 'runSamplesOn':
            this.action = option;
            return 'details';
          case 'submit':
            this.action = option;
            return 'done';
        }
      },
    );
  }

  private usualAction(): SubmitAction {
    if (this.lastFiles?.isUsed) return { kind: 'submitSeveral' };
    return { kind: 'submit', optimise: this.before?.optimise ?? true };
  }

  /** Asks for the inputs of a self-test, or for the other files of the program. */
  private async askDetails(): NextBox {
    const { uri } = this.prepared.source;
    switch (this.action?.kind) {
      case 'selfTest':
        return this.askIn(
          'details',
          (step) => askInputs(this.extension, step, uri),
          (answer) => {
            this.inputs = answer.map(({ text }) => text);
            return 'done';
          },
        );
      case 'submitSeveral':
        return this.askIn(
          'details',
          (step) => askOtherFiles(step, uri, this.lastFiles?.choice ?? null),
          (answer) => {
            this.otherFiles = answer;
            return 'done';
          },
        );
      case 'runSamplesOn':
        await commands.executeCommand('judgeResults.runSamplesOn', uri);
        return undefined;
      case 'submit':
      case undefined:
        return 'done';
    }
  }

  private fetchForm(problem: ChosenProblem): Promise<ProblemForm | null> {
    const again = (): Promise<void> => this.again(problem);
    return fetchProblemForm(this.extension, this.prepared, problem, this.reading.signal, again);
  }
}

function optimises(action: SubmitAction): boolean {
  return action.kind === 'submit' && action.optimise;
}

/**
 * Fetches the languages and limits of a problem. Returns null if that failed, or if the problem takes no program; the
 * user has seen why.
 */
export async function fetchProblemForm(
  extension: Core & WithSubmissions,
  { judge, offer, source }: Prepared,
  problem: ProblemName,
  signal: AbortSignal,
  again: () => Promise<void>,
): Promise<ProblemForm | null> {
  const { fetchForm } = offer;
  if (!fetchForm) return { languages: offer.languages ?? [], limits: null };
  const form = await askSignedIn(extension, judge, async () =>
    window.withProgress({ location: { viewId: 'judgeResults.records' } }, () =>
      extension.judges.ask(judge, (http) => fetchForm(http, problem), signal),
    ),
  );
  if (!(form instanceof RequestFailed)) {
    extension.remaining.note(judge.id, problem, form.remaining);
    if (form.takesAnswer || form.takesNothing) {
      await showTakesAnswer(judge, problem, source.name, form.takesAnswer ? 'answer' : 'nothing');
      return null;
    }
    return form;
  }
  const ways = browserWays(extension, judge, source, problem, form);
  await showFailure(extension, form, judge, again, 'submission', ways);
  return null;
}

/** Shows that a problem takes an answer, or nothing at all, but no program. Offers its page. */
async function showTakesAnswer(
  { pages }: Judge,
  problem: ProblemName,
  fileName: string,
  takes: 'answer' | 'nothing' = 'answer',
): Promise<void> {
  const name = sanitizeForUi(problem.problemId, 64);
  const message =
    takes === 'answer'
      ? l10n.t('{0} wasn’t submitted: {1} takes an answer, not a program.', fileName, name)
      : l10n.t('{0} wasn’t submitted: {1} is only to be read and accepts no submissions.', fileName, name);
  const page = pages?.problem?.(problem);
  if (page === undefined) {
    void window.showWarningMessage(message);
    return;
  }
  await offer(
    message,
    l10n.t('Open Problem'),
    () => env.openExternal(Uri.parse(page, true)),
    window.showWarningMessage,
  );
}

/** Returns whether the form lists every accepted language, so that the user can't type another one. */
export function hasAllLanguages(
  { fetchForm }: SubmissionSupport,
  { languages, acceptsOtherLanguages }: ProblemForm,
): boolean {
  return fetchForm !== undefined && languages.length > 0 && acceptsOtherLanguages !== true;
}

/** Returns the problem's title, label, and contest from the form, or from the list that it was chosen from. */
export function titleAndContest(
  problem: ChosenProblem,
  form: ProblemForm | null,
): Pick<ChosenSubmission, 'title' | 'letter' | 'contest'> {
  const listed = problem.contest ? { title: problem.contest, endsAt: null } : null;
  const letter = form?.letter ?? problem.letter;
  return {
    title: form?.title ?? problem.title ?? null,
    contest: form?.contest ?? listed,
    ...(letter === undefined ? {} : { letter }),
  };
}

function chosenLanguage(
  { languages }: ProblemForm,
  chosen: string,
): Pick<ChosenSubmission, 'submissionLanguage'> {
  const submissionLanguage = languages.find(({ id }) => id === chosen);
  return submissionLanguage ? { submissionLanguage } : {};
}

/** Returns the display name of a language in the form; null: unknown. */
export function languageNameIn(form: ProblemForm | null, language: string): string | null {
  const known = form?.languages.find(({ id }) => id === language);
  const name = known ? languageLabel(known) : null;
  return name === language ? null : name;
}

/** Returns a warning if the language is one for other files; empty: it fits, or is unknown. */
function misfitWarning(
  form: ProblemForm | null,
  language: string,
  { editorLanguage, name }: SourceToSubmit,
): string {
  const listed = form?.languages.find(({ id }) => id === language);
  const canTell = listed && listed.editorLanguages.length + listed.extensions.length > 0;
  if (!canTell || fitsDocument(listed, { editorLanguage, fileName: name })) return '';
  return l10n.t('{0} doesn’t fit {1}', sanitizeForUi(languageLabel(listed), 60), name);
}

/**
 * Summarizes the choices, for example `Weekly contest · ends in 12 min · A – Two Sum · 3 submissions left · C++17 ·
 * 1.2 kB`.
 */
export function describeChoices(
  { remaining, judges }: Pick<Core, 'remaining' | 'judges'>,
  { judge, source: { size, others = [] } }: Pick<Prepared, 'judge' | 'source'>,
  choices: Pick<Choices, 'problemId' | 'place' | 'language'> &
    Partial<Pick<ChosenSubmission, 'optimise' | 'title' | 'letter' | 'contest' | 'languageName'>>,
): string {
  const { contest, language, languageName, optimise } = choices;
  const left = remaining.of(judge.id, choices);
  const sizeWords = size < 1000 ? l10n.t('{0} bytes', size) : l10n.t('{0} kB', (size / 1000).toFixed(1));
  const now = judges.timeAt(judge.id);
  return joined(
    ' · ',
    sanitizeForUi(contest?.title ?? '', 60),
    endWords(left, now),
    contest ? contestWords(contest, now) : '',
    problemWithTitle(choices),
    submissionsLeftWords(left),
    sanitizeForUi(languageName ?? language, 60),
    optimise ? '-O2' : '',
    others.length === 0 ? '' : l10n.t('{0} files', others.length + 1),
    sizeWords,
  );
}

/** Returns the remaining points and the price of a submission; empty if the judge has no quota or doesn't return it. */
async function priceWords(extension: Core, judge: Judge, signal: AbortSignal): Promise<string> {
  const { quota } = judge;
  const quotas = quota && (await answerOrNull(extension, judge, quota.fetchQuotas, signal));
  if (!quotas) return judgingPrice(judge);
  return joined(' · ', pointsWords(pointsLeft(quotas, Date.now())), judgingPrice(judge));
}

/** Returns whether the session has ended, or the credential is no longer valid. */
export function isSignedOut({ failure }: RequestFailed): boolean {
  return failure.kind === 'status' && failure.status === 401;
}

/** Asks the user to sign in again because the session ended. Returns false if the user didn't. */
export async function signInToSubmit(extension: Core, judge: Judge): Promise<boolean> {
  const words = l10n.t('Signed out of {0}. Sign in to submit.', nameOfJudge(judge));
  const isSignedIn = await signInAgain(extension, judge, words);
  if (isSignedIn) notePersonWaits();
  return isSignedIn;
}

/** Runs `ask`. If that requires signing in, signs in and runs it again. */
async function askSignedIn<Value>(
  extension: Core,
  judge: Judge,
  ask: () => Promise<Value>,
): Promise<Value | RequestFailed> {
  const answer = await orFailure(ask());
  const isNeeded = answer instanceof RequestFailed && isSignedOut(answer);
  return isNeeded && (await signInToSubmit(extension, judge)) ? orFailure(ask()) : answer;
}
