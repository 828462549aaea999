import { type Disposable, window } from 'vscode';
import { panelType } from '../../panel/messages';
import type { ExtensionServices } from '../shared/extensionServices';
import type { restoreRecordPanel } from './openPages';

/** Restores the pages of records that were open before a reload. */
export function registerRecordPage(
  extension: ExtensionServices,
  load: () => Promise<{ readonly restoreRecordPanel: typeof restoreRecordPanel }>,
): Disposable {
  return window.registerWebviewPanelSerializer(panelType, {
    deserializeWebviewPanel: async (panel, state) =>
      (await load()).restoreRecordPanel(extension, panel, state),
  });
}
