import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { bundledPackages, notices, readPackage, type ShippedPackage } from '../../../tools/package/licences';

function metafile(inputs: Readonly<Record<string, number>>): Metafile {
  const sizes = Object.entries(inputs).map(([file, bytesInOutput]) => [file, { bytesInOutput }] as const);
  const output = { bytes: 0, inputs: Object.fromEntries(sizes), imports: [], exports: [] };
  return { inputs: {}, outputs: { 'dist/a.js': output } };
}

describe('Licenses of the shipped packages', () => {
  let folder: string;
  beforeEach(async () => (folder = await fs.mkdtemp(path.join(os.tmpdir(), 'licences-'))));
  afterEach(() => fs.rm(folder, { recursive: true }));

  async function write(manifest: unknown, licence?: string): Promise<string> {
    await fs.writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
    if (licence !== undefined) await fs.writeFile(path.join(folder, 'LICENSE.md'), licence);
    return folder;
  }

  it('are required for each package with code in the build, including nested packages', () => {
    const build = metafile({
      'src/a.ts': 5,
      'node_modules/ws/lib/a.js': 9,
      'node_modules/ws/lib/b.js': 9,
      'node_modules/@x/y/index.js': 1,
      'node_modules/ws/node_modules/deep/index.js': 1,
      'node_modules/shaken-off/index.js': 0,
    });
    assert.deepEqual(bundledPackages([build, metafile({ 'node_modules/page/a.js': 2 })]), [
      'node_modules/@x/y',
      'node_modules/page',
      'node_modules/ws',
      'node_modules/ws/node_modules/deep',
    ]);
  });

  it('are rejected if missing or not allowed', async () => {
    for (const license of ['GPL-3.0-only', 'MPL-2.0', '(MIT OR GPL-2.0)', undefined]) {
      await assert.rejects(
        readPackage(await write({ name: 'a', version: '1.0.0', license }, 'text')),
        /a 1\.0\.0 has the license/,
      );
    }
  });

  it('name the author of a package without a license text', async () => {
    const author = { name: 'Ada' };
    const it = await readPackage(await write({ name: 'a', version: '1.0.0', license: 'MIT', author }));
    assert.equal(it.text, 'Copyright (c) Ada');
  });

  it('are printed once for packages with the same text, with each package’s names', () => {
    const words = 'Permission is\nhereby granted.\n\nTHE COPYRIGHT\nCOPYRIGHT HOLDERS BE LIABLE';
    const mit = (name: string, text: string): ShippedPackage => ({
      name,
      version: '1.0.0',
      licence: 'MIT',
      text,
    });
    const text = notices([
      mit('a', `The MIT License (MIT)\n\nCopyright (c) 2001 Ada\n\n${words}`),
      mit(
        'b',
        `Copyright 2002 Bob\nAll rights reserved.\n\n${words.replaceAll('\n', ' ').replace('. ', '.\n\n')}`,
      ),
      mit('c', 'Copyright (c) Cleo'),
    ]);
    assert.equal(text.match(/Permission is hereby granted\./g)?.length, 1);
    assert.match(text, /THE COPYRIGHT COPYRIGHT HOLDERS BE LIABLE/);
    for (const line of [
      'a 1.0.0 (MIT)\nCopyright (c) 2001 Ada',
      'b 1.0.0 (MIT)\nCopyright 2002 Bob',
      'c 1.0.0 (MIT)\nCopyright (c) Cleo',
    ]) {
      assert.ok(text.includes(line), line);
    }
  });
});
