// Manages the folder for downloaded VS Code versions. It is outside the clone and its node_modules, so that several
// clones share it.
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Returns the cache folder, and creates it if it is missing. `JUDGE_TEST_CACHE` overrides its path. */
export async function cacheRoot(): Promise<string> {
  const root = process.env['JUDGE_TEST_CACHE'] || defaultRoot();
  try {
    await fs.mkdir(root, { recursive: true });
    await fs.access(root, fs.constants.W_OK);
  } catch (error) {
    throw new Error(`${root} is read-only. Set JUDGE_TEST_CACHE to a writable folder.`, { cause: error });
  }
  return path.resolve(root);
}

function defaultRoot(): string {
  switch (process.platform) {
    case 'win32':
      return path.join(process.env['LOCALAPPDATA'] || os.homedir(), 'judge-results');
    case 'darwin':
      return path.join(os.homedir(), 'Library', 'Caches', 'judge-results');
    default:
      return path.join(process.env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache'), 'judge-results');
  }
}

/** Returns a short name for an installation. It depends on `texts`: the lockfile and the installation scripts. */
export function fingerprint(...texts: string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/**
 * Returns the folder `name` in the cache. If it doesn't exist, `fill` creates its contents in a temporary folder, which
 * is renamed when it is complete. An interrupted installation thus never leaves an incomplete folder with a valid name.
 * If two processes install at the same time, the result of the first one is used.
 */
export async function cached(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const root = await cacheRoot();
  const wantedFolder = path.join(root, name);
  if (await exists(wantedFolder)) return wantedFolder;
  await removeAbandoned(root);
  const draft = await fs.mkdtemp(path.join(root, draftPrefix));
  try {
    await fill(draft);
    await fs.rename(draft, wantedFolder).catch(async (error: unknown) => {
      if (!(await exists(wantedFolder))) throw error;
    });
  } finally {
    await fs.rm(draft, { recursive: true, force: true });
  }
  return wantedFolder;
}

const draftPrefix = 'installing-';
const abandonedAfterMs = 2 * 60 * 60 * 1000;

async function removeAbandoned(root: string): Promise<void> {
  for (const name of await fs.readdir(root)) {
    if (!name.startsWith(draftPrefix)) continue;
    const draft = path.join(root, name);
    const age =
      Date.now() -
      (await fs.stat(draft).then(
        (s) => s.mtimeMs,
        () => Date.now(),
      ));
    if (age > abandonedAfterMs) await fs.rm(draft, { recursive: true, force: true });
  }
}

export async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  );
}
