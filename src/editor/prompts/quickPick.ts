import {
  QuickInputButtons,
  QuickPickItemKind,
  ThemeIcon,
  type Disposable,
  type QuickInputButton,
  type QuickPick,
  type QuickPickItem,
  type QuickPickItemButtonEvent,
} from 'vscode';
import { back, type Answer } from './steps';

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
 * Shows a pick until `read` says what was chosen, or `readButton` what a button beside a choice means, or until it is
 * closed: undefined then. It is disposed of afterwards, with all of `others`.
 */
export async function chosenIn<Item extends QuickPickItem, Value>(
  pick: QuickPick<Item>,
  read: () => Value | undefined,
  others: readonly Disposable[],
  readButton?: (pressed: QuickPickItemButtonEvent<Item>) => Value | undefined,
): Promise<Value | undefined> {
  const disposables: Disposable[] = [pick, ...others];
  try {
    return await new Promise<Value | undefined>((resolve) => {
      const choose = (chosen: Value | undefined): void => {
        if (chosen !== undefined) resolve(chosen);
      };
      disposables.push(
        pick.onDidAccept(() => choose(read())),
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
  read: () => Value | undefined,
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
