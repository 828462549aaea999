import { window, type Disposable } from 'vscode';
import type { PanelCommandServices } from '../commands/panels';
import { panelType } from '../commands/names';

/** Opens the panels again that were open before a reload; the panel's own code is loaded only if there are any. */
export function restorePanels(extension: PanelCommandServices): Disposable {
  return window.registerWebviewPanelSerializer(panelType, {
    deserializeWebviewPanel: async (panel, state) => {
      await (await import('../commands/panels')).restorePanel(extension, panel, state);
    },
  });
}
