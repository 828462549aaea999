// Compares paths as text. Programs on Windows write drive letters in upper or lower case, and Windows ignores letter case
// in paths.

/** Returns whether two paths are equal, except for the case of their drive letters. Doesn't resolve links. */
export function isSamePath(a: string, b: string): boolean {
  return withPlainDrive(a) === withPlainDrive(b);
}

/** Returns whether `path` is inside `folder`, at any depth. */
export function isBelow(folder: string, path: string): boolean {
  const prefix = withPlainDrive(folder);
  return withPlainDrive(path).startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
}

/** Lowercases the drive letter of `C:\x`, and of `/C:/x` as in URIs. */
function withPlainDrive(path: string): string {
  return path.replace(/^\/?[A-Z]:/, (drive) => drive.toLowerCase());
}

/**
 * Returns `onDisk` if it differs from `path` only in case. If it differs more, `path` leads through a link, and is
 * returned unchanged.
 */
export function withDiskCase(path: string, onDisk: string): string {
  return path.toLowerCase() === onDisk.toLowerCase() ? onDisk : path;
}

/**
 * Returns the new URI of a file after it or its folder was moved from `from` to `to`. Null if the file isn't affected.
 * All URIs have the format of `Uri.toString`.
 */
export function movedUri(file: string, from: string, to: string): string | null {
  if (file === from) return to;
  return file.startsWith(`${from}/`) ? to + file.slice(from.length) : null;
}

/** Returns the last part of a path with either separator. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).pop() ?? path;
}
