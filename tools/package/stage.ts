import fs from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { listFiles, PackageManager } from '@vscode/vsce';
import { bundledPackages, notices, readPackage } from './licences';
import { root } from '../root';

/** Folder with the files of the published package. It is recreated for each package. */
export const stage = path.join(root, 'out/package');
/** Names of the builds for which esbuild writes a metafile. */
const builds = ['desktop', 'web', 'panel', 'mcp'];

/**
 * Copies the package's files to `stage`. Requires a production build. `repository`: URL of the public repository; if
 * undefined, the manifest contains no repository.
 */
export async function stagePackage(repository: string | undefined): Promise<void> {
  await fs.rm(stage, { recursive: true, force: true });
  const files = await listFiles({ cwd: root, packageManager: PackageManager.None });
  for (const file of files) {
    const target = path.join(stage, file);
    await fs.mkdir(path.dirname(target), { recursive: true });
    const content = await fs.readFile(path.join(root, file));
    await fs.writeFile(target, shipped(file, content, repository));
  }
  await fs.writeFile(path.join(stage, 'THIRD-PARTY-NOTICES.txt'), await thirdPartyNotices());
}

function shipped(file: string, content: Buffer, repository: string | undefined): Buffer | string {
  if (file === 'package.json') return JSON.stringify(shippedManifest(content.toString(), repository));
  if (file.endsWith('.json')) return JSON.stringify(JSON.parse(content.toString()));
  return content;
}

/**
 * Returns the published manifest: without fields that only development requires, and with the links that marketplaces
 * show.
 */
export function shippedManifest(text: string, repository: string | undefined): Record<string, unknown> {
  const manifest = JSON.parse(text) as Record<string, unknown>;
  for (const name of ['scripts', 'dependencies', 'devDependencies', 'knip', 'private']) delete manifest[name];
  if (repository === undefined) return manifest;
  return {
    ...manifest,
    repository: { type: 'git', url: repository },
    bugs: { url: `${repository}/issues` },
    badges: [
      {
        url: `${repository}/actions/workflows/ci.yml/badge.svg?branch=main`,
        href: `${repository}/actions/workflows/ci.yml`,
        description: 'CI',
      },
    ],
  };
}

/** Returns the third-party notices. Throws if a package has a license that isn't allowed. */
async function thirdPartyNotices(): Promise<string> {
  const metafiles = await Promise.all(
    builds.map(
      async (name) =>
        JSON.parse(await fs.readFile(path.join(root, `out/build/${name}.json`), 'utf8')) as Metafile,
    ),
  );
  const folders = bundledPackages(metafiles).map((folder) => path.join(root, folder));
  return notices(await Promise.all(folders.map(readPackage)));
}
