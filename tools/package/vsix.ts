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

/** Returns the path of the packaged extension. */
export async function packagePath(): Promise<string> {
  const { name, version } = await manifest();
  return path.join(root, 'out', `${name}-${version}.vsix`);
}

export interface PackageOptions {
  /** URL of the public repository, such as `https://github.com/owner/name`. */
  readonly repository?: string | undefined;
  /** Whether the package is offered only in the marketplace's pre-release channel. */
  readonly preRelease?: boolean;
}

/** Creates a production build and packages it. Returns the path of the file. */
export async function packageExtension({ repository, preRelease }: PackageOptions = {}): Promise<string> {
  const { version } = await manifest();
  const file = await packagePath();
  await buildExtension('--production');
  await stagePackage(repository);
  await createVSIX({
    cwd: stage,
    packagePath: file,
    ignoreFile: path.join(root, '.vscodeignore'),
    dependencies: false, // They are part of the bundle.
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
