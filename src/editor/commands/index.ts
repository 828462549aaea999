import { commands, type Disposable } from 'vscode';
import type { ExtensionServices } from '../extensionServices';
import { commandNames } from './names';
import { showUnexpectedError } from './unexpected';

/** What they do is loaded with the first one that is used. */
export function registerCommands(parts: ExtensionServices): Disposable[] {
  return commandNames.map((name) =>
    commands.registerCommand(`judgeResults.${name}`, (...args: unknown[]) =>
      showingUnexpectedErrors(parts, name, async () => (await import('./table')).table[name](parts, args)),
    ),
  );
}

/** Runs what a person has asked for; whatever goes wrong with it is told. */
export async function showingUnexpectedErrors(
  parts: ExtensionServices,
  what: string,
  run: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    showUnexpectedError(parts, what, error);
    return undefined;
  }
}
