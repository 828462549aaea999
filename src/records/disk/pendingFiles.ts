import type { Disposable } from '../../base/emitter';
import { StorageFailed } from '../storage';
import { attempt } from './files';
import type { HistoryFolder } from './folder';
import { decodeRequest, encodeRequest } from './format';
import type { RequestSchema } from './format';
import { documentNames, safeName } from './layout';

/**
 * Requests that are not at their end, one file each: how many files there are is how many are pending. What is
 * damaged is set aside, what a newer version wrote stays as it is; both are reported and count as not pending. All
 * methods reject with `StorageFailed`.
 */
export class PendingFiles<Request extends { readonly key: string }> {
  constructor(
    private readonly folder: HistoryFolder,
    private readonly schema: RequestSchema<Request>,
  ) {}

  /** Everything pending on this computer. */
  async load(): Promise<readonly Request[]> {
    const names = documentNames(await this.folder.list(this.folder.layout.pending));
    const found = await Promise.all(names.map((name) => this.readOne(name)));
    return found.filter((request) => request !== null);
  }

  /** Null: it is not pending (any more). */
  async read(key: string): Promise<Request | null> {
    return this.readOne(safeName(key));
  }

  /** Makes it pending, or replaces what is stored. On disk when it resolves. */
  async add(request: Request): Promise<void> {
    await this.locked(request.key, async (path) => {
      const reason = await this.newerReason(path);
      if (reason !== null) throw new StorageFailed({ kind: 'newer', path, reason });
      await this.folder.replace(path, encodeRequest(request, this.schema));
    });
  }

  /** Replaces what is stored. False, and nothing is written, when it is no longer pending. */
  async save(request: Request): Promise<boolean> {
    return this.locked(request.key, async (path) => {
      const isThere = await attempt(path, () => this.folder.files.stat(path));
      if (!isThere || (await this.newerReason(path)) !== null) return false;
      await this.folder.replace(path, encodeRequest(request, this.schema));
      return true;
    });
  }

  /** Fine when it wasn't pending. */
  async remove(key: string): Promise<void> {
    await this.locked(key, async (path) => {
      if ((await this.newerReason(path)) === null) await this.folder.remove(path);
    });
  }

  /** Any window added, changed or removed something. */
  onDidChange(listener: () => void): Disposable {
    return this.folder.watch(this.folder.layout.pending, () => listener());
  }

  private locked<Value>(key: string, action: (path: string) => Promise<Value>): Promise<Value> {
    const name = safeName(key);
    return this.folder.locked(`pending ${name}`, () => action(this.folder.layout.request(name)));
  }

  /** Why only a newer version may change what is there; null: any window may. */
  private async newerReason(path: string): Promise<string | null> {
    const content = await attempt(path, () => this.folder.files.read(path));
    const read = content && decodeRequest(content.toString('utf8'), this.schema);
    return read?.kind === 'newer' ? read.reason : null;
  }

  private async readOne(name: string): Promise<Request | null> {
    try {
      return await this.folder.readDocument(this.folder.layout.request(name), (text) =>
        decodeRequest(text, this.schema),
      );
    } catch (error) {
      // a disk that can't be read ends nothing
      if (!(error instanceof StorageFailed) || error.problem.kind !== 'newer') throw error;
      this.folder.options.onProblem(error.problem);
      return null;
    }
  }
}
