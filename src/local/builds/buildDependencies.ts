import fs from 'node:fs/promises';
import path from 'node:path';
import { isInFolder } from '../folders/parentFolders';
import { MAX_COMPARED_FILES, MAX_DEPENDENCY_BYTES } from '../limits';

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
 * Returns the files that a compiler has read, according to the makefile rule that it wrote. Null: the file doesn't exist,
 * or it is too large. `folder`: the folder in which the compiler ran
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

/** A file that the preprocessor searched, and whether it exists. */
export interface LookedUpFile {
  readonly file: string;
  readonly exists: boolean;
}

/** `#include "a.h"`, `#include <a.h>`, `__has_include("a.h")`. The maximum lengths keep the search linear. */
const lookup =
  /(?:#[ \t]{0,9}(?:include|include_next|embed)|__has_(?:include|include_next|embed)[ \t]{0,9}\()[ \t]{0,9}(?:"([^"\n]{1,200})"|<([^>\n]{1,200})>)/g;

/**
 * Returns the files that the preprocessor searches in folders of the user, without those that it has read. If one of them
 * appears, it may be read instead of another file. Null: there are too many of them.
 * @param read absolute paths of the files that the compiler has read
 * @param folder absolute path of the program's folder
 * @param command the command of the compiler, which may add folders with `-I`
 */
export async function filesLookedUp(
  read: readonly string[],
  folder: string,
  command: readonly string[],
): Promise<readonly LookedUpFile[] | null> {
  const added = includeFolders(command);
  const ofUser = [path.dirname(folder), ...added];
  const files = new Set<string>();
  for (const file of read) {
    if (!ofUser.some((above) => isInFolder(above, file))) continue;
    for (const [, quoted, bracketed = ''] of (await textOf(file)).matchAll(lookup)) {
      const searched = quoted === undefined ? added : [path.dirname(file), ...added];
      for (const place of searched) files.add(path.resolve(place, quoted ?? bracketed));
    }
  }
  for (const file of read) files.delete(file);
  if (files.size > MAX_COMPARED_FILES) return null;
  return Promise.all([...files].map(async (file) => ({ file, exists: (await stampOf(file)) !== null })));
}

/** Returns the absolute folders that options add to those in which the preprocessor looks for files. */
function includeFolders(command: readonly string[]): readonly string[] {
  return command.flatMap((argument, at) => {
    const [, joined] = /^-(?:I|iquote|isystem)(.*)$/s.exec(argument) ?? [];
    const folder = joined === '' ? command[at + 1] : joined;
    return folder !== undefined && path.isAbsolute(folder) ? [folder] : [];
  });
}

/** Returns the text of a file; empty if it is missing or too large. */
async function textOf(file: string): Promise<string> {
  const found = await stampOf(file);
  if (!found || found.size > MAX_DEPENDENCY_BYTES) return '';
  return fs.readFile(file, 'utf8').catch(() => '');
}

/**
 * Returns the files with one of the extensions, which are in lower case, in a folder and below it, in a fixed order.
 * Doesn't follow links. Null: there are too many files.
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
