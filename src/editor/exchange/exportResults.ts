import { FileSystemError, l10n, Uri, window, workspace } from 'vscode';
import { StorageFailed, type KnownRecord } from '../../records';
import { hasOwnForm } from '../../judges';
import { fileName } from '../labels/recordLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { targetRecords, type RowArguments } from '../shared/commands/commandTargets';
import { exportName } from './exportName';
import { toSave } from './savedResult';
import type { Core, WithSelection } from '../shared/core';

/** Exports results as received: a single one to a file of the user's choice, several to a folder. */
export async function exportJson(extension: Core & WithSelection, args: RowArguments): Promise<void> {
  const records = targetRecords(extension, args).filter(({ summary }) => summary !== null);
  const [first] = records;
  if (!first) {
    void window.showInformationMessage(l10n.t('No results to export.'));
    return;
  }
  const start = workspace.workspaceFolders?.[0]?.uri;
  if (records.length === 1) {
    const name = exportName(first.requestId);
    const file = await window.showSaveDialog({
      ...(start ? { defaultUri: Uri.joinPath(start, name) } : {}),
      filters: { JSON: ['json'] },
    });
    const save = async (to: Uri): Promise<void> => {
      if (!(await write(extension, first, to))) showUnreadable(1);
    };
    if (file) await showingWriteErrors(file, save);
    return;
  }
  const [folder] =
    (await window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      openLabel: l10n.t('Export {0} Results Here', records.length),
    })) ?? [];
  if (!folder) return;
  await showingWriteErrors(folder, (to) => saveAll(extension, records, to));
}

/** Writes each record to a new file. */
async function saveAll(extension: Core, records: readonly KnownRecord[], folder: Uri): Promise<void> {
  let exported = 0;
  for (const record of records) {
    const file = await unusedFile(folder, exportName(record.requestId));
    if (await write(extension, record, file)) exported += 1;
  }
  if (exported < records.length) showUnreadable(records.length - exported);
  if (exported === 0) return;
  window.setStatusBarMessage(
    exported === 1 ? l10n.t('1 result exported') : l10n.t('{0} results exported', exported),
    3000,
  );
}

/** Shows an error if a file can't be written. Doesn't write the remaining files. */
async function showingWriteErrors(where: Uri, save: (where: Uri) => Promise<void>): Promise<void> {
  try {
    await save(where);
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    void window.showErrorMessage(
      l10n.t(
        'Couldn’t write {0}: {1}',
        sanitizeForUi(fileName(where.path), 100),
        sanitizeForUi(error.message, 300),
      ),
    );
  }
}

/**
 * Writes one result. Files of judges that follow the specification are byte-identical to the response, unless the
 * record has a label or a note, or the response contained our credentials. Returns false if the result can't be read.
 */
async function write(extension: Core, record: KnownRecord, file: Uri): Promise<boolean> {
  const raw = await rawOf(extension, record);
  if (raw === null) return false;
  const { label, note, rules } = record;
  const isOwn = hasOwnForm(rules.profile);
  const saved = toSave(raw, { type: isOwn ? rules.profile : null, label, note });
  await extension.judges.credentials.redaction.complete();
  const clean = extension.judges.credentials.redaction.json(saved);
  await workspace.fs.writeFile(file, new TextEncoder().encode(clean));
  return true;
}

/** Resolves to null and logs the error if the result can't be read, so that other results can still be exported. */
async function rawOf({ store, log }: Core, { key }: KnownRecord): Promise<string | null> {
  try {
    return await store.rawResult(key);
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
    log.warn(`export: ${error.message}`);
    return null;
  }
}

function showUnreadable(results: number): void {
  void window.showWarningMessage(
    results === 1
      ? l10n.t(
          'A result couldn’t be exported because it can’t be read from disk. Use “Refresh” to fetch it again.',
        )
      : l10n.t(
          '{0} results couldn’t be exported because they can’t be read from disk. Use “Refresh” to fetch them again.',
          results,
        ),
  );
}

/** Finds an unused file name, because the user wasn't asked whether to overwrite files. */
async function unusedFile(folder: Uri, name: string): Promise<Uri> {
  for (let attempt = 1; ; attempt += 1) {
    const file = Uri.joinPath(folder, attempt === 1 ? name : name.replace(/\.json$/, `-${attempt}.json`));
    try {
      await workspace.fs.stat(file);
    } catch {
      return file;
    }
  }
}
