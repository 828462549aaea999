import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Returns the files that are new or changed since the branch left the main branch, committed or not, relative to the
 * folder. Null if the folder isn't a working tree of Git.
 */
export function changedFiles(folder: string): readonly string[] | null {
  const git = (...args: readonly string[]) => runGit(folder, args);
  // null if there is no such branch
  const forkFrom = (branch: string) => git('merge-base', 'HEAD', branch)?.trim() ?? null;
  const base = ['@{upstream}', 'origin/HEAD', 'main'].map(forkFrom).find((commit) => commit !== null);
  const changed = git('diff', '--name-only', '-z', '--relative', base ?? 'HEAD');
  const added = git('ls-files', '--others', '--exclude-standard', '-z');
  if (changed === null || added === null) return null;
  const names = new Set([...changed.split('\0'), ...added.split('\0')]);
  return [...names].filter((name) => name !== '' && fs.existsSync(path.join(folder, name)));
}

/** Returns the output of a command of Git; null if it fails. */
function runGit(folder: string, args: readonly string[]): string | null {
  try {
    const stdio: ('ignore' | 'pipe')[] = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio, maxBuffer: 2 ** 26 });
  } catch {
    return null;
  }
}
