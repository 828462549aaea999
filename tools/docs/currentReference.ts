import fs from 'node:fs/promises';
import path from 'node:path';
import { root } from '../root';
import { formatted } from './formatted';
import { referenceOf, type Manifest } from './reference';

/** Returns the formatted text of `docs/reference.md` for the current manifest. */
export async function currentReference(): Promise<string> {
  const read = async (file: string): Promise<unknown> =>
    JSON.parse(await fs.readFile(path.join(root, file), 'utf8'));
  const manifest = (await read('package.json')) as Manifest;
  const strings = (await read('package.nls.json')) as Readonly<Record<string, string>>;
  return formatted('docs/reference.md', referenceOf(manifest, strings));
}
