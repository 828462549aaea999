import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../root';

/** Builds the extension into dist/. @throws if the build fails; esbuild has printed the errors */
export async function buildExtension(...args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, ['esbuild.js', ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The build failed (${code}).`);
}
