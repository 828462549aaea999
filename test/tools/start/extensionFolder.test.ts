import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { root } from '../../../tools/root';
import { installBuild } from '../../../tools/start/extensionFolder';

describe('The extension that npm start installs', function () {
  this.timeout(30_000);

  it('contains every file of the package, such as the explanation of verdicts', async () => {
    const extensions = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-installed-'));
    try {
      await installBuild(extensions);
      const [folder = ''] = await fs.readdir(extensions);
      const inFolder = await fs.readdir(path.join(extensions, folder), { recursive: true });
      const installed = new Set(inFolder.map((file) => file.split(path.sep).join('/')));
      const files = await listFiles({ cwd: root, packageManager: PackageManager.None });
      assert.ok(files.includes('docs/verdicts.md'));
      assert.deepEqual(
        files.filter((file) => !installed.has(file)),
        [],
      );
    } finally {
      await fs.rm(extensions, { recursive: true, force: true });
    }
  });
});
