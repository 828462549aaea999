import fs from 'node:fs/promises';
import path from 'node:path';
import { MAX_COMPARED_FILES, MAX_DEPENDENCY_BYTES } from './limits';

/** A file at the time of a build. */
export interface FileStamp {
  readonly file: string;
  /** bytes */
  readonly size: number;
  /** ms since 1970 */
  readonly changedAt: number;
}

/** Returns null if the file doesn't exist. */
export async function stampOf(file: string): Promise<FileStamp | null> {
  const found = await fs.stat(file).catch(() => null);
  return found && { file, size: found.size, changedAt: found.mtimeMs };
}

export async function isUnchanged(before: FileStamp): Promise<boolean> {
  const now = await stampOf(before.file);
  return now !== null && now.size === before.size && now.changedAt === before.changedAt;
}

/**
 * Returns the files that a compiler has read, from the rule of a makefile that it wrote. Null: there is no such file, or
 * it is too large. `folder`: the folder in which the compiler ran
 */
export async function filesRead(dependencies: string, folder: string): Promise<readonly string[] | null> {
  const found = await stampOf(dependencies);
  if (!found || found.size > MAX_DEPENDENCY_BYTES) return null;
  const files = filesInRule(await fs.readFile(dependencies, 'utf8'));
  if (files.length === 0 || files.length > MAX_COMPARED_FILES) return null;
  return files.map((file) => path.resolve(folder, file));
}

/** Returns the files on which the first target of a makefile depends. */
export function filesInRule(text: string): readonly string[] {
  const [rule = ''] = text
    .replace(/\\\r?\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  // on Windows, the target contains another colon
  const sources = rule.slice(rule.search(/:(?:\s|$)/) + 1);
  const files = new Set<string>();
  let file = '';
  for (let at = 0; at <= sources.length; at++) {
    const [character = ' ', next = ''] = [sources[at], sources[at + 1]];
    if (/\s/.test(character)) {
      if (file !== '') files.add(file);
      file = '';
    } else if ((character === '\\' && /[ #:]/.test(next)) || (character === '$' && next === '$')) {
      file += next;
      at += 1;
    } else {
      file += character;
    }
  }
  return [...files];
}

/**
 * Returns the files with one of the extensions, which are in lower case, in a folder and below it, in a fixed order. Doesn't follow links. Null: there are
 * too many files.
 */
export async function filesWithExtensions(
  folder: string,
  extensions: readonly string[],
): Promise<readonly string[] | null> {
  const files: string[] = [];
  const folders = [folder];
  let count = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = await fs.readdir(next, { withFileTypes: true }).catch(() => []);
    count += entries.length;
    if (count > MAX_COMPARED_FILES) return null;
    for (const entry of entries) {
      const file = path.join(next, entry.name);
      if (entry.isDirectory()) folders.push(file);
      else if (extensions.some((extension) => entry.name.toLowerCase().endsWith(extension))) files.push(file);
    }
  }
  return files.sort();
}
