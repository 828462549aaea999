import path from 'node:path';
import { installVsix } from '../../tools/host/index';
import { root } from '../../tools/root';
import { installCompanion } from '../support/companion';

/** Installs the packaged extension and the companion of fault runs to a folder. */
export async function installForFaults(vsix: string, extensionsDir: string): Promise<void> {
  await installVsix(vsix, extensionsDir);
  await installCompanion(path.join(root, 'test/soak/companion'), extensionsDir);
}
