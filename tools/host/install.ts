import fs from 'node:fs/promises';
import path from 'node:path';
import { installPackages } from '../npm.mjs';
import { cached, fingerprint } from './cache';
import { progress } from './progress';

const manifests = ['package.json', 'package-lock.json'] as const;
/** The scripts that complete an installation. If they change, all packages are installed again. */
const code = ['completeServer.ts', 'chromium.ts'].map((name) => path.join(import.meta.dirname, name));

/**
 * Returns the cache folder with the installed packages of a lockfile, and installs them if it doesn't exist.
 * Interrupted downloads are continued, in this run or the next one.
 *
 * @param from folder of the lockfile; its name is the beginning of the name of the cache folder
 * @param what name of the installed product, for messages
 */
export async function installed(
  from: string,
  what: string,
  finish: (folder: string) => Promise<void>,
  tell = progress,
): Promise<string> {
  const files = [...manifests.map((name) => path.join(from, name)), ...code];
  const texts = await Promise.all(files.map((file) => fs.readFile(file, 'utf8')));
  return cached(`${path.basename(from)}-${fingerprint(...texts)}`, async (folder) => {
    for (const name of manifests) await fs.copyFile(path.join(from, name), path.join(folder, name));
    tell(`installing the ${what}, shared by all clones`);
    await installPackages(folder, `the ${what}`, (line) => tell(`${what}: ${line}`));
    await finish(folder);
    tell(`${what} installed`);
  });
}
