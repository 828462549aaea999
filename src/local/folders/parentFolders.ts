import fs from 'node:fs/promises';
import path from 'node:path';

/** Returns a folder and all folders above it, the nearest one first. `folder`: absolute path */
export function foldersFrom(folder: string): readonly string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersFrom(parent)];
}

/** Returns whether a file is in a folder or below it. Both are absolute paths. */
export function isInFolder(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return (
    relative !== '' &&
    relative !== '..' &&
    !relative.startsWith(`..${path.sep}`) &&
    !path.isAbsolute(relative)
  );
}

/**
 * Returns the absolute path of one of these files in a folder, or in the nearest folder above that contains one; null:
 * none.
 */
export async function nearestFile(folder: string, names: readonly string[]): Promise<string | null> {
  for (const above of names.length === 0 ? [] : foldersFrom(folder)) {
    for (const name of names) {
      const found = await fs.stat(path.join(above, name)).catch(() => null);
      if (found?.isFile()) return path.join(above, name);
    }
  }
  return null;
}
