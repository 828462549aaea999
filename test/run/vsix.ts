import fs from 'node:fs/promises';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { root } from './step';

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** Builds the extension for production and packages it as people install it; the answer is the file's path. */
export async function packageExtension(): Promise<string> {
  const manifest = JSON.parse(await fs.readFile(path.join(root, 'package.json'), 'utf8')) as Manifest;
  const packagePath = path.join(root, 'out', `${manifest.name}-${manifest.version}.vsix`);
  await fs.mkdir(path.dirname(packagePath), { recursive: true });
  await createVSIX({
    cwd: root,
    packagePath,
    dependencies: false, // esbuild has bundled them
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
  });
  return packagePath;
}
