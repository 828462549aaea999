import fs from 'node:fs/promises';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';

/** Packages a small extension to compare with. @param main its code @param more fields of its manifest */
export async function packedExtension(
  folder: string,
  name: string,
  main: string,
  more: object,
): Promise<string> {
  await fs.mkdir(folder, { recursive: true });
  const manifest = {
    name,
    publisher: 'bench',
    version: '1.0.0',
    engines: { vscode: '^1.100.0' },
    main: './main.js',
    activationEvents: ['onStartupFinished'],
    ...more,
  };
  await fs.writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await fs.writeFile(path.join(folder, 'main.js'), main);
  await fs.writeFile(path.join(folder, 'LICENSE'), 'MIT');
  const packagePath = path.join(folder, `${name}.vsix`);
  await createVSIX({ cwd: folder, packagePath, dependencies: false, allowMissingRepository: true });
  return packagePath;
}
