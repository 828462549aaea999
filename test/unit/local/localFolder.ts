import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { LocalComputer } from '../../../src/local';
import type { PrivateFolder } from '../../../src/local/folders/privateFolder';
import type { Environment } from '../../../src/local/environment';
import type { SharedLeases } from '../../../src/local/processes/runLeases';

/** Creates a folder for each test, without links in its path, and removes it afterwards. */
export function localFolder(): () => string {
  let folder = '';
  beforeEach(async () => {
    folder = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'local-')));
  });
  afterEach(() => fs.rm(folder, { recursive: true, force: true }));
  return () => folder;
}

/** Returns a folder as a private folder, although the folders above it are shared. */
export function givenFolder(folder: string): PrivateFolder {
  return {
    open: async () => {
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      return folder;
    },
  };
}

/** The leases of a computer without other windows. */
const ownLeases: SharedLeases = {
  openLeases: async () => ({ tryAcquire: async () => true, release: async () => undefined }),
};

/** Returns this computer with a folder in place of the user's private one. Fails if anything is logged. */
export function computerIn(
  folder: string,
  environment: Environment = process.env,
  leases: SharedLeases = ownLeases,
): LocalComputer {
  const log = {
    error: (text: string): void => {
      throw new Error(text);
    },
  };
  return new LocalComputer(environment, givenFolder(folder), leases, log);
}

/** Writes a file that was last changed a minute ago, as it usually was before a build. */
export async function writeOld(file: string, text: string): Promise<void> {
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, text);
  const before = new Date(Date.now() - 60_000);
  await fs.utimes(file, before, before);
}

/** Creates an executable tool on `PATH`: a script that Node runs. Not for Windows. */
export async function writeTool(file: string, script: string): Promise<void> {
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, `#!${process.execPath}\n${script}\n`, { mode: 0o755 });
}

/** Returns whether a process exists. A process that has ended but wasn't awaited doesn't count. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  const status = await fs.readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  return status !== '' && !/\) [ZX] /.test(status);
}
