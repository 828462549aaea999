import fs from 'node:fs/promises';
import path from 'node:path';
import { installPackages } from '../npm.mjs';
import { cached, fingerprint } from './cache';
import { progress } from './progress';

const manifests = ['package.json', 'package-lock.json'] as const;
/** What finishes an installation: another text is another installation. */
const code = ['fixups.ts', 'chromium.ts'].map((name) => path.join(import.meta.dirname, name));

/**
 * The folder in the cache where the packages of a lockfile are installed and finished, made if it isn't there. Downloads
 * that are cut off are gone on with, in this run or the next.
 *
 * @param from the folder of the lockfile; its name begins that of the folder in the cache
 * @param what what is installed, for the person who waits
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
