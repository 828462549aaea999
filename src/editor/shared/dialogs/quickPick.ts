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
import { joined } from '../../labels/recordLabels';
import { notePersonAction } from './personActions';

/**
 * Returns the item that Enter accepts, in a pick whose items depend on the typed text; undefined: none. VS Code
 * identifies an item by its index. Users who paste and immediately press Enter can be faster than the update of the
 * items. So every item keeps its index, and one index (`typedAt`, as for `Array.at`) is reserved for the typed text, with
 * `emptySlot` if it has no item.
 */
export function accepted<Item extends QuickPickItem>(
  { activeItems: [active], items, value }: Pick<QuickPick<Item>, 'activeItems' | 'items' | 'value'>,
  typedAt = 0,
): Item | undefined {
  const isPresent = active !== undefined && items.some(({ label }) => label === active.label);
  return isPresent || value.trim() === '' ? active : items.at(typedAt);
}

/** Invisible item that reserves an index. */
export const emptySlot = { label: '', kind: QuickPickItemKind.Separator } as const;

export function button(icon: string, tooltip: string): QuickInputButton {
  return { iconPath: new ThemeIcon(icon), tooltip };
}

/**
 * Shows a pick until `read` returns the choice (possibly later), until `readButton` returns the choice for an item's
 * button, or until the pick is closed, which returns undefined. Then disposes the pick and `others`.
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
      notePersonAction();
      pick.show();
    });
  } finally {
    disposables.forEach((disposable) => void disposable.dispose());
  }
}

/** Like `chosenIn`, for one of several steps: has a button to go back to the previous one. */
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

/** Returned if the user goes back to the previous step. */
export const back = Symbol('back');

/** Answer to one of several steps. Undefined: the user canceled. */
export type Answer<Value> = Promise<Value | typeof back | undefined>;

/** One of several steps, which stores its answer itself. `index`: 0-based. Undefined: the user canceled. */
export type Step = (index: number) => Answer<'next'>;

/** Stores the answer and continues with the next step. */
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

/** Runs the steps in sequence, starting with the step at index `first`. Returns false if the user canceled. */
export async function askInTurn(steps: readonly Step[], first = 0): Promise<boolean> {
  let index = first;
  for (let step = steps[first]; step; step = steps[index]) {
    const answer = await step(index);
    if (answer === undefined) return false;
    index = answer === back ? Math.max(0, index - 1) : index + 1;
  }
  return true;
}

export interface ValueItem<Value> extends QuickPickItem {
  /** undefined: an explanation that can't be chosen */
  readonly value?: Value;
}

export interface QuestionStep {
  /** contains the file name */
  readonly title: string;
  readonly step: number;
  readonly steps: number;
  /** whether the user can go back to the previous step */
  readonly canGoBack: boolean;
}

/** Returns the numbers that the title of a quick pick shows. A question that is the only one has none. */
export function numbersOf(step: number, steps: number): { step?: number; totalSteps?: number } {
  return steps > 1 ? { step, totalSteps: steps } : {};
}

/** Creates the quick pick of a question. `answerIn` shows it. */
export function questionPick<Value>(
  { title, step, steps }: QuestionStep,
  placeholder: string,
  items: readonly ValueItem<Value>[],
): QuickPick<ValueItem<Value>> {
  const pick = window.createQuickPick<ValueItem<Value>>();
  Object.assign(pick, { title, placeholder, ...numbersOf(step, steps) });
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.items = items;
  return pick;
}

/**
 * Shows the quick pick of a question until the user presses Enter on an item with a value, goes back, or cancels. Then
 * disposes it and `others`. `read`: returns the choice when the user presses Enter, which may be something else than the
 * value of an item
 */
export function answerIn<Value, Other = Value>(
  pick: QuickPick<ValueItem<Value>>,
  { canGoBack }: Pick<QuestionStep, 'canGoBack'>,
  others: readonly Disposable[] = [],
  read: () => Value | undefined | Promise<Value | Other | undefined> = () => accepted(pick)?.value,
): Answer<Value | Other> {
  return canGoBack
    ? chosenOrBack<ValueItem<Value>, Value | Other>(pick, read, others)
    : chosenIn<ValueItem<Value>, Value | Other>(pick, read, others);
}

/**
 * Adds the price of a submission to the placeholder of a quick pick once it is known. Must be disposed with the pick.
 */
export function addPrice(
  pick: Pick<QuickPick<QuickPickItem>, 'placeholder'>,
  placeholder: string,
  price: Promise<string>,
): Disposable {
  let isOpen = true;
  void price.then((text) => {
    if (isOpen) pick.placeholder = joined(' · ', placeholder, text);
  });
  return { dispose: () => (isOpen = false) };
}

/** Result of checking an entered text. `words`: the reason for rejecting it. */
export type Checked<Value> =
  { readonly kind: 'taken'; readonly value: Value } | { readonly kind: 'refused'; readonly words: string };

interface CheckedBox<Value> {
  readonly title: string;
  /** number of this step, and of all steps; absent: not one of several */
  readonly step?: number | undefined;
  readonly totalSteps?: number | undefined;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly isSecret?: boolean;
  readonly canGoBack?: boolean;
  /** why `value` was rejected; absent: it wasn't */
  readonly rejection?: string;
  /** URL of the page on which the user can create a token; null: unknown */
  readonly page?: string | null;
  /** returns why the typed text is invalid; undefined: it is valid */
  readonly problemOf?: (text: string) => string | undefined;
  readonly attempt: (text: string, signal: AbortSignal) => Promise<Checked<Value>>;
}

/**
 * Shows an input box that stays open with its text until `attempt` accepts it. Shows the reason for a rejection in the
 * box. Undefined: the user canceled.
 */
export async function askChecked<Value>(asked: CheckedBox<Value>): Answer<Value> {
  const {
    title,
    step,
    totalSteps,
    prompt,
    placeholder = '',
    value = '',
    isSecret = false,
    canGoBack = false,
    rejection,
    page = null,
  } = asked;
  const box = window.createInputBox();
  const getToken = button('link-external', l10n.t('Get a Token'));
  Object.assign(box, { title, step, totalSteps, prompt, placeholder, value });
  Object.assign(box, { password: isSecret, ignoreFocusOut: true, validationMessage: rejection });
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
            else if (attempt) {
              box.validationMessage = attempt.words;
              // typing replaces the rejected text
              box.valueSelection = [0, box.value.length];
            }
          }, reject);
        }),
        box.onDidTriggerButton((pressed) => {
          if (pressed === QuickInputButtons.Back) resolve(back);
          else if (page !== null) void env.openExternal(Uri.parse(page, true));
        }),
        box.onDidHide(() => resolve(undefined)),
      );
      notePersonAction();
      box.show();
    });
  } finally {
    disposables.forEach((disposable) => void disposable.dispose());
  }
}
