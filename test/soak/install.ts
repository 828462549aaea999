import path from 'node:path';
import { installVsix } from '../../tools/host/index';
import { root } from '../../tools/root';
import { installCompanion } from '../support/companion';

/** Installs the packaged product and the companion of the fault runs into a folder of extensions. */
export async function installForFaults(vsix: string, extensionsDir: string): Promise<void> {
  await installVsix(vsix, extensionsDir);
  await installCompanion(path.join(root, 'test/soak/companion'), extensionsDir);
}
