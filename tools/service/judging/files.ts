import fs from 'node:fs';
import path from 'node:path';

/**
 * Returns the path of a file in this folder that isn't TypeScript. Searches for it from the project's root, because
 * tests are bundled into another folder.
 */
export function fileInThisFolder(name: string): string {
  for (let folder = __dirname; ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'tools', 'service', 'judging', name);
    if (fs.existsSync(file)) return file;
    if (folder === path.dirname(folder)) throw new Error(`${name} is not in this project`);
  }
}
