import { commands, env, l10n, Uri, window } from 'vscode';
import { plainText } from '../../../results';
import { displayAddress, RequestFailed, type Operation, type Judge } from '../../../judges';
import {
  correctionTitle,
  explain,
  isSignIn,
  remedyButtons,
  type Correction,
  type Explanation,
  type Remedy,
  type Topic,
} from '../../labels/requestErrors';
import { correctJudge } from './correctJudge';
import { nameOfJudge } from '../../labels/judgeLabels';
import { MAX_MESSAGE_BUTTONS } from '../limits';
import type { Core } from '../core';

/** An additional button next to those for the failure itself. */
export interface OtherWay<Value = void> {
  readonly title: string;
  readonly run: () => Promise<Value | undefined>;
}

/** Shows a failure with buttons, runs the chosen one, and returns its result. Undefined: none was chosen, or it has none. */
export async function showFailure<Value = void>(
  extension: Core,
  error: RequestFailed,
  judge: Judge,
  /** `corrected`: the judge after the user corrected its settings; only passed at a sign-in */
  tryAgain: (corrected?: Judge) => Promise<Value | undefined>,
  about: Topic = 'result',
  others: readonly OtherWay<Value>[] = [],
  /** lets the user enter another ID; null: not applicable */
  editId: (() => Promise<Value | undefined>) | null = null,
  /** adds to the message what didn't happen */
  introduced: (message: string) => string = (message) => message,
): Promise<Value | undefined> {
  logFailure(extension, error, judge);
  const { failure } = error;
  const { message, remedies, correction } = explainFor(judge, error, about);
  const page = failure.kind === 'status' ? failure.page : undefined;
  const ways: readonly OtherWay<Value>[] = [
    ...(correction ? [wayToCorrect(extension, judge, correction, isSignIn(about) ? tryAgain : null)] : []),
    ...(page === undefined ? [] : [pageOf(/^https?:/.test(page) ? page : judge.baseUrl + page)]),
    ...remedies
      .slice(0, MAX_MESSAGE_BUTTONS - others.length)
      .map((remedy) => (remedy === 'editId' && !editId ? 'tryAgain' : remedy))
      .map((remedy) => wayOf(remedy, judge, (remedy === 'editId' && editId) || tryAgain)),
    ...others,
  ];
  const chosen = await window.showErrorMessage(
    introduced(extension.judges.credentials.redaction.text(message)),
    ...ways,
  );
  return chosen?.run();
}

/** Returns a button that corrects the judge's settings. `then`: runs afterwards; null: shows a message. */
function wayToCorrect<Value>(
  extension: Core,
  judge: Judge,
  correction: Correction,
  then: ((corrected: Judge) => Promise<Value | undefined>) | null,
): OtherWay<Value> {
  return {
    title: correctionTitle(correction),
    run: async () => {
      const corrected = await correctJudge(extension, judge, correction);
      if (!corrected) return undefined;
      if (then) return then(corrected);
      if (await extension.judges.isSignedOut(corrected)) {
        await commands.executeCommand('judgeResults.setCredentials', corrected.id);
        return undefined;
      }
      void window.showInformationMessage(
        l10n.t('The settings of {0} are corrected.', nameOfJudge(corrected)),
      );
      return undefined;
    },
  };
}

/** Returns a button that opens the page on which the user can resolve the failure. */
function pageOf(address: string): OtherWay<never> {
  return {
    title: l10n.t('Open Website'),
    run: async () => {
      await env.openExternal(Uri.parse(address, true));
      return undefined;
    },
  };
}

/** Returns the message for a failure, and the buttons that can help. */
export function explainFor(judge: Judge, { failure }: RequestFailed, about?: Topic): Explanation {
  const asked = { name: nameOfJudge(judge), address: displayAddress(judge.baseUrl) };
  return explain(failure, asked, about);
}

/** Returns the message of a failure, for views without room for buttons. Logs the details. */
export function failureWords(extension: Core, judge: Judge, error: RequestFailed, about: Topic): string {
  logFailure(extension, error, judge);
  const { message } = explainFor(judge, error, about);
  return extension.judges.credentials.redaction.text(message);
}

/** Resolves to the result of `work`, or to its `RequestFailed`. Rejects with any other error. */
export async function orFailure<Value>(work: Promise<Value>): Promise<Value | RequestFailed> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RequestFailed) return error;
    throw error;
  }
}

/** Fetches optional data: resolves to null after a failure, which is logged. */
export async function answerOrNull<Value>(
  extension: Core,
  judge: Judge,
  operation: Operation<Value>,
  signal?: AbortSignal,
): Promise<Value | null> {
  const answer = await orFailure(extension.judges.ask(judge, operation, signal));
  if (!(answer instanceof RequestFailed)) return answer;
  if (answer.failure.kind !== 'cancelled') logFailure(extension, answer, judge);
  return null;
}

/** Logs the details that a notification can't contain: the error's data and the cause. */
export function logFailure({ log }: Core, { failure }: RequestFailed, judge: Judge): void {
  const [what, details] =
    failure.kind === 'status'
      ? [`status ${failure.answered ?? failure.status}`, failure.error]
      : [failure.kind, failure];
  const line = `${displayAddress(judge.baseUrl)}: ${what} ${JSON.stringify(details)}`;
  log.error(plainText(line, 20_000));
}

function wayOf<Value>(
  remedy: Remedy,
  { id }: Judge,
  again: () => Promise<Value | undefined>,
): OtherWay<Value> {
  const { title, command } = remedyButtons(id)[remedy];
  const [name, ...args] = command;
  if (name === undefined) return { title, run: again };
  return {
    title,
    run: async () => {
      await commands.executeCommand(name, ...args);
      return undefined;
    },
  };
}
