import type { ProgramFile } from '../submission';
import { extensionOf, stemOf, withoutFolders } from './names';

/** The names that a file can have, the best one first. */
export interface WantedName {
  readonly file: ProgramFile;
  /** the compiler or another file requires the first name */
  readonly isRequired: boolean;
  /** at least one */
  readonly names: readonly [string, ...string[]];
}

/**
 * Gives each file a distinct name. Files that require a name get it first. Two files that require the same name both
 * get it.
 */
export function distinctNames(wanted: readonly WantedName[]): ReadonlyMap<ProgramFile, string> {
  const names = new Map<ProgramFile, string>();
  const used = new Set<string>();
  for (const {
    file,
    isRequired,
    names: [name],
  } of wanted) {
    if (!isRequired) continue;
    names.set(file, name);
    used.add(name);
  }
  for (const { file, isRequired, names: candidates } of wanted) {
    if (isRequired) continue;
    const name = candidates.find((candidate) => !used.has(candidate)) ?? numbered(candidates[0], used);
    names.set(file, name);
    used.add(name);
  }
  return names;
}

function numbered(fileName: string, used: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) {
    const name = `${stemOf(fileName)}${number}${extensionOf(fileName)}`;
    if (!used.has(name)) return name;
  }
}

/** Returns the name that two of the files have; null: their names are distinct. */
export function duplicateName(names: Iterable<string>): string | null {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return null;
}

/** Finds the file that a name of the user's folder means. */
export function activeFile(files: readonly ProgramFile[], active: string): ProgramFile {
  const found =
    files.find(({ fileName }) => fileName === active) ??
    files.find(({ fileName }) => withoutFolders(fileName) === withoutFolders(active)) ??
    files[0];
  return found ?? { fileName: active, text: '' };
}
