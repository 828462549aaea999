import { workspace, type Uri } from 'vscode';

/** URI scheme of the demo results' source files, which exist in memory until the window closes. */
export const sampleScheme = 'judge-sample';

/** Returns the URI of the open folder, as stored in records; null: none. */
export function currentFolder(): string | null {
  return workspace.workspaceFolders?.[0]?.uri.toString() ?? null;
}

/** Returns the text of an open document; null: not open. */
export function openText(uri: Uri): string | null {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  return open?.getText() ?? null;
}

/** Returns the current text of a file, including unsaved changes; null: unreadable. */
export async function presentText(uri: Uri): Promise<string | null> {
  const open = openText(uri);
  if (open !== null) return open;
  try {
    const bytes = await workspace.fs.readFile(uri);
    return utf8(bytes) ?? (await workspace.openTextDocument(uri)).getText();
  } catch {
    return null; // it doesn't exist or isn't text, so there is nothing to mark
  }
}

/** Decodes UTF-8. Null: another encoding. VS Code then has to determine it, which takes longer. */
function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Returns the names in a folder; none if it can't be listed. */
export async function namesIn(folder: Uri): Promise<string[]> {
  try {
    return (await workspace.fs.readDirectory(folder)).map(([name]) => name);
  } catch {
    return []; // the folder doesn't exist
  }
}
