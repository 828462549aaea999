import { env, l10n, QuickInputButtons, Uri, window, type Disposable } from 'vscode';
import { button } from './quickPick';
import { back, type Answer } from './steps';

/** Whether a text was taken; `words`: why not. */
export type Checked<Value> =
  { readonly kind: 'taken'; readonly value: Value } | { readonly kind: 'refused'; readonly words: string };

interface CheckedBox<Value> {
  readonly title: string;
  readonly prompt: string;
  readonly value?: string;
  readonly isSecret?: boolean;
  readonly canGoBack?: boolean;
  /** where what is asked for is made; null: not known */
  readonly page?: string | null;
  /** what is wrong with a text while it is typed, in words */
  readonly problemOf?: (text: string) => string | undefined;
  readonly attempt: (text: string, signal: AbortSignal) => Promise<Checked<Value>>;
}

/** A box that stays, with its text, until that is taken: what is wrong is told in it. Undefined: it was closed. */
export async function askChecked<Value>(asked: CheckedBox<Value>): Answer<Value> {
  const { title, prompt, value = '', isSecret = false, canGoBack = false, page = null } = asked;
  const box = window.createInputBox();
  const getToken = button('link-external', l10n.t('Get a Token'));
  Object.assign(box, { title, prompt, value, password: isSecret, ignoreFocusOut: true });
  box.buttons = [...(canGoBack ? [QuickInputButtons.Back] : []), ...(page === null ? [] : [getToken])];
  const closing = new AbortController();
  const disposables: Disposable[] = [box, { dispose: () => closing.abort() }];

  const tryText = async (): Promise<Checked<Value> | null> => {
    const text = box.value;
    const problem = asked.problemOf?.(text);
    if (box.busy || text.trim() === '' || problem !== undefined) return null;
    box.busy = true;
    box.validationMessage = undefined;
    try {
      return await asked.attempt(text, closing.signal);
    } finally {
      box.busy = false;
    }
  };
  try {
    return await new Promise((resolve, reject) => {
      disposables.push(
        box.onDidChangeValue((text) => (box.validationMessage = asked.problemOf?.(text))),
        box.onDidAccept(() => {
          void tryText().then((attempt) => {
            if (attempt?.kind === 'taken') resolve(attempt.value);
            else if (attempt) box.validationMessage = attempt.words;
          }, reject);
        }),
        box.onDidTriggerButton((pressed) => {
          if (pressed === QuickInputButtons.Back) resolve(back);
          else if (page !== null) void env.openExternal(Uri.parse(page, true));
        }),
        box.onDidHide(() => resolve(undefined)),
      );
      box.show();
    });
  } finally {
    disposables.forEach((one) => void one.dispose());
  }
}
