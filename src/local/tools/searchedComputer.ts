import path from 'node:path';
import type { Environment } from '../environment';

/** A computer, as far as the search for tools needs it. Nothing is started. */
export interface SearchedComputer {
  readonly platform: NodeJS.Platform;
  readonly environment: Environment;
  /** the user's own settings of VS Code by their IDs, unchecked: `C_Cpp.default.compilerPath` */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Returns whether a file or folder exists. `path`: absolute */
  readonly exists: (path: string) => boolean;
  /** Returns the entries of a folder; null or empty: the folder doesn't exist. `folder`: absolute path */
  readonly list: (folder: string) => readonly string[] | null;
}

/** Returns functions for the paths of a computer, which may have another operating system than this one. */
export function pathsOf(
  platform: NodeJS.Platform,
): Pick<typeof path, 'join' | 'isAbsolute' | 'normalize' | 'dirname' | 'basename' | 'extname'> {
  return platform === 'win32' ? path.win32 : path.posix;
}

/** Extensions that Windows can start without a shell. Arguments of batch files can't be quoted safely. */
const windowsExtensions = ['.exe', '.com'];

/** Returns a path with each extension of executables, unless it has one. */
export function spellings(file: string, platform: NodeJS.Platform): readonly string[] {
  if (platform !== 'win32') return [file];
  const isComplete = windowsExtensions.includes(path.win32.extname(file).toLowerCase());
  return isComplete ? [file] : windowsExtensions.map((ending) => file + ending);
}

/** Returns the absolute path in an environment variable; null: none. On Windows, letter case doesn't matter. */
export function variableFolder({ environment, platform }: SearchedComputer, name: string): string | null {
  const key = Object.keys(environment).find((present) => present.toLowerCase() === name.toLowerCase());
  const value = key === undefined ? '' : (environment[key] ?? '');
  return pathsOf(platform).isAbsolute(value) ? value : null;
}

/** Returns the home folder of the user; null: unknown. */
export function homeFolder(computer: SearchedComputer): string | null {
  return variableFolder(computer, computer.platform === 'win32' ? 'USERPROFILE' : 'HOME');
}

/** Returns the matching entries of a folder, those with the highest version first. */
export function namesByVersion(
  folder: string,
  { list }: SearchedComputer,
  pattern: RegExp,
): readonly string[] {
  const names = (list(folder) ?? []).filter((name) => pattern.test(name));
  return names.toSorted((a, b) => compareVersions(versionIn(b), versionIn(a)));
}

/** Returns the version in a name: 21, 0, 2 for `jdk-21.0.2`. The first versions of Java were called 1.x. */
function versionIn(name: string): readonly number[] {
  const numbers = (name.match(/\d{1,9}/g) ?? []).map(Number);
  return numbers[0] === 1 && numbers.length > 1 ? numbers.slice(1) : numbers;
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? -1) - (b[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
