import { l10n, window, workspace } from 'vscode';
import type { KnownRecord, SourceLink } from '../../records';
import type { Judge } from '../../judges';
import { offerJudges, showUntrusted, withCancel } from '../shared/dialogs/dialogs';
import { watchingPerson, type Confirmation } from '../shared/dialogs/personActions';
import { problemLabel } from '../labels/problemLabel';
import { recordName } from '../labels/recordLabels';
import { nameOfJudge } from '../labels/judgeLabels';
import {
  fileToSubmit,
  logging,
  programWithFiles,
  readSubmitArguments,
  sourceToSubmit,
  wantsOtherFiles,
  type ProgramRead,
  type SourceToSubmit,
  type SubmitArguments,
} from '../program';
import { lookForMore, type WithFollowing } from '../following';
import { goElsewhere, type AskedProblem, type ChosenProblem, type ProblemAtJudge } from '../problemPages';
import { setJudgeOfFile } from '../sourceFiles';
import { readyJudge } from '../judges';
import { targetRecords, type RowArguments } from '../shared/commands/commandTargets';
import type { Core, WithSelection } from '../shared/core';
import { checkEntryPoint } from './askEntryPoint';
import { askSubmission, type AskedSubmission } from './askSubmission';
import { maySendAsUtf8, showSourceLimit } from './checkSource';
import { confirmSubmission } from './confirmSubmission';
import { confirmUnchanged, type Wish } from './unchangedFile';
import { maySubmitAfterEnd, withMeantPlace } from './contestQuestions';
import { knownProblemOf, submitOnWebsite, type WebsiteJudge } from './inBrowser/submitInBrowser';
import { isFirstOfWorkspace, lastChoices } from './lastSubmission';
import { isUnchanged } from './unchangedFile';
import { showNotSent, type LateOutcome } from './notSent';
import { maySubmitAfterSamples } from './samplesBeforeSubmit';
import {
  sendAndTrack,
  withSearch,
  type AcceptedOutcome,
  type FailedOutcome,
  type UnansweredOutcome,
} from './sendProgram';
import {
  askAgain,
  problemOf,
  submitAsItIs,
  type ChooseStep,
  type ChosenSubmission,
  type Prepared,
  type ReadStep,
  type SendStep,
  type SkippedChecks,
  type SubmissionStart,
  type SubmitStep,
  type WithSubmissions,
} from './submitSteps';
import { showUnanswered } from './askAboutLostSubmission';
import { waitForTurn } from './waitForTurn';

/** URIs of the files that are being submitted now. */
const underWay = new Set<string>();

/**
 * “Submit”: submits the file of a row, a given file, or the active file, and tracks the result. Repeats the choices of the
 * file's last submission, or prompts for them.
 */
export async function submit(
  extension: Core & WithFollowing & WithSelection & WithSubmissions,
  args: RowArguments,
): Promise<void> {
  const [argument] = args;
  const row = rowToSubmit(extension, args);
  const given = readSubmitArguments(row ? { file: row.source.uri } : argument);
  if (!given) {
    extension.log.warn('submit: invalid arguments; expected { file, problemId, language, optimise }');
    void window.showWarningMessage(l10n.t('Couldn’t submit: invalid arguments.'));
    return;
  }
  const judge = row?.submission ? await extension.judges.judgeOf(row.service) : null;
  const isOfJudge = judge !== null && judge.runsHere !== true;
  const problem = isOfJudge && row?.submission ? problemOf(row.submission) : null;
  const start: SubmissionStart = { problem, asks: 'nothing' };
  await takeSteps(extension, { kind: 'choose', given, judge: isOfJudge ? judge : null, start });
}

/** “Submit with Options…”: like “Submit”, but always shows the options. */
export async function submitWithOptions(
  extension: Core & WithFollowing & WithSubmissions,
  argument: unknown,
): Promise<void> {
  const file = readSubmitArguments(argument)?.file ?? null;
  const given = { file, problemId: null, language: null, optimise: null };
  const start: SubmissionStart = { problem: null, asks: 'options', offersSamples: true };
  await takeSteps(extension, { kind: 'choose', given, judge: null, start });
}

/** Submits a program for which everything is chosen. Then tracks the request, and links the file. */
export async function submitChosen(
  extension: Core & WithFollowing & WithSubmissions,
  prepared: Prepared,
  choices: ChosenSubmission,
): Promise<void> {
  await takeSteps(extension, { kind: 'send', prepared, choices, question: 'none', skipped: 'nothing' });
}

/** Takes one step after the other, until the program is submitted or the user no longer wants that. */
async function takeSteps(
  extension: Core & WithFollowing & WithSubmissions,
  first: SubmitStep,
): Promise<void> {
  let step: SubmitStep | null = first;
  while (step) step = await take(extension, step);
}

function take(
  extension: Core & WithFollowing & WithSubmissions,
  step: SubmitStep,
): Promise<SubmitStep | null> {
  switch (step.kind) {
    case 'choose':
      return chooseWhat(extension, step);
    case 'read':
      return readAgain(extension, step);
    case 'send':
      return send(extension, step);
  }
}

/** Repeats the choices of the last submission, or prompts for them. */
async function chooseWhat(
  extension: Core & WithFollowing & WithSubmissions,
  step: ChooseStep,
): Promise<SubmitStep | null> {
  const { given, start } = step;
  const prepared = await prepare(extension, given.file, step.judge);
  if (!prepared) return null;
  if ('website' in prepared) {
    const there = await submitThere(extension, prepared, step);
    return there && submitElsewhere(extension, step, there);
  }
  const last =
    start.asks === 'nothing' && isBare(given) ? lastChoices(extension, prepared, start.problem) : null;
  const asked: AskedSubmission = last
    ? { kind: 'chosen', choices: last }
    : await askSubmission(extension, prepared, given, start);
  if (asked.kind === 'canceled') return null;
  if (asked.kind === 'startOver') return startedOver(step, asked.problem);
  if (asked.kind === 'elsewhere') {
    const there = await goElsewhere(extension, asked.elsewhere);
    return there && submitElsewhere(extension, step, there);
  }
  const choices = await withMeantPlace(extension, prepared, asked.choices);
  if (!choices) return null;
  const isForeign =
    !last && (saysMore(given, prepared.source) || isFirstOfWorkspace(extension, prepared.judge));
  return {
    kind: 'read',
    prepared,
    choices,
    question: isForeign ? 'always' : 'ifUnchanged',
    skipped: 'nothing',
    questions: startedOver(step, problemOf(choices)),
  };
}

/** Returns the step that starts over, with this problem preselected; null: none. */
function startedOver({ given, judge }: ChooseStep, problem: ChosenProblem | null): ChooseStep {
  return { kind: 'choose', given, judge, start: { problem, asks: 'problem' } };
}

/** Continues at a judge although another one is chosen. The file then belongs to that judge. */
async function submitElsewhere(
  extension: Core,
  { given }: ChooseStep,
  { judge, problem }: ProblemAtJudge,
): Promise<ChooseStep> {
  const file = fileToSubmit(given.file);
  if (file) await setJudgeOfFile(extension, file, judge);
  return { kind: 'choose', given, judge, start: { problem, asks: 'options' } };
}

/**
 * Opens the judge's page for submitting, because the judge accepts no programs from here. If the user chooses a problem of
 * another judge, returns that, else null.
 */
async function submitThere(
  extension: Core & WithSubmissions,
  prepared: WebsiteJudge,
  { given: { file, problemId }, start }: ChooseStep,
): Promise<AskedProblem | null> {
  const named = problemId === null ? start.problem : { problemId, place: null };
  const ofFile = start.asks === 'nothing' ? await knownProblemOf(extension, prepared.judge, file) : null;
  return submitOnWebsite(extension, prepared, file, named ?? ofFile);
}

/**
 * Checks whether the program can be submitted. If only the judge's website accepts programs, returns the judge without
 * reading the program. Null: it can't be submitted, which was shown.
 */
async function prepare(
  extension: Core & WithFollowing,
  file: string | null,
  known: Judge | null,
): Promise<Prepared | WebsiteJudge | null> {
  if (!workspace.isTrusted) {
    showUntrusted(l10n.t('Submitting requires a trusted workspace.'));
    return null;
  }
  const judge = known ?? (await readyJudge(extension, fileToSubmit(file)));
  if (!judge) return null;
  const { submission: offer, browserSubmission } = judge;
  if (!offer && browserSubmission) return { judge: judge, website: browserSubmission };
  if (!offer) {
    offerJudges(
      l10n.t(
        '{0} doesn’t support submission. Submit on its website, then fetch the result by its ID.',
        nameOfJudge(judge),
      ),
    );
    return null;
  }
  const source = await sourceToSubmit(file);
  if (!source || !(await maySendAsUtf8(source))) return null;
  return { judge, offer, source };
}

/** Reads the program again, and checks it. Null: it can't be sent, which was shown, or the user canceled. */
async function readAgain(extension: Core, step: ReadStep): Promise<SubmitStep | null> {
  const { prepared: before, choices } = step;
  const source = await sourceToSubmit(before.source.uri.toString());
  if (!source) return null;
  const { otherFiles } = choices;
  const program: ProgramRead = otherFiles
    ? await programWithFiles(extension, source, otherFiles)
    : { kind: 'read', source };
  if (program.kind === 'problem') {
    const message = l10n.t('{0} Nothing was submitted.', program.words);
    return (await wantsOtherFiles(message)) ? step.questions : null;
  }
  const prepared = { ...before, source: program.source };
  if (showSourceLimit(prepared, choices)) return null;
  const entry = await checkEntryPoint(extension, prepared, choices);
  if (!entry) return null;
  const asBefore = prepared.source.textHash === before.source.textHash ? 'samples' : 'nothing';
  return {
    kind: 'send',
    prepared,
    // the class or file that was chosen before may be gone
    choices: { ...choices, entry: undefined, ...entry },
    question: sendingQuestion(extension, step, prepared),
    skipped: step.skipped === 'asBefore' ? asBefore : step.skipped,
  };
}

/** Returns the question before the program is sent. `prepared`: with the program as it is now */
function sendingQuestion(
  extension: Core,
  { question, choices }: ReadStep,
  prepared: Prepared,
): SendStep['question'] {
  if (question === 'none') return 'none';
  if (isUnchanged(extension, prepared, choices)) return 'unchanged';
  return question === 'always' ? 'foreign' : 'none';
}

/** Sends the program if the user wants it, and shows the outcome. A file is only sent once at a time. */
async function send(
  extension: Core & WithFollowing & WithSubmissions,
  step: SendStep,
): Promise<SubmitStep | null> {
  const { prepared, choices } = step;
  const { source } = prepared;
  const file = source.uri.toString();
  if (underWay.has(file)) {
    void window.showInformationMessage(l10n.t('{0} is already being submitted.', source.name));
    return null;
  }
  underWay.add(file);
  const outcome = await sendIfWanted(extension, step).finally(() => underWay.delete(file));
  switch (outcome.kind) {
    case 'unwanted':
      return null;
    case 'otherProblem':
      return askAgain(prepared, null, 'problem');
    case 'askedLater':
      return (await outcome.confirms) ? submitAsItIs(prepared, choices, outcome.skipped) : null;
    case 'failed':
      return showNotSent(extension, step, outcome);
    case 'unanswered':
      return showUnanswered(extension, step, outcome);
    case 'hidden':
      showHidden(prepared, choices);
      break;
    case 'accepted':
      showSubmitted(outcome.record);
      break;
  }
  await logging(extension, 'looking for more submissions', lookForMore(extension, prepared.judge));
  return null;
}

/** The outcome of a submission that the user may not want after all. */
type SubmissionOutcome =
  | { readonly kind: 'unwanted' }
  /** The user wants to submit to another problem. */
  | { readonly kind: 'otherProblem' }
  | AskedLater
  | AcceptedOutcome
  | (FailedOutcome & LateOutcome)
  | (UnansweredOutcome & LateOutcome);

/** A notification lets the user decide whether to submit, while the file can already be submitted again. */
interface AskedLater {
  readonly kind: 'askedLater';
  readonly confirms: Promise<boolean>;
  /** if the user confirms */
  readonly skipped: SkippedChecks;
}

async function sendIfWanted(
  extension: Core & WithFollowing & WithSubmissions,
  { prepared, choices, question, skipped }: SendStep,
): Promise<SubmissionOutcome> {
  const { judge, source } = prepared;
  switch (await askToSend(extension, prepared, choices, question)) {
    case 'cancel':
      return { kind: 'unwanted' };
    case 'otherProblem':
      return { kind: 'otherProblem' };
    case 'submit':
      break;
  }
  const isSubmission = choices.inputs === null;
  if (isSubmission && skipped === 'nothing') {
    const answer = await maySubmitAfterSamples(extension, judge, source);
    if (answer !== 'yes') return unconfirmed(answer, 'samples');
  }
  if (isSubmission && skipped !== 'everything') {
    const answer = await maySubmitAfterEnd(extension, prepared, choices);
    if (answer !== 'yes') return unconfirmed(answer, 'everything');
  }
  if (isSubmission && !(await waitForTurn(extension, prepared, choices))) return { kind: 'unwanted' };
  const title = l10n.t('Submitting {0} as {1}…', source.name, problemLabel(choices));
  return watchingPerson(async (person) => {
    const sent = await withCancel(title, (signal) => sendAndTrack(extension, prepared, choices, signal));
    switch (sent.kind) {
      case 'accepted':
      case 'hidden':
        return sent;
      case 'failed':
        return { ...sent, mayTakeFocus: person.isWaiting };
      case 'unanswered': {
        const searched = await withSearch(extension, prepared, choices, sent);
        return searched.kind === 'unanswered' ? { ...searched, mayTakeFocus: person.isWaiting } : searched;
      }
    }
  });
}

/** `skipped`: the problems to ignore if the user confirms later */
function unconfirmed(answer: Exclude<Confirmation, 'yes'>, skipped: SkippedChecks): SubmissionOutcome {
  return answer === 'no' ? { kind: 'unwanted' } : { kind: 'askedLater', confirms: answer.later, skipped };
}

/** Requests confirmation with everything that is sent. */
async function askToSend(
  extension: Core,
  prepared: Prepared,
  choices: ChosenSubmission,
  question: SendStep['question'],
): Promise<Wish> {
  switch (question) {
    case 'none':
      return 'submit';
    case 'unchanged':
      return confirmUnchanged(extension, prepared, choices);
    case 'foreign':
      return (await confirmSubmission(extension, prepared, choices)) ? 'submit' : 'cancel';
  }
}

function showHidden({ judge }: Prepared, choices: ChosenSubmission): void {
  void window.showInformationMessage(
    l10n.t(
      'Submitted {0}. {1} shows no result until the contest ends.',
      problemLabel(choices),
      nameOfJudge(judge),
    ),
  );
}

function showSubmitted(record: KnownRecord): void {
  const { submission } = record;
  const words = submission?.isSelfTest
    ? `$(beaker) ${l10n.t('Running {0}', recordName(record))}`
    : `$(check) ${l10n.t('Submitted {0}', submission ? problemLabel(submission) : record.requestId)}`;
  window.setStatusBarMessage(words, 5000);
}

/** Returns the record of a clicked row, or of the selected row, that has a source file. Null: none. */
function rowToSubmit(
  extension: Core & WithSelection,
  args: RowArguments,
): (KnownRecord & { readonly source: SourceLink }) | null {
  const [argument] = args;
  const isSelected = argument === SELECTED_ROW;
  // without a row, `targetRecords` would return the selected one
  if (!isSelected && !isRow(argument)) return null;
  const [record] = targetRecords(extension, isSelected ? [] : args);
  return record?.source ? { ...record, source: record.source } : null;
}

function isRow(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && ('key' in argument || 'id' in argument);
}

/** Argument of the key in the list, which VS Code runs without a row. */
const SELECTED_ROW = 'selectedRow';

/**
 * Returns whether the arguments specify more than the open file, so that they don't come from this extension's menus.
 */
function saysMore(given: SubmitArguments, source: SourceToSubmit): boolean {
  const isActive =
    given.file === null || window.activeTextEditor?.document.uri.toString() === source.uri.toString();
  return !(isActive && isBare(given));
}

/** Returns whether the arguments contain at most a file. */
function isBare({ problemId, language, optimise }: SubmitArguments): boolean {
  return problemId === null && language === null && optimise === null;
}
