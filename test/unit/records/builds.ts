import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import type * as Folders from './folders';
import type * as StartOf from '../../../src/records/disk/readIndex';
import type * as SweepOf from '../../../src/records/disk/openDisk';

const root = path.join(__dirname, '../../..');

/** The parts of a build that access the history on the disk. */
export type Build = Pick<typeof Folders, 'openWindow'> &
  Pick<typeof StartOf, 'readIndex'> &
  Pick<typeof SweepOf, 'sweep'>;

/** Replaces `text` in `file` with `other`. */
export type Edit = readonly [file: string, text: string, other: string];

const contents = `
  export { openWindow } from './test/unit/records/folders';
  export { readIndex } from './src/records/disk/readIndex';
  export { sweep } from './src/records/disk/openDisk';
`;

/** Builds another version of the extension: this one with edited source, bundled as for users. */
export async function otherBuild(edits: readonly Edit[]): Promise<Build> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'judge-build-'));
  const left = new Set(edits);
  const edited = (file: string): string => {
    let text = fs.readFileSync(file, 'utf8');
    for (const edit of edits) {
      const [name, now, other] = edit;
      if (path.join(root, name) !== file) continue;
      assert.ok(text.includes(now), `${name} has no ${now}`);
      text = text.replace(now, () => other);
      left.delete(edit);
    }
    return text;
  };
  try {
    const outfile = path.join(folder, 'build.cjs');
    await build({
      stdin: { contents, resolveDir: root, loader: 'ts' },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile,
      plugins: [
        {
          name: 'another version',
          setup: (it) =>
            it.onLoad({ filter: /\.ts$/ }, ({ path: file }) => ({ contents: edited(file), loader: 'ts' })),
        },
      ],
    });
    assert.equal(left.size, 0, 'each edit is made');
    return createRequire(outfile)(outfile) as Build;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
