import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import * as esbuild from 'esbuild';
import { installVsix } from '../../tools/host/index';

/** Installs the extension for tests whose `extension.ts` and `package.json` are in a folder. */
export async function installCompanion(source: string, extensionsDir: string): Promise<void> {
  const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-companion-'));
  try {
    await esbuild.build({
      entryPoints: [path.join(source, 'extension.ts')],
      outfile: path.join(scratch, 'extension.js'),
      bundle: true,
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      external: ['vscode'],
      logLevel: 'warning',
    });
    await fs.copyFile(path.join(source, 'package.json'), path.join(scratch, 'package.json'));
    await fs.writeFile(path.join(scratch, 'README.md'), 'Only for tests.\n');
    const companion = path.join(scratch, 'companion.vsix');
    await quietly(() =>
      createVSIX({
        cwd: scratch,
        packagePath: companion,
        dependencies: false,
        allowMissingRepository: true,
        skipLicense: true,
        allowStarActivation: true,
      }),
    );
    await installVsix(companion, extensionsDir);
  } finally {
    await fs.rm(scratch, { recursive: true, force: true });
  }
}

/** Hides the packager's output, which isn't useful for a package for tests. */
async function quietly(work: () => Promise<unknown>): Promise<void> {
  const { log, warn } = console;
  console.log = console.warn = () => undefined;
  try {
    await work();
  } finally {
    Object.assign(console, { log, warn });
  }
}
