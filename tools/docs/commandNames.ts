/** Generates the module with the names of the commands, for `npm run docs`. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { root } from '../root';
import { formatted } from './formatted';
import type { Manifest } from './reference';

/** Path of the module, below the root. */
export const COMMAND_NAMES = 'src/editor/shared/commands/commandNames.ts';

const prefix = 'judgeResults.';

/** Returns the text of the module with the names of all commands in `package.json`. */
export async function currentCommandNames(): Promise<string> {
  const manifest = JSON.parse(await fs.readFile(path.join(root, 'package.json'), 'utf8')) as Manifest;
  const names = manifest.contributes.commands.map(({ command }) => command.slice(prefix.length)).sort();
  const lines = [
    '// Written by `npm run docs` from package.json.',
    '',
    '/** All commands that VS Code offers, by their ID without `judgeResults.`. */',
    `export const commandNames = [${names.map((name) => `'${name}'`).join(', ')}] as const;`,
  ];
  return formatted(COMMAND_NAMES, `${lines.join('\n')}\n`);
}
