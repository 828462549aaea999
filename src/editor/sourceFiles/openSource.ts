import { window, workspace } from 'vscode';
import { hasJudgedText, isOfAnotherUser } from '../../records';
import { codeUri, fileOf, showGone } from '../diagnostics';
import { type RowArguments, targetRecords } from '../shared/commands/commandTargets';
import { offerToSet } from './setSourceFile';
import type { Core, WithSelection } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';

/** Opens the judged file, or the code of a submission of another user. */
export async function openSource(
  extension: Core & WithDiagnostics & WithSelection,
  args: RowArguments,
): Promise<void> {
  const [record] = targetRecords(extension, args);
  if (!record) return;
  const uri = await fileOf(extension, record);
  if (!uri && isOfAnotherUser(record) && hasJudgedText(record)) {
    const document = await workspace.openTextDocument(codeUri(record));
    await window.showTextDocument(document, { preview: true });
    return;
  }
  if (!uri) return offerToSet(extension, record);
  try {
    await window.showTextDocument(uri);
  } catch {
    showGone(uri);
  }
}
