import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { sessionVariable } from '../../tools/start/devSession';
import { extensionsVariable } from './support/vsix';

describe('The packaged extension', () => {
  it('has no way to inject a development session token', async () => {
    const folder = process.env[extensionsVariable];
    assert.ok(folder);
    const files = await fs.readdir(folder, { recursive: true, withFileTypes: true });
    const scripts = files.filter((file) => file.isFile() && file.name.endsWith('.js'));
    assert.ok(scripts.length > 0);
    for (const { parentPath, name } of scripts) {
      const text = await fs.readFile(path.join(parentPath, name), 'utf8');
      assert.ok(!text.includes(sessionVariable), name);
    }
  });
});
