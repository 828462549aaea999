import { commands, Disposable } from 'vscode';
import { commandNames } from './commandNames';
import type { Command } from './commandTargets';
import { notePersonAction } from '../dialogs/personActions';
import { showingUnexpectedErrors } from '../failures/unexpectedErrors';
import type { Core } from '../core';

/** Commands of clicks and keys in rows, which VS Code offers nowhere else. */
const rowCommandNames = [
  'row.clickRecord',
  'row.enter',
  'row.openCase',
  'row.openDiagnostic',
  'row.paste',
  'row.showClarifications',
  'row.showMoreCases',
  'row.showVerdictActions',
] as const;

type CommandName = (typeof commandNames)[number] | (typeof rowCommandNames)[number];

/** All commands by their ID without `judgeResults.`. `package.json` contains the conditions for offering them. */
export type CommandTable<Extension> = Readonly<Record<CommandName, Command<Extension>>>;

/** Registers all commands. Calls `load` when one of them first runs, because their code isn't loaded at start. */
export function registerCommands<Extension extends Core>(
  extension: Extension,
  load: () => Promise<CommandTable<Extension>>,
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
