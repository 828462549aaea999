import { FileType, Uri, workspace } from 'vscode';
import { mapLimited } from '../../../base/async';
import { isBelow } from '../../../base/paths';
import { MAX_PARALLEL_READS } from '../limits';

/** Reads files of a workspace safely: only regular files, a few at a time, and with size limits. */

/** A regular file. A link counts as its target. */
export interface SizedFile {
  readonly uri: Uri;
  /** bytes */
  readonly size: number;
}

/** Returns the size of a regular file; null if it doesn't exist. Never rejects. */
async function sizeOf(uri: Uri): Promise<number | null> {
  try {
    const { type, size } = await workspace.fs.stat(uri);
    return (type & FileType.File) === 0 ? null : size;
  } catch {
    return null; // it was removed meanwhile
  }
}

/** Returns the regular files of at most `most` bytes, in the same order. */
export async function sized(uris: readonly Uri[], most = Infinity): Promise<readonly SizedFile[]> {
  const sizes = await mapLimited(uris, MAX_PARALLEL_READS, sizeOf);
  return uris.flatMap((uri, at) => {
    const size = sizes[at] ?? null;
    return size === null || size > most ? [] : [{ uri, size }];
  });
}

/**
 * Reads files with `read` up to a `total` size in bytes. Returns the results in the order of the files; null for a file
 * that wasn't read.
 */
export async function readSized<Sized extends { readonly size: number }, Value>(
  files: readonly Sized[],
  total: number,
  read: (file: Sized) => Promise<Value>,
): Promise<readonly (Value | null)[]> {
  let left = total;
  return mapLimited(files, MAX_PARALLEL_READS, async (file) => {
    if (file.size > left) return null;
    left -= file.size;
    return read(file);
  });
}

/**
 * Resolves the links in a file-system path. Rejects if the file doesn't exist. Null: not supported, as in a browser.
 */
export type RealPath = ((path: string) => Promise<string>) | null;

/**
 * Returns the files that are in one of the folders after resolving all links. If links can't be resolved, omits files
 * that are links.
 */
export async function withoutForeignLinks(
  files: readonly Uri[],
  folders: readonly Uri[],
  realPath: RealPath,
): Promise<readonly Uri[]> {
  const roots = await mapLimited(folders, MAX_PARALLEL_READS, (folder) => resolved(folder, realPath));
  const isOwn = await mapLimited(files, MAX_PARALLEL_READS, async (file) => {
    const path = await resolved(file, realPath);
    const root = path !== null && roots.find((candidate) => candidate !== null && isBelow(candidate, path));
    if (path === null || typeof root !== 'string') return false;
    return canResolve(file, realPath) || !(await hasLink(file.with({ path: root }), file));
  });
  return files.filter((_, at) => isOwn[at]);
}

function canResolve({ scheme }: Uri, realPath: RealPath): realPath is NonNullable<RealPath> {
  return scheme === 'file' && realPath !== null;
}

/** Returns the path without links, or unchanged if they can't be resolved. Null: the file doesn't exist. */
async function resolved(uri: Uri, realPath: RealPath): Promise<string | null> {
  if (!canResolve(uri, realPath)) return uri.path;
  try {
    return Uri.file(await realPath(uri.fsPath)).path;
  } catch {
    return null;
  }
}

/** Returns whether the file, or a folder between `root` and it, is a link, or doesn't exist. */
async function hasLink(root: Uri, file: Uri): Promise<boolean> {
  try {
    for (let folder = file; folder.path.length > root.path.length; folder = Uri.joinPath(folder, '..')) {
      const { type } = await workspace.fs.stat(folder);
      if ((type & FileType.SymbolicLink) !== 0) return true;
    }
    return false;
  } catch {
    return true;
  }
}
