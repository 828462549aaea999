import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { inSources } from '../../integration/support/sourcePlaces';

describe('The stack trace of a failed integration test', () => {
  let folder: string;
  before(() => (folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'places-')))));
  after(() => fs.rmSync(folder, { recursive: true }));

  /** Returns the stack of an error in a bundled module, as Node writes it without source maps. */
  async function bundledStack(sourcemap: 'inline' | false): Promise<string> {
    const source = path.join(folder, 'fails.test.ts');
    fs.writeFileSync(
      source,
      'type Unused = 1;\n\nexport function fails(): never {\n  throw new Error(`no`);\n}\n',
    );
    const outfile = path.join(folder, `out/${sourcemap || 'none'}.js`);
    await esbuild.build({ entryPoints: [source], outfile, bundle: true, format: 'cjs', sourcemap });
    const { fails } = createRequire(import.meta.url)(outfile) as { readonly fails: () => never };
    const sourceMaps = process.sourceMapsEnabled;
    process.setSourceMapsEnabled(false);
    try {
      return fails();
    } catch (error) {
      return (error as Error).stack ?? '';
    } finally {
      process.setSourceMapsEnabled(sourceMaps);
    }
  }

  it('contains source lines instead of bundle lines', async () => {
    const stack = await bundledStack('inline');
    assert.match(stack, /out[/\\]inline\.js:\d+:/, 'else there is nothing to translate');
    const [, first = ''] = inSources(stack, folder).split('\n');
    assert.match(first, /fails \(fails\.test\.ts:4:9\)$/);
  });

  it('is unchanged for a file that is missing or has no source map', async () => {
    const stack = await bundledStack(false);
    assert.equal(inSources(stack, folder), stack);
    assert.equal(inSources('    at /nowhere/x.js:1:2', folder), '    at /nowhere/x.js:1:2');
  });
});
