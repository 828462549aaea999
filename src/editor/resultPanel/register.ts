import { type Disposable, window } from 'vscode';
import { panelType } from '../../resultPage/messages';
import type { restoreRecordPanel } from './openPages';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';
import type { WithList } from '../list';

/** Restores the pages of records that were open before a reload. */
export function registerRecordPage(
  extension: Core & WithDiagnostics & WithList,
  load: () => Promise<{ readonly restoreRecordPanel: typeof restoreRecordPanel }>,
): Disposable {
  return window.registerWebviewPanelSerializer(panelType, {
    deserializeWebviewPanel: async (panel, state) =>
      (await load()).restoreRecordPanel(extension, panel, state),
  });
}
