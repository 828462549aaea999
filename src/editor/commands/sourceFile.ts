import * as v from 'valibot';
import { commands, l10n, ViewColumn, window, workspace, type QuickPickItem, type Uri } from 'vscode';
import { caseIn, caseName, numberAnew, outputsOf, subtaskIn, subtasksOf } from '../../judge';
import type { KnownRecord } from '../../records';
import { diagnosticsOf } from '../compileMessage/parsed';
import { offer } from '../prompts/dialogs';
import { fileOf, openCompileDocument, openPosition, showGone } from '../diagnostics/judgedFile';
import { judgedUri, outputUri } from '../diagnostics/comparedTexts';
import { likelyFiles } from '../sourceFile/tie';
import { isNode } from '../tree/node';
import type { Uses } from '../extensionServices';
import { sanitizeForUi } from '../words/sanitizeForUi';
import { fileName, recordName, shownFileName } from '../words/recordWords';
import { recordsToChange, targetRecords, type ListServices, type RowArguments } from './targets';

/** What the commands about source files work with. */
type SourceServices = ListServices & Uses<'diagnostics' | 'services'>;

/** Says which of the user's files was judged; its present text is kept to compare with later. */
export async function setSourceFile(extension: SourceServices, args: RowArguments): Promise<void> {
  const [record] = recordsToChange(extension, args);
  if (!record) return;
  const uri = await askFile(extension, record);
  if (!uri) return;
  const { sources } = await extension.diagnostics();
  await sources.tie(record, uri);
}

/** Opens the file that was judged. */
export async function openSource(extension: SourceServices, args: RowArguments): Promise<void> {
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

export async function openCompileMessage(extension: SourceServices, args: RowArguments): Promise<void> {
  const [record] = targetRecords(extension, args);
  if (!record) return;
  await openCompileDocument(extension, record, typeof args[2] === 'number' ? args[2] : 0);
}

/** What was judged beside the file as it is now. */
export async function compareWithJudged(extension: SourceServices, args: RowArguments): Promise<void> {
  const [record] = targetRecords(extension, args);
  if (!record) return;
  const { sources } = await extension.diagnostics();
  const uri = await fileOf(extension, record);
  const judged = record.source ? await sources.judgedText(record) : null;
  if (!uri || judged === null) {
    void window.showInformationMessage(
      l10n.t('The submitted code isn’t saved. It is saved when you submit or set a source file.'),
    );
    return;
  }
  const title =
    record.source?.how === 'submitted'
      ? l10n.t('{0}: submitted ↔ current', fileName(uri.toString()))
      : l10n.t(
          '{0}: when set as source (may differ from what was submitted) ↔ current',
          fileName(uri.toString()),
        );
  await commands.executeCommand('vscode.diff', judgedUri(record, uri), uri, title);
}

/** A case's row, or what the page of its record names it by. */
const caseOfRecord = v.object({ key: v.string(), subtask: v.string(), case: v.string() });

/** “Compare Output”: what a case should have written beside what it wrote. */
export async function compareOutput(
  extension: Uses<'diagnostics' | 'store'>,
  argument: unknown,
): Promise<void> {
  const read = v.safeParse(caseOfRecord, argument);
  const record = read.success ? extension.store.get(read.output.key) : null;
  if (!read.success || !record) return;
  const place = read.output;
  const envelope = await extension.store.loadEnvelope(place.key);
  const one = caseIn(envelope, place);
  if (!one || !outputsOf(one)) {
    void window.showInformationMessage(l10n.t('The output of this case isn’t available.'));
    return;
  }
  // which provides the two texts
  await extension.diagnostics();
  const [expected, actual] = (['expected', 'actual'] as const).map((side) => outputUri({ ...place, side }));
  const title = l10n.t(
    '{0} {1}: expected ↔ actual',
    recordName(record),
    caseName(subtaskIn(envelope, place.subtask)?.id ?? null, one.id, numberAnew(subtasksOf(envelope))),
  );
  await commands.executeCommand('vscode.diff', expected, actual, title);
}

interface FileItem extends QuickPickItem {
  readonly uri: Uri | null;
}

/** The files that could be it come first, then the active one and others that are open. */
async function askFile(extension: SourceServices, record: KnownRecord): Promise<Uri | undefined> {
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

function offerToSet(extension: SourceServices, record: KnownRecord): Promise<void> {
  return offer(l10n.t('No source file is set for {0}.', recordName(record)), l10n.t('Set Source File'), () =>
    setSourceFile(extension, [{ key: record.key }]),
  );
}

/** One of the compiler's messages. */
export async function openDiagnostic(extension: SourceServices, node: unknown): Promise<void> {
  if (!isNode('diagnostic', node)) return;
  const record = extension.store.get(node.key);
  const compile = (await extension.store.loadEnvelope(node.key))?.data?.compile;
  const diagnostic = compile && diagnosticsOf(compile)[node.index];
  if (!record || !diagnostic) return;
  const { messageLine } = diagnostic;
  await openPosition(extension, record, { diagnostic, note: null, messageLine }, ViewColumn.Active);
}
