import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { lstatSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Environment } from '../environment';
import {
  isOwnGroup,
  isWritableByGroup,
  sharedFolderIn,
  type FolderRefusal,
  type FolderStat,
} from './folderAccess';
import { foldersFrom, isInFolder } from './parentFolders';

/** The folder for builds, runs, and inputs of this computer's programs. */
export interface PrivateFolder {
  /**
   * Returns the absolute path of the folder, which exists and which only this user can read and write. No other user can
   * put files into a folder above it. Call it before each use. Rejects with `NoPrivateFolder`.
   */
  open(): Promise<string>;
}

/** No folder of this computer is private. */
export class NoPrivateFolder extends Error {
  /** `refused`: the reason for each folder that was tried */
  constructor(readonly refused: readonly FolderRefusal[]) {
    super(`no private folder: ${JSON.stringify(refused)}`);
    this.name = 'NoPrivateFolder';
  }
}

/** Folders of the user and the computer in which the private folder can be. */
export interface FolderPlaces {
  readonly platform: NodeJS.Platform;
  readonly environment: Environment;
  /** absolute path of the user's home folder */
  readonly home: string;
  /** absolute path of the system's temporary folder */
  readonly temporary: string;
  /** absolute path of the extension's storage */
  readonly storage: string;
}

/**
 * Returns the paths that the private folder can have, the best one first. The first paths are short. On Linux, no folder
 * above the first one contains files of the user, which compilers would read.
 */
export function privateFolderPlaces(places: FolderPlaces): readonly string[] {
  const { platform, environment, home, temporary, storage } = places;
  const inStorage = path.join(storage, 'local');
  const named = (folder: string | undefined): string[] =>
    folder !== undefined && path.isAbsolute(folder) ? [path.join(folder, 'judge-results-programs')] : [];
  switch (platform) {
    case 'win32':
      return [...named(temporary), inStorage];
    case 'darwin':
      return [...named(temporary), ...named(path.join(home, 'Library', 'Caches')), inStorage];
    default: {
      const cache = environment['XDG_CACHE_HOME'] ?? '';
      const usualCache = path.join(home, '.cache');
      return [
        ...named(environment['XDG_RUNTIME_DIR']),
        ...named(path.isAbsolute(cache) ? cache : usualCache),
        inStorage,
      ];
    }
  }
}

/** Uses the first folder that is private. All windows of a user choose the same one. */
export class ChosenPrivateFolder implements PrivateFolder {
  /** real path of the folder that was used last; null: none yet */
  private chosen: string | null = null;
  private readonly groups = new GroupsOfUser();

  /**
   * @param places possible paths, see `privateFolderPlaces`
   * @param profile absolute path of the user's home folder
   * @param canStart returns whether the system starts a file that has the permission for it
   */
  constructor(
    private readonly places: readonly string[],
    private readonly profile: string,
    private readonly canStart: (file: string) => Promise<boolean> = isExecutable,
  ) {}

  async open(): Promise<string> {
    if (this.chosen !== null && (await this.whyRefused(this.chosen)) === null) return this.chosen;
    const refused: FolderRefusal[] = [];
    for (const place of this.places) {
      const created = await this.create(place);
      if (created.kind === 'created') {
        this.chosen = created.folder;
        return created.folder;
      }
      refused.push(created.refusal);
    }
    this.chosen = null;
    throw new NoPrivateFolder(refused);
  }

  /** Creates the folder if it's missing, and checks whether it's private and whether programs can start there. */
  private async create(
    place: string,
  ): Promise<
    | { readonly kind: 'created'; readonly folder: string }
    | { readonly kind: 'refused'; readonly refusal: FolderRefusal }
  > {
    try {
      await fs.mkdir(place, { recursive: true, mode: 0o700 });
      // not a link, which could lead to a folder of the user that another program manages
      const folder = path.join(await fs.realpath(path.dirname(place)), path.basename(place));
      const refusal = (await this.whyRefused(folder)) ?? (await this.whyNoPrograms(folder));
      return refusal ? { kind: 'refused', refusal } : { kind: 'created', folder };
    } catch (error) {
      return { kind: 'refused', refusal: unusable(place, error) };
    }
  }

  /** Returns why programs can't be started in a folder; null: they can. */
  private async whyNoPrograms(folder: string): Promise<FolderRefusal | null> {
    const probe = path.join(folder, `probe-${randomBytes(6).toString('hex')}`);
    try {
      await fs.writeFile(probe, '', { mode: 0o700 });
      return (await this.canStart(probe)) ? null : { kind: 'noPrograms', path: folder };
    } finally {
      await fs.rm(probe, { force: true });
    }
  }

  /** Returns why a folder isn't private; null: it is. `folder`: absolute path without links */
  private async whyRefused(folder: string): Promise<FolderRefusal | null> {
    try {
      const shared = await sharedFolder(folder, this.profile, this.groups);
      return shared === null ? null : { kind: 'shared', path: shared };
    } catch (error) {
      return unusable(folder, error);
    }
  }
}

/** Returns the folder because of which other users can change `folder`; null: they can't. */
async function sharedFolder(folder: string, profile: string, groups: GroupsOfUser): Promise<string | null> {
  const uid = process.getuid?.();
  if (uid === undefined) {
    // On Windows, only the user, the system, and administrators can write below the user's profile.
    return isInFolder(await fs.realpath(profile), folder) ? null : folder;
  }
  const chain = foldersFrom(folder).toReversed().map(statOf);
  const ownGroups = await groups.ofFolders(chain.filter(isWritableByGroup));
  return sharedFolderIn(chain, { uid, ownGroups });
}

/** Synchronous, which takes a fortieth of the time, because it's called before each case of a run. */
function statOf(folder: string): FolderStat {
  const found = lstatSync(folder);
  return {
    path: folder,
    uid: found.uid,
    gid: found.gid,
    mode: found.mode,
    isDirectory: found.isDirectory(),
  };
}

/** Finds the groups of folders that have no members other than the user and root. */
class GroupsOfUser {
  /** the last result, and everything that it depends on */
  private last: { readonly key: string; readonly groups: ReadonlySet<number> } = {
    key: '',
    groups: new Set(),
  };

  /**
   * Returns those groups of the folders that have no other members. The writers of a folder with an access list are
   * unknown.
   */
  async ofFolders(folders: readonly FolderStat[]): Promise<ReadonlySet<number>> {
    if (folders.length === 0) return new Set();
    const paths = [...folders.map((folder) => folder.path), '/etc/group', '/etc/passwd'];
    const key = paths.map((file) => `${file} ${lstatSync(file).ctimeMs}`).join('\n');
    if (this.last.key !== key) this.last = { key, groups: await ownGroupsOf(folders) };
    return this.last.groups;
  }
}

async function ownGroupsOf(folders: readonly FolderStat[]): Promise<ReadonlySet<number>> {
  const [groups, accounts, hasAccessList] = await Promise.all([
    fs.readFile('/etc/group', 'utf8'),
    fs.readFile('/etc/passwd', 'utf8'),
    haveAccessList(folders.map((folder) => folder.path)),
  ]);
  if (hasAccessList) return new Set();
  const { username } = os.userInfo();
  const gids = folders.map(({ gid }) => gid);
  return new Set(gids.filter((gid) => isOwnGroup(gid, username, groups, accounts)));
}

/** Returns whether a folder has an access list, which `ls` marks with `+`. Also true if `ls` fails. */
async function haveAccessList(folders: readonly string[]): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('/bin/ls', ['-lnd', '--', ...folders]);
    return stdout.split('\n').some((line) => /^d[\w-]{9}\+/.test(line));
  } catch {
    return true;
  }
}

/** Returns false for a file on a file system that is mounted with `noexec`. */
function isExecutable(file: string): Promise<boolean> {
  return fs.access(file, fs.constants.X_OK).then(
    () => true,
    () => false,
  );
}

function unusable(folder: string, error: unknown): FolderRefusal {
  return { kind: 'unusable', path: folder, message: error instanceof Error ? error.message : String(error) };
}
