import {
  QuickInputButtons,
  QuickPickItemKind,
  ThemeIcon,
  type Disposable,
  type QuickInputButton,
  type QuickPick,
  type QuickPickItem,
  type QuickPickItemButtonEvent,
  env,
  l10n,
  Uri,
  window,
} from 'vscode';

/**
 * The choice that Enter means in a pick whose choices follow what is typed; undefined: none. VS Code tells a choice by
 * its number, and somebody who pastes and presses Enter at once is faster than the choices. So every choice keeps its
 * place, and one place belongs to what is typed (`keptPlace` while there is nothing to say of it): `typedAt`, as for
 * `Array.at`.
 */
export function accepted<Item extends QuickPickItem>(
  { activeItems: [active], items, value }: Pick<QuickPick<Item>, 'activeItems' | 'items' | 'value'>,
  typedAt = 0,
): Item | undefined {
  const isPresent = active !== undefined && items.some(({ label }) => label === active.label);
  return isPresent || value.trim() === '' ? active : items.at(typedAt);
}

/** Stands where another choice may come: nothing is seen of it. */
export const keptPlace = { label: '', kind: QuickPickItemKind.Separator } as const;

export function button(icon: string, tooltip: string): QuickInputButton {
  return { iconPath: new ThemeIcon(icon), tooltip };
}

/**
 * Shows a pick until `read` says what was chosen, maybe later, or `readButton` what a button beside a choice means, or
 * until it is closed: undefined then. It is disposed of afterwards, with all of `others`.
 */
export async function chosenIn<Item extends QuickPickItem, Value>(
  pick: QuickPick<Item>,
  read: () => Value | undefined | Promise<Value | undefined>,
  others: readonly Disposable[],
  readButton?: (pressed: QuickPickItemButtonEvent<Item>) => Value | undefined,
): Promise<Value | undefined> {
  const disposables: Disposable[] = [pick, ...others];
  try {
    return await new Promise<Value | undefined>((resolve, reject) => {
      const choose = (chosen: Value | undefined): void => {
        if (chosen !== undefined) resolve(chosen);
      };
      disposables.push(
        pick.onDidAccept(() => {
          const chosen = read();
          if (chosen instanceof Promise) void chosen.then(choose, reject);
          else choose(chosen);
        }),
        ...(readButton ? [pick.onDidTriggerItemButton((pressed) => choose(readButton(pressed)))] : []),
        pick.onDidHide(() => resolve(undefined)),
      );
      pick.show();
    });
  } finally {
    disposables.forEach((one) => void one.dispose());
  }
}

/** The same for one of several questions: with a button that leads to the one before. */
export async function chosenOrBack<Item extends QuickPickItem, Value>(
  pick: QuickPick<Item>,
  read: () => Value | undefined | Promise<Value | undefined>,
  others: readonly Disposable[],
): Answer<Value> {
  let goesBack = false;
  pick.buttons = [QuickInputButtons.Back];
  const button = pick.onDidTriggerButton(() => {
    goesBack = true;
    pick.hide();
  });
  const chosen = await chosenIn(pick, read, [...others, button]);
  return goesBack ? back : chosen;
}

/** The answer of a person who wants the question before again. */
export const back = Symbol('back');

/** What a person says to one of several questions. Undefined: they changed their mind. */
export type Answer<Value> = Promise<Value | typeof back | undefined>;

/** One of several questions; it keeps what was answered itself. Undefined: the person changed their mind. */
export type Step = (place: number) => Answer<'next'>;

/** Keeps what was answered, and goes on to the next question. */
export async function keeping<Value>(
  answer: Answer<Value>,
  keep: (value: Awaited<Value>) => void,
): Answer<'next'> {
  const value = await answer;
  if (value === undefined) return undefined;
  if (value === back) return back;
  keep(value);
  return 'next';
}

/** Asks one after the other, beginning with the one at `first`. False: not all were answered. */
export async function askInTurn(steps: readonly Step[], first = 0): Promise<boolean> {
  let place = first;
  for (let step = steps[first]; step; step = steps[place]) {
    const answer = await step(place);
    if (answer === undefined) return false;
    place = answer === back ? Math.max(0, place - 1) : place + 1;
  }
  return true;
}

/** Whether a text was taken; `words`: why not. */
export type Checked<Value> =
  { readonly kind: 'taken'; readonly value: Value } | { readonly kind: 'refused'; readonly words: string };

interface CheckedBox<Value> {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
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
  const {
    title,
    prompt,
    placeholder = '',
    value = '',
    isSecret = false,
    canGoBack = false,
    page = null,
  } = asked;
  const box = window.createInputBox();
  const getToken = button('link-external', l10n.t('Get a Token'));
  Object.assign(box, { title, prompt, placeholder, value, password: isSecret, ignoreFocusOut: true });
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
