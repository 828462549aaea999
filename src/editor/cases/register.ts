import type { Disposable } from 'vscode';
import type { Commands } from '../shared/commandTargets';
import type { ExtensionServices } from '../shared/extensionServices';
import { registerCommands } from '../shared/registerCommands';

const names = ['caseInput', 'debugCase', 'runCase', 'saveCase'] as const;

export type CaseCommands = Commands<(typeof names)[number]>;

/** Registers the commands for one case of a result. */
export function registerCases(extension: ExtensionServices, load: () => Promise<CaseCommands>): Disposable {
  return registerCommands(extension, names, load);
}
