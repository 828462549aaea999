import fs from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../environment';
import { spellings, type SearchedComputer } from './searchedComputer';
import { placesOfKind, type ToolPlaceKind } from './toolPlaces';

/** Settings and environment with which tools are searched on this computer. */
export interface ToolSearch {
  readonly environment: Environment;
  /** the user's own settings of VS Code by their IDs, unchecked: `C_Cpp.default.compilerPath` */
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * Returns the absolute path of a tool; null: it isn't installed. `name`: an absolute path, or a name. Names are searched
 * in the absolute folders of `PATH`, never in the current folder.
 */
export async function findTool(name: string, environment: Environment): Promise<string | null> {
  const [first] = await findTools(name, 'path', { environment, settings: {} });
  return first ?? null;
}

/** Returns the paths of a tool in folders of one kind, in the order of use. For an absolute path, returns only that path. */
export async function findTools(
  name: string,
  kind: ToolPlaceKind,
  search: ToolSearch,
): Promise<readonly string[]> {
  if (path.isAbsolute(name)) return kind === 'path' ? executables(spellings(name, process.platform)) : [];
  if (/[/\\]/.test(name) || name === '') return [];
  return executables(await placesHere(name, kind, search));
}

/** Searches again while the search needs folders or files that weren't looked up, so that nothing blocks this process. */
async function placesHere(
  name: string,
  kind: ToolPlaceKind,
  { environment, settings }: ToolSearch,
): Promise<readonly string[]> {
  const lookups = new Lookups();
  const computer: SearchedComputer = {
    platform: process.platform,
    environment,
    settings,
    exists: (file) => lookups.exists(file),
    list: (folder) => lookups.list(folder),
  };
  let places = placesOfKind(name, kind, computer);
  while (await lookups.completed()) places = placesOfKind(name, kind, computer);
  return places;
}

/** Cache of the files and folders that a search needs. A file that isn't in the cache yet counts as missing. */
class Lookups {
  private readonly files = new Map<string, boolean>();
  private readonly folders = new Map<string, readonly string[]>();
  private missing: Promise<unknown>[] = [];

  exists(file: string): boolean {
    const known = this.files.get(file);
    if (known === undefined) {
      this.files.set(file, false);
      const found = fs.stat(file).then(() => this.files.set(file, true));
      this.missing.push(found.catch(() => undefined));
    }
    return known ?? false;
  }

  list(folder: string): readonly string[] {
    const known = this.folders.get(folder);
    if (known === undefined) {
      this.folders.set(folder, []);
      const listed = fs.readdir(folder).then((names) => this.folders.set(folder, names));
      this.missing.push(listed.catch(() => undefined));
    }
    return known ?? [];
  }

  /** Looks up the files that were missing. Returns false if there were none. */
  async completed(): Promise<boolean> {
    const { missing } = this;
    this.missing = [];
    await Promise.all(missing);
    return missing.length > 0;
  }
}

async function executables(files: readonly string[]): Promise<readonly string[]> {
  const checked = await Promise.all(files.map(async (file) => ((await isExecutable(file)) ? [file] : [])));
  return checked.flat();
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await fs.access(file, fs.constants.X_OK);
    return (await fs.stat(file)).isFile();
  } catch {
    return false;
  }
}
