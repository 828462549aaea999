import { window, type Disposable, type QuickPick, type QuickPickItem } from 'vscode';
import { joined } from '../labels/recordLabels';
import { accepted, chosenIn, chosenOrBack, type Answer } from '../shared/quickPick';

export interface ValueItem<Value> extends QuickPickItem {
  /** undefined: a line that explains, and can't be chosen */
  readonly value?: Value;
}

/** Which of the questions this is; `title` names the file. */
export interface QuestionStep {
  readonly title: string;
  readonly step: number;
  readonly steps: number;
  /** the question before can be answered again */
  readonly canGoBack: boolean;
}

interface Choosing<Value> {
  /** what Enter means; absent: what is selected or typed */
  readonly read?: (pick: QuickPick<ValueItem<Value>>) => Promise<Value | undefined>;
  readonly whileOpen: ((pick: QuickPick<ValueItem<Value>>) => Disposable) | null;
  /** the place of the choice that is typed */
  readonly typedAt?: number;
}

/** A pick whose lines follow what is typed. */
export function choose<Value>(
  { title, step, steps, canGoBack }: QuestionStep,
  placeholder: string,
  itemsFor: (typed: string) => ValueItem<Value>[],
  { read, whileOpen, typedAt = 0 }: Choosing<Value>,
): Answer<Value> {
  const pick = window.createQuickPick<ValueItem<Value>>();
  Object.assign(pick, { title, step, totalSteps: steps, placeholder });
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.items = itemsFor('');
  const ask = canGoBack ? chosenOrBack : chosenIn;
  return ask(pick, () => (read ? read(pick) : accepted(pick, typedAt)?.value), [
    pick.onDidChangeValue((typed) => (pick.items = itemsFor(typed.trim()))),
    ...(whileOpen ? [whileOpen(pick)] : []),
  ]);
}

/** Adds the price of a submission to the placeholder of a pick, when it is known. Dispose it with the pick. */
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
