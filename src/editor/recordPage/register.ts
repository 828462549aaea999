import { Disposable, window } from 'vscode';
import { panelType } from '../../panel/messages';
import type { ExtensionServices } from '../shared/extensionServices';
import { registerCommands } from '../shared/registerCommands';
import type { Commands } from '../shared/commandTargets';
import type { restoreRecordPanel } from './openPages';

const names = [
  'compareOutput',
  'compareRecords',
  'openInBrowser',
  'openRecord',
  'row.clickRecord',
  'row.enter',
  'row.openCase',
] as const;

export type RecordPageCommands = Commands<(typeof names)[number]>;

/** Registers the commands of record pages, and restores the pages that were open before a reload. */
export function registerRecordPage(
  extension: ExtensionServices,
  load: () => Promise<{
    readonly recordPageCommands: RecordPageCommands;
    readonly restoreRecordPanel: typeof restoreRecordPanel;
  }>,
): Disposable {
  return Disposable.from(
    window.registerWebviewPanelSerializer(panelType, {
      deserializeWebviewPanel: async (panel, state) =>
        (await load()).restoreRecordPanel(extension, panel, state),
    }),
    registerCommands(extension, names, async () => (await load()).recordPageCommands),
  );
}
