import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/**
 * Returns a folder for builds and runs that only this user can read and write. It has the same path in all windows,
 * unless another user already created it. `parent`: the system's temporary folder.
 */
export async function openPrivateFolder(parent: string = os.tmpdir()): Promise<string> {
  // on macOS, the temporary folder is a link
  const real = await fs.realpath(parent);
  const owner = process.getuid?.();
  const folder = path.join(real, `judge-results-${owner ?? os.userInfo().username.replace(/\W/g, '_')}`);
  try {
    await fs.mkdir(folder, { mode: 0o700 });
    return folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (await isPrivate(folder, owner)) return folder;
  return fs.mkdtemp(path.join(real, 'judge-results-'));
}

/** Returns whether this is a folder of the user, not a link, that no other user can read or write. */
async function isPrivate(folder: string, owner: number | undefined): Promise<boolean> {
  const found = await fs.lstat(folder);
  // Windows has a temporary folder for each user
  if (owner === undefined) return found.isDirectory();
  return found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0;
}
