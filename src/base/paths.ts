// Paths as text, on every system. Windows writes drive letters in either case, and ignores case in names.

/** True if both paths refer to the same file, judged by name only. */
export function isSamePath(a: string, b: string): boolean {
  return withPlainDrive(a) === withPlainDrive(b);
}

export function isBelow(folder: string, path: string): boolean {
  const own = withPlainDrive(folder);
  return withPlainDrive(path).startsWith(own.endsWith('/') ? own : `${own}/`);
}

/** Lowercases the drive letter of `C:\x`, and of `/C:/x` as in URIs. */
function withPlainDrive(path: string): string {
  return path.replace(/^\/?[A-Z]:/, (drive) => drive.toLowerCase());
}

/** Returns the path in the disk's own spelling. A path to another place (a link) stays. */
export function asOnDisk(path: string, onDisk: string): string {
  return path.toLowerCase() === onDisk.toLowerCase() ? onDisk : path;
}

/** The new URI of a file after it or its folder was moved; null: not affected. URIs are in the form of `Uri.toString`. */
export function movedUri(file: string, from: string, to: string): string | null {
  if (file === from) return to;
  return file.startsWith(`${from}/`) ? to + file.slice(from.length) : null;
}
