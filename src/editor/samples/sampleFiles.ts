import {
  commands,
  EventEmitter,
  FileSystemError,
  FileType,
  Uri,
  workspace,
  type Disposable,
  type FileChangeEvent,
  type FileStat,
  type FileSystemProvider,
} from 'vscode';
import { readSamples, type Sample } from './samples';
import { sampleScheme } from './origin';

/** The samples' programs as files, so that Problems and quick fixes can be tried in them. Nothing is written to disk. */
export class SampleFiles implements FileSystemProvider, Disposable {
  private readonly changed = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;
  private readonly written = new Map<string, { readonly content: Uint8Array; readonly at: number }>();
  private readonly registration: Disposable;
  private readonly startedAt = Date.now();

  constructor(private readonly extensionUri: Uri) {
    this.registration = workspace.registerFileSystemProvider(sampleScheme, this, { isCaseSensitive: true });
    sayWhetherThereAre(true);
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const written = this.written.get(uri.path);
    if (written) return written.content;
    const samples = await readSamples(this.extensionUri);
    const sample = samples.find((one) => uri.path === sampleUri(one).path);
    if (!sample) throw FileSystemError.FileNotFound(uri);
    return new TextEncoder().encode(sample.code);
  }

  async stat(uri: Uri): Promise<FileStat> {
    if (uri.path === '/') return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { length } = await this.readFile(uri);
    const mtime = this.written.get(uri.path)?.at ?? this.startedAt;
    return { type: FileType.File, ctime: this.startedAt, mtime, size: length };
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    await this.readFile(uri);
    this.written.set(uri.path, { content, at: Date.now() });
  }

  async readDirectory(): Promise<[string, FileType][]> {
    const samples = await readSamples(this.extensionUri);
    return samples.map(({ file }) => [file, FileType.File]);
  }

  /** Nothing but this window changes them. */
  watch(): Disposable {
    return { dispose: () => undefined };
  }

  createDirectory(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}

/** For the menus: whether there are samples to remove. */
export function sayWhetherThereAre(isAny: boolean): void {
  void commands.executeCommand('setContext', 'judgeResults.hasSamples', isAny);
}

export function sampleUri({ file }: Pick<Sample, 'file'>): Uri {
  return Uri.from({ scheme: sampleScheme, path: `/${file}` });
}
