import { offer } from '../shared/dialogs/dialogs';
import { sanitizeForUi } from '../labels/sanitizeText';
import { shownFileName, recordName } from '../labels/recordLabels';
import type { KnownRecord } from '../../records';
import { type QuickPickItem, type Uri, workspace, l10n, window } from 'vscode';
import { type RowArguments, recordsToChange } from '../shared/commands/commandTargets';
import { likelyFiles } from './findSubmittedFile';
import type { Core, WithSelection } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';

/** Lets the user choose the judged file. Stores its current text for later comparisons. */
export async function setSourceFile(
  extension: Core & WithDiagnostics & WithSelection,
  args: RowArguments,
): Promise<void> {
  const [record] = recordsToChange(extension, args);
  if (!record) return;
  const uri = await askFile(extension, record);
  if (!uri) return;
  const { sources } = await extension.diagnostics();
  await sources.link(record, uri);
}

interface FileItem extends QuickPickItem {
  readonly uri: Uri | null;
}

/** Lets the user choose a file: likely files first, then the active file and other open files. */
async function askFile(extension: Core & WithDiagnostics, record: KnownRecord): Promise<Uri | undefined> {
  const { sources } = await extension.diagnostics();
  const active = sources.activeFile();
  const open = workspace.textDocuments
    .map((document) => document.uri)
    .filter((uri) => workspace.getWorkspaceFolder(uri));
  const found = await likelyFiles(extension, record);
  const files = new Map([...found, ...(active ? [active] : []), ...open].map((uri) => [uri.toString(), uri]));
  const items: FileItem[] = [...files.values()].map((uri) => ({
    label: shownFileName(uri),
    description: sanitizeForUi(workspace.asRelativePath(uri), 200),
    uri,
  }));
  items.push({ label: l10n.t('Another file…'), uri: null, alwaysShow: true });
  const item = await window.showQuickPick(items, {
    title: l10n.t('Select the source file of {0}', recordName(record)),
  });
  if (!item) return undefined;
  if (item.uri) return item.uri;
  const [chosen] = (await window.showOpenDialog({ canSelectMany: false })) ?? [];
  return chosen;
}

export function offerToSet(
  extension: Core & WithDiagnostics & WithSelection,
  record: KnownRecord,
): Promise<void> {
  return offer(l10n.t('No source file is set for {0}.', recordName(record)), l10n.t('Set Source File'), () =>
    setSourceFile(extension, [{ key: record.key }]),
  );
}
