/** A folder, as `lstat` reports it. */
export interface FolderStat {
  /** absolute path without links */
  readonly path: string;
  /** user ID of the owner */
  readonly uid: number;
  readonly gid: number;
  /** permission bits and type */
  readonly mode: number;
  readonly isDirectory: boolean;
}

/** The user of this process, on a system with user IDs. */
export interface FolderUser {
  readonly uid: number;
  /** IDs of the groups without members other than the user and root */
  readonly ownGroups: ReadonlySet<number>;
}

/** Why a folder can't be the private folder. `path`: the folder that is the reason */
export type FolderRefusal =
  /** Other users can read it, or can change it or a folder above it. */
  | { readonly kind: 'shared'; readonly path: string }
  /** The file system doesn't allow programs to start. */
  | { readonly kind: 'noPrograms'; readonly path: string }
  /** It can't be created or written. `message`: of the system */
  | { readonly kind: 'unusable'; readonly path: string; readonly message: string };

const writableByGroup = 0o020;
const writableByOthers = 0o002;
const openToOthers = 0o077;
const administrator = 0;

/**
 * Returns the first folder in which other users can create or replace files; null: none. Tools read configuration files
 * in all of these folders. The sticky bit doesn't help: it only protects existing files.
 * @param chain all folders from the root to the private folder, which is the last one
 */
export function sharedFolderIn(chain: readonly FolderStat[], user: FolderUser): string | null {
  const found = chain.find((folder, index) => {
    const isPrivateFolder = index === chain.length - 1;
    if (!folder.isDirectory) return true;
    if (folder.uid !== user.uid && (isPrivateFolder || folder.uid !== administrator)) return true;
    if (isPrivateFolder) return (folder.mode & openToOthers) !== 0;
    if ((folder.mode & writableByOthers) !== 0) return true;
    return isWritableByGroup(folder) && !user.ownGroups.has(folder.gid);
  });
  return found?.path ?? null;
}

export function isWritableByGroup({ mode }: FolderStat): boolean {
  return (mode & writableByGroup) !== 0;
}

/**
 * Returns whether only a user and root can be in a group: it has the name of the user or root, and no other account
 * belongs to it. Distributions create such a group for each user. Accounts in a directory service have other groups.
 * @param groups content of `/etc/group`
 * @param accounts content of `/etc/passwd`
 */
export function isOwnGroup(gid: number, userName: string, groups: string, accounts: string): boolean {
  const known = [userName, 'root'];
  const group = rows(groups).find(([, , id]) => Number(id) === gid);
  if (!group) return false;
  const [name = '', , , members = ''] = group;
  const listed = members.split(',').filter((member) => member !== '');
  const primary = rows(accounts).flatMap(([account = '', , , id]) => (Number(id) === gid ? [account] : []));
  return [name, ...listed, ...primary].every((account) => known.includes(account));
}

/** Splits a file such as `/etc/passwd` into the fields of its lines. */
function rows(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(':'));
}
