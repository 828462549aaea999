import type { Disposable } from '../../base/emitter';
import { StorageFailed } from '../storage';
import { safeName } from './fileLocks';
import { replaceFile } from './files';
import type { HistoryFolder } from './folder';
import { decodeRequest, encodeRequest } from './format';
import { documentNames } from './layout';

/**
 * Requests that are not at their end, one file each: how many files there are is how many are pending. A file that
 * was damaged is set aside and, where this window has read it before, written anew. All methods reject with
 * `StorageFailed`.
 */
export class PendingFiles<Request extends { readonly key: string }> {
  /** what the files said when they were last seen */
  private readonly seen = new Map<string, Request>();

  /** `isRequest`: a file that says something else is damaged */
  constructor(
    private readonly folder: HistoryFolder,
    private readonly isRequest: (json: unknown) => json is Request,
  ) {}

  /** Everything pending on this computer. What is broken or newer is reported and left out. */
  async load(): Promise<readonly Request[]> {
    const { files, layout } = this.folder;
    const names = documentNames(await this.folder.attempt(layout.pending, () => files.list(layout.pending)));
    const found = await Promise.all(names.map((name) => this.readOne(name)));
    return found.filter((request) => request !== null);
  }

  /** Null: it is not pending (any more). */
  async read(key: string): Promise<Request | null> {
    return this.readOne(safeName(key));
  }

  /** Makes it pending, or replaces what is stored. On disk when it resolves. */
  async add(request: Request): Promise<void> {
    const name = safeName(request.key);
    await this.locked(name, () => this.writeAnew(name, request));
  }

  /** Replaces what is stored. False, and nothing is written, when it is no longer pending. */
  async save(request: Request): Promise<boolean> {
    const name = safeName(request.key);
    return this.locked(name, async () => {
      const path = this.folder.layout.request(name);
      const stat = await this.folder.attempt(path, () => this.folder.files.stat(path));
      if (!stat && !(await this.wasDamaged(name))) return false;
      await (stat ? this.write(name, request) : this.writeAnew(name, request));
      return true;
    });
  }

  /** Fine when it wasn't pending. */
  async remove(key: string): Promise<void> {
    const name = safeName(key);
    const path = this.folder.layout.request(name);
    await this.locked(name, async () => {
      await this.folder.attempt(path, () => this.folder.files.remove(path));
      await this.folder.settleSetAside(path);
    });
    this.seen.delete(name);
  }

  /** Any window added, changed or removed something. */
  onDidChange(listener: () => void): Disposable {
    return this.folder.watch(this.folder.layout.pending, () => listener());
  }

  private locked<Value>(name: string, action: () => Promise<Value>): Promise<Value> {
    return this.folder.locked(`pending ${name}`, action);
  }

  private async write(name: string, request: Request): Promise<void> {
    const path = this.folder.layout.request(name);
    await replaceFile(this.folder.files, path, encodeRequest(request), this.folder.unique());
    this.seen.set(name, request);
  }

  /** Where there is no file, or only one that was set aside. */
  private async writeAnew(name: string, request: Request): Promise<void> {
    await this.write(name, request);
    await this.folder.settleSetAside(this.folder.layout.request(name));
  }

  private async readOne(name: string, mayMend = true): Promise<Request | null> {
    try {
      const request = await this.folder.readDocument(this.folder.layout.request(name), (content) =>
        decodeRequest(content, this.isRequest),
      );
      if (request) this.seen.set(name, request);
      if (request || !mayMend) return request;
    } catch (error) {
      if (!(error instanceof StorageFailed)) throw error;
      if (error.problem.kind !== 'broken' && error.problem.kind !== 'newer') throw error;
      this.folder.options.onProblem(error.problem);
      if (error.problem.kind === 'newer' || !mayMend) return null;
    }
    return this.mend(name);
  }

  /** It is missing because it was damaged, and this window knows what it said. */
  private async wasDamaged(name: string): Promise<boolean> {
    return this.seen.has(name) && this.folder.wasSetAside(this.folder.layout.request(name));
  }

  private async mend(name: string): Promise<Request | null> {
    const before = this.seen.get(name);
    if (!before) return null;
    await this.locked(name, async () => {
      if (await this.wasDamaged(name)) await this.writeAnew(name, before);
    });
    const request = await this.readOne(name, false);
    if (!request) this.seen.delete(name);
    return request;
  }
}
