import * as vscode from 'vscode';

/** A user's answer to a question of the extension. */
export type Answer =
  /** Picks the first item whose label matches. */
  | { readonly choose: RegExp }
  /** Presses the button with this tooltip of the first item whose label matches. */
  | { readonly press: string; readonly of: RegExp }
  /** Enters a text into an input box. A validation message rejects it. */
  | { readonly enter: string }
  /** Presses this button of a modal dialog. */
  | { readonly confirm: string };

const replaced = ['showQuickPick', 'showInputBox', 'createQuickPick', 'showWarningMessage'] as const;

/**
 * Runs `work` and answers its questions in order. Replaces functions of `vscode.window` meanwhile, because a test in the
 * extension host can't press keys. Throws if a question has no answer, or an answer no question.
 */
export async function answering(answers: readonly Answer[], work: () => Thenable<unknown>): Promise<void> {
  const left = [...answers];
  const unanswered: string[] = [];
  const next = (title: string): Answer | undefined => {
    const answer = left.shift();
    if (!answer) unanswered.push(title);
    return answer;
  };
  const { window } = vscode;
  const real = Object.fromEntries(replaced.map((name) => [name, window[name]]));
  Object.assign(window, {
    showQuickPick: async (
      items: readonly vscode.QuickPickItem[] | Thenable<readonly vscode.QuickPickItem[]>,
      options: vscode.QuickPickOptions = {},
    ) => chosenOf(await items, next(options.title ?? '')),
    showInputBox: async (options: vscode.InputBoxOptions) => {
      const answer = next(options.prompt ?? '');
      if (!answer || !('enter' in answer)) return undefined;
      const problem = await options.validateInput?.(answer.enter);
      if (problem) throw new Error(`${answer.enter}: ${JSON.stringify(problem)}`);
      return answer.enter;
    },
    createQuickPick: () => quickPick(next),
    showWarningMessage: async (message: string, options: unknown, ...buttons: readonly string[]) => {
      const isModal = typeof options === 'object' && options !== null && 'modal' in options && options.modal;
      const answer = isModal ? next(message) : undefined;
      return answer && 'confirm' in answer ? buttons.find((one) => one === answer.confirm) : undefined;
    },
  });
  try {
    await work();
  } finally {
    Object.assign(window, real);
  }
  if (unanswered.length > 0) throw new Error(`No answer to ${unanswered.join(', ')}`);
  if (left.length > 0) throw new Error(`No question for ${JSON.stringify(left)}`);
}

function chosenOf<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  answer: Answer | undefined,
): Item | undefined {
  if (!answer || !('choose' in answer)) return undefined;
  const chosen = items.find(({ label }) => answer.choose.test(label));
  if (!chosen) throw new Error(`${answer.choose}: none of ${items.map(({ label }) => label).join(', ')}`);
  return chosen;
}

/** A quick pick that is answered when it is shown. It has only the members that the extension's lists of judges use. */
function quickPick(next: (title: string) => Answer | undefined): unknown {
  const accepted = new vscode.EventEmitter<void>();
  const hidden = new vscode.EventEmitter<void>();
  const pressed = new vscode.EventEmitter<vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>>();
  const pick = {
    title: '',
    items: [] as readonly vscode.QuickPickItem[],
    activeItems: [] as readonly vscode.QuickPickItem[],
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    onDidTriggerItemButton: pressed.event,
    show: () => {
      const answer = next(pick.title);
      if (answer && 'press' in answer) {
        const item = pick.items.find(({ label }) => answer.of.test(label));
        const button = item?.buttons?.find(({ tooltip }) => tooltip === answer.press);
        if (!item || !button) throw new Error(`${answer.of} has no button ${answer.press}`);
        pressed.fire({ item, button });
      } else {
        const chosen = chosenOf(pick.items, answer);
        pick.activeItems = chosen ? [chosen] : [];
        if (chosen) accepted.fire();
        else hidden.fire();
      }
    },
    dispose: () => [accepted, hidden, pressed].forEach((one) => one.dispose()),
  };
  return pick;
}
