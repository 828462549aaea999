import { sampleScheme } from '../shared/files/files';
import {
  env,
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
import { isSample, type RecordStore } from '../../records';
import { setContextWhere } from '../shared/contextKeys';

/** A program, and the result that the local judge returned for it (`npm run samples`). */
export interface SampleProgram {
  readonly name: string;
  readonly file: string;
  readonly problem: string;
  readonly code: string;
  /** as received */
  readonly envelope: { readonly requestId: string };
}

/** The format of media/samples.json: the same programs in each language, with comments and compiler output. */
export type Samples = Readonly<Record<'en' | 'zh-cn', readonly SampleProgram[]>>;

export async function readSamples(extensionUri: Uri): Promise<readonly SampleProgram[]> {
  const content = await workspace.fs.readFile(Uri.joinPath(extensionUri, 'media', 'samples.json'));
  const samples = JSON.parse(new TextDecoder().decode(content)) as Samples;
  return samples[env.language === 'zh-cn' ? 'zh-cn' : 'en'];
}

/** The samples' programs as virtual files, so that users can try Problems and quick fixes. Writes nothing to disk. */
export class DemoFiles implements FileSystemProvider, Disposable {
  private readonly changed = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;
  private readonly written = new Map<string, { readonly content: Uint8Array; readonly at: number }>();
  private readonly disposables: readonly Disposable[];
  private readonly startedAt = Date.now();

  constructor(
    private readonly extensionUri: Uri,
    store: Pick<RecordStore, 'records' | 'onDidChange'>,
  ) {
    this.disposables = [
      this.changed,
      workspace.registerFileSystemProvider(sampleScheme, this, { isCaseSensitive: true }),
      setContextWhere('hasSamples', store, isSample),
    ];
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const written = this.written.get(uri.path);
    if (written) return written.content;
    const samples = await readSamples(this.extensionUri);
    const sample = samples.find((program) => uri.path === sampleUri(program).path);
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

  /** Never fires, because only this window changes the files. */
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
    this.disposables.forEach((disposable) => void disposable.dispose());
  }
}

export function sampleUri({ file }: Pick<SampleProgram, 'file'>): Uri {
  return Uri.from({ scheme: sampleScheme, path: `/${file}` });
}
