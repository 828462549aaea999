// npm run release -- --tag v1.2.3 [--repository https://github.com/owner/name]: creates the files of a release in
// out/release: the .vsix, its bill of materials, its source maps, the checksums of these three, and the release notes.
// Publishes nothing.
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../root';
import { packageExtension } from '../package/vsix';
import { isPreRelease, releaseNotes } from './notes';
import { billOfMaterials, sbomFile } from './sbom';
import { sourceMaps, sourceMapsFile } from './sourceMaps';

async function main(): Promise<void> {
  const { tag, repository } = parseArgs({
    options: { tag: { type: 'string' }, repository: { type: 'string' } },
  }).values;
  if (tag === undefined) throw new Error('Missing --tag, for example --tag v1.2.3');
  const { name, version } = JSON.parse(await read('package.json')) as { name: string; version: string };
  const notes = releaseNotes(tag, version, await read('CHANGELOG.md'));

  const folder = path.join(root, 'out/release');
  await fs.rm(folder, { recursive: true, force: true });
  await fs.mkdir(folder, { recursive: true });
  const preRelease = isPreRelease(version);
  const vsix = await packageExtension({ repository, preRelease });
  const files = new Map<string, string | Buffer>([
    [path.basename(vsix), await fs.readFile(vsix)],
    [sbomFile(vsix), await billOfMaterials(name)],
    [sourceMapsFile(vsix), await sourceMaps()],
  ]);
  const sums = [...files].map(([file, content]) => `${sha256(content)}  ${file}\n`).join('');
  for (const [file, content] of [...files, ['SHA256SUMS', sums], ['notes.md', notes]] as const) {
    await fs.writeFile(path.join(folder, file), content);
  }
  // A workflow reads the outputs of a step from this file.
  const outputs = process.env.GITHUB_OUTPUT;
  if (outputs) await fs.appendFile(outputs, `pre-release=${preRelease}\n`);
  process.stdout.write(`\n${folder}${preRelease ? ' (pre-release)' : ''}:\n${sums}`);
}

async function read(file: string): Promise<string> {
  return fs.readFile(path.join(root, file), 'utf8');
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
