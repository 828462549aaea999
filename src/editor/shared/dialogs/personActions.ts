import { EventEmitter, window, workspace, type Disposable } from 'vscode';
import { errorStack } from '../../../base/log';
import { systemClock, type Clock } from '../../../base/ports';
import { confirms, offer } from './dialogs';
import { MAX_UNREPORTED_MS } from '../limits';
import type { Core } from '../core';

/** Actions of the person since a command began to wait for a response. */
export interface Person {
  /** VS Code reported that the person typed, clicked, or moved the focus. */
  readonly hasActed: boolean;
  /**
   * The person still waits for the response, so it may take the focus. False after `MAX_UNREPORTED_MS`, because VS Code
   * doesn't report everything, for example the Command Palette and the terminal.
   */
  readonly isWaiting: boolean;
}

/** A person who has just run the command. */
export const waitingPerson: Person = { hasActed: false, isWaiting: true };

const noted = new EventEmitter<void>();
const answered = new EventEmitter<void>();

/** Notes an action that VS Code doesn't report by an event: a command, a box of this extension, a click on a page. */
export function notePersonAction(): void {
  noted.fire();
}

/** Notes that the person answered a question of a command, such as a sign-in, and waits for its response again. */
export function notePersonWaits(): void {
  answered.fire();
}

/** Runs a part of a command that waits for a response. `person` changes while it runs. */
export async function watchingPerson<Value>(
  run: (person: Person) => Promise<Value>,
  clock: Pick<Clock, 'now'> = systemClock,
): Promise<Value> {
  let startedAt = clock.now();
  let hasActed = false;
  const waitAgain = answered.event(() => {
    startedAt = clock.now();
    hasActed = false;
  });
  const watches = [waitAgain, ...watchActions(() => (hasActed = true))];
  try {
    return await run({
      get hasActed() {
        return hasActed;
      },
      get isWaiting() {
        return !hasActed && clock.now() - startedAt < MAX_UNREPORTED_MS;
      },
    });
  } finally {
    watches.forEach((watch) => void watch.dispose());
  }
}

function watchActions(act: () => void): readonly Disposable[] {
  return [
    noted.event(act),
    window.onDidChangeTextEditorSelection(({ kind }) => {
      // Other extensions also move selections. Those changes have no kind.
      if (kind !== undefined) act();
    }),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && document === window.activeTextEditor?.document) act();
    }),
    window.onDidChangeActiveTextEditor(act),
    window.onDidChangeNotebookEditorSelection(act),
    window.onDidChangeActiveTerminal(act),
    watchFocus(act),
  ];
}

/** VS Code also reports as a change that nobody has used the window for some seconds, which isn't an action. */
function watchFocus(act: () => void): Disposable {
  let { focused: hadFocus } = window.state;
  return window.onDidChangeWindowState(({ focused }) => {
    if (focused === hadFocus) return;
    hadFocus = focused;
    act();
  });
}

/**
 * Shows what a command has fetched. If the person may be doing something else meanwhile, offers it in a notification
 * instead, because an editor that opens would take the focus. The notification isn't awaited.
 */
export async function showOrOffer(
  extension: Pick<Core, 'log'>,
  person: Person,
  message: string,
  button: string,
  show: () => Promise<void>,
): Promise<void> {
  if (person.isWaiting) await show();
  else offerLater(extension, message, button, show);
}

/**
 * Opens what a command has fetched, even after a long time: then the focus stays where it is. Only if the person did
 * something else meanwhile, offers it in a notification instead, which isn't awaited.
 */
export async function openOrOffer(
  extension: Pick<Core, 'log'>,
  person: Person,
  message: string,
  button: string,
  open: (preserveFocus: boolean) => Promise<void>,
): Promise<void> {
  if (!person.hasActed) await open(!person.isWaiting);
  else offerLater(extension, message, button, () => open(false));
}

function offerLater(
  { log }: Pick<Core, 'log'>,
  message: string,
  button: string,
  show: () => Promise<void>,
): void {
  offer(message, button, show).catch((error: unknown) => log.error(errorStack(error)));
}

/** A question whose answer “yes” is a button. */
interface Question {
  readonly question: string;
  readonly button: string;
  /** more about the question; empty: nothing */
  readonly detail: string;
}

/** The answer to a question. `later`: the question is in a notification that is still open */
export type Confirmation = 'yes' | 'no' | { readonly later: Promise<boolean> };

/**
 * Requests confirmation in a modal dialog. If the person may be doing something else meanwhile, asks in a notification
 * instead, because a dialog would take the focus.
 */
export async function confirmsInTime(
  person: Person,
  { question, button, detail }: Question,
): Promise<Confirmation> {
  if (person.isWaiting) return (await confirms(question, button, detail)) ? 'yes' : 'no';
  const words = detail === '' ? question : `${question} ${detail}`;
  const pressed = Promise.resolve(window.showWarningMessage(words, button));
  return { later: pressed.then((title) => title === button) };
}
