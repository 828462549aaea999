import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installed } from './install';

const packageName = '@codingame/monaco-vscode-language-pack-zh-hans';
const fileName = 'main.i18n.json';

/**
 * Returns the path of a file with the Chinese strings of VS Code, in the format of a language pack. Creates the file if
 * necessary.
 */
export async function chineseStrings(): Promise<string> {
  const from = path.join(import.meta.dirname, 'headless/chinese');
  return path.join(await installed(from, 'Chinese strings of VS Code', writeStrings), fileName);
}

/** Converts the strings to JSON, because the package contains them as a script. */
async function writeStrings(folder: string): Promise<void> {
  const source = path.join(folder, 'node_modules', packageName, 'translations', `${fileName}.js`);
  const script = path.join(folder, 'strings.mjs');
  await fs.copyFile(source, script);
  const loaded = (await import(pathToFileURL(script).href)) as { readonly default: unknown };
  await fs.writeFile(path.join(folder, fileName), JSON.stringify({ contents: loaded.default }));
}
