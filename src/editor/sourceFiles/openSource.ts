import { window } from 'vscode';
import { fileOf, showGone } from '../problems';
import type { ExtensionServices } from '../shared/extensionServices';
import { type RowArguments, targetRecords } from '../shared/commandTargets';
import { offerToSet } from './setSourceFile';

/** Opens the judged file. */
export async function openSource(extension: ExtensionServices, args: RowArguments): Promise<void> {
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
