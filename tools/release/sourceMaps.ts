import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../root';

/**
 * Returns a `.tar.gz` archive with the source maps of the build. They map the minified code of the package to `src`.
 */
export async function sourceMaps(): Promise<Buffer> {
  const files: string[] = [];
  for (const folder of ['dist', 'media']) {
    const names = await fs.readdir(path.join(root, folder), { recursive: true });
    files.push(...names.filter((name) => name.endsWith('.map')).map((name) => path.join(folder, name)));
  }
  if (files.length === 0) throw new Error('The build has no source maps.');
  const { stdout } = await promisify(execFile)('tar', ['-czf', '-', ...files.sort()], {
    cwd: root,
    encoding: 'buffer',
    maxBuffer: 64e6,
  });
  return stdout;
}

export const sourceMapsFile = (vsix: string): string => `${path.basename(vsix, '.vsix')}-source-maps.tar.gz`;
