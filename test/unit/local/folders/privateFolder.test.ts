import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isOwnGroup, sharedFolderIn, type FolderStat } from '../../../../src/local/folders/folderAccess';
import {
  ChosenPrivateFolder,
  NoPrivateFolder,
  privateFolderPlaces,
} from '../../../../src/local/folders/privateFolder';
import { localFolder } from '../localFolder';

const user = { uid: 1000, ownGroups: new Set([1000]) };
const folderType = 0o040000;

/** Returns a folder of the user or of root, as `lstat` reports it. */
function stat(folder: string, mode: number, uid = 0, gid = uid): FolderStat {
  return { path: folder, uid, gid, mode: folderType | mode, isDirectory: true };
}

/** Returns the chain of `/home/me/.cache/judge-results` with another folder in place of one of them. */
function chainWith(other?: FolderStat): readonly FolderStat[] {
  const usual = [
    stat('/', 0o755),
    stat('/home', 0o755),
    stat('/home/me', 0o755, 1000),
    stat('/home/me/.cache', 0o700, 1000),
    stat('/home/me/.cache/judge-results-programs', 0o700, 1000),
  ];
  return usual.map((folder) => (folder.path === other?.path ? other : folder));
}

describe('sharedFolderIn', () => {
  it('accepts a folder below folders that only the user and root can write', () => {
    assert.equal(sharedFolderIn(chainWith(), user), null);
    // the umask of distributions with a group for each user
    assert.equal(sharedFolderIn(chainWith(stat('/home/me/.cache', 0o775, 1000)), user), null);
  });

  for (const [why, folder] of [
    ['every user can write', stat('/home', 0o777)],
    ['every user can write, with the sticky bit', stat('/home', 0o1777)],
    ['a group with other members can write', stat('/home/me/.cache', 0o770, 1000, 100)],
    ['another user owns', stat('/home/me', 0o755, 1001)],
  ] as const) {
    it(`rejects a folder below one that ${why}`, () => {
      assert.equal(sharedFolderIn(chainWith(folder), user), folder.path);
    });
  }

  it('rejects a private folder that others can open, that root owns, or that is a link', () => {
    const name = '/home/me/.cache/judge-results-programs';
    const link = { ...stat(name, 0o700, 1000), isDirectory: false };
    const opened = [0o750, 0o705, 0o701, 0o770].map((mode) => stat(name, mode, 1000));
    for (const folder of [...opened, stat(name, 0o700), link])
      assert.equal(sharedFolderIn(chainWith(folder), user), name, folder.mode.toString(8));
  });
});

describe('isOwnGroup', () => {
  const groups = 'root:x:0:\nme:x:1000:\nlab:x:100:\nboth:x:101:me,you\n# note\nyou:x:1001:me\n';
  const accounts = 'root:x:0:0:root:/root:/bin/sh\nme:x:1000:1000::/home/me:/bin/sh\n';

  it('accepts the group of the user and of root without other members', () => {
    assert.ok(isOwnGroup(1000, 'me', groups, accounts));
    assert.ok(isOwnGroup(0, 'me', groups, accounts));
    assert.ok(isOwnGroup(1000, 'me', groups.replace('me:x:1000:', 'me:x:1000:me,root'), accounts));
  });

  it('rejects a group with other members, with another name, and an unknown one', () => {
    for (const gid of [100, 101, 1001, 5000]) assert.ok(!isOwnGroup(gid, 'me', groups, accounts), `${gid}`);
    assert.ok(!isOwnGroup(1000, 'me', groups.replace('me:x:1000:', 'me:x:1000:you'), accounts));
    const shared = `${accounts}you:x:1001:1000::/home/you:/bin/sh\n`;
    assert.ok(!isOwnGroup(1000, 'me', groups, shared));
  });
});

describe('privateFolderPlaces', () => {
  const usual = { home: '/home/me', temporary: '/tmp', storage: '/home/me/storage' };

  it('never uses the temporary folder that all users of Linux share', () => {
    const environment = { XDG_RUNTIME_DIR: '/run/user/1000', XDG_CACHE_HOME: '' };
    const places = privateFolderPlaces({ ...usual, platform: 'linux', environment });
    assert.deepEqual(places, [
      '/run/user/1000/judge-results-programs',
      '/home/me/.cache/judge-results-programs',
      '/home/me/storage/local',
    ]);
  });

  it('ignores relative folders in the environment', () => {
    const environment = { XDG_RUNTIME_DIR: 'run', XDG_CACHE_HOME: '.' };
    const places = privateFolderPlaces({ ...usual, platform: 'linux', environment });
    assert.deepEqual(places, ['/home/me/.cache/judge-results-programs', '/home/me/storage/local']);
  });
});

describe('ChosenPrivateFolder', () => {
  if (process.platform === 'win32') return; // `mode` has no meaning
  const shared = localFolder();
  /** a folder of the user, below the home folder */
  let own = '';
  beforeEach(async () => {
    own = await fs.mkdtemp(path.join(await fs.realpath(os.homedir()), '.judge-results-test-'));
  });
  afterEach(() => fs.rm(own, { recursive: true, force: true }));

  const chosen = (...places: string[]) => new ChosenPrivateFolder(places, os.homedir());
  const refusalsOf = async (folder: ChosenPrivateFolder) => {
    const error: unknown = await folder.open().catch((thrown: unknown) => thrown);
    assert.ok(error instanceof NoPrivateFolder, String(error));
    return error.refused;
  };

  it('creates a folder that only the user can read', async () => {
    const opened = await chosen(path.join(own, 'a', 'b')).open();
    assert.equal(opened, path.join(own, 'a', 'b'));
    assert.equal((await fs.stat(opened)).mode & 0o777, 0o700);
    assert.deepEqual(await fs.readdir(opened), []);
  });

  it('refuses a folder below one that every user can write, and uses the next place', async () => {
    await fs.chmod(shared(), 0o1777);
    const place = path.join(shared(), 'private');
    const [refusal] = await refusalsOf(chosen(place));
    assert.ok(refusal?.kind === 'shared');
    assert.ok(place.startsWith(refusal.path));
    assert.equal(await chosen(place, path.join(own, 'next')).open(), path.join(own, 'next'));
  });

  it('checks the folder again at each use, and creates it again', async () => {
    const folder = chosen(path.join(own, 'a'));
    const opened = await folder.open();
    await fs.rmdir(opened);
    assert.equal(await folder.open(), opened);
    await fs.access(opened);
    await fs.chmod(own, 0o1777);
    assert.deepEqual(await refusalsOf(folder), [{ kind: 'shared', path: own }]);
    await fs.chmod(own, 0o700);
    assert.equal(await folder.open(), opened);
  });

  it('refuses a link', async () => {
    await fs.mkdir(path.join(own, 'elsewhere'), { mode: 0o700 });
    await fs.symlink(path.join(own, 'elsewhere'), path.join(own, 'link'));
    const refused = await refusalsOf(chosen(path.join(own, 'link')));
    assert.deepEqual(refused, [{ kind: 'shared', path: path.join(own, 'link') }]);
  });

  it('uses the next place if programs can’t be started in a folder', async () => {
    const [first, second] = [path.join(own, 'noexec'), path.join(own, 'other')];
    const canStart = async (file: string): Promise<boolean> => path.dirname(file) !== first;
    const folder = new ChosenPrivateFolder([first, second], os.homedir(), canStart);
    assert.equal(await folder.open(), second);
    const refused = await refusalsOf(new ChosenPrivateFolder([first], os.homedir(), canStart));
    assert.deepEqual(refused, [{ kind: 'noPrograms', path: first }]);
    assert.deepEqual([await fs.readdir(first), await fs.readdir(second)], [[], []]);
  });

  it('reports why a folder cannot be created', async () => {
    await fs.writeFile(path.join(own, 'file'), '');
    const [refusal] = await refusalsOf(chosen(path.join(own, 'file', 'a')));
    assert.ok(refusal?.kind === 'unusable');
    assert.match(refusal.message, /ENOTDIR/);
  });
});
