import { env, l10n, Uri, window } from 'vscode';
import {
  RequestFailed,
  type Judge,
  type ProblemForm,
  type ProblemName,
  type SubmissionSupport,
} from '../../judges';
import { nameOfJudge, languageLabel } from '../labels/judgeLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { offer } from '../shared/dialogs/dialogs';
import { notePersonWaits } from '../shared/dialogs/personActions';
import { orFailure, showFailure } from '../shared/failures/showFailure';
import { signInAgain } from '../judges';
import { browserWays } from './inBrowser/browserWays';
import type { ChosenProblem } from '../problemPages';
import type { Core } from '../shared/core';
import type { ChosenSubmission, Prepared, WithSubmissions } from './submitSteps';

/** `tryAgain`: fetching failed, and the user wants to try again; `none`: it failed, or the problem takes no program */
export type FetchedForm =
  { readonly kind: 'form'; readonly form: ProblemForm } | { readonly kind: 'tryAgain' | 'none' };

/** Fetches the languages and limits of a problem. If that fails, or the problem takes no program, shows why. */
export async function fetchProblemForm(
  extension: Core & WithSubmissions,
  { judge, offer, source }: Prepared,
  problem: ProblemName,
  signal: AbortSignal,
): Promise<FetchedForm> {
  const { fetchForm } = offer;
  if (!fetchForm) return { kind: 'form', form: { languages: offer.languages ?? [], limits: null } };
  const form = await askSignedIn(extension, judge, async () =>
    window.withProgress({ location: { viewId: 'judgeResults.records' } }, () =>
      extension.judges.ask(judge, (http) => fetchForm(http, problem), signal),
    ),
  );
  if (!(form instanceof RequestFailed)) {
    extension.remaining.note(judge.id, problem, form.remaining);
    if (form.takesAnswer || form.takesNothing) {
      await showTakesAnswer(judge, problem, source.name, form.takesAnswer ? 'answer' : 'nothing');
      return { kind: 'none' };
    }
    return { kind: 'form', form };
  }
  const ways = browserWays(extension, judge, source, problem, form);
  const tryAgain = async (): Promise<FetchedForm> => ({ kind: 'tryAgain' });
  return (await showFailure(extension, form, judge, tryAgain, 'submission', ways)) ?? { kind: 'none' };
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

export function chosenLanguage(
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

/** Returns whether the session has ended, or the credential became invalid. */
export function isSignedOut({ failure }: RequestFailed): boolean {
  return failure.kind === 'status' && failure.status === 401;
}

/** Prompts the user to sign in again because the session ended. Returns false if the user didn't. */
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
