import { l10n, Uri, window, workspace, type TextDocument } from 'vscode';
import { hashOf, withLineFeeds } from '../../records/record';
import { shownFileName } from '../labels/recordLabels';
import { sanitizeForUi } from '../labels/text';

/** A document that is about to be handed in. */
export interface SourceToSubmit {
  readonly uri: Uri;
  readonly name: string;
  readonly editorLanguage: string;
  /** exactly what is sent */
  readonly code: string;
  /** bytes of it */
  readonly size: number;
  /** tells this text from another one; never sent */
  readonly textHash: string;
}

/**
 * The document that is meant: the given file's, else the active editor's, with its changes saved. Null: there is
 * none, or it was not saved; that has been told.
 */
export async function sourceToSubmit(file: string | null): Promise<SourceToSubmit | null> {
  const document = file === null ? window.activeTextEditor?.document : await opened(file);
  if (!document) {
    void window.showInformationMessage(
      file === null
        ? l10n.t('Open a source file first.')
        : l10n.t('{0} can’t be opened as text.', sanitizeForUi(file, 200)),
    );
    return null;
  }
  const saved = await savedDocument(document);
  if (!saved) {
    void window.showWarningMessage(
      l10n.t('{0} couldn’t be saved. Nothing was submitted.', shownFileName(document.uri)),
    );
    return null;
  }
  const code = withLineFeeds(saved.getText());
  if (code.trim() === '') {
    void window.showInformationMessage(l10n.t('{0} is empty. Nothing to submit.', shownFileName(saved.uri)));
    return null;
  }
  return {
    uri: saved.uri,
    name: shownFileName(saved.uri),
    editorLanguage: saved.languageId,
    code,
    size: sizeOf(code),
    textHash: await hashOf(code),
  };
}

/** Bytes of a text as UTF-8, which is what is sent. */
export function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

async function opened(file: string): Promise<TextDocument | undefined> {
  try {
    return await workspace.openTextDocument(Uri.parse(file, true));
  } catch {
    return undefined; // no address, no file, or no text: told by who asked
  }
}

/** Saves that are under way, by the address of the document: VS Code answers another one with false. */
const saving = new Map<string, Promise<TextDocument | undefined>>();

/** The document as it is on the disk; undefined: it was not saved. Saving may format it, so its text comes after. */
async function savedDocument(document: TextDocument): Promise<TextDocument | undefined> {
  if (!document.isDirty && !document.isUntitled) return document;
  const address = document.uri.toString();
  const underWay = saving.get(address);
  if (underWay) {
    const saved = await underWay;
    // it may have been changed meanwhile
    return document.isUntitled ? saved : savedDocument(document);
  }
  const save = saved(document).finally(() => saving.delete(address));
  saving.set(address, save);
  return save;
}

async function saved(document: TextDocument): Promise<TextDocument | undefined> {
  // a save that something else has begun answers false to this one
  if (!document.isUntitled) return (await document.save()) || !document.isDirty ? document : undefined;
  const uri = await workspace.save(document.uri);
  return uri ? workspace.openTextDocument(uri) : undefined;
}
