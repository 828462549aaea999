import { mementos } from '../shared/storageKeys';
import { l10n, window, workspace } from 'vscode';
import type { KnownRecord, SourceLink } from '../../records';
import {
  isUnreachable,
  refusalCause,
  RequestFailed,
  type ListedSubmission,
  type LostSubmission,
  type ProblemName,
  type RequestFailure,
  type Judge,
} from '../../judges';
import type { Contest } from '../../results';
import { offerJudges, withCancel, showUntrusted } from '../shared/dialogs';
import { watchingPerson } from '../shared/personActions';
import { listComma } from '../labels/text';
import { problemLabel } from '../labels/problemLabel';
import { joined, recordName } from '../labels/recordLabels';
import { nameOfJudge } from '../labels/judgeLabels';
import {
  lastChoice,
  programWithFiles,
  showFilesProblem,
  fileToSubmit,
  sourceToSubmit,
  type SourceToSubmit,
  readSubmitArguments,
  type SubmitArguments,
  logging,
} from '../program';
import { askSubmission, type AskedSubmission, type SubmissionStart } from './askSubmission';
import { isSignedOut, signInToSubmit } from './problemForm';
import { checkEntryPoint } from './askEntryPoint';
import { confirmSubmission, confirmUnchanged, type Wish } from './confirmSubmission';
import { browserWays } from './inBrowser/browserWays';
import { knownProblemOf, submitOnWebsite, type WebsiteJudge } from './inBrowser/submitInBrowser';
import { askWhichIsLost } from './lostSubmission';
import { submitWords } from './askOptions';
import {
  maySendAsUtf8,
  maySubmitAfterEnd,
  showSourceLimit,
  waitForTurn,
  withMeantPlace,
} from './checksBeforeSending';
import { askOtherLanguage } from './askOtherLanguage';
import {
  keepFound,
  sendAndTrack,
  withSearch,
  type AcceptedOutcome,
  type FailedOutcome,
  type UnansweredOutcome,
} from './sendProgram';
import { maySubmitAfterSamples } from './samplesBeforeSubmit';
import { placeNow, type ChosenProblem } from '../problemPages';
import { isSameProblem, lastOf, loadRecents, type Choices } from '../shared/recentSubmissions';
import { isChosenByWorkspace } from '../shared/settings';
import { answerOrNull, explainFor, type OtherWay, showFailure } from '../shared/showFailure';
import { lookForMore } from '../following';
import { readyJudge } from '../judges';
import type { Core, WithSelection } from '../shared/core';
import { targetRecords, type RowArguments } from '../shared/commandTargets';
import type { WithFollowing } from '../following';
import type { ChosenSubmission, Prepared, WithSubmissions } from './submission';

const noArguments: SubmitArguments = { file: null, problemId: null, language: null, optimise: null };

/** URIs of the files that are being submitted now. */
const underWay = new Set<string>();

/**
 * “Submit”: submits the file of a row, a given file, or the active file, and tracks the result. Repeats the choices of the
 * file's last submission, or asks for them.
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
  await submitFile(extension, given, isOfJudge ? judge : null, { problem, asks: 'nothing' });
}

/** “Submit with Options…”: like “Submit”, but always asks. */
export async function submitWithOptions(
  extension: Core & WithFollowing & WithSubmissions,
  argument: unknown,
): Promise<void> {
  const file = readSubmitArguments(argument)?.file ?? null;
  const start: Start = { problem: null, asks: 'options', offersSamples: true };
  await submitFile(extension, { ...noArguments, file }, null, start);
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

/** How a submission starts. `nothing`: without a question if the choices of the last submission can be repeated */
type Start = Omit<SubmissionStart, 'asks'> & { readonly asks: SubmissionStart['asks'] | 'nothing' };

/** Submits a file. `judge`: null: the file's, or the chosen one */
async function submitFile(
  extension: Core & WithFollowing & WithSubmissions,
  given: SubmitArguments,
  judge: Judge | null,
  start: Start,
): Promise<void> {
  const prepared = await prepare(extension, given.file, judge);
  if (!prepared) return;
  if ('website' in prepared) {
    const { file, problemId } = given;
    const named = problemId === null ? start.problem : { problemId, place: null };
    const ofFile = start.asks === 'nothing' ? await knownProblemOf(extension, prepared.judge, file) : null;
    return submitOnWebsite(extension, prepared, file, named ?? ofFile);
  }
  const startOver = (problem: ChosenProblem | null): Promise<void> =>
    submitFile(extension, given, judge, { problem, asks: 'problem' });
  const last =
    start.asks === 'nothing' && isBare(given) ? lastChoices(extension, prepared, start.problem) : null;
  const { asks } = start;
  const questions: SubmissionStart = { ...start, asks: asks === 'nothing' ? 'options' : asks };
  const asked: AskedSubmission = last
    ? { kind: 'chosen', choices: last }
    : await askSubmission(extension, prepared, given, questions);
  if (asked.kind === 'canceled') return;
  if (asked.kind === 'startOver') return startOver(asked.problem);
  const chosen = asked.choices;
  const submitTo = async (choices: ChosenSubmission): Promise<void> => {
    const again = () => startOver(problemOf(choices));
    const ready = await readAgain(extension, prepared, choices, again);
    if (!ready) return;
    const isForeign =
      !last && (saysMore(given, prepared.source) || isFirstOfWorkspace(extension, prepared.judge));
    const question = isUnchanged(extension, ready.prepared, ready.choices)
      ? 'unchanged'
      : isForeign
        ? 'foreign'
        : 'none';
    await handIn(extension, ready.prepared, ready.choices, question);
  };
  const placed = await withMeantPlace(extension, prepared, chosen, submitTo);
  if (placed) await submitTo(placed);
}

/**
 * Reads the program again, because the user can edit it while questions and notifications are shown, and checks it. Null:
 * it can't be sent, which was shown, or the user canceled.
 */
async function readAgain(
  extension: Core,
  prepared: Prepared,
  choices: ChosenSubmission,
  again: () => Promise<void>,
): Promise<{ readonly prepared: Prepared; readonly choices: ChosenSubmission } | null> {
  const source = await sourceToSubmit(prepared.source.uri.toString());
  if (!source) return null;
  const ready = await withChosenFiles(extension, { ...prepared, source }, choices, again);
  if (!ready || showSourceLimit(ready, choices)) return null;
  const entry = await checkEntryPoint(extension, ready, choices);
  if (!entry) return null;
  // the class or file that was chosen before may be gone
  return { prepared: ready, choices: { ...choices, entry: undefined, ...entry } };
}

/**
 * Returns the choices of the file's last submission. Null: there is none, it was to another problem than `problem`, or its
 * contest has ended.
 */
function lastChoices(
  extension: Core,
  { judge, offer, source }: Prepared,
  problem: ChosenProblem | null,
): ChosenSubmission | null {
  const last = lastOf(recents(extension), judge.id, source.uri.toString());
  if (!last || placeNow(extension, judge, last.place) !== last.place) return null;
  if (problem && !isSameProblem(problem, last)) return null;
  const files = offer.acceptsSeveralFiles ? lastChoice(extension.context.workspaceState, source.uri) : null;
  return {
    ...last,
    inputs: null,
    ...knownOfProblem(extension, judge, last),
    ...(files?.isUsed ? { otherFiles: files.choice } : {}),
  };
}

function problemOf({ problemId, place, title, contest }: SubmittedProblem): ChosenProblem {
  return { problemId, place, title, contest: contest?.title ?? null };
}

/** What is known about the problem of a submission or of a record. */
type SubmittedProblem = ProblemName & {
  readonly title: string | null;
  readonly contest?: Contest | null | undefined;
};

/** Returns whether the file's last submission had the same text, problem, and options. */
function isUnchanged(extension: Core, { judge, source }: Prepared, choices: ChosenSubmission): boolean {
  const last = lastOf(recents(extension), judge.id, source.uri.toString());
  return (
    choices.inputs === null &&
    last !== null &&
    isSameProblem(last, choices) &&
    last.language === choices.language &&
    last.optimise === choices.optimise &&
    last.textHash === source.textHash
  );
}

/** Adds the chosen other files to the program. Null: they can't be sent, which was shown. */
async function withChosenFiles(
  extension: Core,
  prepared: Prepared,
  { otherFiles }: ChosenSubmission,
  again: () => Promise<void>,
): Promise<Prepared | null> {
  const program = await programWithFiles(extension, prepared.source, otherFiles ?? null);
  if (program.kind === 'read') return { ...prepared, source: program.source };
  await showFilesProblem(l10n.t('{0} Nothing was submitted.', program.words), again);
  return null;
}

/** Returns whether the workspace's settings select the judge, and nothing has been submitted to it from here yet. */
function isFirstOfWorkspace({ context }: Core, { id }: Judge): boolean {
  return isChosenByWorkspace() && context.workspaceState.get(mementos.submitsTo) !== id;
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

/** Returns data about the problem that other records contain, to save a request. */
function knownOfProblem(
  { store }: Core,
  { id }: Judge,
  { problemId, place, language }: Choices,
): Pick<ChosenSubmission, 'limits' | 'title' | 'letter' | 'contest' | 'languageName'> {
  const named = store
    .records()
    .find(
      (record) =>
        record.service === id && record.submission?.language === language && record.submission.languageName,
    );
  const same = store
    .records()
    .filter(
      ({ service, submission }) =>
        service === id && submission?.problemId === problemId && submission.place === place,
    );
  return {
    limits: same.find(({ limits }) => limits !== null)?.limits ?? null,
    title: same.find(({ submission }) => submission?.title)?.submission?.title ?? null,
    letter: same.find(({ submission }) => submission?.letter)?.submission?.letter,
    contest: same.find(({ submission }) => submission?.contest)?.submission?.contest ?? null,
    languageName: named?.submission?.languageName ?? null,
  };
}

/**
 * Returns whether the arguments specify more than the open file, so that they don't come from this extension's menus.
 */
function saysMore(given: SubmitArguments, source: SourceToSubmit): boolean {
  const isActive =
    given.file === null || window.activeTextEditor?.document.uri.toString() === source.uri.toString();
  return !(isActive && isBare(given));
}

/** Returns whether the arguments name at most a file. */
function isBare({ problemId, language, optimise }: SubmitArguments): boolean {
  return problemId === null && language === null && optimise === null;
}

/** The question before a program is sent. `foreign`: the user may not have chosen everything that is sent. */
type SendingQuestion = 'none' | 'unchanged' | 'foreign';

/** Asks the question, which shows everything that is sent. */
async function askToSend(
  extension: Core,
  prepared: Prepared,
  choices: ChosenSubmission,
  question: SendingQuestion,
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

/** Problems that the user has decided to ignore: failed samples, or also the end of the contest. */
type SkippedChecks = 'nothing' | 'samples' | 'everything';

/**
 * Submits the program if the user wants it. Then tracks the request, links the file, and shows the outcome.
 */
export async function handIn(
  extension: Core & WithFollowing & WithSubmissions,
  prepared: Prepared,
  choices: ChosenSubmission,
  question: SendingQuestion = 'none',
  skipped: SkippedChecks = 'nothing',
): Promise<void> {
  const { source } = prepared;
  const file = source.uri.toString();
  if (underWay.has(file)) {
    void window.showInformationMessage(l10n.t('{0} is already being submitted.', source.name));
    return;
  }
  underWay.add(file);
  const sending = sendIfWanted(extension, prepared, choices, question, skipped);
  const outcome = await sending.finally(() => underWay.delete(file));
  switch (outcome.kind) {
    case 'unwanted':
      return;
    case 'otherProblem':
      return submitFile(extension, { ...noArguments, file }, prepared.judge, {
        problem: null,
        asks: 'problem',
      });
    case 'failed':
      return showNotSent(extension, prepared, choices, outcome);
    case 'unanswered':
      return showUnanswered(extension, prepared, choices, outcome);
    case 'hidden':
      showHidden(prepared, choices);
      break;
    case 'accepted':
      showSubmitted(outcome.record);
      break;
  }
  await logging(extension, 'looking for more submissions', lookForMore(extension, prepared.judge));
}

/**
 * Submits the program as it is now, because the user may have edited it before pressing the button of a notification.
 * `skipped`: problems to ignore even if the program has changed; null: all if it is unchanged, or else none
 */
async function handInAgain(
  extension: Core & WithFollowing & WithSubmissions,
  before: Prepared,
  choices: ChosenSubmission,
  skipped: SkippedChecks | null = null,
): Promise<void> {
  const { judge, source } = before;
  const again = (): Promise<void> =>
    submitFile(extension, { ...noArguments, file: source.uri.toString() }, judge, {
      problem: problemOf(choices),
      asks: 'problem',
    });
  const ready = await readAgain(extension, before, choices, again);
  if (!ready) return;
  const ofProgram = ready.prepared.source.textHash === source.textHash ? 'everything' : 'nothing';
  await handIn(extension, ready.prepared, ready.choices, 'none', skipped ?? ofProgram);
}

async function sendIfWanted(
  extension: Core & WithFollowing & WithSubmissions,
  prepared: Prepared,
  choices: ChosenSubmission,
  question: SendingQuestion,
  skipped: SkippedChecks,
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
  const submitAfter = (next: SkippedChecks) => () => handInAgain(extension, prepared, choices, next);
  if (isSubmission && skipped === 'nothing') {
    const maySubmit = await maySubmitAfterSamples(extension, judge, source, submitAfter('samples'));
    if (!maySubmit) return { kind: 'unwanted' };
  }
  if (isSubmission && skipped !== 'everything') {
    const maySubmit = await maySubmitAfterEnd(extension, prepared, choices, submitAfter('everything'));
    if (!maySubmit) return { kind: 'unwanted' };
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

/** The outcome of a submission that the user may not want after all. */
type SubmissionOutcome =
  | { readonly kind: 'unwanted' }
  /** The user wants to submit to another problem. */
  | { readonly kind: 'otherProblem' }
  | AcceptedOutcome
  | (FailedOutcome & LateOutcome)
  | (UnansweredOutcome & LateOutcome);

interface LateOutcome {
  /** The user still waits for the outcome. Otherwise, a question must not take the focus. */
  readonly mayTakeFocus: boolean;
}

/** Shows that the contest hides the result until its end. */
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

/**
 * Shows that the judge may have accepted a submission. Never repeats it automatically: explains that, and lets the user
 * decide.
 */
async function showUnanswered(
  extension: Core & WithFollowing & WithSubmissions,
  prepared: Prepared,
  choices: ChosenSubmission,
  { error, search, mayTakeFocus }: UnansweredOutcome & LateOutcome,
): Promise<void> {
  const { judge, source } = prepared;
  const candidates = candidatesIn(search);
  if (candidates.length > 0) {
    const lost = await askWhichIsLost(prepared, candidates);
    if (lost) await keepFound(extension, prepared, choices, lost);
    return;
  }
  if (error.failure.kind === 'cancelled') {
    // doesn't offer to repeat a submission that the user just canceled
    void window.showWarningMessage(
      l10n.t(
        'Canceled. {1} may already have been submitted to {0}, but no ID was returned.',
        nameOfJudge(judge),
        source.name,
      ),
    );
    return;
  }
  const wantsAgain = await wantsToSendAgain(extension, prepared, error, search, mayTakeFocus);
  // the judge may have accepted this very text
  if (wantsAgain) await handIn(extension, prepared, choices, 'none', 'everything');
}

function candidatesIn(search: LostSubmission | null): readonly ListedSubmission[] {
  switch (search?.kind) {
    case 'found':
      return [search.submission];
    case 'unclear':
      return search.submissions;
    case 'notListed':
    case 'unknown':
    case undefined:
      return [];
  }
}

/**
 * Shows why a program wasn't sent. If the session has ended, signs in and sends it. If the user did something else
 * meanwhile, the notification only offers to sign in.
 */
async function showNotSent(
  extension: Core & WithFollowing & WithSubmissions,
  prepared: Prepared,
  choices: ChosenSubmission,
  { error, mayTakeFocus }: FailedOutcome & LateOutcome,
): Promise<void> {
  const { judge, source } = prepared;
  if (error.failure.kind === 'cancelled') return;
  if (mayTakeFocus && isSignedOut(error) && (await signInToSubmit(extension, judge))) {
    return handIn(extension, prepared, choices, 'none', 'everything');
  }
  const failed = await withAllowedLanguages(extension, prepared, choices, error);
  const tryAgain = (): Promise<void> =>
    submitFile(extension, { ...noArguments, file: source.uri.toString() }, judge, {
      problem: problemOf(choices),
      asks: 'options',
    });
  const { failure } = failed;
  const refusesLanguage = refusalCause(failure)?.kind === 'language';
  const wait = failure.kind === 'status' && failure.cause?.kind === 'tooSoon' ? failure.retryAfter : null;
  const otherWays: OtherWay[] = [...browserWays(extension, judge, source, choices, failed)];
  if (refusesLanguage) otherWays.push(otherLanguageOf(extension, prepared, choices));
  if (wait !== null) {
    extension.remaining.noteNext(judge.id, choices, extension.judges.timeAt(judge.id) + wait);
    otherWays.push({ title: submitWords(wait), run: () => handInAgain(extension, prepared, choices) });
  }
  await showFailure(
    extension,
    failed,
    judge,
    tryAgain,
    isInContest(judge, choices) ? 'contestSubmission' : 'submission',
    otherWays,
    null,
    isUnreachable(failure)
      ? (message) => l10n.t('{0} wasn’t submitted: {1}', source.name, message)
      : undefined,
  );
}

/** Returns whether a submission belongs to a contest: that of its problem, or the only one of the judge. */
function isInContest({ submission }: Judge, { place }: ChosenSubmission): boolean {
  if (place === null) return submission?.problemList !== undefined;
  return submission?.places?.afterContest(place) !== place;
}

/** Returns the button that asks only for another language, and submits the program in it. */
function otherLanguageOf(
  extension: Core & WithFollowing & WithSubmissions,
  prepared: Prepared,
  choices: ChosenSubmission,
): OtherWay {
  return {
    title: l10n.t('Choose Another Language…'),
    run: () => submitInOtherLanguage(extension, prepared, choices),
  };
}

async function submitInOtherLanguage(
  extension: Core & WithFollowing & WithSubmissions,
  prepared: Prepared,
  choices: ChosenSubmission,
): Promise<void> {
  const chosen = await askOtherLanguage(extension, prepared, choices);
  if (chosen) await handInAgain(extension, prepared, { ...choices, ...chosen });
}

/**
 * Asks whether to send a program again that the judge may have accepted. The default is not to send it. After a search,
 * which can take a minute, or if the user did something else meanwhile, the question doesn't take the focus.
 */
async function wantsToSendAgain(
  extension: Core,
  { judge, source }: Prepared,
  error: RequestFailed,
  search: LostSubmission | null,
  mayTakeFocus: boolean,
): Promise<boolean> {
  const name = nameOfJudge(judge);
  const message = extension.judges.credentials.redaction.text(explainFor(judge, error, 'submission').message);
  const sendAgain = l10n.t('Send Again');
  if (search) {
    const words =
      search.kind === 'notListed'
        ? l10n.t('{0} lists no new submission of {1}. It may still arrive.', name, source.name)
        : l10n.t(
            '{1} may have been submitted to {0}. Its list of submissions couldn’t be searched.',
            name,
            source.name,
          );
    return (await window.showErrorMessage(joined(' ', message, words), sendAgain)) === sendAgain;
  }
  const detail = isTaken(error.failure)
    ? l10n.t(
        '{0} accepted {1} but returned no readable ID. It has probably been submitted. Sending it again may create a duplicate.',
        name,
        source.name,
      )
    : l10n.t(
        '{1} may have been submitted to {0}, but no ID was returned. Sending it again may create a duplicate.',
        name,
        source.name,
      );
  if (!mayTakeFocus)
    return (await window.showErrorMessage(joined(' ', message, detail), sendAgain)) === sendAgain;
  const dontSend = l10n.t('Don’t Send');
  const pressed = await window.showWarningMessage(message, { modal: true, detail }, dontSend, sendAgain);
  return pressed === sendAgain;
}

/** Returns whether the judge accepted the submission, but the response is unreadable. */
function isTaken({ kind }: RequestFailure): boolean {
  return kind === 'notJson' || kind === 'shape' || kind === 'place' || kind === 'unreadable';
}

/** If the problem doesn't accept the language, adds the accepted languages to the failure. */
async function withAllowedLanguages(
  extension: Core,
  { judge, offer }: Prepared,
  choices: ChosenSubmission,
  failed: RequestFailed,
): Promise<RequestFailed> {
  const { failure, sent, taken } = failed;
  const { fetchForm } = offer;
  if (failure.kind !== 'status' || !failure.error || failure.cause?.kind !== 'language' || !fetchForm)
    return failed;
  const form = await answerOrNull(extension, judge, (http) => fetchForm(http, choices));
  // a list that contains the refused language isn't the list of the allowed ones
  const isWrong = form?.languages.some(({ id }) => id === choices.language) ?? true;
  if (!form || form.languages.length === 0 || isWrong) return failed;
  const names = form.languages.slice(0, 30).map(({ name }) => name);
  const words = l10n.t('Allowed: {0}.', names.join(listComma()));
  const error = { ...failure.error, errorMessage: joined(' ', failure.error.errorMessage ?? '', words) };
  return new RequestFailed({ ...failure, error }, { sent, taken });
}

function recents(extension: Core) {
  return loadRecents(extension.context.globalState);
}
