/** Generates the list of the descriptions that ship with the extension, for `npm run docs`. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { root } from '../root';
import { formatted } from './formatted';

const folder = 'src/judges/adapters/ready';

/** Path of the list, below the root. */
export const READY_FILES = `${folder}/files.ts`;

/** Returns the text of the module that imports all descriptions. */
export async function currentReadyFiles(): Promise<string> {
  const ids = (await fs.readdir(path.join(root, folder)))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
  const imports = ids.map((id) => `import ${variableOf(id)} from './${id}.json';`);
  const entries = ids.map((id) => (variableOf(id) === id ? id : `'${id}': ${variableOf(id)}`));
  const lines = [
    '// Written by `npm run docs` from the descriptions in this folder.',
    ...imports,
    '',
    '/** The descriptions by the names of their files. */',
    `export const files = { ${entries.join(', ')} };`,
  ];
  return formatted(READY_FILES, `${lines.join('\n')}\n`);
}

/** Returns `libraryChecker` for `library-checker`. */
function variableOf(id: string): string {
  return id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
