import { mementos } from '../shared/storageKeys';
import { l10n, window, workspace } from 'vscode';
import { recordKey, type KnownRecord } from '../../records';
import {
  ServiceFailed,
  type HiddenRecord,
  type RequestName,
  type ServiceFailure,
  type Judge,
  type Submitted,
} from '../../service';
import { confirms, withCancel } from '../shared/dialogs';
import { listComma } from '../labels/text';
import { joined, recordName } from '../labels/recordLabels';
import { serviceName } from '../labels/serviceLabels';
import { lastChoice, rememberChoice } from './otherFiles/fileChoice';
import { programWithFiles, showFilesProblem } from './otherFiles/programWithFiles';
import { fileNameOf, otherFilesOf, sourceToSubmit, type SourceToSubmit } from './sourceToSubmit';
import { readSubmitArguments, type SubmitArguments } from './submitArguments';
import {
  askSubmission,
  type ChosenSubmission,
  type Prepared,
  isSignedOut,
  signInToSubmit,
} from './askSubmission';
import { confirmSubmission, confirmUnchanged } from './confirmSubmission';
import { lastProblemOf, submitOnWebsite, type WebsiteJudge } from './inBrowser/submitInBrowser';
import { keepSubmitted, logging } from './keepSubmitted';
import { maySubmitAfterSamples } from './samplesBeforeSubmit';
import { placeNow } from './knownProblems';
import { lastOf, loadRecents, type Choices, remembering, saveRecents } from '../shared/recentSubmissions';
import { isChosenByWorkspace } from '../shared/settings';
import { answerOrNull, explainFor, logFailure, orFailure, showFailure } from '../shared/showFailure';
import { lookForMore } from '../following';
import { readyService } from '../judges';
import type { ExtensionServices } from '../shared/extensionServices';
import type { Commands } from '../shared/commandTargets';

export const submissionCommands = {
  submit: (extension, [file]) => submit(extension, file),
  submitWith: (extension, [file]) => submit(extension, file),
  submitAgain: (extension, [file]) => submitAgain(extension, file),
} satisfies Commands;

/** URIs of the files that are being submitted now. */
const underWay = new Set<string>();

/** “Submit Active File…”: asks for problem, language, and action, then submits the program and tracks the result. */
async function submit(extension: ExtensionServices, argument: unknown): Promise<void> {
  const given = readSubmitArguments(argument);
  if (!given) {
    extension.log.warn('submit: invalid arguments; expected { file, problemId, language, optimise }');
    void window.showWarningMessage(l10n.t('Couldn’t submit: invalid arguments.'));
    return;
  }
  const prepared = await prepare(extension, given.file);
  if (!prepared) return;
  if ('website' in prepared) {
    const { problemId } = given;
    const problem = problemId === null ? null : { problemId, place: null };
    return submitOnWebsite(extension, prepared, given.file, problem);
  }
  const choices = await askSubmission(extension, prepared, given, () => submit(extension, argument));
  if (!choices) return;
  // reads the file again, because the user can edit it during these steps
  const source = await sourceToSubmit(prepared.source.uri.toString());
  if (!source) return;
  const again = () => submit(extension, argument);
  const ready = await withChosenFiles(extension, { ...prepared, source }, choices, again);
  if (!ready) return;
  const isForeign = saysMore(given, source) || isFirstOfWorkspace(extension, prepared.judge);
  await handIn(extension, ready, choices, async () => {
    if (isForeign && !(await confirmSubmission(extension, ready, choices))) return false;
    await extension.context.workspaceState.update(mementos.submitsTo, prepared.judge.id);
    return true;
  });
}

/** Repeats the file's last submission with the same choices. Asks for confirmation only if its text is unchanged. */
async function submitAgain(extension: ExtensionServices, argument: unknown): Promise<void> {
  const file = readSubmitArguments(argument)?.file ?? null;
  const prepared = await prepare(extension, file);
  if (!prepared) return;
  if ('website' in prepared)
    return submitOnWebsite(extension, prepared, file, lastProblemOf(extension, prepared.judge, file));
  const { judge, offer, source } = prepared;
  const last = lastOf(recents(extension), judge.id, source.uri.toString());
  // if the contest has ended, asks for the problem again
  if (!last || placeNow(extension, judge, last.place) !== last.place) {
    await submit(extension, file);
    return;
  }
  const files = offer.acceptsSeveralFiles ? lastChoice(extension.context.workspaceState, source.uri) : null;
  const choices: ChosenSubmission = {
    ...last,
    inputs: null,
    ...knownOfProblem(extension, judge, last),
    ...(files?.isUsed ? { otherFiles: files.choice } : {}),
  };
  const ready = await withChosenFiles(extension, prepared, choices, () => submit(extension, argument));
  if (!ready) return;
  await handIn(
    extension,
    ready,
    choices,
    async () => last.textHash !== ready.source.textHash || confirmUnchanged(extension, ready, choices),
  );
}

/** Adds the chosen other files to the program. Null: they can't be sent, which was shown. */
async function withChosenFiles(
  extension: ExtensionServices,
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
function isFirstOfWorkspace({ context }: ExtensionServices, { id }: Judge): boolean {
  return isChosenByWorkspace() && context.workspaceState.get(mementos.submitsTo) !== id;
}

/**
 * Checks whether the program can be submitted. If only the judge's website accepts programs, returns the judge without
 * reading the program. Null: it can't be submitted, which was shown.
 */
async function prepare(
  extension: ExtensionServices,
  file: string | null,
): Promise<Prepared | WebsiteJudge | null> {
  if (!workspace.isTrusted) {
    void window.showWarningMessage(l10n.t('Submitting requires a trusted workspace.'));
    return null;
  }
  const judge = await readyService(extension);
  if (!judge) return null;
  const { submission: offer, browserSubmission } = judge;
  if (!offer && browserSubmission) return { judge: judge, website: browserSubmission };
  if (!offer) {
    void window.showInformationMessage(
      l10n.t(
        '{0} doesn’t support submission. Submit on its website, then fetch the result by its ID.',
        serviceName(judge),
      ),
    );
    return null;
  }
  const source = await sourceToSubmit(file);
  return source && { judge, offer, source };
}

/** Returns data about the problem that other records contain, to save a request. */
function knownOfProblem(
  { store }: ExtensionServices,
  { id }: Judge,
  { problemId, place, language }: Choices,
): Pick<ChosenSubmission, 'limits' | 'title' | 'contest' | 'languageName'> {
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
  const isBare = given.problemId === null && given.language === null && given.optimise === null;
  return !(isActive && isBare);
}

/**
 * Submits the program if `isWanted` resolves to true. Then tracks the request, links the file, and shows the outcome.
 */
export async function handIn(
  extension: ExtensionServices,
  prepared: Prepared,
  choices: ChosenSubmission,
  isWanted: () => Promise<boolean> = async () => true,
): Promise<void> {
  const { source } = prepared;
  const file = source.uri.toString();
  if (underWay.has(file)) {
    void window.showInformationMessage(l10n.t('{0} is already being submitted.', source.name));
    return;
  }
  underWay.add(file);
  let sent: KnownRecord | 'hidden' | ServiceFailed;
  try {
    if (!(await isWanted())) return;
    if (choices.inputs === null && !(await maySubmitAfterSamples(extension, prepared.judge, source))) return;
    const title = l10n.t('Submitting {0} as {1}…', source.name, choices.problemId);
    sent = await withCancel(title, (signal) => orFailure(sendAndTrack(extension, prepared, choices, signal)));
  } finally {
    underWay.delete(file);
  }
  if (sent instanceof ServiceFailed) return showSubmissionFailure(extension, prepared, choices, sent);
  if (sent === 'hidden') showHidden(prepared, choices);
  else showSubmitted(sent);
  await logging(extension, 'looking for more submissions', lookForMore(extension, prepared.judge));
}

async function sendAndTrack(
  extension: ExtensionServices,
  { judge, offer, source }: Prepared,
  choices: ChosenSubmission,
  signal: AbortSignal,
): Promise<KnownRecord | 'hidden'> {
  const trackId = crypto.randomUUID().slice(0, offer.trackIdLimit);
  const submission = {
    ...choices,
    code: source.code,
    fileName: fileNameOf(source),
    others: otherFilesOf(source),
    trackId,
  };
  const submitted = await extension.services.ask(judge, (http) => offer.submit(http, submission), signal);
  if (choices.inputs === null && !isKnown(extension, judge, submitted))
    extension.remaining.countSubmission(judge.id, choices);
  if (submitted.kind === 'accepted') {
    const record = await keep(extension, judge, source, choices, submitted);
    await remember(extension, judge, source, choices);
    return record;
  }
  await remember(extension, judge, source, choices);
  extension.tracking.onServiceResponded(judge.id);
  const { findRecord } = submitted;
  const hidden = findRecord && (await answerOrNull(extension, judge, findRecord, signal));
  if (!hidden) return 'hidden';
  const known = { ...choices, ...contestOf(choices, hidden) };
  return keep(extension, judge, source, known, hidden, { isHidden: true });
}

/**
 * Returns whether the record already exists, because the judge returned the ID of an earlier submission of the same
 * program.
 */
function isKnown({ store }: ExtensionServices, { id }: Judge, submitted: Submitted): boolean {
  return submitted.kind === 'accepted' && store.get(recordKey(id, submitted.requestId)) !== null;
}

function contestOf({ contest }: ChosenSubmission, hidden: HiddenRecord): Pick<ChosenSubmission, 'contest'> {
  return { contest: hidden.contest ?? contest };
}

/** Stores the record of an accepted submission, and tracks it. `isHidden`: its contest hides the result. */
function keep(
  extension: ExtensionServices,
  judge: Judge,
  source: SourceToSubmit,
  choices: ChosenSubmission,
  { requestId, hint }: RequestName,
  { isHidden } = { isHidden: false },
): Promise<KnownRecord> {
  const { problemId, title, place, contest, language, languageName, optimise, inputs, expected, limits } =
    choices;
  const details = {
    hint,
    submission: {
      problemId,
      title,
      place,
      language,
      optimise,
      ...(languageName === null ? {} : { languageName }),
      ...(contest ? { contest } : {}),
      ...(inputs === null ? {} : { isSelfTest: true as const }),
      ...(expected ? { hasSamples: true as const } : {}),
    },
    limits,
  };
  return keepSubmitted(extension, judge, source, requestId, details, isHidden);
}

/** Remembers the choices. A self-test isn't remembered as a submission. Never rejects. */
async function remember(
  extension: ExtensionServices,
  judge: Judge,
  { uri, editorLanguage, textHash }: SourceToSubmit,
  { problemId, place, language, optimise, inputs, title, letter, contest, otherFiles }: ChosenSubmission,
): Promise<void> {
  const last = { problemId, place, language, optimise, textHash };
  const file = inputs === null ? uri.toString() : null;
  const fromJudge = { title, letter, contest: contest?.title ?? null };
  const save = async (): Promise<void> => {
    const now = remembering(recents(extension), judge.id, file, editorLanguage, last, fromJudge);
    await saveRecents(extension, now);
    if (file !== null && judge.submission?.acceptsSeveralFiles)
      await rememberChoice(extension.context.workspaceState, uri, otherFiles ?? null);
  };
  await logging(extension, 'saving the choices of a submission', save());
}

/** Shows that the contest hides the result until its end. */
function showHidden({ judge }: Prepared, { problemId }: Choices): void {
  void window.showInformationMessage(
    l10n.t('Submitted {0}. {1} shows no result until the contest ends.', problemId, serviceName(judge)),
  );
}

function showSubmitted(record: KnownRecord): void {
  const { problemId, isSelfTest = false } = record.submission ?? {};
  const words = isSelfTest
    ? `$(beaker) ${l10n.t('Running {0}', recordName(record))}`
    : `$(check) ${l10n.t('Submitted {0}', problemId ?? record.requestId)}`;
  window.setStatusBarMessage(words, 5000);
}

/**
 * Shows a failed submission. Never repeats it automatically. If the judge may have accepted it, explains that and lets
 * the user decide.
 */
async function showSubmissionFailure(
  extension: ExtensionServices,
  prepared: Prepared,
  choices: ChosenSubmission,
  error: ServiceFailed,
): Promise<void> {
  if (error.sent === 'no') return showNotSent(extension, prepared, choices, error);
  const { judge, source } = prepared;
  logFailure(extension, error, judge);
  if (error.failure.kind === 'cancelled') {
    // doesn't offer to repeat a submission that the user just canceled
    void window.showWarningMessage(
      l10n.t(
        'Canceled. {1} may already have been submitted to {0}, but no ID was returned.',
        serviceName(judge),
        source.name,
      ),
    );
    return;
  }
  if (await wantsToSendAgain(extension, prepared, error)) await handIn(extension, prepared, choices);
}

/** Shows why a program wasn't sent. If the session has ended, signs in and sends it. */
async function showNotSent(
  extension: ExtensionServices,
  prepared: Prepared,
  choices: ChosenSubmission,
  error: ServiceFailed,
): Promise<void> {
  const { judge, source } = prepared;
  if (error.failure.kind === 'cancelled') return;
  if (isSignedOut(error) && (await signInToSubmit(extension, judge))) {
    return handIn(extension, prepared, choices);
  }
  const failed = await withAllowedLanguages(extension, prepared, choices, error);
  const tryAgain = (): Promise<void> => submit(extension, { file: source.uri.toString() });
  await showFailure(extension, failed, judge, tryAgain, 'submission');
}

/** Asks whether to send a program again that the judge may have accepted. */
async function wantsToSendAgain(
  extension: ExtensionServices,
  { judge, source }: Prepared,
  error: ServiceFailed,
): Promise<boolean> {
  const name = serviceName(judge);
  const message = extension.services.credentials.redaction.text(
    explainFor(judge, error, 'submission').message,
  );
  const sendAgain = l10n.t('Send Again');
  if (!isTaken(error.failure)) {
    const detail = l10n.t(
      '{1} may have been submitted to {0}, but no ID was returned. Sending it again may create a duplicate.',
      name,
      source.name,
    );
    return confirms(message, sendAgain, detail);
  }
  const detail = l10n.t(
    '{0} accepted {1} but returned no readable ID. It has probably been submitted. Sending it again may create a duplicate.',
    name,
    source.name,
  );
  const pressed = await window.showWarningMessage(
    message,
    { modal: true, detail },
    l10n.t('Don’t Send'),
    sendAgain,
  );
  return pressed === sendAgain;
}

/** Returns whether the judge accepted the submission, but the response is unreadable. */
function isTaken({ kind }: ServiceFailure): boolean {
  return kind === 'notJson' || kind === 'shape' || kind === 'place' || kind === 'unreadable';
}

/** If the problem doesn't accept the language, adds the accepted languages to the failure. */
async function withAllowedLanguages(
  extension: ExtensionServices,
  { judge, offer }: Prepared,
  choices: ChosenSubmission,
  failed: ServiceFailed,
): Promise<ServiceFailed> {
  const { failure, sent, taken } = failed;
  const { fetchForm } = offer;
  if (failure.kind !== 'status' || !failure.error || !failure.refusesLanguage || !fetchForm) return failed;
  const form = await answerOrNull(extension, judge, (http) => fetchForm(http, choices));
  if (!form || form.languages.length === 0) return failed;
  const names = form.languages.slice(0, 30).map(({ name }) => name);
  const words = l10n.t('Allowed: {0}.', names.join(listComma()));
  const error = { ...failure.error, errorMessage: joined(' ', failure.error.errorMessage ?? '', words) };
  return new ServiceFailed({ ...failure, error }, { sent, taken });
}

function recents(extension: ExtensionServices) {
  return loadRecents(extension.context.globalState);
}
