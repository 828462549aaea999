import { commands, Disposable } from 'vscode';
import type { ExtensionServices } from './extensionServices';
import type { Commands } from './commandTargets';
import { notePersonAction } from './personActions';
import { showingUnexpectedErrors } from './unexpectedErrors';

/**
 * Registers commands by their ID without `judgeResults.`. Calls `load` when one of them first runs, because their code
 * isn't loaded at start.
 */
export function registerCommands<Name extends string>(
  extension: ExtensionServices,
  names: readonly Name[],
  load: () => Promise<Commands<Name>>,
): Disposable {
  const registered = names.map((name) =>
    commands.registerCommand(`judgeResults.${name}`, (...args: unknown[]) =>
      showingUnexpectedErrors(extension, name, async () => {
        notePersonAction();
        const loaded = await load();
        return loaded[name](extension, args);
      }),
    ),
  );
  return Disposable.from(...registered);
}
