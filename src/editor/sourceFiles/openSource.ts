import { window } from 'vscode';
import { fileOf, showGone } from '../diagnostics';
import { type RowArguments, targetRecords } from '../shared/commandTargets';
import { offerToSet } from './setSourceFile';
import type { Core, WithSelection } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';

/** Opens the judged file. */
export async function openSource(
  extension: Core & WithDiagnostics & WithSelection,
  args: RowArguments,
): Promise<void> {
  const [record] = targetRecords(extension, args);
  if (!record) return;
  const uri = await fileOf(extension, record);
  if (!uri) return offerToSet(extension, record);
  try {
    await window.showTextDocument(uri);
  } catch {
    showGone(uri);
  }
}
