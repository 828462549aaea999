import {
  type ViewColumn,
  commands,
  l10n,
  languages,
  Range,
  window,
  workspace,
  WorkspaceEdit,
  Uri,
  Disposable,
} from 'vscode';
import { type KnownRecord, recordKey, type RecordKey, type RecordStore } from '../../records';
import { compileLanguage, compileUri } from '../compileMessage/address';
import type { CompileTarget } from '../compileMessage/parsed';
import type { Uses } from '../extensionServices';
import { fileName, shownFileName, verdictWithScore } from '../words/recordWords';
import { caseIn, outputsOf, type Outputs } from '../../judge';
import type { CaseIdentity } from '../../panel/messages';
import type { Sources } from './sources';

/** The user's file that a record judged: the one its Problems stand in, else the tied one. Null: none is known. */
export async function fileOf(extension: Uses<'diagnostics'>, record: KnownRecord): Promise<Uri | null> {
  const { problems, sources } = await extension.diagnostics();
  const [own] = (await problems.filesOf(record)) ?? [];
  return own?.file ?? sources.fileOf(record, null);
}

export function showGone(uri: Uri): void {
  void window.showWarningMessage(l10n.t('{0} no longer exists.', shownFileName(uri)));
}

/** The compile message as a document, at a line (0-based) of it. */
export async function openCompileDocument(
  extension: Uses<'diagnostics'>,
  record: KnownRecord,
  line: number,
): Promise<void> {
  await extension.diagnostics(); // which provides the document
  const opened = await workspace.openTextDocument(compileUri(record));
  // before it is shown: an editor asks for a language's settings when it opens
  const document = await languages.setTextDocumentLanguage(opened, compileLanguage);
  await window.showTextDocument(document, { preview: true, selection: new Range(line, 0, line, 0) });
}

/** What was judged in two records beside each other. */
export async function compareSources(
  extension: Uses<'diagnostics'>,
  before: KnownRecord,
  now: KnownRecord,
): Promise<void> {
  const [left, right] = await Promise.all([fileOf(extension, before), fileOf(extension, now)]);
  if (!left || !right) return;
  const title = `${fileName(right.toString())}: ${verdictWithScore(before)} ↔ ${verdictWithScore(now)}`;
  await commands.executeCommand('vscode.diff', judgedUri(before, left), judgedUri(now, right), title);
}

/** The judged text into the editor, as an edit that can be undone; the file is not saved. */
export async function restoreVersion(extension: Uses<'diagnostics'>, record: KnownRecord): Promise<void> {
  const { sources } = await extension.diagnostics();
  const [uri, text] = await Promise.all([fileOf(extension, record), sources.judgedText(record)]);
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

/** A compiler's place in the user's file where that is known, else in the compile message: a message never names a file. */
export async function openPosition(
  extension: Uses<'diagnostics'>,
  record: KnownRecord,
  target: CompileTarget,
  viewColumn: ViewColumn,
): Promise<void> {
  const { problems } = await extension.diagnostics();
  const place = await problems.whereIs(record, target);
  if (place) await window.showTextDocument(place.uri, { selection: place.range, viewColumn });
  else await openCompileDocument(extension, record, target.messageLine);
}

const judgedScheme = 'judge-judged';
const outputScheme = 'judge-output';

/** Which text: one side of what a case says of the output. */
interface OutputPlace extends CaseIdentity {
  readonly key: RecordKey;
  readonly side: keyof Outputs;
}

/** What is compared, as read-only documents: texts that were judged, what a case should have written and what it wrote. */
export function provideComparedTexts(store: RecordStore, sources: Sources): Disposable {
  return Disposable.from(
    workspace.registerTextDocumentContentProvider(judgedScheme, {
      provideTextDocumentContent: async (uri) => {
        const { service, requestId } = JSON.parse(uri.query) as { service: string; requestId: string };
        const record = store.get(recordKey(service, requestId));
        return (record && (await sources.judgedText(record))) ?? '';
      },
    }),
    workspace.registerTextDocumentContentProvider(outputScheme, {
      provideTextDocumentContent: async (uri) => {
        const place = JSON.parse(uri.query) as OutputPlace;
        const one = caseIn(await store.loadEnvelope(place.key), place);
        return (one && outputsOf(one)?.[place.side]) ?? '';
      },
    }),
  );
}

/** It ends like the file, so that it is shown in the file's language. */
export function judgedUri({ service, requestId }: KnownRecord, file: Uri): Uri {
  return Uri.from({ scheme: judgedScheme, path: file.path, query: JSON.stringify({ service, requestId }) });
}

export function outputUri(place: OutputPlace): Uri {
  return Uri.from({ scheme: outputScheme, path: `/${place.side}.txt`, query: JSON.stringify(place) });
}
