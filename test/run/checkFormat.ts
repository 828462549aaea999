import { spawnSync } from 'node:child_process';
import { changedFiles } from './changedFiles';
import { tool } from './step';

/** Prettier's list of files whose content it has already checked. */
const cache = ['--cache', '--cache-strategy', 'content', '--cache-location', 'out/seen/prettier'];

/**
 * Checks the format of the changed files in a folder, or of all files. Returns lines with the other files and with the
 * command that formats them. Empty: all files are formatted.
 */
export function checkFormat(folder: string, which: 'changed' | 'all'): readonly string[] {
  const changed = which === 'all' ? null : changedFiles(folder);
  if (changed?.length === 0) return [];
  const options = ['--list-different', '--ignore-unknown', ...(changed ? [] : cache)];
  const command = tool('prettier', 'bin/prettier.cjs', ...options, ...(changed ?? ['.']));
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
  const wrong = stdout.split('\n').filter((name) => name !== '');
  // a file that Prettier can't parse is only named in its errors
  const errors = stderr.split('\n').filter((line) => line !== '');
  if (status === 0) return [];
  const fix = wrong.length === 0 ? [] : [`To format: npx prettier --write ${wrong.map(quoted).join(' ')}`];
  const lines = [...wrong.map((name) => `${name} isn’t formatted`), ...errors, ...fix];
  return lines.length > 0 ? lines : [`Prettier ended with ${status ?? 'a signal'}`];
}

function quoted(name: string): string {
  return /^[\w./-]+$/.test(name) ? name : JSON.stringify(name);
}
