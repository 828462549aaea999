import { commands, l10n, window } from 'vscode';
import { settlesWithin } from '../../base/async';
import { systemClock } from '../../base/ports';
import type { ProblemForm, Judge } from '../../judges';
import { watchingPerson, type Person } from '../shared/dialogs/personActions';
import { problemLabel } from '../labels/problemLabel';
import { joined } from '../labels/recordLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { judgingPrice, languageLabel, pointsLeft, pointsWords, nameOfJudge } from '../labels/judgeLabels';
import { answerOrNull } from '../shared/failures/showFailure';
import { back, type QuestionStep } from '../shared/dialogs/quickPick';
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
import {
  chosenLanguage,
  fetchProblemForm,
  hasAllLanguages,
  languageNameIn,
  titleAndContest,
  type FetchedForm,
} from './problemForm';
import {
  askProblem,
  type UsableElsewhere,
  type ProblemGuess,
  type ChosenProblem,
  knownProblems,
  likelyProblemOfFile,
  JudgeProblems,
  problemNamedByFile,
} from '../problemPages';
import {
  isSameProblem,
  languageChoice,
  lastOf,
  loadRecents,
  type Choices,
} from '../shared/storage/recentSubmissions';
import type { Core } from '../shared/core';
import { LISTED_SOON_MS } from './limits';
import type { ChosenSubmission, Prepared, SubmissionStart, WithSubmissions } from './submitSteps';

const usualStart: SubmissionStart = { problem: null, asks: 'options' };

/** The answers to the questions about a submission. */
export type AskedSubmission =
  | { readonly kind: 'chosen'; readonly choices: ChosenSubmission }
  /** The user pasted the URL of another judge. */
  | { readonly kind: 'elsewhere'; readonly elsewhere: UsableElsewhere }
  /** A request failed, and the user wants to try again. `problem`: the chosen one; null: none */
  | { readonly kind: 'startOver'; readonly problem: ChosenProblem | null }
  /** The user canceled, or a request failed, which was shown. */
  | { readonly kind: 'canceled' };

/**
 * Shows one box in which the user chooses what to submit. If the problem isn't known from the file's last submission or a
 * stored URL, prompts for it before. Skips choices in `given`.
 */
export async function askSubmission(
  extension: Core & WithSubmissions,
  prepared: Prepared,
  given: SubmitArguments,
  start: SubmissionStart = usualStart,
): Promise<AskedSubmission> {
  const questions = new SubmissionQuestions(extension, prepared, given, start);
  try {
    return await questions.ask();
  } finally {
    questions.dispose();
  }
}

/** A box of the questions about a submission. `details`: the inputs, or the other files */
type Box = 'problem' | 'language' | 'options' | 'details';

/**
 * The next box, or that nothing is missing. `startOver`: a request failed, and the user wants to try again. Undefined:
 * the user canceled, or a request failed, which was shown.
 */
type NextBox = Promise<Box | 'done' | 'startOver' | undefined>;

/** The questions about a submission, and the answers so far, which are preselected if the user goes back. */
class SubmissionQuestions {
  private problem: ChosenProblem | null;
  /** the other judge whose URL the user pasted; null: none */
  private elsewhere: UsableElsewhere | null = null;
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
  /** Aborts requests whose responses aren't needed anymore. */
  private readonly reading = new AbortController();

  constructor(
    private readonly extension: Core & WithSubmissions,
    private readonly prepared: Prepared,
    given: SubmitArguments,
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

  async ask(): Promise<AskedSubmission> {
    const end = await this.askMissing();
    const { problem, elsewhere, language, action } = this;
    if (elsewhere) return { kind: 'elsewhere', elsewhere };
    if (end === 'startOver') return { kind: 'startOver', problem };
    if (end === undefined || !problem || language === null || !action) return { kind: 'canceled' };
    const fetched = await this.formOf(problem);
    switch (fetched.kind) {
      case 'form':
        return { kind: 'chosen', choices: this.choices(problem, language, action, fetched.form) };
      case 'tryAgain':
        return { kind: 'startOver', problem };
      case 'none':
        return { kind: 'canceled' };
    }
  }

  private choices(
    problem: ChosenProblem,
    language: string,
    action: SubmitAction,
    form: ProblemForm,
  ): ChosenSubmission {
    const { inputs, otherFiles } = this;
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

  /** Opens one box after the other until nothing is missing. */
  private async askMissing(): Promise<'done' | 'startOver' | undefined> {
    let box = await this.firstBox();
    while (box !== undefined && box !== 'done' && box !== 'startOver') box = await this.open(box);
    return box;
  }

  /**
   * Returns the box for the problem unless the problem is known. The name of a file is sufficient after the first
   * submission to a contest, in which the user sees its problems.
   */
  private async firstBox(): NextBox {
    if (this.isProblemGiven) return 'options';
    if (this.start.asks === 'problem') return 'problem';
    this.problem ??= await this.knownProblem();
    if (this.problem) return 'options';
    const { extension } = this;
    const { judge, offer } = this.prepared;
    const isFinite = offer.problemList !== undefined && !offer.problemList.hasOthers;
    if (!isFinite || knownProblems(extension, judge).length === 0) return 'problem';
    this.problem = await this.problemNamedSoon();
    return this.problem ? 'options' : 'problem';
  }

  /** Returns the problem of the contest that matches the file's name; null: none, or the problems aren't listed soon. */
  private async problemNamedSoon(): Promise<ChosenProblem | null> {
    const { judge, source } = this.prepared;
    const named = problemNamedByFile(this.extension, judge, source.uri, this.reading.signal);
    return (await settlesWithin(systemClock, LISTED_SOON_MS, named)) ? named : null;
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

  /** Returns the title of the next box, and whether the user can go back from it. */
  private step(): QuestionStep {
    const { judge, source } = this.prepared;
    const title = l10n.t('Submit {0} to {1}', source.name, nameOfJudge(judge));
    return { title, step: 1, steps: 1, canGoBack: this.shown.length > 0 };
  }

  /** Returns the box to open after one without an answer. Undefined: the user canceled. */
  private boxBefore(answer: typeof back | undefined): Box | undefined {
    return answer === back ? this.shown.pop() : undefined;
  }

  private async askProblem(): NextBox {
    const { extension, problem } = this;
    const { judge, source } = this.prepared;
    const guess: ProblemGuess | null = problem
      ? { id: problem.problemId, place: problem.place, from: 'now' }
      : await likelyProblemOfFile(extension, judge, source.uri);
    const own = await extension.judges.all();
    const problems = new JudgeProblems(extension, judge, own, source.uri, true, this.reading.signal);
    const recent = knownProblems(extension, judge);
    const answer = await askProblem(this.step(), guess, recent, problems);
    if (answer === undefined || answer === back) return this.boxBefore(answer);
    this.shown.push('problem');
    this.form = null;
    if (typeof answer === 'object' && 'kind' in answer) {
      this.elsewhere = answer;
      return 'done';
    }
    this.problem = answer === 'startOver' ? null : answer;
    if (answer === 'startOver') return 'startOver';
    if (!this.isLanguageGiven) this.language = null;
    return 'options';
  }

  private async askLanguage(): NextBox {
    const fetched = await this.formInTime();
    if (fetched.kind !== 'form') return fetched.kind === 'tryAgain' ? 'startOver' : undefined;
    const { form } = fetched;
    const { offer, source } = this.prepared;
    const proposals = this.proposals(form);
    const sentAs = new Map(
      proposals.fitting.map((language) => [language.id, namesInLanguage(source, language, offer)]),
    );
    const mayType = !hasAllLanguages(offer, form);
    const answer = await askLanguage(this.step(), proposals, { mayType, price: this.price, sentAs });
    if (answer === undefined || answer === back) return this.boxBefore(answer);
    this.shown.push('language');
    this.language = answer;
    this.preferredLanguage = answer;
    return 'options';
  }

  private proposals(form: ProblemForm): LanguageProposals {
    const { offer, source } = this.prepared;
    const about = { editorLanguage: source.editorLanguage, fileName: source.name };
    return proposeLanguages(form, about, this.preferredLanguage, hasAllLanguages(offer, form));
  }

  /** Fetches the form unless it is known. `none`: also if the user did something else meanwhile, and canceled */
  private async formInTime(): Promise<FetchedForm> {
    const { problem, form } = this;
    if (!problem) return { kind: 'none' };
    if (form) return { kind: 'form', form };
    return watchingPerson(async (person) => {
      const fetched = await this.formOf(problem);
      return fetched.kind !== 'form' || (await this.mayAskNow(person)) ? fetched : { kind: 'none' };
    });
  }

  /** Returns whether the next box may take the focus. If the person did something else, requests that in a notification. */
  private async mayAskNow({ hasActed }: Person): Promise<boolean> {
    if (!hasActed) return true;
    const { name } = this.prepared.source;
    const button = l10n.t('Continue');
    return (await window.showInformationMessage(l10n.t('Continue submitting {0}?', name), button)) === button;
  }

  /** Shows the box with all choices. Without a fitting language, prompts for that first. */
  private async askOptions(): NextBox {
    const { extension, prepared, problem } = this;
    if (this.isActionGiven) return this.language === null ? 'language' : 'done';
    const fetched = await this.formInTime();
    if (!problem || fetched.kind !== 'form') return fetched.kind === 'tryAgain' ? 'startOver' : undefined;
    const { form } = fetched;
    this.language ??= this.proposals(form).fitting[0]?.id ?? null;
    const { language } = this;
    if (language === null) return 'language';
    const { judge, source } = prepared;
    const chosen = {
      ...problem,
      ...titleAndContest(problem, form),
      languageName: languageNameIn(form, language),
      language,
    };
    const languageWords = sanitizeForUi(chosen.languageName ?? language, 60);
    const option = await askOptions(extension, prepared, this.step(), this.action ?? this.usualAction(), {
      program: l10n.t('{0} to {1} · {2}', problemLabel(chosen), nameOfJudge(judge), languageWords),
      chosen,
      price: this.price,
      warning: misfitWarning(form, language, source),
      offersSamples: this.start.offersSamples === true && extension.localComputer !== null,
    });
    if (option === undefined || option === back) return this.boxBefore(option);
    this.shown.push('options');
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
  }

  private usualAction(): SubmitAction {
    if (this.lastFiles?.isUsed) return { kind: 'submitSeveral' };
    return { kind: 'submit', optimise: this.before?.optimise ?? true };
  }

  /** Prompts for the inputs of a self-test, or for the other files of the program. */
  private async askDetails(): NextBox {
    const { uri } = this.prepared.source;
    switch (this.action?.kind) {
      case 'selfTest': {
        const inputs = await askInputs(this.extension, this.step(), uri);
        if (inputs === undefined || inputs === back) return this.boxBefore(inputs);
        this.inputs = inputs.map(({ text }) => text);
        return 'done';
      }
      case 'submitSeveral': {
        const files = await askOtherFiles(this.step(), uri, this.lastFiles?.choice ?? null);
        if (files === undefined || files === back) return this.boxBefore(files);
        this.otherFiles = files;
        return 'done';
      }
      case 'runSamplesOn':
        await commands.executeCommand('judgeResults.runSamplesOn', uri);
        return undefined;
      case 'submit':
      case undefined:
        return 'done';
    }
  }

  /** Returns the form of the chosen problem. Fetches it once. */
  private async formOf(problem: ChosenProblem): Promise<FetchedForm> {
    if (this.form) return { kind: 'form', form: this.form };
    const fetched = await fetchProblemForm(this.extension, this.prepared, problem, this.reading.signal);
    if (fetched.kind === 'form') this.form = fetched.form;
    return fetched;
  }
}

function optimises(action: SubmitAction): boolean {
  return action.kind === 'submit' && action.optimise;
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

/** Returns the remaining points and the price of a submission; empty if the judge has no quota or doesn't return it. */
async function priceWords(extension: Core, judge: Judge, signal: AbortSignal): Promise<string> {
  const { quota } = judge;
  const quotas = quota && (await answerOrNull(extension, judge, quota.fetchQuotas, signal));
  if (!quotas) return judgingPrice(judge);
  return joined(' · ', pointsWords(pointsLeft(quotas, Date.now())), judgingPrice(judge));
}
