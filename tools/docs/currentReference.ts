import fs from 'node:fs/promises';
import path from 'node:path';
import prettier from 'prettier';
import { root } from '../root';
import { referenceOf, type Manifest } from './reference';

/** Returns `docs/reference.md` as the present manifest has it, formatted. */
export async function currentReference(): Promise<string> {
  const read = async (file: string): Promise<unknown> =>
    JSON.parse(await fs.readFile(path.join(root, file), 'utf8'));
  const manifest = (await read('package.json')) as Manifest;
  const strings = (await read('package.nls.json')) as Readonly<Record<string, string>>;
  const file = path.join(root, 'docs/reference.md');
  const options = await prettier.resolveConfig(file);
  return prettier.format(referenceOf(manifest, strings), { ...options, filepath: file });
}
