import { l10n } from 'vscode';
import { isUnreachable, refusalCause, RequestFailed, type Judge } from '../../judges';
import { joined } from '../labels/recordLabels';
import { listComma } from '../labels/sanitizeText';
import { answerOrNull, showFailure, type OtherWay } from '../shared/failures/showFailure';
import type { Core } from '../shared/core';
import { submitWords } from './askOptions';
import { askOtherLanguage } from './askOtherLanguage';
import { browserWays } from './inBrowser/browserWays';
import { isSignedOut, signInToSubmit } from './problemForm';
import type { FailedOutcome } from './sendProgram';
import {
  askAgain,
  problemOf,
  sendAgain,
  submitAsItIs,
  type ChosenSubmission,
  type Prepared,
  type SendStep,
  type SubmitStep,
  type WithSubmissions,
} from './submitSteps';

/** When the outcome of sending is known. */
export interface LateOutcome {
  /** The user still waits for the outcome. If not, a question must not take the focus. */
  readonly mayTakeFocus: boolean;
}

/**
 * Shows why a program wasn't sent. If the session has ended, signs in and sends it. If the user did something else
 * meanwhile, the notification only offers to sign in. Returns what the user wants to do; null: nothing.
 */
export async function showNotSent(
  extension: Core & WithSubmissions,
  step: SendStep,
  { error, mayTakeFocus }: FailedOutcome & LateOutcome,
): Promise<SubmitStep | null> {
  const { prepared, choices } = step;
  const { judge, source } = prepared;
  if (error.failure.kind === 'cancelled') return null;
  if (mayTakeFocus && isSignedOut(error) && (await signInToSubmit(extension, judge))) return sendAgain(step);
  const failed = await withAllowedLanguages(extension, prepared, choices, error);
  const { failure } = failed;
  const wait = failure.kind === 'status' && failure.cause?.kind === 'tooSoon' ? failure.retryAfter : null;
  const otherWays: OtherWay<SubmitStep>[] = [...browserWays(extension, judge, source, choices, failed)];
  if (refusalCause(failure)?.kind === 'language') {
    otherWays.push({
      title: l10n.t('Choose Another Language…'),
      run: () => inOtherLanguage(extension, prepared, choices),
    });
  }
  if (wait !== null) {
    extension.remaining.noteNext(judge.id, choices, extension.judges.timeAt(judge.id) + wait);
    otherWays.push({ title: submitWords(wait), run: async () => submitAsItIs(prepared, choices) });
  }
  // the judge may have refused the submission, unless the request never reached it
  const tryAgain = isUnreachable(failure)
    ? submitAsItIs(prepared, choices)
    : askAgain(prepared, problemOf(choices), 'options');
  const next = await showFailure<SubmitStep>(
    extension,
    failed,
    judge,
    async () => tryAgain,
    isInContest(judge, choices) ? 'contestSubmission' : 'submission',
    otherWays,
    null,
    isUnreachable(failure)
      ? (message) => l10n.t('{0} wasn’t submitted: {1}', source.name, message)
      : undefined,
  );
  return next ?? null;
}

/** Returns whether a submission belongs to a contest: that of its problem, or the only one of the judge. */
function isInContest({ submission }: Judge, { place }: ChosenSubmission): boolean {
  if (place === null) return submission?.problemList !== undefined;
  return submission?.places?.afterContest(place) !== place;
}

/** Prompts only for another language. Returns the step that submits the program in it; undefined: the user canceled. */
async function inOtherLanguage(
  extension: Core & WithSubmissions,
  prepared: Prepared,
  choices: ChosenSubmission,
): Promise<SubmitStep | undefined> {
  const chosen = await askOtherLanguage(extension, prepared, choices);
  return chosen ? submitAsItIs(prepared, { ...choices, ...chosen }) : undefined;
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
