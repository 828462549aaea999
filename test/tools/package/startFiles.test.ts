import assert from 'node:assert/strict';
import path from 'node:path';
import { build } from 'esbuild';
import { builds } from '../../../esbuild.js';
import { loadedAtStart, maxStartFiles } from '../../../tools/package/startFiles';

describe('The desktop build', () => {
  it('loads few files at startup, and defers the compiler output parser, HTTP, and commands', async () => {
    const { metafile } = await build({ ...builds['desktop'], metafile: true, write: false });
    const start = [...loadedAtStart(metafile.outputs)];
    const inputs = new Set(start.flatMap((file) => Object.keys(metafile.outputs[file]?.inputs ?? {})));
    assert.ok(inputs.has('src/editor/compose.ts') && inputs.has('src/records/store.ts'), start.join());
    assert.ok(start.length <= maxStartFiles, start.join());
    const onFirstUse = [
      'src/compiler/',
      'src/judges/adapters/',
      'node_modules/node-fetch/',
      'node_modules/ws/',
    ];
    const early = [...inputs].filter((input) => onFirstUse.some((folder) => input.startsWith(folder)));
    assert.deepEqual(early, []);
  });

  it('contains no paths of the build machine', async () => {
    const { outputFiles } = await build({ ...builds['desktop'], sourcemap: 'external', write: false });
    const root = path.join(__dirname, '../../..');
    const named = (outputFiles ?? []).filter(({ text }) => text.includes(root)).map((file) => file.path);
    assert.deepEqual(named, []);
  });
});
