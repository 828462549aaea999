import * as v from 'valibot';
import { l10n, Uri, window, workspace, type TextDocument } from 'vscode';
import { hashOf, withLineFeeds } from '../../records';
import { languageOfFile, type OtherFiles } from '../../judges';
import { shownFileName } from '../labels/recordLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { showNoFile } from '../shared/dialogs/dialogs';
import { isProblemId, isSubmissionLanguage } from '../shared/problemIds';

/** A file that is sent along with the main file. */
export interface OtherFile {
  readonly uri: Uri;
  /** without folders */
  readonly name: string;
  /** the exact text that is sent */
  readonly text: string;
}

export interface SourceToSubmit {
  readonly uri: Uri;
  readonly name: string;
  readonly editorLanguage: string;
  /** the exact text that is sent */
  readonly code: string;
  /** size of the text, bytes */
  readonly size: number;
  /** hash of the text and the other files; never sent */
  readonly textHash: string;
  /** files that are sent along with it; absent: none */
  readonly others?: readonly OtherFile[];
}

export async function withOtherFiles(
  source: SourceToSubmit,
  others: readonly OtherFile[],
): Promise<SourceToSubmit> {
  const texts = others.map(({ name, text }) => [name, text]);
  return {
    ...source,
    others,
    size: others.reduce((sum, { text }) => sum + sizeOf(text), source.size),
    textHash: await hashOf(JSON.stringify([source.code, texts])),
  };
}

const given = v.object({
  file: v.nullish(v.pipe(v.unknown(), v.transform(addressOf), v.string()), null),
  problemId: v.nullish(v.pipe(v.string(), v.check(isProblemId)), null),
  language: v.nullish(v.pipe(v.string(), v.check(isSubmissionLanguage)), null),
  optimise: v.nullish(v.boolean(), null),
});

/** Optional arguments of “Submit” from another extension or a task. They aren't trusted. */
export type SubmitArguments = Readonly<v.InferOutput<typeof given>>;

/**
 * Parses the argument of `submit`: the URI of a file (`file:///…`, or an object with `scheme` and `path`, as menus pass
 * it), or `{ file, problemId, language, optimise }`. Null: invalid.
 */
export function readSubmitArguments(argument: unknown): SubmitArguments | null {
  if (Array.isArray(argument)) return null;
  const file = addressOf(argument);
  const read = v.safeParse(given, file === null ? (argument ?? {}) : { file });
  return read.success ? read.output : null;
}

/** Returns a URI as text; null: not a URI. */
function addressOf(value: unknown): string | null {
  if (typeof value === 'string')
    return /^[a-z][a-z\d+.-]+:/i.test(value) && value.length < 4096 ? value : null;
  if (typeof value !== 'object' || value === null || !('scheme' in value) || !('path' in value)) return null;
  if (typeof value.scheme !== 'string' || typeof value.path !== 'string') return null;
  const text = (value as { toString(): unknown }).toString();
  return typeof text === 'string' ? addressOf(text) : null;
}

/** Returns the file of a command: the given URI, or else the active editor's. Null: none. */
export function fileToSubmit(file: string | null): Uri | null {
  return file === null ? (window.activeTextEditor?.document.uri ?? null) : Uri.parse(file, true);
}

/** Returns the name of the file, without folders. */
export function fileNameOf({ uri }: SourceToSubmit): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}

/** Returns the other files in the form in which they are sent; undefined: none. */
export function otherFilesOf(source: SourceToSubmit): OtherFiles | undefined {
  const { others = [] } = source;
  if (others.length === 0) return undefined;
  return { mainName: fileNameOf(source), files: others.map(({ name, text }) => ({ fileName: name, text })) };
}

/**
 * Returns the given file's document, or the active editor's, after saving it. Null: there is none, or it couldn't be
 * saved, which was shown.
 */
export async function sourceToSubmit(file: string | null): Promise<SourceToSubmit | null> {
  const document = file === null ? window.activeTextEditor?.document : await opened(file);
  if (!document) {
    if (file === null) showNoFile();
    else void window.showInformationMessage(l10n.t('{0} can’t be opened as text.', sanitizeForUi(file, 200)));
    return null;
  }
  const saved = await savedDocument(document);
  if (!saved) {
    void window.showWarningMessage(l10n.t('{0} couldn’t be saved.', shownFileName(document.uri)));
    return null;
  }
  const code = withLineFeeds(saved.getText());
  if (code.trim() === '') {
    void window.showInformationMessage(l10n.t('{0} is empty.', shownFileName(saved.uri)));
    return null;
  }
  return {
    uri: saved.uri,
    name: shownFileName(saved.uri),
    editorLanguage: languageOfFile(saved.uri.path, saved.languageId),
    code,
    size: sizeOf(code),
    textHash: await hashOf(code),
  };
}

/** Returns the size of a text in UTF-8, bytes. */
export function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

async function opened(file: string): Promise<TextDocument | undefined> {
  try {
    return await workspace.openTextDocument(Uri.parse(file, true));
  } catch {
    return undefined; // not a URI, not a file, or not text; the caller shows an error
  }
}

/** Running saves by document URI. A second save must wait, because VS Code would return false for it. */
const saving = new Map<string, Promise<TextDocument | undefined>>();

/**
 * Saves the document and returns it; undefined: it wasn't saved. Saving may format the document, so its text must be
 * read afterwards.
 */
async function savedDocument(document: TextDocument): Promise<TextDocument | undefined> {
  if (!document.isDirty && !document.isUntitled) return document;
  const address = document.uri.toString();
  const underWay = saving.get(address);
  if (underWay) {
    const saved = await underWay;
    // the document may have been changed again meanwhile
    return document.isUntitled ? saved : savedDocument(document);
  }
  const save = saved(document).finally(() => saving.delete(address));
  saving.set(address, save);
  return save;
}

async function saved(document: TextDocument): Promise<TextDocument | undefined> {
  // VS Code returns false if another save is already running
  if (!document.isUntitled) return (await document.save()) || !document.isDirty ? document : undefined;
  const uri = await workspace.save(document.uri);
  return uri ? workspace.openTextDocument(uri) : undefined;
}
