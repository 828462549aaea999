import { commands, type Disposable } from 'vscode';
import type { ExtensionServices } from '../extensionServices';
import { showingUnexpectedErrors } from '../prompts/unexpectedErrors';
import { commandNames } from './names';

/** What they do is loaded with the first one that is used. */
export function registerCommands(extension: ExtensionServices): Disposable[] {
  return commandNames.map((name) =>
    commands.registerCommand(`judgeResults.${name}`, (...args: unknown[]) =>
      showingUnexpectedErrors(extension, name, async () =>
        (await import('./table')).table[name](extension, args),
      ),
    ),
  );
}
