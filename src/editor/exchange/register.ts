import type { Disposable } from 'vscode';
import type { ExtensionServices } from '../shared/extensionServices';
import { registerCommands } from '../shared/registerCommands';
import type { Commands } from '../shared/commandTargets';

const names = ['copyAsMarkdown', 'exportJson', 'importJson'] as const;

export type ExchangeCommands = Commands<(typeof names)[number]>;

/** Registers export, import, and copying of results. */
export function registerExchange(
  extension: ExtensionServices,
  load: () => Promise<ExchangeCommands>,
): Disposable {
  return registerCommands(extension, names, load);
}
