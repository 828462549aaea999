import { commands, Disposable } from 'vscode';
import { commandNames } from './commandNames';
import type { Command } from './commandTargets';
import type { ExtensionServices } from './extensionServices';
import { notePersonAction } from './personActions';
import { showingUnexpectedErrors } from './unexpectedErrors';

/** Commands of clicks and keys in rows, which VS Code offers nowhere else. */
const rowCommandNames = [
  'row.clickRecord',
  'row.enter',
  'row.openCase',
  'row.openDiagnostic',
  'row.showMoreCases',
  'row.showVerdictActions',
] as const;

type CommandName = (typeof commandNames)[number] | (typeof rowCommandNames)[number];

/** All commands by their ID without `judgeResults.`. `package.json` contains the conditions for offering them. */
export type CommandTable = Readonly<Record<CommandName, Command>>;

/** Registers all commands. Calls `load` when one of them first runs, because their code isn't loaded at start. */
export function registerCommands(
  extension: ExtensionServices,
  load: () => Promise<CommandTable>,
): Disposable {
  const registered = [...commandNames, ...rowCommandNames].map((name) =>
    commands.registerCommand(`judgeResults.${name}`, (...args: unknown[]) =>
      showingUnexpectedErrors(extension, name, async () => {
        notePersonAction();
        const table = await load();
        return table[name](extension, args);
      }),
    ),
  );
  return Disposable.from(...registered);
}
