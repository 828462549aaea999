import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';
import { FileLocks, thisProcess } from '../../records/disk/fileLocks';
import { creating, nodeFiles } from '../../records/disk/files';
import type { PortLock } from './problemReceiver';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the folder of the user that all editors on this computer share: several editors can receive problems, and only
 * one window may own a port.
 */
export function sharedFolder(
  platform: NodeJS.Platform = process.platform,
  environment: Environment = process.env,
  home = homedir(),
): string {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const name = 'judge-results';
  if (platform === 'win32')
    return paths.join(environment['LOCALAPPDATA'] ?? paths.join(home, 'AppData/Local'), name);
  if (platform === 'darwin') return paths.join(home, 'Library/Application Support', name);
  const state = environment['XDG_STATE_HOME'];
  return paths.join(
    state !== undefined && state.startsWith('/') ? state : paths.join(home, '.local', 'state'),
    name,
  );
}

/** The lock of the ports, and the secret with which windows recognize each other. */
export interface SharedAccess {
  readonly lock: PortLock;
  readonly secret: string;
}

const isSecret = /^[\da-f]{64}$/;

/** Opens the shared folder. Creates what is missing. Rejects with an error of the file system. */
export async function openShared(folder: string, onError: (error: unknown) => void): Promise<SharedAccess> {
  const locks = new FileLocks(nodeFiles, path.join(folder, 'locks'), thisProcess());
  const lock: PortLock = {
    exclusively: (action) => locks.exclusively('ports', action, onError),
  };
  const file = path.join(folder, 'window-secret');
  const secret = await lock.exclusively(async () => {
    const stored = (await nodeFiles.read(file))?.toString('utf8') ?? '';
    if (isSecret.test(stored)) return stored;
    const made = randomBytes(32).toString('hex');
    await nodeFiles.remove(file);
    await creating(nodeFiles, file, made);
    return made;
  });
  return { lock, secret };
}
