import type { System } from '../../../src/records/disk/files';
import { constants } from 'node:fs';
import { refusal } from './folders';

/** What other programs may do with a file that one has open. */
export type Sharing = 'everything' | 'nothing';

interface Entry {
  /** The name as first written. */
  readonly name: string;
  readonly kind: 'file' | 'folder';
  readonly number: number;
  changedAt: number;
  content: Buffer;
  /** Programs that have it open, until `until` by the clock of the disk. */
  readonly holders: { readonly sharing: Sharing; readonly until: number }[];
  /** Removed while open: its name is taken until it is closed, and it can't be accessed. */
  isGoing: boolean;
}

const root = '';

/**
 * A disk in memory with the rules of Windows, as Node reports them: names ignore case; a file that another program has
 * open can't be replaced, and can't be moved, removed, or read if that program shares nothing; a file that is removed
 * while open keeps its name until it is closed.
 */
export class WindowsDisk {
  /** ms since 1970; sleeping advances it. */
  now = Date.UTC(2026, 0, 1);
  /** Other programs, such as search, backups, and virus scanners, open each new file for `time` ms. */
  scanner: { readonly sharing: Sharing; readonly time: number } | null = null;
  private readonly entries = new Map<string, Entry>();
  private count = 0;

  /** Opens a file or folder by another program. */
  hold(path: string, sharing: Sharing, time: number): void {
    this.get(path).holders.push({ sharing, until: this.now + time });
  }

  /** Names in a folder as they were written, including those that are being deleted. */
  names(folder: string): string[] {
    const key = keyOf(folder);
    return [...this.entries].filter(([own]) => parentOf(own) === key).map(([, { name }]) => name);
  }

  readonly sleep = (ms: number): Promise<void> => {
    this.now += ms;
    return Promise.resolve();
  };

  get system(): System {
    return { platform: 'win32', sleep: this.sleep, fs: this };
  }

  async open(path: string, flags: string | number): ReturnType<System['fs']['open']> {
    const none = () => Promise.resolve();
    if (flags === constants.O_RDONLY || flags === (constants.O_RDONLY | constants.O_NONBLOCK)) {
      const read = this.get(path);
      if (read.kind === 'folder') throw refusal('EPERM');
      if (isHeld(read, 'nothing')) throw refusal('EBUSY');
      return Promise.resolve({
        stat: () => this.stat(path),
        readFile: () => Promise.resolve(read.content),
        writeFile: () => Promise.reject(refusal('EBADF')),
        sync: none,
        close: none,
      });
    }
    if (flags !== 'wx') throw new Error(`flags ${flags} are not made up`);
    const entry = this.add(path, 'file');
    return Promise.resolve({
      stat: () => this.stat(path),
      readFile: () => Promise.reject(refusal('EBADF')),
      writeFile: async (data: Buffer | string) => void (entry.content = Buffer.from(data)),
      sync: none,
      close: none,
    });
  }

  async stat(path: string): ReturnType<System['fs']['stat']> {
    const { changedAt, number, content, kind } = this.get(path);
    return {
      mtimeMs: changedAt,
      ino: number,
      size: content.length,
      isFile: () => kind === 'file',
      isDirectory: () => kind === 'folder',
    };
  }

  async readdir(path: string): Promise<string[]> {
    if (keyOf(path) !== root) this.get(path);
    return this.names(path);
  }

  async mkdir(path: string): Promise<void> {
    this.add(path, 'folder');
  }

  async rename(from: string, to: string): Promise<void> {
    const entry = this.get(from);
    if (isHeld(entry, 'nothing')) throw refusal('EBUSY');
    const target = this.look(to);
    if (target && (target.holders.length > 0 || target.kind === 'folder')) throw refusal('EPERM');
    this.entries.delete(keyOf(to));
    this.entries.delete(keyOf(from));
    this.entries.set(keyOf(to), { ...entry, name: nameOf(to) });
  }

  async unlink(path: string): Promise<void> {
    if (this.get(path).kind === 'folder') throw refusal('EPERM');
    this.delete(path);
  }

  async rmdir(path: string): Promise<void> {
    this.get(path);
    if (this.names(path).length > 0) throw refusal('ENOTEMPTY');
    this.delete(path);
  }

  private delete(path: string): void {
    const entry = this.get(path);
    if (isHeld(entry, 'nothing')) throw refusal('EBUSY');
    if (entry.holders.length > 0) entry.isGoing = true;
    else this.entries.delete(keyOf(path));
  }

  private add(path: string, kind: Entry['kind']): Entry {
    const key = keyOf(path);
    const parent = parentOf(key);
    if (parent !== root && this.get(parent).kind !== 'folder') throw refusal('ENOENT');
    const there = this.look(path);
    if (there) throw refusal(there.isGoing ? 'EPERM' : 'EEXIST');
    const entry: Entry = {
      name: nameOf(path),
      kind,
      number: (this.count += 1),
      changedAt: this.now,
      content: Buffer.alloc(0),
      holders: [],
      isGoing: false,
    };
    this.entries.set(key, entry);
    if (kind === 'file' && this.scanner) this.hold(path, this.scanner.sharing, this.scanner.time);
    return entry;
  }

  private get(path: string): Entry {
    const entry = this.look(path);
    if (!entry) throw refusal('ENOENT');
    if (entry.isGoing) throw refusal('EPERM');
    return entry;
  }

  private look(path: string): Entry | null {
    const key = keyOf(path);
    const entry = this.entries.get(key);
    if (!entry) return null;
    const left = entry.holders.filter(({ until }) => until > this.now);
    entry.holders.splice(0, Infinity, ...left);
    if (!entry.isGoing || left.length > 0) return entry;
    this.entries.delete(key);
    return null;
  }
}

function isHeld(entry: Entry, sharing: Sharing): boolean {
  return entry.holders.some((one) => one.sharing === sharing);
}

/** @throws `ENOENT` for a path that Windows doesn't allow. */
function keyOf(path: string): string {
  const names = path.split(/[\\/]/).filter((name) => name !== '');
  for (const name of names) {
    if (/[<>:"|?*\0-\x1f]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name))
      throw refusal('ENOENT');
  }
  return names.join('/').toLowerCase();
}

function parentOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}
