import fs from 'node:fs/promises';
import path from 'node:path';
import { root } from '../root';

const shipped = [
  'dist',
  'media',
  'l10n',
  'docs/verdicts.md',
  'docs/zh-cn/verdicts.md',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
];

/**
 * Copies the built extension to the folder for installed extensions. It can't run from its source folder: for that,
 * headless VS Code requires the test driver, which hides notifications and refuses dialogs.
 */
export async function installBuild(extensionsDir: string): Promise<void> {
  const manifest = JSON.parse(await fs.readFile(path.join(root, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const folder = path.join(
    extensionsDir,
    `${manifest['publisher']}.${manifest['name']}-${manifest['version']}`,
  );
  await fs.mkdir(folder, { recursive: true });
  const translations = (await fs.readdir(root)).filter((name) => /^package\.nls.*\.json$/.test(name));
  for (const name of ['package.json', ...translations, ...shipped]) {
    const from = path.join(root, name);
    const there = await fs.access(from).then(
      () => true,
      () => false,
    );
    if (there) await fs.cp(from, path.join(folder, name), { recursive: true });
  }
}
