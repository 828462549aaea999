import { workspace, type Uri } from 'vscode';

/** The samples' source files: in memory, changes last as long as the window. */
export const sampleScheme = 'judge-sample';

/** The folder that is open, as records name it; null: none is. */
export function currentFolder(): string | null {
  return workspace.workspaceFolders?.[0]?.uri.toString() ?? null;
}

/** The text of a file that is open in the editor; else null. */
export function openText(uri: Uri): string | null {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  return open?.getText() ?? null;
}

/** The text of a file as the editor has it, unsaved changes included; null where it can't be read. */
export async function presentText(uri: Uri): Promise<string | null> {
  const open = openText(uri);
  if (open !== null) return open;
  try {
    const bytes = await workspace.fs.readFile(uri);
    return utf8(bytes) ?? (await workspace.openTextDocument(uri)).getText();
  } catch {
    return null; // it is gone, or it is no text: there is nothing to mark then
  }
}

/** Null where it is in another encoding: which one is for the editor to say, and it takes longer. */
function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The files of a folder; none where it can't be listed. */
export async function namesIn(folder: Uri): Promise<string[]> {
  try {
    return (await workspace.fs.readDirectory(folder)).map(([name]) => name);
  } catch {
    return []; // no such folder: there are no samples in it
  }
}
