import { FileType, l10n, RelativePattern, Uri, workspace } from 'vscode';
import { withLineFeeds } from '../../../records';
import { shownFileName } from '../../labels/recordLabels';
import { sanitizeForUi } from '../../labels/sanitizeText';
import { withoutForeignLinks, type RealPath } from '../../shared/files/boundedReading';
import { openText } from '../../shared/files/files';
import { MAX_OTHER_FILES, MAX_PROGRAM_BYTES } from '../limits';
import { sizeOf, type OtherFile } from '../sourceToSubmit';
import type { FileChoice } from './fileChoice';

/** The other files of a program, or why they can't be sent. */
export type OtherFilesRead =
  | { readonly kind: 'read'; readonly files: readonly OtherFile[] }
  | { readonly kind: 'problem'; readonly words: string };

/**
 * Reads the chosen files with their unsaved changes. All of them must be text files in the workspace and have different
 * names. Together with the main file, they must not be too large. `mainSize`: bytes.
 */
export async function readOtherFiles(
  main: Uri,
  mainSize: number,
  choice: FileChoice,
  realPath: RealPath,
): Promise<OtherFilesRead> {
  const uris = await chosenUris(main, choice);
  if (uris.length === 0) return problem(l10n.t('No files match {0}.', patternIn(choice)));
  if (uris.length > MAX_OTHER_FILES) return problem(l10n.t('More than {0} files.', MAX_OTHER_FILES));
  const same = sameNames([main, ...uris]);
  if (same)
    return problem(
      l10n.t('{0} and {1} have the same name. Judges receive files without folders.', ...same.map(shownPath)),
    );
  const files: OtherFile[] = [];
  let size = mainSize;
  for (const uri of uris) {
    const name = shownFileName(uri);
    const read = await readFile(uri, realPath);
    switch (read.kind) {
      case 'missing':
        return problem(l10n.t('{0} no longer exists.', name));
      case 'folder':
        return problem(l10n.t('{0} is a folder.', name));
      case 'outside':
        return problem(l10n.t('{0} is outside of the workspace.', shownPath(uri)));
      case 'binary':
        return problem(l10n.t('{0} isn’t a text file.', name));
      case 'tooLarge':
        return problem(tooLargeWords());
      case 'text':
        size += sizeOf(read.text);
        if (size > MAX_PROGRAM_BYTES) return problem(tooLargeWords());
        files.push({ uri, name: nameOf(uri), text: read.text });
    }
  }
  return { kind: 'read', files };
}

/** Returns the files that match a choice, without the main file. Returns at most one more than allowed. */
export async function chosenUris(main: Uri, choice: FileChoice): Promise<readonly Uri[]> {
  const folder = Uri.joinPath(main, '..');
  switch (choice.kind) {
    case 'names':
      return choice.names.map((name) => Uri.joinPath(folder, name));
    case 'pattern': {
      const found = await workspace.findFiles(
        new RelativePattern(folder, choice.pattern),
        '**/{node_modules,.git}/**',
        MAX_OTHER_FILES + 2,
      );
      return found
        .filter((uri) => uri.toString() !== main.toString())
        .slice(0, MAX_OTHER_FILES + 1)
        .sort((one, other) => (one.path < other.path ? -1 : 1));
    }
  }
}

type FileRead =
  | { readonly kind: 'missing' | 'folder' | 'outside' | 'binary' | 'tooLarge' }
  | { readonly kind: 'text'; readonly text: string };

async function readFile(uri: Uri, realPath: RealPath): Promise<FileRead> {
  try {
    const { type, size } = await workspace.fs.stat(uri);
    if ((type & FileType.Directory) !== 0) return { kind: 'folder' };
    if (!(await isInWorkspace(uri, realPath))) return { kind: 'outside' };
    if (size > MAX_PROGRAM_BYTES) return { kind: 'tooLarge' };
  } catch {
    return { kind: 'missing' };
  }
  const text = openText(uri) ?? (await savedText(uri));
  return text === null ? { kind: 'binary' } : { kind: 'text', text: withLineFeeds(text) };
}

/** Returns whether the file, after resolving links, is in a workspace folder. */
async function isInWorkspace(uri: Uri, realPath: RealPath): Promise<boolean> {
  const folders = (workspace.workspaceFolders ?? []).map((folder) => folder.uri);
  return (await withoutForeignLinks([uri], folders, realPath)).length > 0;
}

/** Returns the text of a file in UTF-8, or in another encoding that VS Code recognizes; null: not text. */
async function savedText(uri: Uri): Promise<string | null> {
  try {
    const bytes = await workspace.fs.readFile(uri);
    if (bytes.includes(0)) return null;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return (await workspace.openTextDocument(uri)).getText();
    }
  } catch {
    return null; // VS Code opens only text
  }
}

/** Returns two files with the same name; null: none. */
function sameNames(uris: readonly Uri[]): readonly [Uri, Uri] | null {
  const known = new Map<string, Uri>();
  for (const uri of uris) {
    const name = nameOf(uri);
    const before = known.get(name);
    if (before) return [before, uri];
    known.set(name, uri);
  }
  return null;
}

function nameOf({ path }: Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function shownPath(uri: Uri): string {
  return sanitizeForUi(workspace.asRelativePath(uri), 100);
}

function patternIn(choice: FileChoice): string {
  return choice.kind === 'pattern' ? sanitizeForUi(choice.pattern, 80) : '';
}

function tooLargeWords(): string {
  return l10n.t('The files are larger than {0} kB together.', MAX_PROGRAM_BYTES / 1024);
}

function problem(words: string): OtherFilesRead {
  return { kind: 'problem', words };
}
