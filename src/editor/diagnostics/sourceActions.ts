import {
  type ViewColumn,
  commands,
  l10n,
  languages,
  Range,
  window,
  workspace,
  WorkspaceEdit,
  type Uri,
} from 'vscode';
import type { KnownRecord } from '../../records';
import { compileLanguage, compileUri, type CompileTarget } from './compilerOutput';
import { fileName, shownFileName, verdictWithScore } from '../labels/recordLabels';
import { judgedUri, textToCompare } from './comparedTexts';
import { type RowArguments, targetRecords } from '../shared/commands/commandTargets';
import type { Core, WithSelection } from '../shared/core';
import type { WithDiagnostics } from './withDiagnostics';

/** Returns the user's file that a record judged: the one with its Problems, or else the linked one. Null: unknown. */
export async function fileOf(extension: Core & WithDiagnostics, record: KnownRecord): Promise<Uri | null> {
  const { problems, sources } = await extension.diagnostics();
  const [own] = (await problems.filesOf(record)) ?? [];
  return own?.file ?? sources.fileOf(record, null);
}

export function showGone(uri: Uri): void {
  void window.showWarningMessage(l10n.t('{0} no longer exists.', shownFileName(uri)));
}

/** Opens the compiler output as a document at a 0-based line. */
async function openCompileDocument(
  extension: Core & WithDiagnostics,
  record: KnownRecord,
  line: number,
): Promise<void> {
  await extension.diagnostics(); // provides the document
  const opened = await workspace.openTextDocument(compileUri(record));
  // before showing it, because VS Code reads the language's settings when it opens an editor
  const document = await languages.setTextDocumentLanguage(opened, compileLanguage);
  await window.showTextDocument(document, { preview: true, selection: new Range(line, 0, line, 0) });
}

/** Compares the judged text of two records. */
export async function compareSources(
  extension: Core & WithDiagnostics,
  before: KnownRecord,
  now: KnownRecord,
): Promise<void> {
  const [left, right] = await Promise.all([fileOf(extension, before), fileOf(extension, now)]);
  if (!left || !right) return;
  const title = `${fileName(right.toString())}: ${verdictWithScore(before)} ↔ ${verdictWithScore(now)}`;
  await commands.executeCommand('vscode.diff', judgedUri(before, left), judgedUri(now, right), title);
}

/** Replaces the text in the editor with the judged text. The user can undo the edit; the file isn't saved. */
export async function restoreVersion(extension: Core & WithDiagnostics, record: KnownRecord): Promise<void> {
  const { sources } = await extension.diagnostics();
  const uri = await fileOf(extension, record);
  const text = uri && (await textToCompare(sources, record, uri));
  if (!uri || text === null) {
    void window.showInformationMessage(l10n.t('The submitted code isn’t saved.'));
    return;
  }
  try {
    const document = await workspace.openTextDocument(uri);
    const edit = new WorkspaceEdit();
    const end = document.lineAt(document.lineCount - 1).range.end;
    edit.replace(uri, new Range(0, 0, end.line, end.character), text);
    await workspace.applyEdit(edit);
    await window.showTextDocument(document);
  } catch {
    showGone(uri);
  }
}

/**
 * Opens the position in the user's file if it is known, or else in the compiler output. The output can never open
 * another file.
 */
export async function openPosition(
  extension: Core & WithDiagnostics,
  record: KnownRecord,
  target: CompileTarget,
  viewColumn: ViewColumn,
): Promise<void> {
  const { problems } = await extension.diagnostics();
  const place = await problems.whereIs(record, target);
  if (place) await window.showTextDocument(place.uri, { selection: place.range, viewColumn });
  else await openCompileDocument(extension, record, target.messageLine);
}

export async function openCompileMessage(
  extension: Core & WithDiagnostics & WithSelection,
  args: RowArguments,
): Promise<void> {
  const [record] = targetRecords(extension, args);
  if (!record) return;
  await openCompileDocument(extension, record, typeof args[2] === 'number' ? args[2] : 0);
}
