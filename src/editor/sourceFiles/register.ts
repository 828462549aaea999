import type { Disposable } from 'vscode';
import type { ExtensionServices } from '../shared/extensionServices';
import { registerCommands } from '../shared/registerCommands';
import type { Commands } from '../shared/commandTargets';

const names = [
  'compareWithJudged',
  'openSource',
  'setSourceFile',
  'showResultsOfFile',
  'row.showVerdictActions',
] as const;

export type SourceFileCommands = Commands<(typeof names)[number]>;

/** Registers the commands for source files and their versions. */
export function registerSourceFiles(
  extension: ExtensionServices,
  load: () => Promise<SourceFileCommands>,
): Disposable {
  return registerCommands(extension, names, load);
}
