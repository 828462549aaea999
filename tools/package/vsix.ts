import fs from 'node:fs/promises';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { buildExtension } from './build';
import { stage, stagePackage } from './stage';
import { root } from '../root';

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** Where the packaged extension is. */
export async function packagePath(): Promise<string> {
  const { name, version } = await manifest();
  return path.join(root, 'out', `${name}-${version}.vsix`);
}

export interface PackageOptions {
  /** address of the public repository, as in `https://github.com/owner/name` */
  readonly repository?: string | undefined;
  /** offered only to who has chosen the marketplace's pre-release channel */
  readonly preRelease?: boolean;
}

/** Builds the extension for production and packages it as people install it; the answer is the file's path. */
export async function packageExtension({ repository, preRelease }: PackageOptions = {}): Promise<string> {
  const { version } = await manifest();
  const file = await packagePath();
  await buildExtension('--production');
  await stagePackage(repository);
  await createVSIX({
    cwd: stage,
    packagePath: file,
    ignoreFile: path.join(root, '.vscodeignore'),
    dependencies: false, // esbuild has bundled them
    preRelease: preRelease ?? false,
    ...(repository === undefined
      ? { allowMissingRepository: true, rewriteRelativeLinks: false }
      : {
          baseContentUrl: `${repository}/blob/v${version}`,
          baseImagesUrl: `${repository}/raw/v${version}`,
        }),
  });
  return file;
}

async function manifest(): Promise<Manifest> {
  return JSON.parse(await fs.readFile(path.join(root, 'package.json'), 'utf8')) as Manifest;
}
