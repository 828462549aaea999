import fs from 'node:fs/promises';
import path from 'node:path';
import { searchedFolders, type Environment } from './environment';

/** Extensions that Windows can start without a shell. Arguments of batch files can't be quoted safely. */
const windowsExtensions = ['.exe', '.com'];

/**
 * Returns the absolute path of a tool; null: it isn't installed. `name`: an absolute path, or a name that is searched in
 * the absolute folders of `PATH`, never in the current folder.
 */
export async function findTool(name: string, environment: Environment): Promise<string | null> {
  if (path.isAbsolute(name)) return firstExecutable(spellings(name));
  if (/[/\\]/.test(name) || name === '') return null;
  for (const folder of searchedFolders(environment)) {
    const found = await firstExecutable(spellings(path.join(folder, name)));
    if (found !== null) return found;
  }
  return null;
}

function spellings(file: string): readonly string[] {
  if (process.platform !== 'win32') return [file];
  const extension = path.extname(file).toLowerCase();
  if (windowsExtensions.includes(extension)) return [file];
  return windowsExtensions.map((ending) => file + ending);
}

async function firstExecutable(files: readonly string[]): Promise<string | null> {
  for (const file of files) {
    try {
      await fs.access(file, fs.constants.X_OK);
      if ((await fs.stat(file)).isFile()) return file;
    } catch {
      // Not there, or not executable.
    }
  }
  return null;
}
