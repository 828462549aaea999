import { env, l10n, ViewColumn, window } from 'vscode';
import {
  hasSubmission,
  isInBrowser,
  isSample,
  isNewer,
  isPending,
  type KnownRecord,
  type RecordKey,
} from '../../records';
import { confirms, offer } from '../shared/dialogs';
import { recordName } from '../labels/recordLabels';
import { loadRecents, forgetting, saveRecents } from '../shared/recentSubmissions';
import { diagnosticsOf, openPosition } from '../problems';
import { isNode } from './node';
import { showingUnexpectedErrors } from '../shared/unexpectedErrors';
import { recordsToChange, targetRecords, type RowArguments } from '../shared/targets';
import { isAwaited } from '../../records/verdict';
import type { ExtensionServices } from '../shared/extensionServices';
import { arrangementCommands } from './filterAndSort';
import type { ListCommands } from './register';

export const listCommands: ListCommands = {
  ...arrangementCommands,
  copyRequestId,
  rename,
  editNote,
  remove,
  clearFinished,
  'row.openDiagnostic': (extension, [node]) => openDiagnostic(extension, node),
  'row.showMoreCases': showMoreCases,
};

async function copyRequestId(extension: ExtensionServices, args: RowArguments): Promise<void> {
  const records = targetRecords(extension, args).filter(hasSubmission);
  if (records.length === 0) return;
  await env.clipboard.writeText(records.map((record) => record.requestId).join('\n'));
  window.setStatusBarMessage(l10n.t('ID copied'), 2000);
}

/** Removes records from the list. Asks for confirmation if some are pending; all others can be restored. */
export async function remove(extension: ExtensionServices, args: RowArguments): Promise<void> {
  const records = recordsToChange(extension, args);
  if (records.length === 0) return;
  const [first] = records;
  const pending = records.filter(isAwaited);
  if (pending.length > 0 || (records.length > 1 && !records.every(isSample))) {
    const question =
      records.length === 1 && first
        ? l10n.t('Remove {0}? It’s still pending, and its result won’t be fetched.', recordName(first))
        : l10n.t('Remove {0} results?', records.length);
    if (!(await confirms(question, l10n.t('Remove')))) return;
  }
  const keys = records.map(({ key }) => key);
  const neighbor = extension.tree.neighborOf(keys);
  await extension.tracking.stop(keys);
  const putBack = await extension.store.removeUndoably(keys);
  // before removing, because that takes time, and the user may select another row meanwhile
  if (neighbor !== null) await focus(extension, neighbor);
  const remember = await forgetSubmissions(extension, records);
  if (pending.length > 0) return;
  // not awaited, because the command must not run until the notification is closed
  void showingUnexpectedErrors(extension, 'remove', () =>
    offerUndo(extension, records, async () => {
      await putBack();
      await extension.tracking.resumePending();
      await remember();
    }),
  );
}

async function focus({ tree, view }: ExtensionServices, key: RecordKey): Promise<void> {
  if (view.visible) await view.reveal(tree.record(key), { select: true, focus: true });
}

async function offerUndo(
  extension: ExtensionServices,
  records: readonly KnownRecord[],
  undo: () => Promise<void>,
): Promise<void> {
  const [first] = records;
  if (!first) return;
  const message =
    records.length === 1
      ? l10n.t('Removed {0}.', recordName(first))
      : l10n.t('Removed {0} results.', records.length);
  await offer(message, l10n.t('Undo'), async () => {
    await undo();
    await focus(extension, first.key);
  });
}

/** Removes all finished records after confirmation, because they may be many, and judges may have deleted them. */
export async function clearFinished(extension: ExtensionServices): Promise<void> {
  const ended = extension.store
    .records()
    .filter((record) => !isPending(record) && !isInBrowser(record) && !isNewer(record));
  if (ended.length === 0) {
    window.setStatusBarMessage(l10n.t('No finished results'), 3000);
    return;
  }
  if (!ended.every(isSample)) {
    const { filter } = await extension.arranging();
    const question =
      ended.length === 1
        ? l10n.t('Remove 1 finished result?')
        : l10n.t('Remove {0} finished results?', ended.length);
    const detail = [
      l10n.t('Their results and submitted code are deleted from this computer.'),
      filter.kind === 'none' ? '' : l10n.t('This includes results hidden by the filter.'),
    ];
    if (!(await confirms(question, l10n.t('Clear'), detail.join(' ').trim()))) return;
  }
  await extension.store.remove(ended.map(({ key }) => key));
  await forgetSubmissions(extension, ended);
}

/** Forgets the last submissions of removed records. The returned function restores them. */
async function forgetSubmissions(
  extension: ExtensionServices,
  records: readonly KnownRecord[],
): Promise<() => Promise<void>> {
  const { context, store } = extension;
  const before = loadRecents(context.globalState);
  const left = forgetting(before, records, store.records());
  await saveRecents(extension, left);
  return async () => {
    const isUntouched = JSON.stringify(loadRecents(context.globalState)) === JSON.stringify(left);
    if (isUntouched) await saveRecents(extension, before);
  };
}

async function showMoreCases(extension: ExtensionServices, [node]: RowArguments): Promise<void> {
  if (isNode('more', node)) await extension.tree.showMore(node);
}

/** “Rename…”: sets a record's label. An empty label restores the name of its problem or file. */
export async function rename(extension: ExtensionServices, args: RowArguments): Promise<void> {
  await editText(extension, args, (record) => ({
    field: 'label',
    title: l10n.t('Rename {0}', recordName(record)),
    prompt: l10n.t('Leave empty to use the name of the problem or file.'),
    // same limit as for labels from other extensions
    longest: 200,
  }));
}

/** “Edit Note…”: sets a record's note. An empty text removes it. */
export async function editNote(extension: ExtensionServices, args: RowArguments): Promise<void> {
  await editText(extension, args, (record) => ({
    field: 'note',
    title: l10n.t('Note on {0}', recordName(record)),
    prompt: l10n.t('Shown in the result’s tooltip and on its page. Leave empty to remove it.'),
    longest: 500,
  }));
}

/** `longest`: maximum length, characters */
interface TextQuestion {
  readonly field: 'label' | 'note';
  readonly title: string;
  readonly prompt: string;
  readonly longest: number;
}

async function editText(
  extension: ExtensionServices,
  args: RowArguments,
  question: (record: KnownRecord) => TextQuestion,
): Promise<void> {
  const [record] = recordsToChange(extension, args);
  if (!record) return;
  const { field, title, prompt, longest } = question(record);
  const typed = await window.showInputBox({
    title,
    prompt,
    value: record[field] ?? '',
    validateInput: (text) =>
      text.trim().length > longest ? l10n.t('At most {0} characters', longest) : undefined,
  });
  const text = typed?.trim();
  if (text === undefined || text.length > longest) return;
  await extension.store.update(record.key, { [field]: text === '' ? null : text });
}

/** Opens a compiler error or warning. */
async function openDiagnostic(extension: ExtensionServices, node: unknown): Promise<void> {
  if (!isNode('diagnostic', node)) return;
  const record = extension.store.get(node.key);
  const compile = (await extension.store.loadEnvelope(node.key))?.data?.compile;
  const diagnostic = compile && diagnosticsOf(compile)[node.index];
  if (!record || !diagnostic) return;
  const { messageLine } = diagnostic;
  await openPosition(extension, record, { diagnostic, note: null, messageLine }, ViewColumn.Active);
}
