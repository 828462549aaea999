import { workspace, type TextDocument, type Uri } from 'vscode';

/** URI scheme of the demo results' source files, which exist in memory until the window closes. */
export const sampleScheme = 'judge-sample';

/** Returns the URI of the open folder, as stored in records; null: none. */
export function currentFolder(): string | null {
  return workspace.workspaceFolders?.[0]?.uri.toString() ?? null;
}

/** Returns the text of an open document; null: not open. */
export function openText(uri: Uri): string | null {
  return openDocument(uri)?.getText() ?? null;
}

function openDocument(uri: Uri): TextDocument | null {
  return workspace.textDocuments.find((document) => document.uri.toString() === uri.toString()) ?? null;
}

/** Returns the current text of a file, including unsaved changes; null: unreadable. */
export async function presentText(uri: Uri): Promise<string | null> {
  return openText(uri) ?? (await presentContent(uri))?.text ?? null;
}

export interface FileContent {
  readonly text: string;
  /** the bytes on the disk if they differ from the UTF-8 of the text, as in another encoding; null: they don't */
  readonly bytes: Uint8Array | null;
}

/** Returns the current content of a file, including unsaved changes; null: unreadable. */
export async function presentContent(uri: Uri): Promise<FileContent | null> {
  const open = openDocument(uri);
  if (open?.isDirty) return { text: open.getText(), bytes: null };
  try {
    const bytes = await workspace.fs.readFile(uri);
    const text = open?.getText() ?? utf8(bytes) ?? (await workspace.openTextDocument(uri)).getText();
    return { text, bytes: areEqual(bytes, new TextEncoder().encode(text)) ? null : bytes };
  } catch {
    return null; // it doesn't exist or isn't text, so there is nothing to mark
  }
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** Decodes UTF-8. Null: another encoding. VS Code then has to determine it, which takes longer. */
function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Returns the names of the files and folders in a folder; none if it can't be listed. */
export async function namesIn(folder: Uri): Promise<string[]> {
  try {
    return (await workspace.fs.readDirectory(folder)).map(([name]) => name);
  } catch {
    return []; // the folder doesn't exist
  }
}
