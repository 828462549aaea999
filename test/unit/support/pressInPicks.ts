import './vscodeWords';
import { commands, window } from 'vscode';

interface Button {
  readonly tooltip: string;
}
interface Item {
  readonly buttons?: readonly Button[];
}
type Press = (pressed: { readonly item: Item; readonly button: Button }) => void;

/** Presses this button of the first item that has it in each quick pick from now on. */
export function pressInPicks(tooltip: string): void {
  const unheard = () => ({ dispose: () => undefined });
  const createQuickPick = () => {
    let press: Press = () => undefined;
    let hidden = (): void => undefined;
    const pick = {
      items: [] as readonly Item[],
      activeItems: [],
      onDidAccept: unheard,
      onDidChangeValue: unheard,
      onDidHide: (listener: () => void) => {
        hidden = listener;
        return { dispose: () => undefined };
      },
      onDidTriggerItemButton: (listener: Press) => {
        press = listener;
        return { dispose: () => undefined };
      },
      show: () => {
        const [found] = pick.items.flatMap((item) =>
          (item.buttons ?? []).filter((one) => one.tooltip === tooltip).map((button) => ({ item, button })),
        );
        if (found) press(found);
        else hidden();
      },
      hide: () => hidden(),
      dispose: () => undefined,
    };
    return pick;
  };
  Object.assign(window, { createQuickPick });
  Object.assign(commands, { getCommands: async () => [] });
}
