import { commands, type Disposable } from 'vscode';
import type { ExtensionServices } from './extensionServices';
import { registerCommands } from './registerCommands';
import type { Commands } from './commandTargets';

export const windowCommands = {
  reloadWindow: () => Promise.resolve(commands.executeCommand('workbench.action.reloadWindow')),
  showLog: async ({ log }) => log.show(),
} satisfies Commands;

/** Registers “Reload Window” and “Show Log”, which several features offer in notifications. */
export function registerWindowCommands(extension: ExtensionServices): Disposable {
  return registerCommands(extension, ['reloadWindow', 'showLog'], () => Promise.resolve(windowCommands));
}
