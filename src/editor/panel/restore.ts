import { window, type Disposable } from 'vscode';
import type { ExtensionServices } from '../extensionServices';
import { panelType } from './panelType';

/** Opens the panels again that were open before a reload; the panel's own code is loaded only if there are any. */
export function restorePanels(parts: ExtensionServices): Disposable {
  return window.registerWebviewPanelSerializer(panelType, {
    deserializeWebviewPanel: async (panel, state) => {
      const { panelParts } = await import('../commands/panels');
      const { restoreRecordPanel } = await import('./index');
      await restoreRecordPanel(panelParts(parts), panel, state);
    },
  });
}
