import { FileType, Uri, workspace } from 'vscode';
import { mapLimited } from '../../base/async';
import { isBelow } from '../../base/paths';

/*
 * Reads files that a repository may contain, whatever it contains: only regular files, a few at a time, and no more bytes
 * than are useful.
 */

/** Files that are looked at or read at the same time. */
const AT_ONCE = 8;

/** A regular file. A link counts as the file that it leads to. */
export interface SizedFile {
  readonly uri: Uri;
  /** bytes */
  readonly size: number;
}

/** Returns the size of a regular file; null if there is none. Never rejects. */
async function sizeOf(uri: Uri): Promise<number | null> {
  try {
    const { type, size } = await workspace.fs.stat(uri);
    return (type & FileType.File) === 0 ? null : size;
  } catch {
    return null; // it was removed meanwhile
  }
}

/** Returns the regular files of at most `most` bytes among these, in their order. */
export async function sized(uris: readonly Uri[], most = Infinity): Promise<readonly SizedFile[]> {
  const sizes = await mapLimited(uris, AT_ONCE, sizeOf);
  return uris.flatMap((uri, at) => {
    const size = sizes[at] ?? null;
    return size === null || size > most ? [] : [{ uri, size }];
  });
}

/**
 * Reads files with `read` until they have `total` bytes together. Returns what `read` does, in the order of the files;
 * null for a file that wasn't read.
 */
export async function readSized<Sized extends { readonly size: number }, Value>(
  files: readonly Sized[],
  total: number,
  read: (file: Sized) => Promise<Value>,
): Promise<readonly (Value | null)[]> {
  let left = total;
  return mapLimited(files, AT_ONCE, async (file) => {
    if (file.size > left) return null;
    left -= file.size;
    return read(file);
  });
}

/** Resolves the links in a path of the operating system. Rejects if it leads nowhere. Null: the host can't, as in a browser. */
export type RealPath = ((path: string) => Promise<string>) | null;

/**
 * Returns the files among these that are in one of the folders once all links are resolved. If they can't be resolved, no
 * link is followed.
 */
export async function withoutForeignLinks(
  files: readonly Uri[],
  folders: readonly Uri[],
  realPath: RealPath,
): Promise<readonly Uri[]> {
  const roots = await mapLimited(folders, AT_ONCE, (folder) => resolved(folder, realPath));
  const isOwn = await mapLimited(files, AT_ONCE, async (file) => {
    const path = await resolved(file, realPath);
    const root = path !== null && roots.find((one) => one !== null && isBelow(one, path));
    if (path === null || typeof root !== 'string') return false;
    return canResolve(file, realPath) || !(await hasLink(file.with({ path: root }), file));
  });
  return files.filter((_, at) => isOwn[at]);
}

function canResolve({ scheme }: Uri, realPath: RealPath): realPath is NonNullable<RealPath> {
  return scheme === 'file' && realPath !== null;
}

/** Returns the path without links, or as it is if they can't be resolved. Null: it leads nowhere. */
async function resolved(uri: Uri, realPath: RealPath): Promise<string | null> {
  if (!canResolve(uri, realPath)) return uri.path;
  try {
    return Uri.file(await realPath(uri.fsPath)).path;
  } catch {
    return null;
  }
}

/** Whether the file, or a folder on the way from `root` to it, is a link, or can't be found. */
async function hasLink(root: Uri, file: Uri): Promise<boolean> {
  try {
    for (let one = file; one.path.length > root.path.length; one = Uri.joinPath(one, '..')) {
      const { type } = await workspace.fs.stat(one);
      if ((type & FileType.SymbolicLink) !== 0) return true;
    }
    return false;
  } catch {
    return true;
  }
}
