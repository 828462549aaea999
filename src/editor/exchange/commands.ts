import { currentFolder } from '../shared/files';
import { env, FileSystemError, l10n, Uri, window, workspace, type QuickPickItem } from 'vscode';
import type { JudgeSemantics } from '../../judge';
import { recordKey, StorageFailed, type KnownRecord } from '../../records';
import { displayAddress, isServiceType, serviceKinds, type ServiceId } from '../../service';
import { exportName, readSaved, toSave, type SavedResult } from './savedResult';
import { recordsAsMarkdown, type Written } from './markdown';
import { sanitizeForUi } from '../labels/text';
import { fileName } from '../labels/recordLabels';
import { serviceName } from '../labels/serviceLabels';
import { reveal } from '../list';
import { targetRecords, type RowArguments } from '../shared/targets';
import type { ExtensionServices } from '../shared/extensionServices';
import type { ExchangeCommands } from './register';
import { MAX_IMPORT_BYTES } from './limits';

export const exchangeCommands: ExchangeCommands = {
  copyAsMarkdown,
  exportJson,
  importJson,
};

/** Records as a table for an issue or a chat. */
async function copyAsMarkdown(extension: ExtensionServices, args: RowArguments): Promise<void> {
  const records = targetRecords(extension, args);
  if (records.length === 0) return;
  const written: Written[] = [];
  for (const record of records) {
    written.push({ record, envelope: await extension.store.loadEnvelope(record.key) });
  }
  // before it is escaped and cut, when a secret in it could no longer be found
  const clean = extension.services.credentials.redaction.value(written);
  await env.clipboard.writeText(recordsAsMarkdown(clean));
  window.setStatusBarMessage(
    records.length === 1
      ? l10n.t('Copied as Markdown')
      : l10n.t('{0} results copied as Markdown', records.length),
    2000,
  );
}

/** Results as they were received: one into a file that the person names, several into a folder. */
export async function exportJson(extension: ExtensionServices, args: RowArguments): Promise<void> {
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

/** A file each, under free names. */
async function saveAll(
  extension: ExtensionServices,
  records: readonly KnownRecord[],
  folder: Uri,
): Promise<void> {
  let exported = 0;
  for (const record of records) {
    const file = await freeName(folder, exportName(record.requestId));
    if (await write(extension, record, file)) exported += 1;
  }
  if (exported < records.length) showUnreadable(records.length - exported);
  if (exported === 0) return;
  window.setStatusBarMessage(
    exported === 1 ? l10n.t('1 result exported') : l10n.t('{0} results exported', exported),
    3000,
  );
}

/** Nothing more is written where one file couldn't be. */
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
 * Exactly as it was received where the specification says how that is and a person has written nothing on it, unless our
 * own credential was in it. False: it can't be read.
 */
async function write(extension: ExtensionServices, record: KnownRecord, file: Uri): Promise<boolean> {
  const raw = await rawOf(extension, record);
  if (raw === null) return false;
  const { label, note, rules } = record;
  const isOwn = isServiceType(rules.profile) && !serviceKinds[rules.profile].speaksSpecification;
  const saved = toSave(raw, { type: isOwn ? rules.profile : null, label, note });
  const clean = extension.services.credentials.redaction.json(saved);
  await workspace.fs.writeFile(file, new TextEncoder().encode(clean));
  return true;
}

/** Null where it can't be read: one damaged result doesn't keep the others back. */
async function rawOf({ store, log }: ExtensionServices, { key }: KnownRecord): Promise<string | null> {
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

/** Nobody was asked about a file that is there already, so none is overwritten. */
async function freeName(folder: Uri, name: string): Promise<Uri> {
  for (let attempt = 1; ; attempt += 1) {
    const file = Uri.joinPath(folder, attempt === 1 ? name : name.replace(/\.json$/, `-${attempt}.json`));
    try {
      await workspace.fs.stat(file);
    } catch {
      return file;
    }
  }
}

type SavedRecord = Extract<SavedResult, { kind: 'result' }>;

/** Stands where other records have their service: nobody is asked for what came from a file. */
const importedFrom = 'import:';

interface CodesItem extends QuickPickItem {
  readonly service: ServiceId;
  readonly rules: JudgeSemantics;
}

/** A saved envelope into the list. Its codes mean nothing by themselves, so whose they are is asked. */
export async function importJson(extension: ExtensionServices): Promise<void> {
  const files = await window.showOpenDialog({
    canSelectMany: true,
    filters: { JSON: ['json'] },
    openLabel: l10n.t('Import'),
  });
  if (!files || files.length === 0) return;
  const results: SavedRecord[] = [];
  for (const file of files) {
    const saved = await read(file);
    if (saved.kind === 'result') results.push(saved);
    else void window.showErrorMessage(importFailure(saved, fileName(file.path)));
  }
  let asked: CodesItem | undefined;
  let last: KnownRecord | null = null;
  for (const result of results) {
    const codes = codesOf(result) ?? (asked ??= await askCodes(extension));
    if (!codes) return;
    last = (await take(extension, result, codes)) ?? last;
  }
  if (last) await reveal(extension, last.key);
}

async function take(
  { store }: ExtensionServices,
  { requestId, envelope, raw, about: { type, label, note } }: SavedRecord,
  { service, rules }: Pick<CodesItem, 'service' | 'rules'>,
): Promise<KnownRecord | null> {
  const key = recordKey(service, requestId);
  const accepted = await store.receive(
    key,
    { envelope, raw, form: type === null ? 'received' : 'own' },
    {
      via: 'import',
      receivedAt: Date.now(),
      add: { service, requestId, label, note, rules, folder: currentFolder() },
    },
  );
  return accepted.kind === 'unknown' ? null : store.get(key);
}

async function read(file: Uri): Promise<SavedResult> {
  if ((await workspace.fs.stat(file)).size > MAX_IMPORT_BYTES) return { kind: 'tooLarge' };
  return readSaved(new TextDecoder().decode(await workspace.fs.readFile(file)), fileName(file.path));
}

/** What the type that a file names says of its codes; null: it names none, or one whose codes each service has. */
function codesOf({ about: { type } }: SavedRecord): Pick<CodesItem, 'service' | 'rules'> | null {
  if (!isServiceType(type)) return null;
  const { rules } = serviceKinds[type];
  return rules && { service: importedFrom, rules };
}

async function askCodes(extension: ExtensionServices): Promise<CodesItem | undefined> {
  const items: CodesItem[] = (await extension.services.all()).map((profile) => ({
    label: serviceName(profile),
    description: sanitizeForUi(displayAddress(profile.baseUrl), 200),
    service: profile.id,
    rules: profile.rules,
  }));
  items.push({
    label: l10n.t('Luogu-compatible API'),
    description: l10n.t('Status codes aren’t defined; shown as “Status 6”'),
    service: importedFrom,
    rules: {
      profile: 'import',
      statuses: {},
      units: { time: null, memory: null, score: null },
      compileFailureIsFinal: false,
    },
  });
  return window.showQuickPick(items, { title: l10n.t('Select the judge of this result') });
}

function importFailure(saved: Exclude<SavedResult, { kind: 'result' }>, file: string): string {
  const name = sanitizeForUi(file, 100);
  switch (saved.kind) {
    case 'notJson':
      return l10n.t('{0} isn’t JSON.', name);
    case 'tooLarge':
      return l10n.t('{0} is too large to be a result.', name);
    case 'shape':
      return saved.path === ''
        ? l10n.t('{0} isn’t a result.', name)
        : l10n.t('{0} isn’t a result. Check “{1}”.', name, sanitizeForUi(saved.path, 200));
  }
}
