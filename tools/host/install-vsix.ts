import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { headlessHost } from './headless';
import { serverEnvironment } from './server';

/** Installs a packaged extension into a folder for `startServer({ extensionsDir })`. */
export async function installVsix(vsix: string, extensionsDir: string): Promise<void> {
  const host = await headlessHost();
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-results-vscode-'));
  try {
    await fs.mkdir(path.join(dataDir, 'tmp'));
    await promisify(execFile)(
      host.node,
      [
        ...[host.serverMain, '--install-extension', path.resolve(vsix), '--force'],
        ...['--extensions-dir', path.resolve(extensionsDir), '--server-data-dir', dataDir],
        ...['--accept-server-license-terms', '--telemetry-level', 'off'],
      ],
      { env: serverEnvironment(dataDir) },
    );
  } finally {
    await fs.rm(dataDir, { recursive: true, force: true });
  }
}
