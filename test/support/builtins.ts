import fs from 'node:fs/promises';
import path from 'node:path';
import { headlessHost } from '../../tools/host/index';

/**
 * Links VS Code's built-in extensions for languages and themes, and the named ones, into a folder for the server's argument
 * `--builtin-extensions-dir`. The others (Git, TypeScript, Emmet, …) run code in each window that no test needs: a quarter
 * of a window's startup time.
 */
export async function linkBuiltins(folder: string, named: readonly string[] = []): Promise<void> {
  const { serverMain } = await headlessHost();
  const from = path.join(path.dirname(serverMain), '..', 'extensions');
  await fs.mkdir(folder, { recursive: true });
  for (const { name } of await fs.readdir(from, { withFileTypes: true })) {
    const manifest = path.join(from, name, 'package.json');
    const text = await fs.readFile(manifest, 'utf8').catch(() => null);
    if (text === null) continue; // Not an extension.
    const { main, browser } = JSON.parse(text) as { readonly main?: string; readonly browser?: string };
    if ((main === undefined && browser === undefined) || named.includes(name))
      await fs.symlink(path.join(from, name), path.join(folder, name));
  }
}
