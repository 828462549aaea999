import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'esbuild';
import { root } from '../../tools/root';

/** Folder of the raw V8 coverage of the processes under test. */
export const rawCoverage = path.join(root, 'out/coverage/raw');

/** Prints the coverage of src/ from `rawCoverage`, and writes it as lcov. */
export async function printCoverage(): Promise<void> {
  if ((await fs.readdir(rawCoverage).catch(() => [])).length === 0) return;
  console.log('\n── Coverage of src/');
  const args = [
    require.resolve('c8/bin/c8.js'),
    'report',
    ...['--temp-directory', rawCoverage, '--reports-dir', path.join(root, 'out/coverage')],
    ...['--all', '--src', 'src', '--include', 'src/**/*.ts', '--exclude-after-remap'],
    ...(await typesOnly()).flatMap((file) => ['--exclude', file]),
    ...['--reporter', 'text', '--reporter', 'lcovonly'],
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`the coverage could not be reported (${code})`);
}

/** Files of src/ with types only, which contain no code to run. */
async function typesOnly(): Promise<readonly string[]> {
  const names = await fs.readdir(path.join(root, 'src'), { recursive: true });
  const files = names
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.posix.join('src', slashes(name)));
  const empty = await Promise.all(
    files.map(async (file) => {
      const source = await fs.readFile(path.join(root, file), 'utf8');
      const { code } = await transform(source, { loader: 'ts', legalComments: 'none', minify: true });
      return code.trim() === '';
    }),
  );
  return files.filter((_, index) => empty[index]);
}

function slashes(file: string): string {
  return file.split(path.sep).join('/');
}
