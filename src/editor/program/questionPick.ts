import { window, type Disposable, type QuickPick, type QuickPickItem } from 'vscode';
import { joined } from '../labels/recordLabels';
import { accepted, chosenIn, chosenOrBack, type Answer } from '../shared/quickPick';

export interface ValueItem<Value> extends QuickPickItem {
  /** undefined: an explanation that can't be chosen */
  readonly value?: Value;
}

/** A step in a sequence of questions. */
export interface QuestionStep {
  /** contains the file name */
  readonly title: string;
  readonly step: number;
  readonly steps: number;
  /** whether the user can go back to the previous step */
  readonly canGoBack: boolean;
}

interface Choosing<Value> {
  /** returns the choice when the user presses Enter; absent: the selected or typed item */
  readonly read?: (pick: QuickPick<ValueItem<Value>>) => Promise<Value | undefined>;
  readonly whileOpen: ((pick: QuickPick<ValueItem<Value>>) => Disposable) | null;
  /** index of the item for the typed text */
  readonly typedAt?: number;
}

/** Returns the numbers that the title of a quick pick shows. A question that is the only one has none. */
export function numbersOf(step: number, steps: number): { step?: number; totalSteps?: number } {
  return steps > 1 ? { step, totalSteps: steps } : {};
}

/** Shows a quick pick whose items depend on the typed text. */
export function choose<Value>(
  { title, step, steps, canGoBack }: QuestionStep,
  placeholder: string,
  itemsFor: (typed: string) => ValueItem<Value>[],
  { read, whileOpen, typedAt = 0 }: Choosing<Value>,
): Answer<Value> {
  const pick = window.createQuickPick<ValueItem<Value>>();
  Object.assign(pick, { title, placeholder, ...numbersOf(step, steps) });
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.items = itemsFor('');
  const ask = canGoBack ? chosenOrBack : chosenIn;
  return ask(pick, () => (read ? read(pick) : accepted(pick, typedAt)?.value), [
    pick.onDidChangeValue((typed) => (pick.items = itemsFor(typed.trim()))),
    ...(whileOpen ? [whileOpen(pick)] : []),
  ]);
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
