// Paths as text, of every system: Windows writes drive letters in either case, and finds `MAIN.cpp` where `main.cpp` is.

/** Whether both name one file, as far as names tell. */
export function isSamePath(a: string, b: string): boolean {
  return withPlainDrive(a) === withPlainDrive(b);
}

export function isBelow(folder: string, path: string): boolean {
  const own = withPlainDrive(folder);
  return withPlainDrive(path).startsWith(own.endsWith('/') ? own : `${own}/`);
}

/** `C:\x`, and `/C:/x` as URIs have it. */
function withPlainDrive(path: string): string {
  return path.replace(/^\/?[A-Z]:/, (drive) => drive.toLowerCase());
}

/** A path in a folder as the disk itself spells it; one that leads elsewhere (a link) stays. */
export function asOnDisk(path: string, onDisk: string): string {
  return path.toLowerCase() === onDisk.toLowerCase() ? onDisk : path;
}

/** Where a file is after it, or a folder that it is in, was moved; null: it stays. All as `Uri.toString` writes them. */
export function movedUri(file: string, from: string, to: string): string | null {
  if (file === from) return to;
  return file.startsWith(`${from}/`) ? to + file.slice(from.length) : null;
}
